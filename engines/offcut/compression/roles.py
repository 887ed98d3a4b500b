"""How a summary stands in a list so that the turns alternate (H-47, DESIGN 10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from offcut.conversation import Message

#: How the summary stands in the list: in a role, or as the result of a tool exchange of our own.
Form = Literal["assistant", "user", "exchange"]
Side = Literal["assistant", "user"]


def side_of(message: Message) -> Side:
    """Return whose turn a message is: a tool result counts as the user's."""
    return "assistant" if message.role == "assistant" else "user"


def form_between(before: Side | None, after: Side, *, began: Side | None, tools: bool) -> Form | None:
    """Return the form in which a summary stands between two turns, or nothing if none keeps them alternating.

    ``before`` is nothing where only system messages stand there, ``began`` is whose turn the list began
    with. Without ``tools`` in a list there is no exchange: the request may declare none, and in a list of
    plain texts the format's own blocks cannot be told.
    """
    if before == "user":
        return "assistant" if after == "user" else "exchange" if tools else None
    if after == "assistant":
        return "user"
    return "assistant" if began == "assistant" else None


def uses_tools(messages: Sequence[Message], own: frozenset[int]) -> bool:
    """Tell whether anything but a summary of ours calls a tool in a list, or answers one."""
    return any((message.calls or message.results) and message.index not in own for message in messages)
