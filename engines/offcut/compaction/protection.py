"""Which results may not be folded, whatever a decider says (R-08 to R-10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from offcut.compaction.recognition import Recognised
from offcut.compaction.request import CompactionRequest
from offcut.compaction.result import DecisionReason
from offcut.conversation import Conversation, Message, Place, ToolPair, ToolResult
from offcut.pairing import Pairing

#: A source recovered in the last so many tool calls of the list is still being read.
RECOVERED_RECENTLY = 10


class Protection:
    """Answers why a pair is kept without asking; ``None`` means it is a candidate."""

    def __init__(
        self,
        conversation: Conversation,
        pairing: Pairing,
        recognised: Mapping[Place, Recognised],
        request: CompactionRequest,
    ) -> None:
        self._request = request
        self._recognised = recognised
        self._messages = _protected_messages(conversation, request)
        self._recent = _recent_results(conversation, request)
        self._pairs = {pair.id for pair in _recent_pairs(pairing, request.options.preserve_recent_pairs)}
        self._newest = max((pair.result.place for pair in pairing.pairs), default=None)
        self._recent_calls = {entry.call.place for entry in pairing.calls[-RECOVERED_RECENTLY:]}

    def reason(self, pair: ToolPair) -> DecisionReason | None:
        """Return why this pair stays as it is, or nothing."""
        known = self._recognised.get(pair.result.place)
        if known and known.how == "preview":
            return "already_preview"
        if self._is_protected(pair) or (known and pair.call.place in self._recent_calls):
            return "protected"
        eligible = self._request.eligible_tool_names
        return "not_eligible" if eligible is not None and pair.call.name not in eligible else None

    def _is_protected(self, pair: ToolPair) -> bool:
        call, result = pair.call, pair.result
        unusable = not (call.valid and call.finished) or result.failed or result.container == "empty"
        return (
            unusable
            or (result.name is not None and result.name != call.name)
            or result.place == self._newest
            or result.place in self._recent
            or pair.id in self._pairs
            or not self._messages.isdisjoint({call.place.message, result.place.message})
            or call.id in self._request.protected_call_ids
            or call.name in self._request.protected_tools
        )


def _protected_messages(conversation: Conversation, request: CompactionRequest) -> set[int]:
    """Return the first message, system messages and named ones."""
    messages = conversation.messages
    named = request.protected_message_ids
    return {0} | {
        message.index for message in messages if message.role == "system" or name_of(message) in named
    }


def _recent_results(conversation: Conversation, request: CompactionRequest) -> set[Place]:
    """Return the results of the most recent messages, and those that the model has not spoken after."""
    options = request.options
    recent = options.preserve_recent_messages if options.preserve_recent_pairs is None else 0
    steps = [step for message in conversation.messages for step in _steps(message)]
    spoke = max((number for number, (speaks, _) in enumerate(steps) if speaks), default=-1)
    start = min(len(steps) - recent, spoke + 1)
    return {result.place for _, results in steps[max(0, start) :] for result in results}


def _steps(message: Message) -> Iterator[tuple[bool, tuple[ToolResult, ...]]]:
    """Yield, for each step of a message, whether the model speaks in it, and its results.

    A message is one step. A reply that holds its own results has as many as it would be messages in
    another format, or recency would protect all of it or nothing (F-20).
    """
    if not message.split:
        yield message.role == "assistant", message.results
    for round in message.split:
        if round.results:
            yield False, round.results
        if round.speaks:
            yield message.role == "assistant", ()


def name_of(message: Message) -> str:
    """Return the name by which a host may protect a message: its own id, else its index."""
    return str(message.index) if message.id is None else message.id


def _recent_pairs(pairing: Pairing, count: int | None) -> Sequence[ToolPair]:
    return pairing.pairs[-count:] if count else ()
