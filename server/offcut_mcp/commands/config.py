"""``offcut config``: the settings in effect, where each comes from, and who gets text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from offcut.redact import redact
from offcut_mcp.commands import output
from offcut_mcp.commands.options import EnvFile, Set, configuration

if TYPE_CHECKING:
    from rich.table import Table

    from offcut.settings import Configuration

SECRET = "set, not shown"


def config(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
    changed: Set = None,
    env_file: EnvFile = None,
) -> None:
    """Show every setting with its value and its source, the files looked at, and who gets text.

    The command line wins over the environment, that over your config.yaml, that over the project's
    offcut.yaml, that over the defaults. Keys are never printed.
    """
    found = configuration(changed, env_file)
    if as_json:
        output.write_bytes(output.json_bytes(_report(found)))
        return
    output.show(_table(found))
    output.write_text("".join(f"{line}\n" for line in _lines(found)))  # a path is not wrapped
    for warning in _warnings(found):
        output.show(f"warning: {output.harmless(warning)}", to_stderr=True)


def _report(found: Configuration) -> dict[str, Any]:
    return {
        "settings": {
            key: {"value": value, "from": origin, "where": where}
            for key, value, origin, where in _rows(found)
        },
        "files": [{"from": f.origin, "path": str(f.path), "found": f.found} for f in found.files],
        "archive": _archive(found),
        "sends_text_to": list(found.settings.hosts),
        "warnings": list(_warnings(found)),
    }


def _rows(found: Configuration) -> Iterator[tuple[str, Any, str, str | None]]:
    """Yield each setting: its key, its value as it may be shown, the kind of place, and the place."""
    from offcut.settings.keys import SETTINGS

    for key in SETTINGS:
        said = found.stated.get(key)
        yield key, _shown(found, key), said.origin if said else "default", said.where if said else None


def _shown(found: Configuration, key: str) -> Any:
    """Return a value without what nobody may read: keys, and credentials within an address."""
    from offcut.settings.keys import SETTINGS

    value: Any = found.settings
    for name in key.split("."):
        value = getattr(value, name)
    if SETTINGS[key].metadata.get("secret"):
        return SECRET if value else None
    if key.endswith("_url") and value:
        value = re.sub(r"[?#].*", "", re.sub(r"//.*@", "//", value))
    if isinstance(value, str):
        return redact(value).text  # a key may stand where none belongs
    return list(value) if isinstance(value, tuple) else value


def _archive(found: Configuration) -> str:
    from offcut.archive.location import MEMORY, locate

    return str(locate(found.settings.archive.path) or MEMORY)


def _warnings(found: Configuration) -> Iterator[str]:
    from offcut.settings.keys import SETTINGS, WAITING

    waiting = [
        key
        for key, said in found.stated.items()
        if key.startswith(WAITING) and said.settled != SETTINGS[key].default
    ]
    if waiting:
        verb = "has" if len(waiting) == 1 else "have"
        yield f"{', '.join(waiting)} {verb} no effect yet in this version"


def _table(found: Configuration) -> Table:
    from rich import box
    from rich.table import Table

    drawn = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    drawn.add_column("setting", no_wrap=True)
    drawn.add_column("value", overflow="fold")
    drawn.add_column("from", overflow="fold")
    for key, value, origin, where in _rows(found):
        place = f"{origin}: {where}" if where else origin
        drawn.add_row(key, output.harmless(_words(value)), output.harmless(place))
    return drawn


def _words(value: Any) -> str:
    match value:
        case None | []:
            return "none"
        case bool():
            return "true" if value else "false"
        case list():
            return ", ".join(value)
        case _:
            return str(value)


def _lines(found: Configuration) -> Iterator[str]:
    for file in found.files:
        yield f"{file.origin}: {file.path}{'' if file.found else ' (not there)'}"
    yield f"archive: {_archive(found)}"
    yield f"sends text to: {', '.join(found.settings.hosts) or 'nobody'}"
