"""Which result answers which call.

Call ids are not identities: a quarter of real sessions use one id for different calls. So a result
belongs to the nearest earlier call with its id, by position and id together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from offcut.conversation import Conversation, Place, Round, ToolCall, ToolPair, ToolResult


@dataclass(frozen=True, slots=True)
class UnpairedCall:
    """A call without exactly one result. ``id`` is ``u1``, ``u2``, … in order of the calls."""

    id: str
    call: ToolCall


@dataclass(frozen=True, slots=True)
class Pairing:
    """Every call, in order, as a pair or unpaired; and the results that answer no call.

    ``answers`` are the messages of a call and of each of its results, unpaired calls included.
    """

    calls: tuple[ToolPair | UnpairedCall, ...]
    orphans: tuple[ToolResult, ...]
    answers: tuple[tuple[int, int], ...] = ()

    @property
    def pairs(self) -> tuple[ToolPair, ...]:
        """The calls that have exactly one result."""
        return tuple(entry for entry in self.calls if isinstance(entry, ToolPair))


def pair(conversation: Conversation) -> Pairing:
    """Pair the calls and results of a conversation.

    A call is unpaired when it has no result or several, or when its round uses its id twice. Results
    without ids answer by order, if their turn answers exactly as many calls as there were.
    """
    matching = _Matching()
    for message in conversation.messages:
        for round in message.rounds:
            matching.read(round)
    matching.end_turn()
    calls = tuple(_numbered(conversation, matching))
    answers = tuple((at.message, r.place.message) for at, found in matching.answers.items() for r in found)
    return Pairing(calls, tuple(sorted(matching.orphans, key=lambda result: result.place)), answers)


class _Matching:
    """The results of each call, while the rounds of a list are read in order."""

    def __init__(self) -> None:
        self.answers: dict[Place, list[ToolResult]] = {}
        self.orphans: list[ToolResult] = []
        #: Calls that share their id with another call of the same round.
        self.ambiguous: set[Place] = set()
        self._latest: dict[tuple[str, str | None], Place] = {}
        self._turn: tuple[ToolCall, ...] = ()
        self._given: list[ToolResult] = []

    def read(self, round: Round) -> None:
        """Take the next round: first what answers earlier calls, then its own calls."""
        for result in round.results:
            self._given.append(result)
            if not result.by_order:
                self._answer(self._latest.get(_key(result.call_id, result.name)), result)
        if round.calls:
            self.end_turn()
            self._turn = round.calls
        times = Counter(_key(call.id, call.name) for call in round.calls)
        for call in round.calls:
            key = _key(call.id, call.name)
            self._latest[key] = call.place
            self.answers[call.place] = []
            if times[key] > 1:
                self.ambiguous.add(call.place)

    def end_turn(self) -> None:
        """Match what answers by order: no more results of the turn can come."""
        complete = len(self._given) == len(self._turn)
        for at, result in enumerate(self._given):
            if result.by_order:
                self._answer(self._turn[at].place if complete else None, result)
        self._given = []

    def _answer(self, place: Place | None, result: ToolResult) -> None:
        (self.orphans if place is None else self.answers[place]).append(result)


def _key(id: str | None, name: str | None) -> tuple[str, str | None]:
    """Return what joins a call and its result: the id, or the name where both have none."""
    return ("name", name) if id is None else ("id", id)


def _numbered(conversation: Conversation, matching: _Matching) -> Iterator[ToolPair | UnpairedCall]:
    paired = unpaired = 0
    for message in conversation.messages:
        for call in message.calls:
            match matching.answers[call.place]:
                case [result] if result.by_order or call.place not in matching.ambiguous:
                    paired += 1
                    yield ToolPair(f"t{paired}", call, result)
                case _:
                    unpaired += 1
                    yield UnpairedCall(f"u{unpaired}", call)
