"""The arguments that every tool with a conversation takes, and how its messages are got from them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import anyio.to_thread

from offcut.errors import InvalidInput
from offcut_mcp.arguments import Argument
from offcut_mcp.own_session import read_own_session
from offcut_mcp.tools.tool import Call

if TYPE_CHECKING:
    from offcut.transcripts import Transcript

MESSAGES = {
    "messages": Argument("objects", "Whole conversation, oldest first"),
    "transcript": Argument("text", "Instead of messages: current (your own session), a session id or file"),
}
MODEL = {
    "format": Argument("text", "auto, openai-chat, openai-responses, anthropic, agentscope or gemini (auto)"),
    "model": Argument("text", "Model that reads the conversation, for token counts"),
    "reported_tokens": Argument("integer", "Tokens its API last reported (0: unknown)"),
}


@dataclass(frozen=True, slots=True)
class Conversation:
    """The messages of a call, with the ``transcript`` that they were read from, if they were."""

    messages: list[dict[str, Any]]
    transcript: Transcript | None = None

    @property
    def warnings(self) -> tuple[str, ...]:
        """What could not be read."""
        return () if self.transcript is None else self.transcript.warnings


async def conversation_of(call: Call) -> Conversation:
    """Return the conversation of a call: exactly one of ``messages`` and ``transcript`` says which."""
    messages, which = call.arguments.get("messages"), call.arguments.get("transcript")
    if messages is not None and which is not None:
        raise InvalidInput("messages and transcript exclude each other; give one of them")
    if which is not None:
        return await _read_session(call, which)
    if messages is None:
        raise InvalidInput(
            "messages is missing; give the conversation as a list of objects, oldest first, or transcript"
        )
    return Conversation(list(messages))


def arguments_beside(call: Call, *taken: str) -> dict[str, Any]:
    """Return the arguments that are passed on as they are: all but the messages and those ``taken``."""
    beside = ("messages", "transcript", *taken)
    return {name: value for name, value in call.arguments.items() if name not in beside}


async def _read_session(call: Call, which: str) -> Conversation:
    format = call.arguments.get("format", "auto")
    read = partial(read_own_session, which, call.caller(), call.settings, format)
    transcript = await anyio.to_thread.run_sync(read)
    return Conversation(transcript.messages, transcript)
