"""Anthropic Messages.

Calls are ``tool_use`` blocks of an assistant message, answered by ``tool_result`` blocks of the next
user message. Blocks of tools that the provider runs itself (``server_tool_use``, ``mcp_tool_use`` and
their results) are complete and partly encrypted: they are left alone.
"""

from __future__ import annotations

from offcut.conversation import Json, Message, Place, RawMessage, Role, ToolCall, ToolResult
from offcut.formats.contents import (
    block_text,
    blocks_of,
    compact_json,
    has_type,
    id_or_none,
    is_binary,
    read_result,
    readable_leaves,
    replace_text,
    text_or_none,
)

ROLES: dict[str, Role] = {"system": "system", "user": "user", "assistant": "assistant"}


def role_of(raw: RawMessage) -> Role | None:
    """Return who speaks, or nothing for an unknown role."""
    return ROLES.get(str(raw.get("role")))


def read_message(index: int, raw: RawMessage) -> Message:
    """Return the view of one message; an unknown role reads as ``system``, so it is never touched."""
    role = role_of(raw) or "system"
    blocks = blocks_of(raw.get("content"))
    uses = [(at, b) for at, b in enumerate(blocks) if role == "assistant" and has_type(b, "tool_use")]
    answers = [(at, b) for at, b in enumerate(blocks) if role == "user" and has_type(b, "tool_result")]
    taken = {at for at, _ in (*uses, *answers)}
    rest = [block for at, block in enumerate(blocks) if at not in taken]
    results = [_result(Place(index, at), block) for at, block in answers]
    return Message(
        index,
        text_or_none(raw.get("id")),
        role,
        texts=tuple(text for block in rest if (text := block_text(block)) is not None),
        calls=tuple(_call(Place(index, at), block) for at, block in uses),
        results=tuple(result for result, _ in results),
        hidden=tuple(leaf for block in rest if _is_hidden(block) for leaf in readable_leaves(block)),
        images=sum(map(is_binary, rest)) + sum(images for _, images in results),
    )


def replace_result(raw: RawMessage, block: int, text: str) -> RawMessage:
    """Return a copy of the message with another text in the ``tool_result`` at ``block``."""
    blocks = list(blocks_of(raw.get("content")))
    blocks[block] = {**blocks[block], "content": replace_text(blocks[block].get("content"), text)}
    return {**raw, "content": blocks}


def _is_hidden(block: Json) -> bool:
    return block_text(block) is None and not is_binary(block)


def _call(place: Place, block: dict[str, Json]) -> ToolCall:
    arguments = block.get("input")
    text = arguments if isinstance(arguments, str) else compact_json(arguments)
    return ToolCall(
        place,
        id_or_none(block.get("id")),
        str(block.get("name") or ""),
        text,
        valid=isinstance(arguments, dict),
    )


def _result(place: Place, block: dict[str, Json]) -> tuple[ToolResult, int]:
    content = read_result(block.get("content"))
    result = ToolResult(
        place,
        id_or_none(block.get("tool_use_id")),
        content.text,
        content.container,
        content.source,
        content.blocks,
        failed=bool(block.get("is_error")),
    )
    return result, content.images
