"""Which messages belong together, so that they go or stay together: calls, answers, reasoning, references."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from offcut.conversation import Conversation, Message
from offcut.pairing import Pairing


@dataclass(frozen=True, slots=True)
class Ties:
    """``closed`` are the borders between messages that must not be parted: border i is before message i.

    ``companions`` are the messages that need each other wherever they stand; ``fixed`` are those that stay
    whatever goes: system messages, and what an opaque item may answer or ask.
    """

    closed: frozenset[int]
    companions: Mapping[int, frozenset[int]]
    fixed: frozenset[int]

    def group(self, index: int) -> tuple[int, ...]:
        """Return the stretch of messages that must stay together with this one."""
        start, end = index, index + 1
        while start in self.closed:
            start -= 1
        while end in self.closed:
            end += 1
        return tuple(range(start, end))

    def staying(self) -> frozenset[int]:
        """Return what stays wherever it stands: the fixed messages, and all that these need."""
        found, open = set(self.fixed), list(self.fixed)
        while open:
            new = self.companions.get(open.pop(), frozenset()) - found
            found |= new
            open += new
        return frozenset(found)


def ties_of(conversation: Conversation, pairing: Pairing, own: frozenset[int]) -> Ties:
    """Return what belongs together; ``own`` are earlier summaries of ours, which are tied to nothing."""
    opaque = [message.index for message in conversation.messages if _is_opaque(conversation, message)]
    beside = [*_glued(conversation), *_beside(conversation, opaque, own)]
    companions: dict[int, set[int]] = defaultdict(set)
    for one, other in (*pairing.answers, *beside):
        companions[one].add(other)
        companions[other].add(one)
    spans = (*pairing.answers, *beside)
    closed = {border for first, last in spans for border in range(first + 1, last + 1)}
    system = {message.index for message in conversation.messages if message.role == "system"}
    needed = set(_unanswered(conversation, pairing, opaque))
    return Ties(
        frozenset(closed),
        {index: frozenset(others) for index, others in companions.items()},
        frozenset((system | needed) - own),
    )


def _is_opaque(conversation: Conversation, message: Message) -> bool:
    """Tell whether an item shows nothing of what it is: it may stand for a call, an output or a reasoning."""
    in_items = conversation.format == "openai-responses"
    return in_items and message.role == "system" and not (message.texts or message.images)


def _glued(conversation: Conversation) -> Iterator[tuple[int, int]]:
    """Yield a message and the one that it is kept or dropped with: the next that is no system message."""
    for message in conversation.messages:
        if message.glued and (following := _next(conversation, message.index, 1)) is not None:
            yield message.index, following


def _beside(
    conversation: Conversation, opaque: Iterable[int], own: frozenset[int]
) -> Iterator[tuple[int, int]]:
    """Yield an opaque item with each of its neighbours: a user's turn is never half of a pair."""
    for index in opaque:
        for step in (-1, 1):
            other = _next(conversation, index, step)
            if other is not None and other not in own and conversation.messages[other].role != "user":
                yield min(index, other), max(index, other)


def _next(conversation: Conversation, index: int, step: int) -> int | None:
    """Return the nearest message on one side that is no system message with a text."""
    messages = conversation.messages
    at = index + step
    while 0 <= at < len(messages) and messages[at].role == "system" and messages[at].texts:
        at += step
    return at if 0 <= at < len(messages) else None


def _unanswered(conversation: Conversation, pairing: Pairing, opaque: list[int]) -> Iterator[int]:
    """Yield results without a call after an opaque item, and calls without a result before one.

    The other half may be what the item stands for, and other messages may stand between them.
    """
    if not opaque:
        return
    answered = {call for call, _ in pairing.answers}
    for result in pairing.orphans:
        if result.place.message > opaque[0]:
            yield result.place.message
    for message in conversation.messages[: opaque[-1]]:
        if message.calls and message.index not in answered:
            yield message.index
