"""Frozen views of a conversation, the same for every message format, and the edits a pass may ask for.

A view never holds a raw message: it says what a pass needs to know and *where* each piece lies, so
that a format can write an edit back without touching anything else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Role = Literal["system", "user", "assistant", "tool"]
FormatName = Literal["openai-chat", "anthropic"]

#: Raw JSON as it came over the wire.
Json = Any
RawMessage = dict[str, Json]


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where a piece lies: index of the message, then index of the block (or call) inside it."""

    message: int
    block: int = 0


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One request of the model to run a tool.

    ``arguments`` is the argument text as the model wrote it, or compact JSON where the format holds
    an object. ``valid`` is false when a function's arguments are no JSON object.
    """

    place: Place
    id: str | None
    name: str
    arguments: str
    valid: bool = True


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool answered.

    ``text`` is the flattened text: its text blocks joined by a newline. ``container`` says what
    holds it: ``text`` a string, ``blocks`` text blocks only, ``mixed`` text beside other blocks,
    ``empty`` no text that could be folded. ``source`` is what an archive stores of it: the text
    itself, or the compact JSON of its blocks.
    """

    place: Place
    call_id: str | None
    text: str
    container: Literal["text", "blocks", "mixed", "empty"]
    source: str
    blocks: int = 0
    name: str | None = None
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Message:
    """One message: who speaks, what is said, which tools are called and answered.

    ``texts`` are visible texts without tool results; ``hidden`` are texts that cost tokens but say
    nothing to anybody (thinking, unknown blocks). ``images`` counts pictures and other binary parts.
    """

    index: int
    id: str | None
    role: Role
    texts: tuple[str, ...] = ()
    calls: tuple[ToolCall, ...] = ()
    results: tuple[ToolResult, ...] = ()
    hidden: tuple[str, ...] = ()
    images: int = 0

    @property
    def text(self) -> str:
        """The visible text, without tool results."""
        return "\n".join(self.texts)


@dataclass(frozen=True, slots=True)
class Conversation:
    """The messages of one list, oldest first, with the format they were read from.

    ``odd`` are the indexes of messages whose role the format does not know: they read as ``system``, so
    that no pass touches them.
    """

    format: FormatName
    messages: tuple[Message, ...]
    odd: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolPair:
    """A call and the one result that answers it. ``id`` is ``t1``, ``t2``, … in order of the calls."""

    id: str
    call: ToolCall
    result: ToolResult


@dataclass(frozen=True, slots=True)
class ReplaceResult:
    """Edit: put ``text`` in the place of a result's text; blocks that are not text stay."""

    place: Place
    text: str
