"""Head, middle and tail: what stays, what goes, and never a tool group split (H-35 to H-39)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from offcut.conversation import Conversation, Message
from offcut.pairing import Pairing


@dataclass(frozen=True, slots=True)
class Boundaries:
    """Indexes of messages: ``head`` and ``tail`` stay, ``removed`` goes.

    ``kept`` are system messages of the middle, which stay before the summary; ``request`` is the newest
    real user message if it lies in the middle, with its group: it stays directly after the summary.
    """

    head: range
    tail: range
    removed: tuple[int, ...]
    kept: tuple[int, ...]
    request: tuple[int, ...]


def divide(
    conversation: Conversation,
    pairing: Pairing,
    sizes: Sequence[int],
    *,
    own: frozenset[int],
    alternates: bool,
    protect_first_n: int,
    protect_last_n: int,
    tail_budget: int,
) -> Boundaries:
    """Divide a list. ``sizes`` are tokens a message; ``own`` are the messages of earlier summaries of ours,
    which always go; ``alternates`` is whether the format's roles have to.
    """
    messages = conversation.messages
    closed = _closed(conversation, pairing)
    head = _head_end(messages, closed, own, protect_first_n, alternates=alternates)
    tail = max(head, _tail_start(sizes, closed, protect_last_n, tail_budget), *(at + 1 for at in own))
    middle = range(head, tail)
    request = _newest_request(messages, own)
    asked = _group(request, closed) if request is not None and request in middle else ()
    kept = tuple(i for i in middle if messages[i].role == "system" and i not in asked)
    removed = tuple(i for i in middle if i not in kept and i not in asked)
    return Boundaries(range(head), range(tail, len(messages)), removed, kept, asked)


def is_request(message: Message) -> bool:
    """Tell whether a message is the user speaking, and not only the carrier of tool results."""
    said = bool(message.text.strip()) or (message.images > 0 and not message.results)
    return message.role == "user" and said


def _closed(conversation: Conversation, pairing: Pairing) -> frozenset[int]:
    """Return the borders inside a group: from a call to its results, and between glued messages."""
    inside = {border for call, result in pairing.answers for border in range(call + 1, result + 1)}
    return frozenset(inside | {message.index + 1 for message in conversation.messages if message.glued})


def _head_end(
    messages: Sequence[Message],
    closed: frozenset[int],
    own: frozenset[int],
    protect_first_n: int,
    *,
    alternates: bool,
) -> int:
    """Return the end of the head: never past a summary of ours, never inside a group.

    Where roles alternate it is never after an assistant turn either: the summary would have to follow it
    in the user's role, and nobody must take a summary for the newest request.
    """
    first = next((m.index for m in messages if m.role != "system"), None)
    end = min([protect_first_n, len(messages), *own])
    if first is not None and is_request(messages[first]) and first not in own:
        # The first turn stays a user turn, so what it answers to is never a summary.
        end = max(end, first + 1)
    while end > 0 and (end in closed or (alternates and _ends_in_reply(messages[:end]))):
        end -= 1
    return end


def _ends_in_reply(messages: Sequence[Message]) -> bool:
    spoken = next((message for message in reversed(messages) if message.role != "system"), None)
    return spoken is not None and spoken.role == "assistant"


def _tail_start(sizes: Sequence[int], closed: frozenset[int], protect_last_n: int, budget: int) -> int:
    """Walk back until the budget is used; at least so many messages, and to the start of their group."""
    start, used = len(sizes), 0
    while start > 0 and used + sizes[start - 1] <= budget:
        start -= 1
        used += sizes[start]
    start = min(start, max(0, len(sizes) - protect_last_n))
    while start in closed and start > 0:
        start -= 1
    return start


def _group(index: int, closed: frozenset[int]) -> tuple[int, ...]:
    """Return the messages that must stay together with this one."""
    start, end = index, index + 1
    while start in closed:
        start -= 1
    while end in closed:
        end += 1
    return tuple(range(start, end))


def _newest_request(messages: Sequence[Message], own: frozenset[int]) -> int | None:
    return next((m.index for m in reversed(messages) if m.index not in own and is_request(m)), None)
