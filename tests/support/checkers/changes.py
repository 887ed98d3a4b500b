"""What a pass may change, whatever the format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from support.checkers.rules import Raw, Shape, Violation, canonical


def preview_changes(shape: Shape, before: Sequence[Raw], after: Sequence[Raw]) -> Iterator[Violation]:
    """Yield changes beyond the contents of results: messages are the same, in the same order."""
    if len(before) != len(after):
        yield Violation("length_changed", f"{len(before)} to {len(after)}", len(after))
    for index, (old, new) in enumerate(zip(before, after, strict=False)):
        if canonical(shape.masked(old)) != canonical(shape.masked(new)):
            yield Violation("changed_message", str(index), index)
    yield from _growth(before, after)


def compress_changes(shape: Shape, before: Sequence[Raw], after: Sequence[Raw]) -> Iterator[Violation]:
    """Yield changes beyond one replaced stretch: what stays keeps its order and its words."""
    places = _places(shape, before, after)
    inserted = [index for index, place in enumerate(places) if place is None]
    if inserted and inserted[-1] - inserted[0] != len(inserted) - 1:
        yield Violation("inserted_twice", "", inserted[-1])
    kept = [place for place in places if place is not None]
    yield from (
        Violation("reordered", str(second), second) for first, second in pairwise(kept) if second < first
    )
    yield from _calls(shape, before, after)
    yield from _glue(shape, before, kept)
    yield from _speakers(shape, before, after)
    yield from _growth(before, after)


def _places(shape: Shape, before: Sequence[Raw], after: Sequence[Raw]) -> list[int | None]:
    """Return which message of ``before`` each message is, or nothing for an inserted one.

    Equal messages stand for each other from the end, where most of what stays is; a system message may
    have grown by a note.
    """
    free: dict[str, list[int]] = {}
    for place, message in enumerate(before):
        free.setdefault(canonical(shape.masked(message)), []).append(place)
    systems = [place for place, message in enumerate(before) if shape.is_system(message)]
    found: list[int | None] = []
    last = len(before)
    for message in reversed(after):
        places = free.get(canonical(shape.masked(message)), [])
        below = [place for place in places if place < last] or places
        if below:
            last = below[-1]
            places.remove(last)
            found.append(last)
            continue
        grown = [p for p in systems if shape.is_system(message) and _extends(shape, before[p], message)]
        found.append(grown[-1] if grown else None)
    return found[::-1]


def _extends(shape: Shape, old: Raw, new: Raw) -> bool:
    return bool(shape.text(old)) and shape.text(new).startswith(shape.text(old))


def _calls(shape: Shape, before: Sequence[Raw], after: Sequence[Raw]) -> Iterator[Violation]:
    """Yield calls that nobody made; the one that carries a summary is called ``compress``."""
    known = Counter(call for message in before for call in shape.calls(message))
    for index, message in enumerate(after):
        for call in shape.calls(message):
            known[call] -= 1
            if known[call] < 0 and '"compress"' not in call:
                yield Violation("invented_call", call[:80], index)


def _glue(shape: Shape, before: Sequence[Raw], kept: Sequence[int]) -> Iterator[Violation]:
    """Yield messages that came apart from the one after them."""
    there = set(kept)
    for place in shape.glued(before):
        if (place in there) != (place + 1 in there):
            yield Violation("parted", str(place), place)


def _speakers(shape: Shape, before: Sequence[Raw], after: Sequence[Raw]) -> Iterator[Violation]:
    """Yield lost words of the system and of the newest user message, and a first turn that is not theirs."""
    said = "\n".join(shape.text(message) for message in after if shape.is_system(message))
    for place, message in enumerate(before):
        if shape.is_system(message) and shape.text(message) not in said:
            yield Violation("lost_system", str(place), place)
    first, now = (next((m for m in some if not shape.is_system(m)), None) for some in (before, after))
    if first and shape.is_user(first) and not (now and shape.is_user(now)):
        yield Violation("first_turn_not_user", "", 0)
    asked = [message for message in before if shape.is_user(message)]
    left = [message for message in after if shape.is_user(message)]
    if asked and canonical(asked[-1]) not in map(canonical, left):
        yield Violation("lost_last_user", "", len(before))
    elif asked and canonical(left[-1]) != canonical(asked[-1]):
        yield Violation("last_user_not_last", "", len(after))


def _growth(before: Sequence[Raw], after: Sequence[Raw]) -> Iterator[Violation]:
    if len(canonical(list(after))) > len(canonical(list(before))):
        yield Violation("grew", "", len(after))
