"""Head, middle and tail: what stays, what goes, and never a tool group split (H-35 to H-39)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from offcut.compression.roles import Side, form_between, side_of, uses_tools
from offcut.compression.ties import Ties, ties_of
from offcut.conversation import Conversation, Message
from offcut.pairing import Pairing


@dataclass(frozen=True, slots=True)
class Boundaries:
    """Indexes of messages: ``head`` and ``tail`` stay, ``removed`` goes.

    ``kept`` stay before the summary: system messages of the middle, and what an item beside them needs.
    ``request`` is the newest real user message if it lies in the middle, with its group: it stays directly
    after the summary.
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
    ties = ties_of(conversation, pairing, own)
    head = _head_end(messages, ties.closed, own, protect_first_n, alternates=alternates)
    least = max(head, *(at + 1 for at in own), 0)
    tail = max(least, _tail_start(sizes, ties.closed, protect_last_n, tail_budget))
    request = newest_request(messages, own)
    asked = ties.group(request) if request is not None and head <= request < tail else ()
    if alternates:
        tail = _apart(messages, ties, asked, tail)
        front = _fitting(messages, ties, own, head, least, asked[0] if asked else tail)
        asked, tail = (tuple(range(front, asked[-1] + 1)), tail) if asked else ((), front)
    return _boundaries(range(head), asked, range(tail, len(messages)), ties)


def is_request(message: Message) -> bool:
    """Tell whether a message is the user speaking, and not only the carrier of tool results."""
    said = bool(message.text.strip()) or (message.images > 0 and not message.results)
    return message.role == "user" and said


def newest_request(messages: Sequence[Message], own: frozenset[int]) -> int | None:
    """Return the newest message in which the user speaks; an earlier summary of ours is none."""
    return next((m.index for m in reversed(messages) if m.index not in own and is_request(m)), None)


def _boundaries(head: range, asked: tuple[int, ...], tail: range, ties: Ties) -> Boundaries:
    staying, apart = ties.staying(), frozenset(asked)
    middle = [i for i in range(head.stop, tail.start) if i not in apart]
    kept = tuple(i for i in middle if i in staying)
    return Boundaries(head, tail, tuple(i for i in middle if i not in staying), kept, asked)


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
    if first is not None and messages[first].role == "user" and first not in own:
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


def _apart(messages: Sequence[Message], ties: Ties, asked: tuple[int, ...], tail: int) -> int:
    """Return the tail's start, moved back until a kept request does not meet a turn of its own side there.

    At the latest it is the request's own end, where they stood side by side before.
    """
    if not asked:
        return tail
    last = side_of(messages[asked[-1]])
    while tail > asked[-1] + 1 and (tail in ties.closed or _side_from(messages, tail) in (last, None)):
        tail -= 1
    return tail


def _fitting(
    messages: Sequence[Message], ties: Ties, own: frozenset[int], head: int, least: int, front: int
) -> int:
    """Return where what follows the summary starts: moved back until some role fits the summary before it.

    Where none does, it stays where it was.
    """
    tools, began = uses_tools(messages, own), _side_from(messages, 0)
    before = next((side_of(m) for m in reversed(messages[:head]) if m.role != "system"), None)

    def fits(after: Side | None) -> bool:
        return form_between(before, after or "user", began=began, tools=tools) is not None

    if fits(_side_from(messages, front)):
        return front
    starts = (at for at in range(front - 1, least - 1, -1) if at not in ties.closed)
    return next((at for at in starts if messages[at].role != "system" and fits(side_of(messages[at]))), front)


def _side_from(messages: Sequence[Message], start: int) -> Side | None:
    """Return whose turn the first message from there on is that is anybody's."""
    spoken = (messages[at] for at in range(start, len(messages)))
    return next((side_of(message) for message in spoken if message.role != "system"), None)
