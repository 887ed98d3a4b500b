"""Results whose content stands again later: they fold without asking, the newest copy stays."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Literal

from offcut.conversation import Place, ToolPair

Repeat = Literal["duplicate", "superseded"]

#: How an answer begins that is no newer version of the content: formats without an error flag only say so.
_FAILURE = re.compile(
    r"\s*[\[<(\"'{]*\s*(?:error|exception|traceback|fatal|failed|failure|panic|command failed|timed? ?out"
    r"|no such file|permission denied|not found|cannot|could not|unable)",
    re.IGNORECASE,
)


def repeats(
    pairs: Sequence[ToolPair], *, text_of: Callable[[ToolPair], str], whole: Callable[[ToolPair], bool]
) -> dict[Place, Repeat]:
    """Return the results that a later one repeats, over the whole history.

    ``duplicate``: a later result has the same text, whatever was called. ``superseded``: a later,
    successful result answers the same call (name and arguments). Only a later result that stands there
    ``whole`` counts: a preview is no copy to rely on.
    """
    later_texts: set[str] = set()
    later_calls: set[tuple[str, str]] = set()
    found: dict[Place, Repeat] = {}
    for pair in reversed(pairs):
        call, text = (pair.call.name, pair.call.arguments), text_of(pair)
        if text in later_texts:
            found[pair.result.place] = "duplicate"
        elif call in later_calls:
            found[pair.result.place] = "superseded"
        if whole(pair) and pair.result.container != "empty":
            later_texts.add(text)
            if not pair.result.failed and not _FAILURE.match(text):
                later_calls.add(call)
    return found
