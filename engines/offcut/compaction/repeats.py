"""Results whose content stands again later: they fold without asking, the newest copy stays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from offcut.conversation import Place, ToolPair

Repeat = Literal["duplicate", "superseded"]


def repeats(pairs: Sequence[ToolPair], *, whole: Callable[[ToolPair], bool]) -> dict[Place, Repeat]:
    """Return the results that a later one repeats, over the whole history.

    ``duplicate``: a later result has the same bytes, whatever was called. ``superseded``: a later,
    successful result answers the same call (name and arguments). Only a later result that stands there
    ``whole`` counts: a preview is no copy to rely on.
    """
    later_bytes: set[str] = set()
    later_calls: set[tuple[str, str]] = set()
    found: dict[Place, Repeat] = {}
    for pair in reversed(pairs):
        call = (pair.call.name, pair.call.arguments)
        if pair.result.source in later_bytes:
            found[pair.result.place] = "duplicate"
        elif call in later_calls:
            found[pair.result.place] = "superseded"
        if whole(pair):
            later_bytes.add(pair.result.source)
            if not pair.result.failed:
                later_calls.add(call)
    return found
