"""Editing tables of a TOML file as text: every line that is not the edit's stays as it is.

Only what an installation needs: a table `[servers.name]` is appended, its keys are set, it is deleted.
Other ways to write such a table exist; whoever calls compares the values afterwards and refuses those.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from offcut_mcp.install.edits import Append, Delete, Edit, Put
from offcut_mcp.install.toml_layout import Statement, statements


def read(text: str) -> dict[str, Any]:
    """Return the values of a TOML text. Raises ``ValueError`` for what is none."""
    return tomllib.loads(text)


def edited(text: str, edit: Edit) -> str:
    """Return the text with a table appended, a key of a table set, or a table deleted."""
    newline = "\r\n" if "\r\n" in text else "\n"
    match edit:
        case Put(path=(around, name), value=value):
            return _appended(text, f"{around}.{name}", value, newline)
        case Put(path=(around, name, key), value=value):
            return _set(text, f"{around}.{name}", str(key), value, newline)
        case Delete(path=(around, name)):
            return _deleted(text, f"{around}.{name}")
        case Put() | Append() | Delete():
            raise ValueError("a table of servers has no such place")


def table(name: str, value: Mapping[str, Any], newline: str) -> str:
    """Return a table of plain values with its header."""
    lines = [f"[{name}]", *(f"{key} = {_literal(item)}" for key, item in value.items())]
    return "".join(line + newline for line in lines)


def _appended(text: str, name: str, value: Mapping[str, Any], newline: str) -> str:
    if text and not text.endswith("\n"):
        text += newline
    return text + (newline if text.strip() else "") + table(name, value, newline)


def _set(text: str, name: str, key: str, value: Any, newline: str) -> str:
    """Set a key where it stands, on however many lines, else directly below the table's header."""
    found = statements(text)
    parts = [statement.text for statement in found]
    first, last = next(_sections(found, name, nested=False), (len(found), len(found)))
    present = re.compile(rf"[ \t]*([\"']?){key}\1[ \t]*=")
    for index in range(first + 1, last):
        if (place := found[index].value) and present.match(parts[index]):
            parts[index] = parts[index][: place[0]] + _literal(value) + parts[index][place[1] :]
            return "".join(parts)
    parts.insert(first + 1, f"{key} = {_literal(value)}{newline}")
    return "".join(parts)


def _deleted(text: str, name: str) -> str:
    """Take out the table and those within it, and the empty line that set each apart."""
    found = statements(text)
    for first, last in reversed(list(_sections(found, name, nested=True))):
        apart = first and not found[first - 1].text.strip()
        if apart and (last == len(found) or not found[last].text.strip()):
            first -= 1
        del found[first:last]
    return "".join(statement.text for statement in found)


def _sections(found: list[Statement], name: str, *, nested: bool) -> Iterator[tuple[int, int]]:
    """Yield where each section of a table starts and ends: from its header to what it says last.

    What follows that, comments and empty lines, belongs to the section below.
    """
    headers = [index for index, statement in enumerate(found) if statement.is_header]
    for first, end in zip(headers, [*headers[1:], len(found)], strict=True):
        if _is_header_of(found[first].text, name, nested=nested):
            while found[end - 1].is_quiet:
                end -= 1
            yield first, end


def _is_header_of(line: str, name: str, *, nested: bool) -> bool:
    parts = r"[ \t]*\.[ \t]*".join(rf"[\"']?{re.escape(part)}[\"']?" for part in name.split("."))
    inner = r"(\..*)?" if nested else ""
    return re.match(rf"[ \t]*\[[ \t]*{parts}[ \t]*{inner}\]", line) is not None


def _literal(value: Any) -> str:
    """Return text, a number, a truth or a list of them as TOML, which writes these as JSON does."""
    return json.dumps(value, ensure_ascii=False)
