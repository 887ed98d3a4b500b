"""JSON from outside, read so that nothing in it can break what comes later.

Two readers. The fast one accepts exactly what is harmless; whatever it refuses is read again by the
slow one, which repairs lone surrogates and says, for everything else, what is wrong and where.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

import pydantic_core

#: Levels of lists and objects below the outermost one. The SDK's serializer fails near 255, and a
#: result holds its messages a few levels deeper than the request did.
DEEPEST = 200
LONGEST_PLACE = 120
LONGEST_NAME = 60
SHOWN_PLACES = 3

LONE_SURROGATE = re.compile("[\ud800-\udfff]")
REPLACEMENT = "\ufffd"

_CONTAINERS = {dict, list}
#: Kinds of values with which nothing can be wrong.
_SOUND = {int, bool, type(None)}


class Unusable(Exception):
    """Well-formed text with something in it that JSON does not have, or too deep; says where."""


class Unreadable(Exception):
    """No JSON at all."""


@dataclass(frozen=True, slots=True)
class Json:
    """A value without lone surrogates, NaN, infinities or bottomless nesting.

    ``replaced`` names the first places where a lone surrogate became U+FFFD.
    """

    value: Any
    replaced: tuple[str, ...] = ()


def read_json(line: bytes, place: str = "") -> Json:
    """Read JSON; places in errors start with ``place``. Raises ``Unreadable`` or ``Unusable``."""
    try:
        value = pydantic_core.from_json(line, allow_inf_nan=False)
    except ValueError:
        return _read_slowly(line, place)
    # 1e999 is valid JSON and becomes an infinity, which nobody could write back.
    return _cleaned(value, place) if _holds_infinity(value) else Json(value)


def problem_of(error: ValueError) -> str:
    """Say what is wrong with a text that ``json.loads`` refused; without the place, which callers know."""
    if isinstance(error, json.JSONDecodeError):
        return error.msg.removesuffix(" at")
    return f"it holds an integer of more than {sys.get_int_max_str_digits():,} digits"


def plain(text: str) -> str:
    """Return a text that can be encoded as UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return LONE_SURROGATE.sub(REPLACEMENT, text)
    return text


def quoted(name: str) -> str:
    """Return a name from outside as an error can show it: in quotes, printable, cut where it is long."""
    return f'"{printable(name, LONGEST_NAME)}"'


def printable(text: str, longest: int) -> str:
    """Return the text cut to ``longest`` characters, with U+FFFD for whatever cannot be printed."""
    cut = text if len(text) <= longest else text[:longest] + "…"
    return "".join(c if c.isprintable() else REPLACEMENT for c in cut)


def _read_slowly(line: bytes, place: str) -> Json:
    try:
        value = json.loads(_decode(line))
    except RecursionError as error:
        raise Unusable(f"{_deep_place(line, place)} is nested deeper than {DEEPEST} levels") from error
    except ValueError as error:
        at = f" at character {error.pos}" if isinstance(error, json.JSONDecodeError) else ""
        raise Unreadable(f"the JSON cannot be read: {problem_of(error)}{at}") from error
    return _cleaned(value, place)


def _decode(line: bytes) -> str:
    """Decode UTF-8; encoded halves of a character are joined, bytes that are none become surrogates."""
    try:
        return line.decode()
    except UnicodeDecodeError:
        pass
    try:
        halves = line.decode("utf-8", "surrogatepass")
        return halves.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    except UnicodeDecodeError:
        return line.decode("utf-8", "surrogateescape")


def _holds_infinity(value: Any) -> bool:
    waiting = [[value]]
    while waiting:
        items = waiting.pop()
        kinds = set(map(type, items))
        if float in kinds and any(type(item) is float and math.isinf(item) for item in items):
            return True
        if not kinds.isdisjoint(_CONTAINERS):
            waiting += [item for item in items if type(item) is list]
            waiting += [[*item.values()] for item in items if type(item) is dict]
    return False


def _cleaned(value: Any, place: str) -> Json:
    cleaner = _Cleaner(place)
    return Json(cleaner.clean(value, None, 0), tuple(cleaner.replaced))


#: The key or index of a value, behind the step that leads to what holds it.
_Step = tuple[Any, str | int]


@dataclass(slots=True)
class _Cleaner:
    """Cleans one value below ``place``. Places are put into words only where something is wrong."""

    place: str
    replaced: list[str] = field(default_factory=list)

    def clean(self, value: Any, at: _Step | None, depth: int) -> Any:
        """Return the value with lone surrogates replaced. Raises ``Unusable``."""
        if isinstance(value, str):
            return self._text(value, at)
        if isinstance(value, float) and not math.isfinite(value):
            raise Unusable(f"{self._shown(at)} is {_written(value)}, which JSON does not have")
        if not isinstance(value, dict | list) or (not value and depth <= DEEPEST):
            return value
        if depth > DEEPEST:
            raise Unusable(f"{self._shown(at)} is nested deeper than {DEEPEST} levels")
        return self._members(value, at, depth) if isinstance(value, dict) else self._items(value, at, depth)

    def _items(self, items: list[Any], at: _Step | None, depth: int) -> list[Any]:
        if _SOUND.issuperset(map(type, items)):
            return items
        return [
            item if type(item) in _SOUND else self.clean(item, (at, index), depth + 1)
            for index, item in enumerate(items)
        ]

    def _members(self, members: dict[str, Any], at: _Step | None, depth: int) -> dict[str, Any]:
        names = self._names(members, at)
        return {
            name: item if type(item) in _SOUND else self.clean(item, (at, name), depth + 1)
            for name, item in zip(names, members.values(), strict=True)
        }

    def _names(self, members: dict[str, Any], at: _Step | None) -> Collection[str]:
        """Return the keys, cleaned; two that would become the same stay two, and both keep their values."""
        if plain("".join(members)) == "".join(members):
            return members.keys()
        taken = {name for name in members if plain(name) == name}
        names = []
        for name in members:
            cleaned = plain(name)
            if cleaned != name:
                while cleaned in taken:
                    cleaned += REPLACEMENT
                taken.add(cleaned)
                self._note((at, cleaned))
            names.append(cleaned)
        return names

    def _text(self, text: str, at: _Step | None) -> str:
        cleaned = plain(text)
        if cleaned is not text:
            self._note(at)
        return cleaned

    def _note(self, at: _Step | None) -> None:
        """Remember a place, once: a key and its value have the same."""
        if len(self.replaced) < SHOWN_PLACES and (place := self._shown(at)) not in self.replaced:
            self.replaced.append(place)

    def _shown(self, at: _Step | None) -> str:
        steps: list[str | int] = []
        while at is not None:
            at, step = at
            steps.append(step)
        return _shown(_joined(self.place, reversed(steps)))


def _deep_place(line: bytes, place: str) -> str:
    """Name the first value below the deepest level that is allowed, of a text too deep to be read."""
    from offcut_mcp.broken_json import path_below  # only a text that is too deep needs the matcher

    return _shown(_joined(place, path_below(line, DEEPEST, _decode)))


def _joined(place: str, steps: Iterable[str | int]) -> str:
    """Return ``a[1].b`` for the steps from ``place`` on."""
    words = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)
    return f"{place}{''.join(words)}".removeprefix(".")


def _written(value: float) -> str:
    return "NaN" if math.isnan(value) else ("Infinity" if value > 0 else "-Infinity")


def _shown(place: str) -> str:
    return printable(place, LONGEST_PLACE) or "the message"
