"""The line that tells of trouble, wherever in a long result it stands: its head and tail rarely show it."""

from __future__ import annotations

from offcut.previews.excerpt import border_before

#: Most telling first. Plain substrings: a search for one is far cheaper than a pattern, and a line shown
#: for a name like ``FATAL_CODES`` does no harm.
SIGNS = (
    *("FATAL", "PANIC", "CRITICAL", "panic:", "Segmentation fault"),
    *("Traceback (most recent", "AssertionError", "Error:", "Exception:"),
    *("ERROR", "FAILED", "error:", "error["),
)
#: Characters kept before the sign, so that a long timestamp does not push it out.
BEFORE = 24


def telling_line(text: str, limit: int) -> str:
    """Return the most telling line about trouble, cut to ``limit`` characters, or nothing.

    The text is cut here: secrets have to be masked before.
    """
    at = next((at for sign in SIGNS if (at := text.find(sign)) >= 0), None)
    if at is None:
        return ""
    start = max(text.rfind("\n", 0, at) + 1, at - BEFORE)
    end = text.find("\n", at, at + limit)
    # One character more than is shown, so that the cut below sees whether it splits a grapheme.
    line = text[border_before(text, start) : end if end >= 0 else at + limit + 1].strip()
    return line[: border_before(line, limit)]
