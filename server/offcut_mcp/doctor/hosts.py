"""Which hosts are on this machine, and does each of them know offcut."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from offcut_mcp.doctor.finding import Finding
from offcut_mcp.install.document import Refused, document
from offcut_mcp.install.edits import value_at
from offcut_mcp.install.hook_entries import registered_hooks
from offcut_mcp.install.hosts import ENTRY, Host, Places, Syntax
from offcut_mcp.install.reading import read_whole
from offcut_mcp.install.server_entry import is_own_server, registered_server, shown_words
from offcut_mcp.install.started import split_line, start_of


async def check_host(host: Host, places: Places) -> Finding:
    """Look into the user's configuration of a host."""
    install = f"offcut install {host.name}"
    try:
        values = _values(host.servers_file("user", places), host.syntax)
        hooks_file = host.hooks_file("user", places)
        hooks = _values(hooks_file, "json") if hooks_file else {}
    except Refused as error:
        return Finding(host.name, "broken", str(error), f"then run `{install}`")
    words = registered_server(host, values)
    if words is None and not _is_here(host, places):
        return Finding(host.name, "ok", "not found on this machine")
    if words is None:
        return Finding(host.name, "note", "offcut is not registered", f"`{install}`")
    if not is_own_server(words):
        what = f"its server {ENTRY} is not started by this program ({shown_words(words)})"
        return Finding(host.name, "note", what, f"if that was not meant, remove it and run `{install}`")
    return _registered(host, words, values, hooks)


def _registered(host: Host, words: tuple[str, ...], values: Any, hooks: Any) -> Finding:
    install = f"offcut install {host.name}"
    lines = {event: registered_hooks(host, hooks, event) for event in host.events}
    started = {_program(words, "serve")}
    started |= {
        _program(split_line(line), "hook", host.name) for found in lines.values() for _, _, line in found
    }
    if gone := sorted(program for program in started if not _can_start(program)):
        renew = f"`{install}{' --hooks' if any(lines.values()) else ''}`"
        return Finding(host.name, "broken", f"starts {gone[0]}, which is not there", renew)
    absent = [event for event, found in lines.items() if not found]
    if absent:
        missing = "without hooks" if len(absent) == len(lines) else f"without the hooks {', '.join(absent)}"
        advice = f"`{install} --hooks` cuts large outputs before the model reads them"
        return Finding(host.name, "note", f"offcut is registered, {missing}", advice)
    entry = value_at(values, (host.servers_key, ENTRY))
    if host.extras.get("alwaysLoad") and entry.get("alwaysLoad") is not True:
        advice = f'add "alwaysLoad": true to its entry, or `offcut uninstall {host.name}` and `{install}`'
        return Finding(host.name, "note", "the model has to search for offcut's tools first", advice)
    what = "offcut is registered, with hooks" if lines else "offcut is registered"
    return Finding(host.name, "ok", what, host.reminder if lines else None)


def _values(path: Path, syntax: Syntax) -> dict[str, Any]:
    body = read_whole(path)
    return {} if body is None else document(path, body, syntax).values


def _is_here(host: Host, places: Places) -> bool:
    return shutil.which(host.program) is not None or host.user_folder(places).is_dir()


def _program(words: Sequence[str], *arguments: str) -> str:
    """Return what the system looks up to start offcut by these words."""
    start = start_of(words, *arguments)
    return words[start.first if start else 0]


def _can_start(program: str) -> bool:
    named = program.replace("~/", "$HOME/", 1) if program.startswith("~/") else program
    return shutil.which(os.path.expandvars(named)) is not None
