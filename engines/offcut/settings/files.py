"""Settings files, the user's and the project's: whether they are there, and what may stand in which."""

from __future__ import annotations

from pathlib import Path

from offcut.errors import InvalidInput
from offcut.settings.keys import may_stand_in_a_project
from offcut.settings.stated import Origin, Stated, line_and_column

#: No settings are longer; a project is a stranger's and may hold anything under this name.
LONGEST = 262_144


def read_file(path: Path, origin: Origin, problems: list[str]) -> list[Stated] | None:
    """Return what a settings file states, or ``None`` where there is no file.

    Adds to ``problems`` what is wrong in it. Raises ``InvalidInput`` where nothing can be read.
    """
    text = _read_text(path)
    if text is None:
        return None
    from offcut.settings.yaml_text import YamlText  # no YAML reader is needed where there is no file

    found = YamlText(path, origin, problems).read(text)
    if origin == "project file":
        problems += (_not_here(said) for said in found if not may_stand_in_a_project(said.key))
    return found


def _not_here(said: Stated) -> str:
    return (
        f"{said.key} may not be set by a project (in {said.where}); "
        "set it in your own config.yaml, in the environment or on the command line"
    )


def _read_text(path: Path) -> str | None:
    try:
        if not path.is_file():
            if path.exists():
                raise InvalidInput(f"{path} is no regular file; put settings there or remove it")
            return None
        with path.open("rb") as file:
            body = file.read(LONGEST + 1)
    except OSError as error:
        reason = error.strerror
        raise InvalidInput(f"{path} cannot be read ({reason}); make it readable or remove it") from None
    if len(body) > LONGEST:
        raise InvalidInput(f"{path} is longer than {LONGEST} bytes, which settings never are; shorten it")
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        at = line_and_column(body[: error.start].decode("utf-8", "replace"))
        raise InvalidInput(f"{path} is not UTF-8 {at}; save it as UTF-8") from None
