"""What holds for the whole suite: long checks on request, one event loop, no way to the user's files."""

from __future__ import annotations

import os
import site
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from support.paths import ROOT

#: Settings and keys of whoever runs the suite: no test may send text anywhere or find another archive.
FORGOTTEN_PREFIXES = ("OFFCUT_", "DECISION_MODEL_")
FORGOTTEN_NAMES = (
    "OPENAI_API_KEY",
    "ANTHROPIC_API_KEY",
    "OPENROUTER_API_KEY",
    "FORCE_COLOR",
    "GITHUB_ACTIONS",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--full", action="store_true", help="run the long checks too, and laws on far more examples"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Choose how hard laws are tried; ``--hypothesis-profile`` still wins, since it is read later."""
    in_ci = bool(os.environ.get("CI"))
    # No deadline and no complaint about slow examples: the machine's speed is not what a law is about.
    common = settings(deadline=None, derandomize=in_ci, suppress_health_check=[HealthCheck.too_slow])
    settings.register_profile("moderate", common, max_examples=60)
    settings.register_profile("full", common, max_examples=3000)
    settings.load_profile("full" if config.getoption("--full") else "moderate")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Take long checks out of an ordinary run. They are not skipped: a skip should always need a reason."""
    if config.getoption("--full"):
        return
    long = [item for item in items if item.get_closest_marker("full")]
    config.hook.pytest_deselected(items=long)
    items[:] = [item for item in items if item not in long]


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session", autouse=True)
def isolated_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep every test, and every process it starts, away from the user's archive, settings and keys.

    Processes find both source roots, so that the suite runs from a checkout where nothing is installed.
    """
    home = tmp_path_factory.mktemp("home")
    roots = [str(ROOT / "engines"), str(ROOT / "server")]
    with pytest.MonkeyPatch.context() as environment:
        for name in tuple(os.environ):
            if name.startswith(FORGOTTEN_PREFIXES) or name in FORGOTTEN_NAMES:
                environment.delenv(name)
        environment.setenv(
            "PYTHONUSERBASE", site.getuserbase()
        )  # packages installed for the user stay visible
        for name in ("HOME", "USERPROFILE"):
            environment.setenv(name, str(home))
        for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "APPDATA", "LOCALAPPDATA"):
            environment.setenv(name, str(home / name.lower()))
        environment.setenv("OFFCUT_ARCHIVE", str(home / "archive.sqlite3"))
        environment.setenv(
            "PYTHONPATH", os.pathsep.join([*roots, os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
        )
        yield
