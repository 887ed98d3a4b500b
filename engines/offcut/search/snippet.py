"""What is shown of a place that was found: a stretch of its line, without secrets.

Secrets are looked for around the place, not in the whole text, which may be as large as a search reads. A
secret that begins before its surroundings would look harmless there: what could be the rest of one is
hidden as if it were.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from offcut.ports import Check
from offcut.previews.excerpt import border_after, border_before
from offcut.redact import MASK, redact

LONGEST_SNIPPET = 160
ELLIPSIS = "…"

#: Characters of the line on each side that are looked at: a secret without its beginning may look harmless.
_REACH = 4_000
#: Characters on each side in which secrets are looked for.
NEAR = 65_536
_SURROGATES = re.compile("[\ud800-\udfff]")
#: What a value that began before it can go on to; only a key in lines goes on over spaces and quotes.
_REST_OF_A_VALUE = re.compile(r"[^\s\"'`]*")
_BEGIN_OF_A_KEY = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----\Z")
_LONGEST_BEGIN = 80
_DASHES = "-----"

Span = tuple[int, int]


def snippet(text: str, at: int, check: Check) -> str:
    """Return the line around the character ``at``, at most 160 characters, cut between graphemes.

    Secrets are looked for in 65,536 characters on each side, so that one that began on an earlier line,
    or lies across a cut, does not appear; control characters become spaces and lone surrogates U+FFFD.
    """
    near, at = _surroundings(text, at)
    start = max(near.rfind("\n", 0, at) + 1, at - _REACH)
    end = near.find("\n", at)
    end = min(end if end >= 0 else len(near), at + _REACH)
    hidden, focus = _hidden(near, (start, end), at, _secrets(near, start, end, check))
    # Once more: what one rule has replaced can be part of what another one would replace.
    return _cut(_printable(redact(hidden).text), focus)


def _surroundings(text: str, at: int) -> tuple[str, int]:
    """Return the text near ``at``, and where ``at`` is in it; the rest of what began before is hidden."""
    start, end = max(at - NEAR, 0), at + NEAR
    if not start:
        return text[:end], at
    lead = _begin_of_key_around(text, start)
    if not lead and (rest := _REST_OF_A_VALUE.match(text, start, end)):
        lead, start = MASK, rest.end()
    return lead + text[start:end], len(lead) + max(at - start, -1)  # -1: what was found is hidden itself


def _begin_of_key_around(text: str, start: int) -> str:
    """Return the line that begins the private key in which ``start`` lies, or nothing."""
    dashes = text.rfind(_DASHES, 0, start) + len(_DASHES)
    begin = _BEGIN_OF_A_KEY.search(text, max(dashes - _LONGEST_BEGIN, 0), dashes)
    return begin[0] if begin else ""


def _hidden(text: str, stretch: Span, at: int, secrets: Iterable[Span]) -> tuple[str, int]:
    """Return the stretch with its secrets replaced, and where in it the character ``at`` is now."""
    start, end = stretch
    shown, position, focus = "", start, 0
    for low, high in [*secrets, (end, end)]:
        shown += text[position:low]
        if position <= at:
            focus = len(shown) - max(low - at, 0)
        if high > low:
            shown += MASK
        position = high
    return shown, focus


def _secrets(text: str, start: int, end: int, check: Check) -> list[Span]:
    """Return where secrets lie in the stretch, in order and apart from each other."""
    secrets = redact(text, check=check).secrets
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
