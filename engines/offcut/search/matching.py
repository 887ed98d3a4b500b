"""Where a text fits a query best, and how well.

Every term must occur. A place is an occurrence of the rarest term. Its score is the mean over all terms
of ``weight / (1 + gap / 80)``: the weight is 1 for a term that stands as a whole word somewhere in the
text, one half for one that is only ever part of a word; the gap is the number of characters to its nearest
occurrence. So 1.00 is "all of it, whole, side by side". Two decimals, so that near ties are ties.

The work is bounded whatever the text: a term is *common* once it occurs more often than its share of
``MOST_PLACES``. Of a common term only its first occurrences say whether it is a word and, if it is the
rarest, which places there are; what is nearest to a place is any occurrence of it, looked for around there.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from offcut.ports import Check

#: A term that is so many characters away counts half.
HALF_GAP = 80
PART_OF_A_WORD = 0.5
#: Occurrences that are looked at in one text, shared by all terms.
MOST_PLACES = 20_000
#: How far around a place a common term is looked for; one so far away adds less than two decimals show.
REACH = 200 * HALF_GAP


@dataclass(frozen=True, slots=True)
class Match:
    """The best place in a text: its 0-based character, and its score above 0 and up to 1."""

    at: int
    score: float


@dataclass(frozen=True, slots=True)
class _Places:
    """Where a term starts, in order: as a whole word if it ever is one, else inside words."""

    text: str
    term: str
    starts: Sequence[int]
    weight: float
    common: bool
    #: What orders terms, the rarest first; of common ones the rarer takes longer to occur as often.
    rarity: tuple[bool, int]

    def closeness(self, start: int, end: int) -> float:
        """Return how near the nearest of these places is to the stretch ``start`` to ``end``."""
        before, after = self._around(start, end) if self.common else self._listed(start)
        gaps = [after - end] if after >= 0 else []
        if before >= 0:
            gaps.append(start - before - len(self.term))
        return self.weight / (1 + max(min(gaps), 0) / HALF_GAP) if gaps else 0.0

    def _listed(self, start: int) -> tuple[int, int]:
        """Return the last place before ``start`` and the first one from there; -1 where there is none."""
        after = bisect_left(self.starts, start)
        before = self.starts[after - 1] if after else -1
        return before, self.starts[after] if after < len(self.starts) else -1

    def _around(self, start: int, end: int) -> tuple[int, int]:
        """Return the same for any occurrence that is not too far away; one may overlap the stretch."""
        after = self.text.find(self.term, start, end + REACH)
        return self.text.rfind(self.term, max(start - REACH, 0), start + len(self.term) - 1), after


def best_match(text: str, terms: Sequence[str], check: Check) -> Match | None:
    """Return the best place of a folded text, the first of equals; ``None`` unless every term occurs."""
    if not all(term in text for term in terms):
        return None
    places = []
    for term in terms:
        check()
        places.append(_places(text, term, MOST_PLACES // len(terms)))
    best = _round(sum(place.weight for place in places) / len(places))
    rarest = min(places, key=lambda place: place.rarity)
    match = Match(rarest.starts[0], 0.0)
    for start in rarest.starts:
        check()
        score = _score(start, start + len(rarest.term), places)
        if score > match.score:
            match = Match(start, score)
        if match.score == best:
            break
    return match


def _score(start: int, end: int, places: Sequence[_Places]) -> float:
    return _round(sum(place.closeness(start, end) for place in places) / len(places))


def _round(score: float) -> float:
    return round(score, 2)


def _places(text: str, term: str, most: int) -> _Places:
    every = [match.start() for match in islice(re.finditer(re.escape(term), text), most + 1)]
    whole = [start for start in every[:most] if _is_whole(text, start, start + len(term))]
    starts, weight = (whole, 1.0) if whole else (every[:most], PART_OF_A_WORD)
    common = len(every) > most
    return _Places(text, term, starts, weight, common, (common, -every[-1] if common else len(starts)))


def _is_whole(text: str, start: int, end: int) -> bool:
    """Say whether no word goes on beyond the stretch; a border that is no letter is always one."""
    inside_before = start > 0 and _in_word(text[start - 1]) and _in_word(text[start])
    inside_after = end < len(text) and _in_word(text[end - 1]) and _in_word(text[end])
    return not (inside_before or inside_after)


def _in_word(character: str) -> bool:
    return character.isalnum() or character == "_"
