"""The embedded decider: is something needed that a tool result alone brought in?

A logistic regression over eleven features of provenance, fitted offline on real trajectories; no model
is asked. The features and coefficients are those of the data file's description.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from offcut.conversation import Place, ToolCall
from offcut.ports import Check
from offcut.provenance import Provenance, Unit, identifier_like, values, words

QUERY_CHARS = 4_000
RECENT_UNITS = 4
RECENT_CHARS = 2_000
WRITING_VERBS = (
    *("update", "modify", "cancel", "book", "return", "exchange", "send", "create", "delete", "edit"),
    *("insert", "submit", "transfer", "add", "remove", "rm", "str_replace"),
)
#: Raw probability -> probability on the wire, piecewise linear: the raw 0.05 that was measured to be safe
#: is what R-52's default threshold of 0.1 means.
SAFE_RAW, SAFE_WIRE = 0.05, 0.1


@dataclass(frozen=True, slots=True)
class Regression:
    """Coefficients of a logistic regression, in the order of ``features``."""

    features: tuple[str, ...]
    mean: tuple[float, ...]
    scale: tuple[float, ...]
    coefficients: tuple[float, ...]
    intercept: float

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Regression:
        """Build from the data file's entry for one label."""
        return cls(
            features=tuple(data["features"]),
            mean=tuple(data["mean"]),
            scale=tuple(data["scale"]),
            coefficients=tuple(data["coef"]),
            intercept=float(data["intercept"]),
        )

    def probability(self, features: Mapping[str, float]) -> float:
        """Return the probability that the result is needed."""
        rows = zip(self.features, self.mean, self.scale, self.coefficients, strict=True)
        z = self.intercept + sum(c * (features[name] - mean) / scale for name, mean, scale, c in rows)
        # A long session drives z far below what exp can take.
        return 1 / (1 + math.exp(-z)) if z > 0 else math.exp(z) / (1 + math.exp(z))


def wire_probability(raw: float) -> float:
    """Map a raw probability to the wire's scale: through 0 -> 0, 0.05 -> 0.1, 1 -> 1 (DESIGN 10)."""
    if raw <= SAFE_RAW:
        return raw * SAFE_WIRE / SAFE_RAW
    return SAFE_WIRE + (raw - SAFE_RAW) * (1 - SAFE_WIRE) / (1 - SAFE_RAW)


def probabilities(
    provenance: Provenance, regression: Regression, *, goal: str | None, next_action: str | None, check: Check
) -> dict[Place, float]:
    """Return the wire probability that each tool result is needed; the newest result has none.

    A result that brought in no value of its own has probability 0. ``goal`` takes the place of the
    first user text and ``next_action`` is appended to the query.
    """
    features = Features(provenance, goal, next_action)
    found: dict[Place, float] = {}
    for unit, place in features.candidates():
        check()
        if not provenance.first_seen(unit):
            found[place] = 0.0
            continue
        found[place] = wire_probability(regression.probability(features.of(unit)))
    return found


class Features:
    """The eleven features of every candidate: a tool result other than the newest."""

    def __init__(
        self, provenance: Provenance, goal: str | None = None, next_action: str | None = None
    ) -> None:
        self._provenance = provenance
        self._units = provenance.units
        self._end = len(self._units)
        self._results = [number for number, unit in enumerate(self._units) if unit.is_result]
        self._rank = {number: rank for rank, number in enumerate(self._results)}
        recent = self._recent()
        query = self._query(recent, goal, next_action)
        self._query_values, self._query_words = values(query), words(query)
        self._recent_values = frozenset().union(*(provenance.of_body[number] for number in recent))
        self._calls = self._calls_of_results()
        self._last_same_call = {call: number for number, call in self._calls.items()}

    def candidates(self) -> Iterator[tuple[int, Place]]:
        """Yield unit number and place of every result but the newest."""
        for number in self._results[:-1]:
            place = self._units[number].place
            if place is not None:
                yield number, place

    def of(self, unit: int) -> dict[str, float]:
        """Return the features of one result by name."""
        provenance, text = self._provenance, self._units[unit].text
        first = provenance.first_seen(unit)
        own = frozenset(filter(identifier_like, first))
        divisor = max(1, len(first))
        used = sum(provenance.last_in_arguments.get(value, -1) > unit for value in first)
        again = sum(provenance.last_in_body[value] > unit for value in first)
        asked = sum(map(identifier_like, self._query_values.intersection(provenance.of_text[unit])))
        newest = max((provenance.last_in_body[value] for value in own), default=unit)
        name, _ = call = self._calls[unit]
        return {
            "n_tools_since": len(self._results) - 1 - self._rank[unit],
            "log_size": math.log1p(len(text)),
            "id_q": math.log1p(asked),
            "id_recent": math.log1p(len(own & self._recent_values)),
            "n_first_log": math.log1p(len(first)),
            "used_before_frac": used / divisor,
            "dup_later_frac": again / divisor,
            "superseded_same_call": float(self._last_same_call[call] > unit),
            "cover_q": len(self._query_words & words(text)) / max(1, len(self._query_words)),
            "v_write": float(name.lower().startswith(WRITING_VERBS)),
            "since_ref": (self._end - newest) / max(1, self._end - unit),
        }

    def _recent(self) -> list[int]:
        """Return the last four units that are no candidates; the newest result is none."""
        newest = self._results[-1] if self._results else -1
        start = max(0, self._end - RECENT_UNITS)
        return [n for n in range(start, self._end) if not self._units[n].is_result or n == newest]

    def _query(self, recent: list[int], goal: str | None, next_action: str | None) -> str:
        first_user = next((unit.text for unit in self._units if unit.role == "user"), "")
        last_user = next((unit.text for unit in reversed(self._units) if unit.role == "user"), "")
        spoken = (unit.text for unit in reversed(self._units) if unit.role == "assistant" and unit.text)
        near = " ".join(_near(self._units[number]) for number in recent)
        parts = [
            (goal or first_user)[:QUERY_CHARS],
            last_user[:QUERY_CHARS],
            next(spoken, "")[:QUERY_CHARS],
            near,
        ]
        return "\n".join([*parts, next_action[:QUERY_CHARS]] if next_action else parts)

    def _calls_of_results(self) -> dict[int, tuple[str, str]]:
        """Return, for each result, the first call of the nearest earlier unit with calls (as in training)."""
        nearest: tuple[str, str] = ("", "")
        found: dict[int, tuple[str, str]] = {}
        for number, unit in enumerate(self._units):
            if unit.is_result:
                found[number] = nearest
            elif unit.calls:
                nearest = (unit.calls[0].name, unit.calls[0].arguments)
        return found


def _near(unit: Unit) -> str:
    return f"{unit.text[:RECENT_CHARS]} {_arguments(unit.calls)}"


def _arguments(calls: tuple[ToolCall, ...]) -> str:
    return " ".join(call.arguments for call in calls)
