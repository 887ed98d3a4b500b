"""Editing JSON as text: only the characters of the edit change, in the style of what stands around them."""

from __future__ import annotations

import json
import re
from typing import Any

from offcut_mcp.install.edits import Append, Delete, Edit, Put
from offcut_mcp.install.json_layout import (
    Child,
    Container,
    deepest,
    ends_in_line_comment,
    without_comments,
    without_trailing_commas,
)


def read(text: str, *, comments: bool) -> Any:
    """Return the value of a JSON text. Raises ``ValueError`` for what is none."""
    return json.loads(_plain(text, comments=comments), parse_constant=_refuse)


def edited(text: str, edit: Edit, *, comments: bool) -> str:
    """Return a valid JSON text with one edit made.

    Raises ``ValueError`` where something stands in the way that is no object or list: beside it a second
    member of its name would have to be written.
    """
    container, steps = deepest(_plain(text, comments=comments), edit.path)
    child = container.child(edit.path[steps])
    into_list = isinstance(edit, Append) and steps == len(edit.path) - 1
    if child and text[child.value] not in "{[" and (steps < len(edit.path) - 1 or into_list):
        raise ValueError(f"{'.'.join(map(str, edit.path[: steps + 1]))} holds nothing that could be added to")
    match edit:
        case Delete():
            assert child is not None, "what is deleted was there"
            return _deleted(text, container, child)
        case Append(path=path) if child and steps == len(path) - 1:
            items, _ = deepest(_plain(text, comments=comments), (*path, 0))
            return _inserted(text, items, None, edit.value)
        case Put(path=path) if child and steps == len(path) - 1:
            return text[: child.value] + _rendered(text, container, edit.value) + text[child.end :]
        case Put() | Append():
            value = edit.value if isinstance(edit, Put) else [edit.value]
            for name in reversed(edit.path[steps + 1 :]):
                value = {name: value}
            return _inserted(text, container, str(edit.path[steps]), value)


def _plain(text: str, *, comments: bool) -> str:
    return without_trailing_commas(without_comments(text)) if comments else text


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is no JSON")


# Inserting


def _inserted(text: str, container: Container, name: str | None, value: Any) -> str:
    """Put a member or item behind the last one, and behind comments that follow that."""
    new = _rendered(text, container, value)
    if name is not None:
        new = f"{json.dumps(name, ensure_ascii=False)}{_colon(text)}{new}"
    body = text[container.open + 1 : container.close]
    if not container.children:
        return _first_inserted(text, container, body, new)
    last = container.children[-1].end
    comma = _comma(text, last, container.close)
    at = container.open + 1 + len(body.rstrip())
    before = text[last:at] if comma is not None else f",{text[last:at]}"
    after = "," if comma is not None else ""
    line = _is_spread(text, container) or ends_in_line_comment(text[last:at])
    apart = _newline(text) + _indentation(text, container) if line else _colon(text)[1:]
    return f"{text[:last]}{before}{apart}{new}{after}{text[at:]}"


def _first_inserted(text: str, container: Container, body: str, new: str) -> str:
    newline, inside, outside = (
        _newline(text),
        _indentation(text, container),
        _line_indentation(text, container.open),
    )
    at = container.open + 1 + len(body.rstrip())
    end = f"{newline}{outside}{text[container.close :]}"
    return f"{text[:at]}{newline}{inside}{new}{end}"


def _rendered(text: str, container: Container, value: Any) -> str:
    if container.children and not _is_spread(text, container):
        item = "," if _colon(text) == ":" else ", "
        return json.dumps(value, ensure_ascii=False, separators=(item, _colon(text)))
    lines = json.dumps(value, ensure_ascii=False, indent=_unit(text)).split("\n")
    return f"{_newline(text)}{_indentation(text, container)}".join(lines)


# Deleting


def _deleted(text: str, container: Container, child: Child) -> str:
    """Take a member or item out, with the one comma that goes with it and the line it leaves empty."""
    comma = _comma(text, child.end, container.close)
    end = child.end if comma is None else comma + 1
    index = container.children.index(child)
    start, end = _widened(text, child.start, end, is_last=index == len(container.children) - 1)
    head, tail = text[:start], text[end:]
    if comma is None and index:
        before = _comma(text, container.children[index - 1].end, child.start)
        assert before is not None, "items have commas between them"
        head = text[:before] + text[before + 1 : start]
    if not (head[container.open + 1 :] + text[end : container.close]).strip():
        return head[: container.open + 1] + text[container.close :]
    return head + tail


def _widened(text: str, start: int, end: int, *, is_last: bool) -> tuple[int, int]:
    """Return the whole lines if nothing else stands on them, else the part and the space beside it."""
    line = text.rfind("\n", 0, start) + 1
    rest = re.compile(r"[ \t]*(\r?\n)?").match(text, end)
    assert rest is not None
    if not text[line:start].strip() and rest[1]:
        return line, rest.end()
    if is_last:
        return len(text[:start].rstrip(" \t")), end
    return start, rest.end() if not rest[1] else end


def _comma(text: str, start: int, end: int) -> int | None:
    """Return where a comma stands in this stretch between two items, outside of comments."""
    found = without_comments(text[start:end]).find(",")
    return None if found < 0 else start + found


# Style


def _is_spread(text: str, container: Container) -> bool:
    """Say whether the first item has a line of its own."""
    return "\n" in text[container.open : container.children[0].start]


def _indentation(text: str, container: Container) -> str:
    """Return what stands before the items of a container, or would."""
    if container.children and _is_spread(text, container):
        return _line_indentation(text, container.children[0].start)
    return _line_indentation(text, container.open) + _unit(text)


def _line_indentation(text: str, at: int) -> str:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _unit(text: str) -> str:
    """Return one step of indentation, as the first indented line of the text has it."""
    found = re.search(r"\n([ \t]+)[\"{\[]", text)
    return found[1] if found else "  "


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _colon(text: str) -> str:
    """Return a colon and a space, unless the text has colons and none of them is followed by a space."""
    return ":" if '":' in text and not re.search(r'":\s', text) else ": "
