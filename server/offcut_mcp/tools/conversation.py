"""The arguments that every tool with a conversation takes, and how its messages are got from them."""

from __future__ import annotations

from typing import Any

from offcut.errors import InvalidInput
from offcut_mcp.arguments import Argument
from offcut_mcp.tools.tool import Call

MESSAGES = {
    "messages": Argument("objects", "Whole conversation, oldest first"),
    "transcript": Argument("text", "Session file instead of messages; not supported yet"),
}
MODEL = {
    "format": Argument("text", "auto, openai-chat, openai-responses, anthropic, agentscope or gemini (auto)"),
    "model": Argument("text", "Model that reads the conversation, for token counts"),
    "reported_tokens": Argument("integer", "Tokens its API last reported (0: unknown)"),
}


def messages_of(call: Call) -> list[dict[str, Any]]:
    """Return the messages of a call: exactly one of ``messages`` and ``transcript`` says which."""
    messages, transcript = call.arguments.get("messages"), call.arguments.get("transcript")
    if messages is not None and transcript is not None:
        raise InvalidInput("messages and transcript exclude each other; give messages")
    if transcript is not None:
        raise InvalidInput("transcript cannot be read yet in this version of offcut; give messages instead")
    if messages is None:
        raise InvalidInput("messages is missing; give the conversation as a list of objects, oldest first")
    return list(messages)


def arguments_beside(call: Call, *taken: str) -> dict[str, Any]:
    """Return the arguments that are passed on as they are: all but the messages and those ``taken``."""
    return {name: value for name, value in call.arguments.items() if name not in ("messages", *taken)}
