"""Which of the user's statements a later one replaces: the same subject, another value.

Whoever changes a value rarely repeats the sentence, and two statements that sound alike are often two. So
there are two degrees: a *certain* successor takes the place of the old statement; a *possible* one is shown
with it, in order, so that neither is lost and an old value does not stand alone.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from offcut.summary.exact import Value, exact_values
from offcut.summary.signs import has
from offcut.summary.standing import stems
from offcut.summary.statements import Weight, weigh

#: Words that turn a rule around without changing what it is about.
_POLARITY = frozenset(
    {"never", "not", "don", "t", "do", "must", "may", "always", "only", "pleas", "canno", "can"}
    | {"no", "longe", "now", "inste", "shoul", "the", "a", "an", "to", "is", "are", "it"}
    | {"i", "you", "we", "they", "our", "your"}
)
#: By how many of its rarest words a statement is looked up, and how many earlier ones with that word.
MOST_WORDS, MOST_COMPARED = 8, 16
SHORTEST_WORD = 3
#: Two rules about the same thing share at least this part of their words.
SAME_SUBJECT = 0.6
#: With a sign of change and another value this part, by how rare the words are, is enough to be sure.
RELATED = 0.3
#: Of two statements that name different things this part may be one thing, and less with a sign of change.
NAMED, CHANGED = 0.45, 0.15
#: From ``POSSIBLE`` on a later statement may be about the same thing. What speaks for it beside common words:
#: a sign of change, a value that is a quantity, and that no other statement has a value of that kind.
POSSIBLE, CHANGING, TELLING, ALONE = 0.2, 0.12, 0.1, 0.1
#: Values that say how much or when; others say which one, and two of those are two things.
QUANTITIES = frozenset({"amount", "money", "date", "time", "version", "percent"})
#: A row of more statements that sound alike is a list of things, not one thing that changed.
LONGEST_ROW = 3


@dataclass(frozen=True, slots=True)
class Successor:
    """The number of the statement that follows another, and whether it surely takes its place."""

    number: int
    certain: bool


def successors(statements: Sequence[str]) -> dict[int, Successor]:
    """Return which statements have a later one about the same thing; both are numbers in the list."""
    read = [_Rule.of(text) for text in statements]
    rarity = _rarity(read)
    mass = [sum(map(rarity.__getitem__, rule.subject)) for rule in read]
    seen: dict[str, deque[int]] = defaultdict(lambda: deque(maxlen=MOST_COMPARED))
    found: dict[int, Successor] = {}
    for number, rule in enumerate(read):
        keys = rule.keys(rarity)
        related = sorted({older for key in keys for older in seen[key]} - found.keys())
        shared = {
            older: _shared(rule, read[older], rarity, min(mass[number], mass[older])) for older in related
        }
        found |= _replaced(read, number, shared)
        for key in keys:
            seen[key].append(number)
    return _without_lists(found)


def _rarity(read: Sequence[_Rule]) -> dict[str, float]:
    frequency = Counter(word for rule in read for word in rule.subject)
    return {word: math.log((len(read) + 1) / times) for word, times in frequency.items()}


def _shared(one: _Rule, other: _Rule, rarity: Mapping[str, float], least: float) -> float:
    """Return how much of the shorter statement's words the other has too, by how rare they are."""
    common = sum(map(rarity.__getitem__, one.subject & other.subject))
    return common / least if least > 0 else 0.0


def _replaced(read: Sequence[_Rule], number: int, shared: Mapping[int, float]) -> dict[int, Successor]:
    """Return what this statement replaces: all that it surely does, else the one that it most likely does."""
    rule = read[number]
    certain = [older for older in shared if rule.surely_replaces(read[older], shared[older])]
    if certain:
        return {older: Successor(number, True) for older in certain}
    valued = [older for older in shared if rule.may_replace(read[older], shared[older])]
    alone = ALONE if len(valued) == 1 else 0.0
    likely = {older: shared[older] + alone + rule.likelihood(read[older]) for older in valued}
    best = max(likely, key=lambda older: (likely[older], older), default=None)
    return {} if best is None or likely[best] < POSSIBLE else {best: Successor(number, False)}


