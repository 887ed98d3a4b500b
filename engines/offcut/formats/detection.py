"""Telling the format of a message list from its shape, never from one key.

A sign is something that only one format has. A list without any sign holds no tool calls, so every
format would give the same (no) edits and the first one is taken. Signs of two formats, or of one that
is not read, are an error that names the places.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from offcut.conversation import FormatName, Json, RawMessage
from offcut.errors import UnknownFormat

ANTHROPIC_BLOCKS = frozenset({"tool_use", "tool_result", "thinking", "redacted_thinking", "server_tool_use"})
ANSWER_KEYS = frozenset({"tool_call_id", "tool_call_ids"})
#: Signs of formats that are not read, with the name shown to the user.
FOREIGN_BLOCKS = {"tool_call": "AgentScope blocks", "toolCall": "pi session entries"}
FOREIGN_KEYS = {"parts": "Gemini contents", "action": "agent events"}
RESPONSES_ITEMS = "function_call", "function_call_output", "reasoning", "custom_tool_call", "compaction"


def detect(messages: Sequence[RawMessage]) -> FormatName:
    """Return the one format that the messages can be. Raises ``UnknownFormat`` naming what was seen."""
    seen: dict[str, str] = {}
    for index, message in enumerate(messages):
        for sign, what in _signs(message):
            seen.setdefault(sign, f"messages[{index}] {what}")
        if len(seen) > 1:
            break
    match list(seen):
        case []:
            return "openai-chat"
        case ["openai-chat"]:
            return "openai-chat"
        case ["anthropic"]:
            return "anthropic"
        case [other]:
            raise UnknownFormat(
                f"{seen[other]}, which looks like {other}; offcut reads openai-chat and anthropic"
            )
    places = " but ".join(f"{what} ({sign})" for sign, what in seen.items())
    raise UnknownFormat(f"the messages fit more than one format: {places}; name it in `format`")


def _signs(message: RawMessage) -> Iterator[tuple[str, str]]:
    """Yield (format, what was seen) for each sign in one message."""
    role = message.get("role")
    calls = message.get("tool_calls")
    if isinstance(calls, list) and calls:
        yield _sign_of_calls(calls)
    if isinstance(message.get("function_call"), dict):
        yield "openai-chat", "has function_call"
    if role in ("developer", "function") or (role == "tool" and message.keys() & ANSWER_KEYS):
        yield "openai-chat", f'has the role "{role}"'
    if not role and message.get("type") in RESPONSES_ITEMS:
        yield "OpenAI Responses items", f'is a "{message["type"]}" item'
    for key, name in FOREIGN_KEYS.items():
        if key in message and "content" not in message:
            yield name, f'has "{key}" in place of content'
    yield from _signs_of_blocks(message.get("content"))


def _sign_of_calls(calls: list[Json]) -> tuple[str, str]:
    first = calls[0] if isinstance(calls[0], dict) else {}
    function = first.get("function")
    if isinstance(function, str):
        return "inspect_ai messages", f'has tool_calls whose function is the string "{function[:40]}"'
    return "openai-chat", "has tool_calls"


def _signs_of_blocks(content: Json) -> Iterator[tuple[str, str]]:
    for block in content if isinstance(content, list) else []:
        type = block.get("type") if isinstance(block, dict) else None
        if not isinstance(type, str):
            continue
        if type == "tool_result" and "tool_use_id" not in block and "output" in block:
            yield "AgentScope blocks", f'has a "{type}" block with an output'
        elif type in ANTHROPIC_BLOCKS:
            yield "anthropic", f'has a "{type}" block'
        elif type in FOREIGN_BLOCKS:
            yield FOREIGN_BLOCKS[type], f'has a "{type}" block'
