"""What a checker of a format is made of."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

Raw = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken rule: what it is about (``key``, stable over a pass) and where it was seen."""

    rule: str
    key: str
    index: int


@dataclass(frozen=True, slots=True)
class Shape:
    """A format as the checks see it.

    ``lint`` finds violations of the format itself. ``masked`` is a message with the contents of its
    results blanked. ``calls`` are the calls of a message in a canonical form, with all that must stay
    beside them. ``glued`` are the indexes of messages that belong to the one after them.
    """

    lint: Callable[[Sequence[Raw]], list[Violation]]
    masked: Callable[[Raw], Raw]
    calls: Callable[[Raw], list[str]]
    text: Callable[[Raw], str]
    is_user: Callable[[Raw], bool]
    is_system: Callable[[Raw], bool]
    glued: Callable[[Sequence[Raw]], list[int]] = lambda messages: []


def canonical(value: Any) -> str:
    """Return JSON that is equal for equal values."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def blocks(value: Any) -> list[Raw]:
    """Return the objects of a list, or nothing."""
    return [block for block in value if isinstance(block, dict)] if isinstance(value, list) else []


def pairing_violations(
    calls: Iterable[tuple[str, int, bool]], results: Iterable[tuple[str, int]]
) -> Iterator[Violation]:
    """Compare calls (id, position, whether it may still be open) with results (id, position).

    A result needs an earlier call of its id that no other result has taken; a call needs a result.
    """
    waiting: dict[str, list[tuple[int, bool]]] = {}
    asked: Counter[str] = Counter()
    events = [(at, 1, id, None) for id, at in results] + [(at, 0, id, open) for id, at, open in calls]
    for at, is_result, id, open in sorted(events, key=lambda event: event[:2]):
        if not is_result:
            waiting.setdefault(id, []).append((at, bool(open)))
            asked[id] += 1
        elif waiting.get(id):
            waiting[id].pop(0)
        else:
            yield Violation("duplicate_result" if asked[id] else "orphan_result", id, at)
    for id, left in waiting.items():
        yield from (Violation("orphan_call", id, at) for at, open in left if not open)
