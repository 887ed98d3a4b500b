"""Results whose content stands again later: they fold without asking, the newest copy stays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from offcut.conversation import Place, ToolPair

Repeat = Literal["duplicate", "superseded"]


def repeats(
    pairs: Sequence[ToolPair], *, text_of: Callable[[ToolPair], str], counts: Callable[[ToolPair], bool]
) -> dict[Place, Repeat]:
    """Return the results that a later one repeats, over the whole history.

    ``duplicate``: a later result has the same text, whatever was called. ``superseded``: a later,
    successful result answers the same call (name and arguments). ``counts`` says which later results are
    copies to rely on.
    """
    later_texts: set[str] = set()
    later_calls: set[tuple[str, str]] = set()
    found: dict[Place, Repeat] = {}
    for pair in reversed(pairs):
        call = (pair.call.name, pair.call.arguments)
        if text_of(pair) in later_texts:
            found[pair.result.place] = "duplicate"
        elif call in later_calls:
            found[pair.result.place] = "superseded"
        if counts(pair):
            later_texts.add(text_of(pair))
            if not pair.result.failed:
                later_calls.add(call)
    return found
