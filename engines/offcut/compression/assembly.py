"""The compressed list: head, summary, tail, with roles that alternate (H-46 to H-50, DESIGN 10).

A group goes whole or stays whole (``boundaries``), so no call or result is ever left alone: there is
nothing to repair afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from offcut.compression.boundaries import Boundaries
from offcut.compression.roles import Form, Side, form_between, side_of, uses_tools
from offcut.conversation import Conversation, RawMessage
from offcut.formats.insertions import INSERTIONS, Identity
from offcut.summary import NOTE


@dataclass(frozen=True, slots=True)
class Assembled:
    """A compressed list, and where its first change lies."""

    messages: list[RawMessage]
    first_changed: int


def form_of(conversation: Conversation, boundaries: Boundaries, own: frozenset[int]) -> Form | None:
    """Return the form in which a summary keeps the roles alternating, or nothing if none does."""
    if not INSERTIONS[conversation.format].alternates:
        return "assistant"
    messages = conversation.messages
    sides = {message.index: side_of(message) for message in messages if message.role != "system"}
    before = next(
        (sides[i] for i in (*reversed(boundaries.kept), *reversed(boundaries.head)) if i in sides), None
    )
    after: Side = next((sides[i] for i in (*boundaries.request, *boundaries.tail) if i in sides), "user")
    began = next(iter(sides.values()), None)
    return form_between(before, after, began=began, tools=uses_tools(messages, own))


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
    first = note_at if note_at is not None else _unmoved(boundaries.head, boundaries.kept)
    return Assembled([*head, *kept, *inserted, *rest], first)


def note_place(conversation: Conversation, head: range) -> int | None:
    """Return the system message of the head that takes the one-time note, or nothing."""
    heads = (conversation.messages[i] for i in head if i not in conversation.odd)
    return next((message.index for message in heads if message.role == "system" and message.texts), None)


def is_noted(conversation: Conversation) -> bool:
    """Tell whether a system message carries the note already."""
    return any(message.role == "system" and NOTE in message.text for message in conversation.messages)


def _unmoved(head: range, kept: Sequence[int]) -> int:
    """Return how many messages before the summary stand where they stood."""
    at = head.stop
    for index in kept:
        if index != at:
            break
        at += 1
    return at
