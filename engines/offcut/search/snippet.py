"""What is shown of a place that was found: a stretch of its line, without secrets."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from offcut.previews.excerpt import border_after, border_before
from offcut.redact import MASK, redact

LONGEST_SNIPPET = 160
ELLIPSIS = "…"

#: Characters of the line on each side that are looked at: a secret without its beginning may look harmless.
_REACH = 4_000
_SURROGATES = re.compile("[\ud800-\udfff]")

Span = tuple[int, int]


def snippet(text: str, at: int) -> str:
    """Return the line around the character ``at``, at most 160 characters, cut between graphemes.

    Secrets are looked for in the whole text, so that one that began on an earlier line, or lies across
    a cut, does not appear; control characters become spaces and lone surrogates U+FFFD.
    """
    start = max(text.rfind("\n", 0, at) + 1, at - _REACH)
    end = text.find("\n", at)
    end = min(end if end >= 0 else len(text), at + _REACH)
    hidden, focus = _hidden(text, start, end, at)
    # Once more: what one rule has replaced can be part of what another one would replace.
    return _cut(_printable(redact(hidden).text), focus)


def _hidden(text: str, start: int, end: int, at: int) -> tuple[str, int]:
    """Return the stretch with its secrets replaced, and where in it the character ``at`` is now."""
    shown, position, focus = "", start, 0
    for low, high in [*_secrets(text, start, end), (end, end)]:
        shown += text[position:low]
        if position <= at:
            focus = len(shown) - max(low - at, 0)
        if high > low:
            shown += MASK
        position = high
    return shown, focus


def _secrets(text: str, start: int, end: int) -> list[Span]:
    """Return where secrets lie in the stretch, in order and apart from each other."""
    secrets = redact(text).secrets
    apart: list[Span] = []
    for low, high in sorted(span for secret in secrets for span in _occurrences(text, secret, start, end)):
        if apart and low <= apart[-1][1]:
            apart[-1] = (apart[-1][0], max(apart[-1][1], high))
        else:
            apart.append((low, high))
    return [(max(low, start), min(high, end)) for low, high in apart]


def _occurrences(text: str, secret: str, start: int, end: int) -> Iterator[Span]:
    """Yield where a secret touches the stretch."""
    low = text.find(secret, max(start - len(secret) + 1, 0), end + len(secret) - 1)
    while low >= 0:
        yield low, low + len(secret)
        low = text.find(secret, low + len(secret), end + len(secret) - 1)


def _printable(line: str) -> str:
    shown = "".join(" " if unicodedata.category(character) == "Cc" else character for character in line)
    return _SURROGATES.sub("\N{REPLACEMENT CHARACTER}", shown)


def _cut(line: str, at: int) -> str:
    if len(line) <= LONGEST_SNIPPET:
        return line.strip()
    room = LONGEST_SNIPPET - 2 * len(ELLIPSIS)
    start = max(min(at - room // 2, len(line) - room), 0)
    low, high = border_after(line, start), border_before(line, start + room)
    return f"{ELLIPSIS if low else ''}{line[low:high].strip()}{ELLIPSIS if high < len(line) else ''}"
