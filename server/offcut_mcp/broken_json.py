"""What can still be found in JSON that cannot be read: the id of a request, the place that is too deep.

Such lines may be as large as any, so the work is done by the matcher and by counting, never token by
token.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import regex

#: A string that never ends takes the rest of the text. Possessive repeats keep a string of fifty
#: megabytes from filling the matcher's stack.
_STRING = rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)'
_ID = rb'"id"\s*+:\s*+(?:' + _STRING + rb"|[-+.0-9eE]++)?"

#: Everything but brackets and members named ``id`` is skipped: it matches outside the group.
_BRACKETS_AND_IDS = regex.compile(rb"(" + _ID + rb"|[\[\]{}]++)|" + _STRING + rb'|[^\[\]{}"]++', regex.DOTALL)
_MEMBER = regex.compile(_ID, regex.DOTALL)

#: Runs of brackets of one direction, with what stands before each of them. Innermost lists and objects
#: are stepped over as a whole.
_FLAT = rb'(?:[^\[\]{}"]++|' + _STRING + rb")"
_RUN = regex.compile(
    rb"(?:" + _FLAT + rb"|\[" + _FLAT + rb"*+\]|\{" + _FLAT + rb"*+\})*+([\[{]++|[\]}]++)", regex.DOTALL
)
_LONGEST_ID = 4_000
#: Bytes in which an id nearly always stands already.
_HEAD = 65_536


def top_level_id(line: bytes) -> Any:
    """Find the value of ``id`` in an object that cannot be read; ``None`` if no usable one is there."""
    if not line.lstrip().startswith(b"{"):
        return None
    # One that ends with the head may have been cut.
    member = _first_member(line[:_HEAD])
    if len(line) > _HEAD and (not member or line[:_HEAD].endswith(member)):
        member = _first_member(line)
    return _id(member.partition(b":")[2])


def _first_member(line: bytes) -> bytes:
    """Return the first ``"id": value`` of the outermost object, or nothing."""
    short = b"".join(_BRACKETS_AND_IDS.findall(line))
    depth = end = 0
    for member in _MEMBER.finditer(short):
        depth += _balance(short, end, member.start())
        end = member.end()
        if depth == 1:
            return member[0]
    return b""


def path_below(line: bytes, deepest: int, decode: Callable[[bytes], str]) -> Iterator[str | int]:
    """Yield the keys and indexes that lead to the first value below ``deepest`` levels."""
    beginning, closing = _cut_at_depth(line, deepest + 1)
    value = json.loads(f"{decode(beginning)}0{closing.decode()}", object_pairs_hook=_last_member)
    while isinstance(value, list | tuple):
        step: str | int = value[0] if isinstance(value, tuple) else len(value) - 1
        yield step
        value = value[-1]


def _cut_at_depth(line: bytes, depth: int) -> tuple[bytes, bytes]:
    """Return what stands before the first bracket inside ``depth`` others, and what would close those."""
    still_open = b""
    for run in _RUN.finditer(line):
        brackets = run[1]
        if brackets[:1] in b"]}":
            still_open = still_open[: -len(brackets)]
            continue
        room = depth - len(still_open)
        still_open += brackets[:room]
        if len(brackets) > room:
            line = line[: run.start(1) + room]
            break
    return line, still_open[::-1].translate(bytes.maketrans(b"[{", b"]}"))


def _balance(text: bytes, start: int, end: int) -> int:
    opened = text.count(b"{", start, end) + text.count(b"[", start, end)
    return opened - text.count(b"}", start, end) - text.count(b"]", start, end)


def _id(token: bytes) -> int | str | None:
    """Return an id as it was written; anything but a string or an integer is none."""
    if len(token) > _LONGEST_ID:
        return None
    try:
        value = json.loads(token)
    except ValueError:
        return None
    return value if isinstance(value, int | str) and not isinstance(value, bool) else None


def _last_member(pairs: list[tuple[str, Any]]) -> tuple[str, Any] | None:
    return pairs[-1] if pairs else None
