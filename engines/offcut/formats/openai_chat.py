"""OpenAI Chat Completions messages.

Calls stand in ``assistant.tool_calls[]`` and are answered by ``role: "tool"`` messages; the older
``function_call`` and ``role: "function"`` are read too. There is no error flag: an error is only text.
"""

from __future__ import annotations

from collections.abc import Iterator

from offcut.conversation import Json, Message, Place, RawMessage, Role, ToolCall, ToolResult
from offcut.formats.contents import (
    block_text,
    blocks_of,
    id_or_none,
    is_binary,
    is_json_object,
    read_result,
    readable_leaves,
    replace_text,
    text_or_none,
)

ROLES: dict[str, Role] = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
    "function": "tool",
}
#: Provider fields that hold the thinking of an assistant message.
REASONING = ("reasoning", "reasoning_content")


def role_of(raw: RawMessage) -> Role | None:
    """Return who speaks, or nothing for an unknown role."""
    return ROLES.get(str(raw.get("role")))


def read_message(index: int, raw: RawMessage) -> Message:
    """Return the view of one chat message; an unknown role reads as ``system``, so it is never touched."""
    role = role_of(raw) or "system"
    id = text_or_none(raw.get("id"))
    if role == "tool":
        result, images = _result(index, raw)
        return Message(index, id, role, results=(result,), images=images)
    blocks = blocks_of(raw.get("content"))
    texts = tuple(text for block in blocks if (text := _spoken(block)) is not None)
    unknown = [b for b in blocks if _spoken(b) is None and not is_binary(b)]
    hidden = tuple(leaf for block in unknown for leaf in readable_leaves(block))
    hidden += tuple(str(raw[key]) for key in REASONING if isinstance(raw.get(key), str))
    calls = tuple(_calls(index, raw)) if role == "assistant" else ()
    return Message(index, id, role, texts, calls, hidden=hidden, images=sum(map(is_binary, blocks)))


def replace_result(raw: RawMessage, block: int, text: str) -> RawMessage:
    """Return a copy of a tool message with another text."""
    return {**raw, "content": replace_text(raw.get("content"), text)}


def _spoken(block: Json) -> str | None:
    refusal = block.get("refusal") if isinstance(block, dict) else None
    return refusal if isinstance(refusal, str) else block_text(block)


def _calls(index: int, raw: RawMessage) -> Iterator[ToolCall]:
    calls = raw.get("tool_calls")
    listed = calls if isinstance(calls, list) else []
    for at, call in enumerate(listed):
        yield _call(Place(index, at), call if isinstance(call, dict) else {})
    if isinstance(function := raw.get("function_call"), dict):
        yield _function(Place(index, len(listed)), None, function)


def _call(place: Place, call: dict[str, Json]) -> ToolCall:
    id = id_or_none(call.get("id"))
    custom = call.get("custom")
    if call.get("type") == "custom" and isinstance(custom, dict):
        return ToolCall(place, id, str(custom.get("name") or ""), str(custom.get("input") or ""))
    function = call.get("function")
    return _function(place, id, function if isinstance(function, dict) else {})


def _function(place: Place, id: str | None, function: dict[str, Json]) -> ToolCall:
    arguments = function.get("arguments")
    text = arguments if isinstance(arguments, str) else ""
    return ToolCall(place, id, str(function.get("name") or ""), text, valid=is_json_object(arguments))


def _answered(raw: RawMessage) -> str | None:
    """Return the id of the answered call; SWE-agent writes a list of one in place of ``tool_call_id``."""
    several = raw.get("tool_call_ids")
    only = several[0] if isinstance(several, list) and len(several) == 1 else None
    return id_or_none(raw.get("tool_call_id", only))


def _result(index: int, raw: RawMessage) -> tuple[ToolResult, int]:
    content = read_result(raw.get("content"))
    result = ToolResult(
        Place(index),
        _answered(raw),
        content.text,
        content.container,
        content.source,
        content.blocks,
        name=text_or_none(raw.get("name")),
    )
    return result, content.images
