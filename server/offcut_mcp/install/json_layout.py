"""Where the parts of a JSON text lie, comments or not; nothing is built but the one container asked for."""

from __future__ import annotations

import json
from dataclasses import dataclass

import regex

from offcut_mcp.install.edits import Path

_STRING = r'"(?:[^"\\]|\\.)*+"'
_COMMENT = regex.compile(rf"{_STRING}|//[^\r\n]*+|/\*.*?\*/", regex.DOTALL)
_TRAILING_COMMA = regex.compile(rf"{_STRING}|,(?=\s*+[}}\]])", regex.DOTALL)
_TOKEN = regex.compile(rf"{_STRING}|[{{}}\[\]]", regex.DOTALL)
_SCALAR = regex.compile(rf"{_STRING}|[^\s,\]}}]++", regex.DOTALL)
_SPACE = regex.compile(r"\s*+")


@dataclass(frozen=True, slots=True)
class Child:
    """A member or item: where it starts, name included, and where its value starts and ends."""

    name: str | int
    start: int
    value: int
    end: int


@dataclass(frozen=True, slots=True)
class Container:
    """An object or list: where its brackets stand, and what is between them."""

    open: int
    close: int
    children: tuple[Child, ...]

    def child(self, name: str | int) -> Child | None:
        """Return the member of this name (the last one, which is the one that counts), or that item."""
        return next((child for child in reversed(self.children) if child.name == name), None)


def without_comments(text: str) -> str:
    """Return the text with spaces in the place of comments: every other character stays where it is."""
    return _COMMENT.sub(lambda found: found[0] if found[0][0] == '"' else _spaces(found[0]), text)


def ends_in_line_comment(text: str) -> bool:
    """Say whether what is written behind this text would belong to a comment."""
    comments = [found[0] for found in _COMMENT.finditer(text) if found[0][0] != '"']
    return bool(comments) and comments[-1].startswith("//") and text.endswith(comments[-1])


def without_trailing_commas(text: str) -> str:
    """Return a text without comments with spaces in the place of commas that nothing follows."""
    return _TRAILING_COMMA.sub(lambda found: found[0] if found[0][0] == '"' else " ", text)


def deepest(text: str, path: Path) -> tuple[Container, int]:
    """Return the deepest container on the way down a path, and how many steps lead to it.

    ``text`` is valid JSON.
    """
    container = _container(text, _space_end(text, 0))
    for steps, name in enumerate(path[:-1]):
        child = container.child(name)
        if child is None or text[child.value] not in "{[":
            return container, steps
        container = _container(text, child.value)
    return container, len(path) - 1


def _container(text: str, at: int) -> Container:
    children: list[Child] = []
    position = _space_end(text, at + 1)
    while text[position] not in "}]":
        child = _child(text, position, len(children), named=text[at] == "{")
        children.append(child)
        position = _space_end(text, child.end)
        if text[position] == ",":
            position = _space_end(text, position + 1)
    return Container(at, position, tuple(children))


def _child(text: str, start: int, number: int, *, named: bool) -> Child:
    if not named:
        return Child(number, start, start, _value_end(text, start))
    name_end = _value_end(text, start)
    value = _space_end(text, text.index(":", name_end) + 1)
    return Child(json.loads(text[start:name_end]), start, value, _value_end(text, value))


def _value_end(text: str, at: int) -> int:
    if text[at] not in "{[":
        return _end(_SCALAR, text, at)
    depth = 0
    for token in _TOKEN.finditer(text, at):
        depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(token[0], 0)
        if depth == 0:
            return token.end()
    raise AssertionError("the text was no valid JSON")


def _space_end(text: str, at: int) -> int:
    return _end(_SPACE, text, at)


def _end(pattern: regex.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    assert found is not None, "the text was no valid JSON"
    return found.end()


def _spaces(comment: str) -> str:
    return regex.sub(r"[^\r\n]", " ", comment)
