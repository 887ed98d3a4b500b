"""The values that a result alone brought in: what a later call most often needs of it.

A line that tells of trouble is shown first of all, in up to a third of the budget. Half of the rest goes
to values that recur in the result (what it is about), then come marked ones in order of appearance (the
ids of records, which stand once), then names in camel case. Values are printed in order of appearance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from offcut.previews.excerpt import head_and_tail
from offcut.previews.trouble import telling_line
from offcut.provenance import SHORTEST_VALUE, identifier_like, is_marked, iterate_values
from offcut.redact import Redacted

#: The part of the budget that a line about trouble may take: one of so many.
TROUBLE_SHARE = 3
#: And the most characters it may take of a very large one.
TROUBLE_MOST = 1_000
#: In so many characters of what is chosen already a value is looked for: it may stand inside another.
SEARCHED = 2_000


def identifiers(clean: Redacted, *, first_seen: frozenset[str], limit: int) -> str:
    """Return first-seen identifier-like values, each once, and a line about trouble, within ``limit``.

    A text without any value (prose in another script, say) gives its head and tail instead.
    """
    times = Counter(iterate_values(clean.text))
    if not times:
        return head_and_tail(clean.text.strip(), limit)
    trouble = telling_line(clean.text, min(limit // TROUBLE_SHARE, TROUBLE_MOST))
    hidden = frozenset(piece for secret in clean.secrets for piece in iterate_values(secret))
    own = [
        value
        for value in times
        if value in first_seen and value not in hidden and identifier_like(value) and value not in trouble
    ]
    shown = _most_telling(own, times, limit - len(trouble) - 1 if trouble else limit)
    return "\n".join(filter(None, (shown, trouble)))


def _most_telling(own: list[str], times: Counter[str], limit: int) -> str:
    recurring = sorted(own, key=lambda value: (-times[value], len(value)))
    chosen = _fitting(recurring, limit // 2, [])
    chosen = _fitting(filter(is_marked, own), limit, chosen)
    keep = frozenset(_fitting(own, limit, chosen))
    return " ".join(value for value in own if value in keep)


def _fitting(candidates: Iterable[str], limit: int, taken: list[str]) -> list[str]:
    """Return what was taken and the candidates that still fit; one that stands inside another is left out."""
    chosen = list(taken)
    known = set(chosen)
    searched = _beginning(chosen)
    room = limit - len(" ".join(chosen))
    for value in candidates:
        if room < SHORTEST_VALUE:
            break
        needed = len(value) + bool(chosen)
        if needed <= room and value not in known and value not in searched:
            chosen.append(value)
            known.add(value)
            room -= needed
            if len(searched) < SEARCHED:
                searched = f"{searched} {value}"
    return chosen


def _beginning(chosen: list[str]) -> str:
    """Return the values that come first, joined, in little more than ``SEARCHED`` characters."""
    return " ".join(chosen[: SEARCHED // SHORTEST_VALUE])
