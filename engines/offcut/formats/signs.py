"""Signs of a format in one message: what only one format has, or only some of them, or one that is not read.

A sign decides: two that exclude each other are an error.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from offcut.conversation import FormatName, Json, RawMessage
from offcut.formats.openai_responses import ITEMS

KNOWN: tuple[FormatName, ...] = get_args(FormatName)
CHAT, RESPONSES, ANTHROPIC, AGENTSCOPE, GEMINI = KNOWN
#: What a sign leaves, and what was seen.
Sign = tuple[tuple[str, ...], str]

BLOCKS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("tool_use", "redacted_thinking", "server_tool_use"), (ANTHROPIC,)),
    **dict.fromkeys(("mcp_tool_use", "mcp_tool_result", "web_search_tool_result"), (ANTHROPIC,)),
    **dict.fromkeys(("search_result", "container_upload"), (ANTHROPIC,)),
    "thinking": (ANTHROPIC, AGENTSCOPE),
    **dict.fromkeys(("tool_call", "hint", "data"), (AGENTSCOPE,)),
    **dict.fromkeys(("input_text", "output_text", "input_image"), (RESPONSES,)),
    "toolCall": ("pi session entries",),
}
ANSWER_KEYS = frozenset({"tool_call_id", "tool_call_ids"})
#: What every AgentScope message has, with or without tool blocks.
AGENTSCOPE_KEYS = frozenset({"created_at", "finished_reason", "metadata"})
#: Keys that stand in place of content where a shape is not read, with the name shown to the user.
FOREIGN_KEYS = {
    "action": "agent events",
    "observation": "agent events",
    "message": "rows of a session file",
    "payload": "rows of a session file",
}


def signs(message: RawMessage) -> Iterator[Sign]:
    """Yield each sign in one message."""
    role, type = message.get("role"), message.get("type")
    if not role and isinstance(type, str) and type in ITEMS:
        yield (RESPONSES,), f'is a "{type}" item'
        return
    yield from _signs_of_keys(message)
    if role == "developer":
        yield (CHAT, RESPONSES), 'has the role "developer"'
    if not _has_parts(message) and (role == "function" or (role == "tool" and message.keys() & ANSWER_KEYS)):
        yield (CHAT,), f'has the role "{role}"'
    if role and type == "message":
        yield (RESPONSES, ANTHROPIC), 'has the type "message"'
    yield from _signs_of_blocks(message.get("content"))


def _has_parts(message: RawMessage) -> bool:
    return isinstance(message.get("parts"), list) and "content" not in message


def _signs_of_keys(message: RawMessage) -> Iterator[Sign]:
    calls, function = message.get("tool_calls"), message.get("function")
    if isinstance(calls, list) and calls:
        yield _sign_of_calls(calls)
    elif isinstance(message.get("action"), str) and isinstance(message.get("thought"), str):
        yield ("SWE-agent turns with actions as text",), 'has "thought" and "action" and no tool_calls'
    if message.get("role") == "tool" and isinstance(function, str):
        yield ("inspect_ai messages",), f'answers the function "{function[:40]}"'
    if isinstance(message.get("function_call"), dict):
        yield (CHAT,), "has function_call"
    if _has_parts(message):
        yield _sign_of_parts(message["parts"])
    if message.keys() >= AGENTSCOPE_KEYS:
        yield (AGENTSCOPE,), f"has the keys {', '.join(sorted(AGENTSCOPE_KEYS))}"
    if "role" not in message:
        for key in filter(message.__contains__, FOREIGN_KEYS):
            yield (FOREIGN_KEYS[key],), f'has "{key}" and no role'


def _sign_of_calls(calls: list[Json]) -> Sign:
    first = calls[0] if isinstance(calls[0], dict) else {}
    function = first.get("function")
    if isinstance(function, str):
        return ("inspect_ai messages",), f'has tool_calls whose function is the string "{function[:40]}"'
    return (CHAT,), "has tool_calls"


def _sign_of_parts(parts: list[Json]) -> Sign:
    for part in parts:
        for key in ("type", "kind"):
            if isinstance(part, dict) and key in part:
                return ("messages of a user interface",), f'has parts with a "{key}"'
    return (GEMINI,), 'has "parts" in place of content'


def _signs_of_blocks(content: Json) -> Iterator[Sign]:
    for block in content if isinstance(content, list) else []:
        type = block.get("type") if isinstance(block, dict) else None
        if type == "tool_result":
            own = "tool_use_id" not in block and "output" in block
            yield (AGENTSCOPE if own else ANTHROPIC,), f'has a "{type}" block' + " with an output" * own
        elif isinstance(type, str) and type in BLOCKS:
            yield BLOCKS[type], f'has a "{type}" block'
