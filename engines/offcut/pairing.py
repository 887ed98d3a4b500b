"""Which result answers which call.

Call ids are not identities: a quarter of real sessions use one id for different calls. So a result
belongs to the nearest earlier call with its id, by position and id together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from offcut.conversation import Conversation, Message, Place, ToolCall, ToolPair, ToolResult


@dataclass(frozen=True, slots=True)
class UnpairedCall:
    """A call without exactly one result. ``id`` is ``u1``, ``u2``, … in order of the calls."""

    id: str
    call: ToolCall


@dataclass(frozen=True, slots=True)
class Pairing:
    """Every call, in order, as a pair or unpaired; and the results that answer no call."""

    calls: tuple[ToolPair | UnpairedCall, ...]
    orphans: tuple[ToolResult, ...]

    @property
    def pairs(self) -> tuple[ToolPair, ...]:
        """The calls that have exactly one result."""
        return tuple(entry for entry in self.calls if isinstance(entry, ToolPair))


def pair(conversation: Conversation) -> Pairing:
    """Pair the calls and results of a conversation.

    A call is unpaired when it has no result or several, or when its message uses its id twice.
    """
    latest: dict[tuple[str, str | None], Place] = {}
    answers: dict[Place, list[ToolResult]] = {}
    ambiguous: set[Place] = set()
    orphans: list[ToolResult] = []
    for message in conversation.messages:
        for result in message.results:
            place = latest.get(_key(result.call_id, result.name))
            (orphans if place is None else answers[place]).append(result)
        for call in message.calls:
            latest[_key(call.id, call.name)] = call.place
            answers[call.place] = []
        ambiguous.update(_ambiguous(message))
    calls = tuple(_numbered(conversation, answers, ambiguous))
    return Pairing(calls, tuple(orphans))


def _key(id: str | None, name: str | None) -> tuple[str, str | None]:
    """Return what joins a call and its result: the id, or the name where both have none."""
    return ("name", name) if id is None else ("id", id)


def _ambiguous(message: Message) -> Iterator[Place]:
    """Yield the places of calls that share their id with another call of the same message."""
    times = Counter(_key(call.id, call.name) for call in message.calls)
    return (call.place for call in message.calls if times[_key(call.id, call.name)] > 1)


def _numbered(
    conversation: Conversation, answers: dict[Place, list[ToolResult]], ambiguous: set[Place]
) -> Iterator[ToolPair | UnpairedCall]:
    paired = unpaired = 0
    for message in conversation.messages:
        for call in message.calls:
            match answers[call.place]:
                case [result] if call.place not in ambiguous:
                    paired += 1
                    yield ToolPair(f"t{paired}", call, result)
                case _:
                    unpaired += 1
                    yield UnpairedCall(f"u{unpaired}", call)
