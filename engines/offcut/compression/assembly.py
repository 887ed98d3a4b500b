"""The compressed list: head, summary, tail, with roles that alternate (H-46 to H-50, DESIGN 10).

A group goes whole or stays whole (``boundaries``), so no call or result is ever left alone: there is
nothing to repair afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from offcut.compression.boundaries import Boundaries
from offcut.conversation import Conversation, Message, RawMessage
from offcut.formats.insertions import INSERTIONS, Identity
from offcut.summary import NOTE

#: How the summary stands in the list: in a role, or as the result of a tool exchange of our own.
Form = Literal["assistant", "user", "exchange"]
Side = Literal["assistant", "user"]


@dataclass(frozen=True, slots=True)
class Assembled:
    """A compressed list, and where its first change lies."""

    messages: list[RawMessage]
    first_changed: int


def form_of(conversation: Conversation, boundaries: Boundaries) -> Form | None:
    """Return the form in which a summary keeps the roles alternating, or nothing if none does."""
    if not INSERTIONS[conversation.format].alternates:
        return "assistant"
    messages = conversation.messages
    sides = {message.index: _side(message) for message in messages if message.role != "system"}
    before = next((sides[i] for i in reversed(boundaries.head) if i in sides), None)
    after = next((sides[i] for i in (*boundaries.request, *boundaries.tail) if i in sides), "user")
    if _request_meets_its_like(boundaries, sides):
        return None
    if before == "user":
        return "assistant" if after == "user" else "exchange"
    began = next(iter(sides.values()), "user")
    return "user" if after == "assistant" else "assistant" if began == "assistant" else None


def assemble(
    conversation: Conversation,
    messages: Sequence[RawMessage],
    boundaries: Boundaries,
    *,
    form: Form,
    summary: str,
    identity: Identity,
    note_at: int | None,
) -> Assembled:
    """Return the list with the summary in the place of what was removed.

    ``messages`` are the raw ones, edits of head and tail already in place; those that stay are the same
    objects, but for the system message at ``note_at``.
    """
    format = INSERTIONS[conversation.format]
    head = [messages[i] for i in boundaries.head]
    if note_at is not None:
        head[note_at] = format.with_note(head[note_at], NOTE)
    if form == "exchange":
        inserted = format.exchange(summary, identity)
    else:
        inserted = [format.speech(form, summary, identity)]
    kept = [messages[i] for i in boundaries.kept]
    rest = [messages[i] for i in (*boundaries.request, *boundaries.tail)]
    first = note_at if note_at is not None else len(head) + len(kept)
    return Assembled([*head, *kept, *inserted, *rest], first)


def note_place(conversation: Conversation, head: range) -> int | None:
    """Return the system message of the head that takes the one-time note, or nothing."""
    heads = (conversation.messages[i] for i in head if i not in conversation.odd)
    return next((message.index for message in heads if message.role == "system" and message.texts), None)


def is_noted(conversation: Conversation) -> bool:
    """Tell whether a system message carries the note already."""
    return any(message.role == "system" and NOTE in message.text for message in conversation.messages)


def _side(message: Message) -> Side:
    """Return whose turn a message is: a tool result counts as the user's."""
    return "assistant" if message.role == "assistant" else "user"


def _request_meets_its_like(boundaries: Boundaries, sides: Mapping[int, Side]) -> bool:
    """Tell whether the kept request would stand beside a turn of its own side that was not there before."""
    asked, tail = boundaries.request, boundaries.tail
    if not asked or asked[-1] + 1 == tail.start:
        return False
    following = next((sides[i] for i in tail if i in sides), None)
    return following is not None and sides.get(asked[-1]) == following
