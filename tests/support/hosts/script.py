"""A model that follows a script: what it does next depends only on the tool results that it was shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a tool of this MCP server, or of the host itself when ``server`` is empty.

    ``tokens`` is how large the service says that the conversation was, which makes a host compact it.
    """

    tool: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    server: str = "offcut"
    tokens: int = 1000


#: What a model says in one turn: a call, or its last words.
Turn = Call | str
#: A turn known from the start, or one that is made from the texts of all results so far.
Step = Turn | Callable[[Sequence[str]], Turn]

FINISHED = "The script is finished."


def next_turn(script: Sequence[Step], shown: Sequence[str]) -> Turn:
    """Return the turn that follows these results; after the last step come the last words."""
    if len(shown) >= len(script):
        return FINISHED
    step = script[len(shown)]
    return step(shown) if callable(step) else step
