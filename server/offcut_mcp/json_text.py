"""JSON from outside, read so that nothing in it can break what comes later.

Two readers. The fast one accepts exactly what is harmless; whatever it refuses is read again by the
slow one, which repairs lone surrogates and says, for everything else, what is wrong and where.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
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

#: Strings, brackets, separators and numbers; a string that never ends takes the rest of the text.
#: Possessive repeats keep a string of fifty megabytes from filling the matcher's stack.
_TOKEN = re.compile(
    rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)|[][{}:,]|-?[0-9]++(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?', re.DOTALL
)
_LONGEST_ID = 4_000


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


def scan(line: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the tokens of any bytes that look like JSON, each with its depth, without recursion."""
    depth = 0
    for match in _TOKEN.finditer(line):
        token = match.group()
        if token in b"]}":
            depth -= 1
        yield depth, token
        if token in b"[{":
            depth += 1


def top_level_id(line: bytes) -> int | str | None:
    """Find the value of ``id`` in an object that cannot be read; ``None`` if it is not there."""
    key = b""
    for depth, token in scan(line):
        if depth != 1:
            continue
        if key == b'"id":':
            return _id(token)
        key = key + token if token[:1] in b'":' else b""
    return None


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
        raise Unreadable(f"the JSON cannot be read: {error}") from error
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
    waiting = [value]
    while waiting:
        item = waiting.pop()
        kind = type(item)
        if kind is dict:
            waiting.extend(item.values())
        elif kind is list:
            waiting.extend(item)
        elif kind is float and math.isinf(item):
            return True
    return False


def _cleaned(value: Any, place: str) -> Json:
    cleaner = _Cleaner()
    return Json(cleaner.clean(value, place, 0), tuple(cleaner.replaced))


@dataclass(slots=True)
class _Cleaner:
    replaced: list[str] = field(default_factory=list)

    def clean(self, value: Any, place: str, depth: int) -> Any:
        """Return the value with lone surrogates replaced. Raises ``Unusable``."""
        if isinstance(value, str):
            return self._text(value, place)
        if isinstance(value, float) and not math.isfinite(value):
            raise Unusable(f"{_shown(place)} is {_written(value)}, which JSON does not have")
        if isinstance(value, dict | list) and depth > DEEPEST:
            raise Unusable(f"{_shown(place)} is nested deeper than {DEEPEST} levels")
        if isinstance(value, dict):
            return {
                self._text(key, place): self.clean(item, f"{place}.{key}" if place else key, depth + 1)
                for key, item in value.items()
            }
        if isinstance(value, list):
            return [self.clean(item, f"{place}[{index}]", depth + 1) for index, item in enumerate(value)]
        return value

    def _text(self, text: str, place: str) -> str:
        cleaned = plain(text)
        if cleaned is not text and len(self.replaced) < SHOWN_PLACES:
            self.replaced.append(_shown(place))
        return cleaned


def _deep_place(line: bytes, place: str) -> str:
    """Name the first value below the deepest level that is allowed, of a text too deep to be read."""
    path: list[str | int] = []
    key = ""
    for depth, token in scan(line):
        if token in b"[{":
            if depth > DEEPEST:
                break
            path.append(0 if token == b"[" else "")
        elif token in b"]}":
            del path[depth:]
        elif token == b"," and path and isinstance(path[-1], int):
            path[-1] += 1
        elif token[:1] == b'"':
            key = token[1:-1].decode("utf-8", "replace")
        elif token == b":" and path:
            path[-1] = key
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return _shown((place + "".join(steps)).lstrip("."))


def _id(token: bytes) -> int | str | None:
    """Return an id as it was written; anything but a string or an integer is none."""
    if len(token) > _LONGEST_ID:
        return None
    try:
        value = json.loads(token)
    except ValueError:
        return None
    if isinstance(value, str):
        return plain(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _written(value: float) -> str:
    return "NaN" if math.isnan(value) else ("Infinity" if value > 0 else "-Infinity")


def _shown(place: str) -> str:
    return printable(place, LONGEST_PLACE) or "the message"
