"""No more is folded than a budget needs (R-42 to R-47, F-23)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from offcut.tokens import TokenScale


class Saving(Protocol):
    """Something that can be folded: what it saves in base tokens and how likely it is still needed."""

    @property
    def savings(self) -> int: ...
    @property
    def probability(self) -> float | None: ...


AnySaving = TypeVar("AnySaving", bound=Saving)


@dataclass(frozen=True, slots=True)
class Budget:
    """The model tokens that the messages may have, and the base tokens that they have now."""

    limit: int
    base: int
    scale: TokenScale

    @property
    def is_met(self) -> bool:
        """Tell whether nothing has to be folded."""
        return self.met_by(0)

    def met_by(self, saved: int) -> bool:
        """Tell whether saving so many base tokens meets the budget."""
        return self.scale.of(self.base - saved) <= self.limit


def needed_folds(folds: Sequence[AnySaving], budget: Budget | None) -> list[AnySaving]:
    """Return the folds that a budget needs: lowest probability first, then what it did not need put back.

    Repeats have no probability and come before everything else. Without a budget it is all of them.
    Linear after the sort: savings are counted once and added.
    """
    if budget is None:
        return list(folds)
    taken: list[AnySaving] = []
    saved = 0
    for fold in sorted(folds, key=_chance):
        if budget.met_by(saved):
            break
        taken.append(fold)
        saved += fold.savings
    if not budget.met_by(saved):
        return taken
    return _without_spare(taken, saved, budget)


def _without_spare(taken: list[AnySaving], saved: int, budget: Budget) -> list[AnySaving]:
    """Put back, most likely needed first, what the budget can do without."""
    needed: list[AnySaving] = []
    for fold in reversed(taken):
        if budget.met_by(saved - fold.savings):
            saved -= fold.savings
        else:
            needed.append(fold)
    return needed[::-1]


def _chance(fold: Saving) -> float:
    return -1.0 if fold.probability is None else fold.probability
