"""Checks of a message list after a pass against the one before it, for Responses, AgentScope and Gemini.

They are to these formats what the shared validator is to OpenAI Chat and Anthropic: rules of the API, of
which only *new* violations count, and what a pass may change. They read raw JSON and share no code with
the formats they check. ``test_checkers.py`` plants every fault.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from support.checkers import agentscope, gemini, responses
from support.checkers.changes import compress_changes, preview_changes
from support.checkers.rules import Raw, Shape, Violation

__all__ = ["SHAPES", "Violation", "check"]

SHAPES: dict[str, Shape] = {
    "openai-responses": responses.SHAPE,
    "agentscope": agentscope.SHAPE,
    "gemini": gemini.SHAPE,
}


def check(
    before: Sequence[Raw], after: Sequence[Raw], format: str, mode: Literal["preview", "compress"] = "preview"
) -> list[Violation]:
    """Return what is wrong with ``after``: new violations of the format, and changes that the mode forbids.

    ``preview``: only the contents of results may change. ``compress``: a stretch may be replaced, too.
    """
    shape = SHAPES[format]
    known = Counter((found.rule, found.key) for found in shape.lint(before))
    fresh = []
    for found in shape.lint(after):
        if known[found.rule, found.key] > 0:
            known[found.rule, found.key] -= 1
        else:
            fresh.append(found)
    changes = preview_changes if mode == "preview" else compress_changes
    return [*fresh, *changes(shape, before, after)]
