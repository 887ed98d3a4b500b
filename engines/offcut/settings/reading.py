"""Reading: every place that may state a setting, the strongest last, becomes one checked value."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from offcut.errors import InvalidInput
from offcut.settings.environment import read_variables, variables, variables_of_file
from offcut.settings.files import read_file
from offcut.settings.keys import SETTINGS, unknown
from offcut.settings.sections import Settings
from offcut.settings.stated import Origin, Stated, from_text, stated
from offcut.settings.user_file import user_file as user_file

PROJECT_FILE = "offcut.yaml"
KEY_OF_SUMMARIES = "auxiliary.compression.api_key"
#: Where the keys of known providers usually stand; looked at only once that provider is asked.
USUAL_KEYS = {
    "openai": "OPENAI_API_KEY",
    "anthropic": "ANTHROPIC_API_KEY",
    "openrouter": "OPENROUTER_API_KEY",
}


@dataclass(frozen=True, slots=True)
class SettingsFile:
    """A file that was looked at, and whether it was there."""

    origin: Origin
    path: Path
    found: bool


@dataclass(frozen=True, slots=True)
class Configuration:
    """The settings in effect, and where each that is not a default comes from."""

    settings: Settings
    stated: Mapping[str, Stated]
    files: tuple[SettingsFile, ...]


def project_folder() -> Path | None:
    """Return the folder of the project: the one that the host names, else the working directory.

    ``None`` when the working directory was deleted meanwhile.
    """
    if named := os.environ.get("CLAUDE_PROJECT_DIR"):
        return Path(named)
    try:
        return Path.cwd()
    except OSError:
        return None


def project_name() -> str | None:
    """Return the name under which an archive keeps the project's sources: its folder."""
    folder = project_folder()
    return None if folder is None else str(folder)


def read_configuration(
    *, project: Path | None = None, env_file: Path | None = None, command_line: Sequence[str] = ()
) -> Configuration:
    """Read all settings: command line over environment over user file over project file over defaults.

    ``project`` is the folder whose ``offcut.yaml`` counts, ``env_file`` a file of variables weaker than
    the environment, ``command_line`` holds ``KEY=VALUE``. Raises ``InvalidInput`` naming every setting
    that is unknown, out of range or in a place where it may not stand.
    """
    problems: list[str] = []
    everything: list[Stated] = []
    files = []
    for origin, path in _settings_files(project or project_folder()):
        found = read_file(path, origin, problems)
        files.append(SettingsFile(origin, path, found is not None))
        everything += found or ()
    filed = variables_of_file(env_file) if env_file else {}
    if env_file:
        files.append(SettingsFile("environment file", env_file, True))
    present = variables()
    everything += read_variables(filed, "environment file", f" in {env_file}", problems)
    everything += read_variables(present, "environment", "", problems)
    everything += _command_line(command_line, problems)
    problems += (said.wrong for said in everything if said.wrong)
    if problems:
        raise InvalidInput(*problems)
    strongest = {said.key: said for said in everything}
    strongest |= _usual_key(strongest, filed, present)
    return Configuration(_built(strongest), strongest, tuple(files))


def _settings_files(project: Path | None) -> Iterable[tuple[Origin, Path]]:
    if project is not None:
        yield "project file", project / PROJECT_FILE
    yield "user file", user_file()


def _command_line(given: Sequence[str], problems: list[str]) -> Iterable[Stated]:
    for pair in given:
        key, equals, words = pair.partition("=")
        if not equals:
            problems.append(f"--set takes KEY=VALUE, such as compression.threshold=0.4, not {key[:40]!r}")
        elif key not in SETTINGS:
            problems.append(f"{unknown(key, key)} (in --set)")
        else:
            yield stated(key, from_text(key, words), "command line", "--set")


def _usual_key(
    strongest: Mapping[str, Stated], filed: Mapping[str, str | None], present: Mapping[str, str | None]
) -> dict[str, Stated]:
    """Return the key of the summariser from its provider's usual variable, if it was given nowhere else."""
    usual = USUAL_KEYS.get(_built(strongest).auxiliary.compression.summarizer, "")
    if KEY_OF_SUMMARIES in strongest or not usual:
        return {}
    name = usual.lower()
    if name in present:
        return {KEY_OF_SUMMARIES: Stated(KEY_OF_SUMMARIES, present[name], "environment", usual)}
    if name in filed:
        return {KEY_OF_SUMMARIES: Stated(KEY_OF_SUMMARIES, filed[name], "environment file", usual)}
    return {}


def _built(strongest: Mapping[str, Stated]) -> Settings:
    settings = Settings()
    for key, said in strongest.items():
        settings = _with(settings, key.split("."), said.settled)
    return settings


def _with(section: Any, path: Sequence[str], value: Any) -> Any:
    """Return the section with one of its settings changed, however deep it lies."""
    name, *inner = path
    changed = _with(getattr(section, name), inner, value) if inner else value
    return dataclasses.replace(section, **{name: changed})
