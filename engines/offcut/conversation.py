"""Frozen views of a conversation, the same for every message format, and the edits a pass may ask for.

A view never holds a raw message: it says what a pass needs to know and *where* each piece lies, so
that a format can write an edit back without touching anything else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Role = Literal["system", "user", "assistant", "tool"]
FormatName = Literal["openai-chat", "openai-responses", "anthropic", "agentscope", "gemini"]

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
    an object. ``valid`` is false when a function's arguments are no JSON object, ``finished`` when the
    format says that the call is still under way.
    """

    place: Place
    id: str | None
    name: str
    arguments: str
    valid: bool = True
    finished: bool = True


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool answered.

    ``text`` is the flattened text: its text blocks joined by a newline. ``container`` says what
    holds it: ``text`` a string, ``blocks`` text blocks only, ``mixed`` text beside other blocks,
    ``object`` a JSON object whose compact JSON is the text, ``empty`` no text that could be folded.
    ``source`` is what an archive stores of it: the text itself, or the compact JSON of its blocks.
    ``by_order`` means that a result without an id answers the call at its own position among the calls
    of the turn before (Gemini).
    """

    place: Place
    call_id: str | None
    text: str
    container: Literal["text", "blocks", "mixed", "object", "empty"]
    source: str
    blocks: int = 0
    name: str | None = None
    failed: bool = False
    by_order: bool = False

    @property
    def archived_bytes(self) -> bytes:
        """The bytes that an archive keeps of it, and that its reference is made from."""
        return self.source.encode("utf-8", "surrogatepass")


@dataclass(frozen=True, slots=True)
class Round:
    """A stretch of a message: results that came in, then what is said and which tools are called."""

    results: tuple[ToolResult, ...] = ()
    texts: tuple[str, ...] = ()
    calls: tuple[ToolCall, ...] = ()

    @property
    def speaks(self) -> bool:
        """Tell whether anything is said or called, after the results if there are any."""
        return bool(self.texts or self.calls or not self.results)


@dataclass(frozen=True, slots=True)
class Message:
    """One message: who speaks, what is said, which tools are called and answered.

    ``texts`` are visible texts without tool results; ``hidden`` are texts that cost tokens but say
    nothing to anybody (thinking, unknown blocks). ``images`` counts pictures and other binary parts.
    ``glued`` means that the message is kept or dropped together with the next one. ``split`` holds the
    same texts, calls and results once more, in the order in which they stand, where one message is a
    whole reply with all its tool rounds (AgentScope).
    """

    index: int
    id: str | None
    role: Role
    texts: tuple[str, ...] = ()
    calls: tuple[ToolCall, ...] = ()
    results: tuple[ToolResult, ...] = ()
    hidden: tuple[str, ...] = ()
    images: int = 0
    glued: bool = False
    split: tuple[Round, ...] = ()

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The message as rounds, in order: itself, unless it is a reply that holds its own results."""
        return self.split or (Round(self.results, self.texts, self.calls),)

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
