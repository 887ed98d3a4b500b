"""Head and tail of a text, cut only between graphemes."""

from __future__ import annotations

import regex

ELLIPSIS = "\n…\n"
_GRAPHEME = regex.compile(r"\X")
#: How far a cut looks back for a place that is certainly a border.
REACH = 1_000
#: The regional indicators A to Z.
FLAG_LETTERS = "".join(map(chr, range(0x1F1E6, 0x1F200)))


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
    # Only a window is searched: a pattern that sees the text before looks back over whole runs of flags.
    window = text[low : at + REACH]
    border = 0
    for match in _GRAPHEME.finditer(window):
        if low + match.end() > at:
            break
        border = match.end()
    return low + border


def border_after(text: str, at: int) -> int:
    """Return the first border between graphemes at or after ``at``."""
    before = border_before(text, at)
    if before == at or at >= len(text):
        return before
    match = _GRAPHEME.match(text[before:])
    return before + match.end() if match else at


def _certain_border(text: str, at: int) -> int:
    """Return a border at or before ``at``: between two printable ASCII characters nothing can join.

    Without one in reach it is the place at the end of the reach, but in a run of flags an even number of
    letters after its beginning: two of them make a flag.
    """
    for index in range(at, max(0, at - REACH), -1):
        if " " <= text[index - 1] <= "~" and " " <= text[index] <= "~":
            return index
    low = max(0, at - REACH)
    if text[low] not in FLAG_LETTERS:
        return low
    return low - (low - len(text[:low].rstrip(FLAG_LETTERS))) % 2