def _without_lists(found: dict[int, Successor]) -> dict[int, Successor]:
    """Return the successors without those that only string a list of things together."""
    row: dict[int, int] = {}
    for older in sorted(found):
        row[found[older].number] = row.get(older, 1) + 1
    long: set[int] = set()
    for older in sorted(found, reverse=True):
        number = found[older].number
        if row[number] > LONGEST_ROW or number in long:
            long.add(older)
    return {older: successor for older, successor in found.items() if successor.certain or older not in long}


@dataclass(frozen=True, slots=True)
class _Rule:
    """A statement with the words that say what it is about, its exact values, and its signs."""

    subject: frozenset[str]
    values: tuple[Value, ...]
    weight: Weight
    changes: bool
    turns: bool

    @classmethod
    def of(cls, text: str) -> _Rule:
        values = tuple(exact_values(text))
        bare = text
        for value in values:
            bare = bare.replace(value.text, " ")
        subject = frozenset(word for word in stems(bare) if word not in _POLARITY and _tells(word))
        return cls(subject, values, weigh(text), has("change", text), has("past", text))

    def keys(self, rarity: Mapping[str, float]) -> list[str]:
        """By what a related statement is found: its rarest words, its kinds of values."""
        rarest = sorted(self.subject, key=lambda word: (-rarity[word], word))[:MOST_WORDS]
        return [*rarest, *{f"\0{value.kind}" for value in self.values}]

    def surely_replaces(self, older: _Rule, shared: float) -> bool:
        prohibited = older.weight == Weight.PROHIBITION
        if prohibited and self.weight > Weight.PREFERENCE:
            return False
        # A word of change that the old one has too belongs to what both are about.
        changes = self.changes and not older.changes
        if changes and self._revalues_quantity(older) and shared >= RELATED:
            return True
        union = self.subject | older.subject
        if not union or len(self.subject & older.subject) / len(union) < SAME_SUBJECT:
            return False
        # A prohibition that says more than the request is a part of it, not its opposite.
        opposite = (self.weight == Weight.PROHIBITION) != prohibited and self.subject <= older.subject
        if opposite or self._is_revalued(older):
            return True
        return changes and not self.values and not older.values

    def may_replace(self, older: _Rule, shared: float) -> bool:
        """Tell whether both can be about one thing; prohibitions are two unless a quantity changed."""
        if Weight.PROHIBITION == self.weight == older.weight:
            return self._revalues_quantity(older)
        if not self.values and not older.values:
            return self.turns and shared >= SAME_SUBJECT
        if self._revalues_quantity(older):
            return True
        return self.revalues(older) and shared >= (CHANGED if self.changes else NAMED)

    def likelihood(self, older: _Rule) -> float:
        """Return what speaks for a replacement beside common words."""
        return CHANGING * self.changes + TELLING * self._revalues_quantity(older)

    def revalues(self, older: _Rule) -> bool:
        """Tell whether both have a value of one kind that is not the same."""
        return bool(self._revalued(older))

    def _revalues_quantity(self, older: _Rule) -> bool:
        return any(_is_quantity(value) for value, _ in self._revalued(older))

    def _is_revalued(self, older: _Rule) -> bool:
        """Tell whether it is the same sentence with one other quantity."""
        pairs = self._revalued(older)
        others = len(self.values) - 1, len(older.values) - 1
        same = len({value.text for value in self.values} & {value.text for value in older.values})
        one = len(pairs) == 1 and others == (same, same)
        return one and self.subject == older.subject and _is_quantity(pairs[0][0])

    def _revalued(self, older: _Rule) -> list[tuple[Value, Value]]:
        mine = {value.text for value in self.values}
        theirs = {value.text for value in older.values}
        return [
            (one, other)
            for one in self.values
            for other in older.values
            if one.is_like(other) and one.text not in theirs and other.text not in mine
        ]


def _tells(word: str) -> bool:
    """Tell whether a word may say what a statement is about; short ones of an alphabet rarely do."""
    return len(word) >= SHORTEST_WORD or not word.isascii()


def _is_quantity(value: Value) -> bool:
    return value.kind in QUANTITIES
