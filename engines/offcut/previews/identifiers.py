"""The values that a result alone brought in: what a later call most often needs of it.

Half of the budget goes to the values that recur in the result (what it is about), the rest first to
marked ones in order of appearance (the ids of records, which stand once), then to names in camel case.
Everything chosen is printed in order of appearance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from offcut.previews.excerpt import head_and_tail
from offcut.provenance import SHORTEST_VALUE, identifier_like, is_marked, iterate_values
from offcut.redact import Redacted


def identifiers(clean: Redacted, *, first_seen: frozenset[str], limit: int) -> str:
    """Return first-seen identifier-like values, each once, separated by spaces, within ``limit`` characters.

    A text without any value (prose in another script, say) gives its head and tail instead.
    """
    times = Counter(iterate_values(clean.text))
    if not times:
        return head_and_tail(clean.text.strip(), limit)
    hidden = frozenset(piece for secret in clean.secrets for piece in iterate_values(secret))
    own = [v for v in times if v in first_seen and v not in hidden and identifier_like(v)]
    recurring = sorted(own, key=lambda value: (-times[value], len(value)))
    chosen = _fitting(recurring, limit // 2, [])
    chosen = _fitting(filter(is_marked, own), limit, chosen)
    chosen = _fitting(own, limit, chosen)
    keep = frozenset(chosen)
    return " ".join(value for value in own if value in keep)


def _fitting(candidates: Iterable[str], limit: int, taken: list[str]) -> list[str]:
    """Return what was taken and the candidates that still fit; one that stands inside another is left out."""
    chosen = list(taken)
    shown = " ".join(chosen)
    for value in candidates:
        if limit - len(shown) <= SHORTEST_VALUE:
            break
        longer = f"{shown} {value}" if shown else value
        if len(longer) <= limit and value not in shown:
            chosen.append(value)
            shown = longer
    return chosen
