"""The README says what is true: its commands, its example, its names."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from offcut.config import CompactionOptions, CompressionOptions
from offcut_mcp.tools import TOOLS
from support.command import offcut
from support.paths import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
INSTALL = "python3 -m venv .venv && .venv/bin/pip install -q"


@pytest.mark.parametrize(
    "command", [f"{INSTALL} . && .venv/bin/offcut demo", f'{INSTALL} -e ".[dev]" && .venv/bin/pytest']
)
def test_the_two_commands_stand_near_the_top_and_ci_runs_them(command: str) -> None:
    assert f"\n{command}\n" in README[:2_000]
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    _, install, run = re.split(r" && \S*?/bin/", command.replace(".venv", "X"))
    assert (
        f'/bin/{install}"' in ci.replace("pip install", "pip install") or install.split()[-1].strip('"') in ci
    )
    assert run.split()[-1] in ci


def test_the_python_example_runs() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    ran = subprocess.run(
        [sys.executable, "-c", example], capture_output=True, text=True, timeout=120, check=False
    )
    assert ran.returncode == 0, ran.stderr


def test_every_tool_and_every_effective_option_is_described() -> None:
    for tool in TOOLS:
        assert f"| `{tool}` |" in README
    waiting = {
        "evidence_chars",
        "max_state_tokens",
        "max_request_tokens",
        "max_concurrency",
        "total_timeout_seconds",
    }
    for option in (*CompactionOptions.__dataclass_fields__, *CompressionOptions.__dataclass_fields__):
        assert (f"`{option}`" in README) is (option not in waiting), option


def test_every_command_in_the_table_exists() -> None:
    commands = re.findall(r"^\| `offcut ([a-z ]+?)(?: [A-Z]+)?` \|", README, re.MULTILINE)
    assert len(commands) == 15
    for command in commands:
        assert offcut(*command.split(), "--help").code == 0


def test_every_benchmark_is_named() -> None:
    names = {path.name for path in (ROOT / "tests" / "benchmarks").glob("*.py") if path.name != "__init__.py"}
    assert names == set(re.findall(r"tests/benchmarks/(\w+\.py)", README))


@pytest.mark.parametrize("document", ["README.md", "ARCHITECTURE.md", "CHANGELOG.md"])
def test_links_lead_to_files_of_the_repository(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!http)([^)#]+)\)", text):
        assert (ROOT / target).exists(), target


def test_the_architecture_stays_within_two_pages() -> None:
    lines = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 120 and all(len(line) <= 125 for line in lines)
