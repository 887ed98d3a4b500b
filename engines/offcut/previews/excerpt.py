"""Head and tail of a text, cut only between graphemes."""

from __future__ import annotations

import regex

ELLIPSIS = "\n…\n"
_GRAPHEME = regex.compile(r"\X")
#: How far a cut looks back for a place that is certainly a border.
REACH = 1_000


def head_and_tail(text: str, limit: int) -> str:
    """Return the text if it fits ``limit`` characters, else its head, an ellipsis and its tail."""
    if len(text) <= limit:
        return text
    available = limit - len(ELLIPSIS)
    if available < 0:
        return text[: border_before(text, limit)]
    head = (available + 1) // 2
    tail = available - head
    start = border_after(text, len(text) - tail) if tail else len(text)
    return text[: border_before(text, head)] + ELLIPSIS + text[start:]


def border_before(text: str, at: int) -> int:
    """Return the last border between graphemes at or before ``at``."""
    if at <= 0 or at >= len(text):
        return max(0, min(at, len(text)))
    low = _certain_border(text, at)
    border = low
    for match in _GRAPHEME.finditer(text, low):
        if match.end() > at:
            break
        border = match.end()
    return border


def border_after(text: str, at: int) -> int:
    """Return the first border between graphemes at or after ``at``."""
    before = border_before(text, at)
    if before == at or at >= len(text):
        return before
    match = _GRAPHEME.match(text, before)
    return match.end() if match else at


def _certain_border(text: str, at: int) -> int:
    """Return a border at or before ``at``: between two printable ASCII characters nothing can join."""
    for index in range(at, max(0, at - REACH), -1):
        if " " <= text[index - 1] <= "~" and " " <= text[index] <= "~":
            return index
    return max(0, at - REACH)
