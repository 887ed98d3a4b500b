"""Which values stand in a history, and where each was seen first and last.

The definitions are those the embedded decider was fitted with: a change here changes its features.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from offcut.conversation import Conversation, Place, Role, Round, ToolCall, ToolResult
from offcut.ports import Check

_VALUE = re.compile(r"[A-Za-z0-9_#@./:\-]+")
_WORD = re.compile(r"[a-z0-9]+")
_MARKED = re.compile(r"[0-9_#/]")
_EDGES = ".:-/@"
SHORTEST_VALUE = 5
SHORTEST_WORD = 3


def iterate_values(text: str) -> Iterator[str]:
    """Yield the values of a text in order: runs of ``[A-Za-z0-9_#@./:-]``, 5 characters or more."""
    for run in _VALUE.findall(text):
        value = run.strip(_EDGES)
        if len(value) >= SHORTEST_VALUE:
            yield value


def values(text: str) -> frozenset[str]:
    """Return the distinct values of a text."""
    return frozenset(iterate_values(text))


def words(text: str) -> frozenset[str]:
    """Return the distinct lower-case words of a text, 3 characters or more."""
    return frozenset(word for word in _WORD.findall(text.lower()) if len(word) >= SHORTEST_WORD)


def is_marked(value: str) -> bool:
    """Tell whether a value has a digit, ``_``, ``#`` or ``/``."""
    return bool(_MARKED.search(value))


def identifier_like(value: str) -> bool:
    """Tell whether a value looks like a name for one thing: a digit, ``_``, ``#``, ``/`` or camel case."""
    return is_marked(value) or (
        not value.islower() and not value.isupper() and any(letter.isupper() for letter in value[1:])
    )


@dataclass(frozen=True, slots=True)
class Unit:
    """One entry of a history: a tool result, or the rest of a message with its calls."""

    role: Role
    text: str
    calls: tuple[ToolCall, ...] = ()
    place: Place | None = None

    @property
    def is_result(self) -> bool:
        """Tell whether the unit is a tool result."""
        return self.place is not None


def units_of(conversation: Conversation, text_of: Callable[[ToolResult], str]) -> list[Unit]:
    """Return the history as units; ``text_of`` gives the text that a result stands for.

    Each round gives its results and then, unless it is made of results only, what is said and called.
    """
    units: list[Unit] = []
    for role, round in _rounds(conversation):
        units.extend(Unit("tool", text_of(result), place=result.place) for result in round.results)
        if round.speaks:
            units.append(Unit(role, "\n".join(round.texts), round.calls))
    return units


def _rounds(conversation: Conversation) -> Iterator[tuple[Role, Round]]:
    """Yield the rounds in order; the items of one turn of the model (Responses) are one, as in training."""
    in_items = conversation.format == "openai-responses"
    messages = conversation.messages
    for is_turn, run in groupby(messages, key=lambda message: in_items and message.role == "assistant"):
        rounds = [(message.role, round) for message in run for round in message.rounds]
        if is_turn:
            texts = tuple(text for _, round in rounds for text in round.texts)
            yield "assistant", Round((), texts, tuple(call for _, round in rounds for call in round.calls))
        else:
            yield from rounds


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where each value of a history stands: unit numbers, by text and arguments together (*body*).

    ``group_of`` are the units that count as one when it is asked who brought a value in. The values of a unit
    are distinct and in no order; tuples hold them, because sets would take many times the session's own size.
    """

    units: tuple[Unit, ...]
    number_of: dict[Place, int]
    of_text: tuple[tuple[str, ...], ...]
    of_body: tuple[tuple[str, ...], ...]
    first_in_body: dict[str, int]
    last_in_body: dict[str, int]
    last_in_arguments: dict[str, int]
    group_of: tuple[int, ...]

    def first_seen(self, unit: int) -> frozenset[str]:
        """Return the values of a unit's text that no earlier unit holds, but for those of its group."""
        group = self.group_of
        return frozenset(
            value for value in self.of_text[unit] if group[self.first_in_body[value]] == group[unit]
        )

    def sharing(self, key_of: Callable[[Place], Hashable]) -> Provenance:
        """Return the same history in which results with an equal key brought their values in together.

        A copy or a newer version would otherwise seem to hold nothing of its own and fold, while the older
        one folds because that copy stands there.
        """
        groups = list(range(len(self.units)))
        first: dict[Hashable, int] = {}
        for place, number in self.number_of.items():
            groups[number] = first.setdefault(key_of(place), number)
        return dataclasses.replace(self, group_of=tuple(groups))


def trace(units: Sequence[Unit], check: Check) -> Provenance:
    """Index the values of a history in one pass; ``check`` is called once a unit."""
    of_text: list[tuple[str, ...]] = []
    of_body: list[tuple[str, ...]] = []
    same: dict[str, str] = {}  # a value that stands in a thousand results is kept once
    first: dict[str, int] = {}
    last: dict[str, int] = {}
    last_in_arguments: dict[str, int] = {}
    for number, unit in enumerate(units):
        check()
        text = values(unit.text)
        arguments = frozenset().union(*(values(call.arguments) for call in unit.calls))
        body = text | arguments
        of_text.append(tuple(same.setdefault(value, value) for value in text))
        of_body.append(tuple(same.setdefault(value, value) for value in body) if arguments else of_text[-1])
        for value in of_body[-1]:
            first.setdefault(value, number)
        last.update(dict.fromkeys(of_body[-1], number))
        last_in_arguments.update(dict.fromkeys(arguments, number))
    return Provenance(
        units=tuple(units),
        number_of={unit.place: number for number, unit in enumerate(units) if unit.place is not None},
        of_text=tuple(of_text),
        of_body=tuple(of_body),
        first_in_body=first,
        last_in_body=last,
        last_in_arguments=last_in_arguments,
        group_of=tuple(range(len(units))),
    )
