"""Telling the format of a message list from its shape, never from one key.

A list fits the formats that all of its signs leave. Where several are left, hints choose among them, and
then the first of the rest: these would give the same edits. That holds for lists without tool calls, as any
list without signs is: Chat and Anthropic take the same ``role`` and ``content``, and so does Responses.
Signs that exclude each other, hints that do, and signs of a shape that is not read, are an error that names
what was seen and where.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from offcut.conversation import FormatName, RawMessage
from offcut.errors import UnknownFormat
from offcut.formats.hints import hints, hints_of_all
from offcut.formats.signs import KNOWN, Sign, signs

#: What each sign leaves, and where it was seen first.
Seen = dict[tuple[str, ...], str]


def detect(messages: Sequence[RawMessage]) -> FormatName:
    """Return the format that the messages have. Raises ``UnknownFormat`` naming what was seen."""
    seen: Seen = {}
    left: tuple[str, ...] = KNOWN
    for index, message in enumerate(messages):
        left = _narrowed(left, index, signs(message), seen)
    if len(left) > 1:
        left = _after_hints(left, ((at, hint) for at, raw in enumerate(messages) for hint in hints(raw)))
        left = _after_hints(left, ((0, hint) for hint in hints_of_all(messages)))
    return next(name for name in KNOWN if name in left)


def _narrowed(left: tuple[str, ...], index: int, found: Iterable[Sign], seen: Seen) -> tuple[str, ...]:
    """Return what is left after the signs of one message."""
    for names, what in found:
        seen.setdefault(names, f"messages[{index}] {what}")
        left = tuple(name for name in left if name in names)
    if not left:
        raise UnknownFormat(_refusal(seen))
    return left


def _after_hints(before: tuple[str, ...], found: Iterable[tuple[int, Sign]]) -> tuple[str, ...]:
    """Return what is left after hints; one that would leave nothing of what signs left says nothing."""
    seen: Seen = {}
    left = before
    for index, (names, what) in found:
        if not set(names).isdisjoint(before):
            left = _narrowed(left, index, [(names, what)], seen)
    return left


def _refusal(seen: dict[tuple[str, ...], str]) -> str:
    foreign = next((names for names in seen if names[0] not in KNOWN), None)
    if foreign:
        read = f"{', '.join(KNOWN[:-1])} and {KNOWN[-1]}"
        return f"{seen[foreign]}, which looks like {foreign[0]}; offcut reads {read}"
    places = " but ".join(f"{what} ({' or '.join(names)})" for names, what in seen.items())
    return f"the messages fit more than one format: {places}; name it in `format`"
