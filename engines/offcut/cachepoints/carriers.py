"""Where a message can carry a cache marker. A breakpoint must not be spent where no provider honours it.

Source of the rules: H-61 to H-64, today's Hermes (``carrier``), and Anthropic's own: no marker on empty text,
none on thinking. OpenRouter hangs on a marker beside the content of a tool message.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from offcut.conversation import Json, RawMessage, Role
from offcut.formats.contents import TEXT_TYPES

#: ``parts``: markers stand in the parts of a content, and nowhere else (OpenRouter, Anthropic's own blocks).
#: ``parts_or_message``: also on the message itself, from where the host's adapter moves them into the block
#: that it makes (chat messages on their way to Anthropic's API).
Layout = Literal["parts", "parts_or_message"]

#: Parts that Anthropic takes no marker on.
THINKING = frozenset({"thinking", "redacted_thinking"})


@dataclass(frozen=True, slots=True)
class Breakpoint:
    """Where a marker stands: in a part of a message's content, or on the message itself (``None``)."""

    message: int
    part: int | None


def carried_at(index: int, message: RawMessage, role: Role | None, layout: Layout) -> Breakpoint | None:
    """Return where a message can carry a marker, or nothing if it cannot."""
    if layout == "parts_or_message" and role == "tool":
        return Breakpoint(index, None)
    part = _last_part(message.get("content"))
    if part is not None:
        return Breakpoint(index, part)
    if layout == "parts_or_message" and role != "system" and _is_empty(message):
        return Breakpoint(index, None)
    return None


def _last_part(content: Json) -> int | None:
    """Return the part that ends a content, passing over blank text and thinking.

    A text that stands bare in a list cannot carry anything, and an earlier part would not be the end.
    """
    if isinstance(content, str):
        return 0 if content.strip() else None
    if not isinstance(content, list):
        return None
    ends = (at for at in reversed(range(len(content))) if not _is_passed_over(content[at]))
    last = next(ends, None)
    return last if last is not None and isinstance(content[last], dict) else None


def _is_passed_over(part: Json) -> bool:
    if isinstance(part, str):
        return not part.strip()
    if not isinstance(part, dict):
        return False
    if part.get("type") in TEXT_TYPES:
        return not (isinstance(part.get("text"), str) and part["text"].strip())
    return part.get("type") in THINKING


def _is_empty(message: RawMessage) -> bool:
    """Tell whether there is no content (H-63), or none but blanks beside tool calls, which become blocks."""
    return message.get("content") in (None, "") or bool(message.get("tool_calls"))
