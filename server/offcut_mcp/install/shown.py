"""What is shown of a change before it is made, and what other hosts are given to paste."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from offcut.redact import redact, visible
from offcut_mcp.install.files import Change
from offcut_mcp.install.hook_entries import hook_groups
from offcut_mcp.install.hosts import ENTRY, Host
from offcut_mcp.install.server_entry import server_entry
from offcut_mcp.install.toml_text import table

#: A line is cut here: some hosts keep whole conversations on one.
WIDEST = 160
#: Lines that are shown around a change.
CONTEXT = 3
_HUNK = re.compile(r"( [-+])([1-9]\d*)")


def difference(change: Change) -> Iterator[str]:
    """Yield the lines of a unified diff; recognised secrets nearby are masked, long lines are cut."""
    old = str(change.path) if change.before is not None else "(no file)"
    new = str(change.path) if change.after is not None else "(no file)"
    found = [f"--- {old}", f"+++ {new}", *_hunks(_lines(change.before), _lines(change.after))]
    for line in _masked(found):
        yield line if len(line) <= WIDEST else f"{line[:WIDEST]} …"


def snippet(host: Host, command: Sequence[str], *, hooks: bool) -> str:
    """Return what belongs into the host's file of servers and, below it, into that of its hooks."""
    entry = server_entry(host, command)
    if host.syntax == "toml":
        text = table(f"{host.servers_key}.{ENTRY}", entry, "\n")
    else:
        text = _json({host.servers_key: {ENTRY: entry}})
    if hooks:
        lists = {event: [group] for event, group in hook_groups(host, command).items()}
        text += "\n" + _json({"hooks": lists})
    return text


def other_snippet(command: Sequence[str]) -> str:
    """Return what most other hosts read: a list of servers in JSON."""
    first, *rest = command
    return _json({"mcpServers": {ENTRY: {"command": first, "args": [*rest, "serve"]}}})


def _masked(lines: Sequence[str]) -> list[str]:
    """Return the lines without recognised secrets, also where invisible characters stand in them.

    A line without a secret keeps such characters: whoever prints it shows them.
    """
    seen = [visible(line).replace("\n", " ") for line in lines]
    masked = redact("\n".join(seen)).text.split("\n")
    if len(masked) != len(lines):  # a secret took several lines
        return masked
    return [line if safe == read else safe for line, read, safe in zip(lines, seen, masked, strict=True)]


def _hunks(before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    """Yield a unified diff without its head.

    Lines that are equal at both ends are left out before the comparison, whose time grows with the square.
    """
    first = max(0, _equal(before, after) - CONTEXT)
    last = max(0, min(_equal(before[::-1], after[::-1]), min(len(before), len(after)) - first) - CONTEXT)
    old, new = (lines[first : len(lines) - last] for lines in (before, after))
    for line in islice(difflib.unified_diff(old, new, n=CONTEXT, lineterm=""), 2, None):
        yield _HUNK.sub(lambda found: f"{found[1]}{int(found[2]) + first}", line) if line[0] == "@" else line


def _equal(before: Sequence[str], after: Sequence[str]) -> int:
    """Return how many lines are equal from the start on."""
    pairs = enumerate(zip(before, after, strict=False))
    return next((number for number, (old, new) in pairs if old != new), min(len(before), len(after)))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def _lines(body: bytes | None) -> list[str]:
    """Return the lines of a file; only line feeds end one, whatever else a terminal would obey."""
    text = (body or b"").decode("utf-8-sig", "replace").replace("\r\n", "\n")
    return text.removesuffix("\n").split("\n") if text else []
