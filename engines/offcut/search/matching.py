"""Where a text fits a query best, and how well.

Every term must occur. A place is an occurrence of the rarest term. Its score is the mean over all terms
of ``weight / (1 + gap / 80)``: the weight is 1 for a term that stands as a whole word somewhere in the
text, one half for one that is only ever part of a word; the gap is the number of characters to its nearest
occurrence. So 1.00 is "all of it, whole, side by side". Two decimals, so that near ties are ties.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

#: A term that is so many characters away counts half.
HALF_GAP = 80
PART_OF_A_WORD = 0.5
#: Occurrences of one term that are looked at in one text.
MOST_PLACES = 50_000


@dataclass(frozen=True, slots=True)
class Match:
    """The best place in a text: its 0-based character, and its score above 0 and up to 1."""

    at: int
    score: float


@dataclass(frozen=True, slots=True)
class _Places:
    """Where a term starts, in order: as a whole word if it ever is one, else inside words."""

    starts: Sequence[int]
    length: int
    weight: float

    def closeness(self, start: int, end: int) -> float:
        """Return how near the nearest of these places is to the stretch ``start`` to ``end``."""
        after = bisect_left(self.starts, start)
        gaps = [self.starts[after] - end] if after < len(self.starts) else []
        if after:
            gaps.append(start - self.starts[after - 1] - self.length)
        return self.weight / (1 + max(min(gaps), 0) / HALF_GAP)


def best_match(text: str, terms: Sequence[str]) -> Match | None:
    """Return the best place of a folded text, the first of equals; ``None`` unless every term occurs."""
    if not all(term in text for term in terms):
        return None
    places = [_places(text, term) for term in terms]
    rarest = min(places, key=lambda place: len(place.starts))
    scores = ((_score(start, start + rarest.length, places), -start) for start in rarest.starts)
    score, start = max(scores)
    return Match(-start, score)


def _score(start: int, end: int, places: Sequence[_Places]) -> float:
    return round(sum(place.closeness(start, end) for place in places) / len(places), 2)


def _places(text: str, term: str) -> _Places:
    every = [match.start() for match in islice(re.finditer(re.escape(term), text), MOST_PLACES)]
    whole = [start for start in every if _is_whole(text, start, start + len(term))]
    return _Places(whole or every, len(term), 1.0 if whole else PART_OF_A_WORD)


def _is_whole(text: str, start: int, end: int) -> bool:
    """Say whether no word goes on beyond the stretch; a border that is no letter is always one."""
    inside_before = start > 0 and _in_word(text[start - 1]) and _in_word(text[start])
    inside_after = end < len(text) and _in_word(text[end - 1]) and _in_word(text[end])
    return not (inside_before or inside_after)


def _in_word(character: str) -> bool:
    return character.isalnum() or character == "_"
