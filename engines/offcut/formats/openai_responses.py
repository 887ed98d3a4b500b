"""OpenAI Responses items.

A list is made of items, each of which reads as one message: a ``message`` (its ``type`` may be missing),
a call, an output that answers it by ``call_id`` (never by ``id``), or a ``reasoning`` item, which stays
or goes with the item after it. Calls that the service runs itself (``mcp_call``, ``web_search_call``, …)
hold their own result and are left alone, as are the service's own summary and references to stored items.
"""

from __future__ import annotations

from collections.abc import Iterator

from offcut.conversation import Json, Message, Place, RawMessage, Role, ToolCall, ToolResult
from offcut.formats.contents import (
    block_text,
    blocks_of,
    compact_json,
    is_binary,
    is_json_object,
    read_result,
    readable_leaves,
    replace_text,
    text_or_none,
)

ROLES: dict[str, Role] = {"system": "system", "developer": "system", "user": "user", "assistant": "assistant"}
#: Calls, by item type: the tool's name where the item has none, and the key of what is asked for.
CALLS: dict[str, tuple[str, str]] = {
    "function_call": ("", "arguments"),
    "custom_tool_call": ("", "input"),
    "local_shell_call": ("local_shell", "action"),
    "shell_call": ("shell", "action"),
    "apply_patch_call": ("apply_patch", "operation"),
    "computer_call": ("computer", "action"),
}
OUTPUTS = frozenset(f"{call}_output" for call in CALLS)
#: Complete in one item: the service ran them.
HOSTED = frozenset(
    {"mcp_call", "mcp_list_tools", "web_search_call", "file_search_call"}
    | {"code_interpreter_call", "image_generation_call"}
)
#: Neither said nor called by anybody in this list: they read as ``system``, so that nothing touches them.
OPAQUE_ITEMS = frozenset({"compaction", "item_reference"})
ITEMS = frozenset(CALLS) | OUTPUTS | HOSTED | OPAQUE_ITEMS | {"reasoning"}
UNFINISHED = frozenset({"in_progress", "incomplete"})
#: Keys of an item that no model reads.
BOOKKEEPING = frozenset({"id", "call_id", "status", "result"})


def role_of(raw: RawMessage) -> Role | None:
    """Return who speaks, or nothing for an unknown role or item type."""
    type = _type(raw)
    if type == "message":
        return ROLES.get(str(raw.get("role")))
    if type in OUTPUTS:
        return "tool"
    if type in OPAQUE_ITEMS:
        return "system"
    return "assistant" if type in ITEMS else None


def read_message(index: int, raw: RawMessage) -> Message:
    """Return the view of one item; an unknown one reads as ``system``, so it is never touched."""
    role, type = role_of(raw) or "system", _type(raw)
    id = text_or_none(raw.get("id"))
    if type in CALLS:
        return Message(index, id, role, calls=(_call(Place(index), raw),))
    if type in OUTPUTS:
        result, images = _result(Place(index), raw)
        hidden = () if result.text else tuple(readable_leaves(raw.get("output")))
        return Message(index, id, role, results=(result,), hidden=hidden, images=images)
    if type != "message":
        pictures = int(type == "image_generation_call")
        return Message(
            index, id, role, hidden=tuple(_leaves(raw)), images=pictures, glued=type == "reasoning"
        )
    blocks = blocks_of(raw.get("content"))
    texts = tuple(text for block in blocks if (text := _spoken(block)) is not None)
    unknown = [b for b in blocks if _spoken(b) is None and not is_binary(b)]
    hidden = tuple(leaf for block in unknown for leaf in readable_leaves(block))
    return Message(index, id, role, texts, hidden=hidden, images=sum(map(is_binary, blocks)))


def replace_result(raw: RawMessage, block: int, text: str) -> RawMessage:
    """Return a copy of an output item with another text."""
    return {**raw, "output": replace_text(raw.get("output"), text)}


def _type(raw: RawMessage) -> str:
    type = raw.get("type")
    return "message" if type is None else str(type)


def _call(place: Place, raw: RawMessage) -> ToolCall:
    """Return a call; tools of an MCP server have its name before their own, as hosts show them."""
    name, key = CALLS[_type(raw)]
    asked = raw.get(key, raw.get(f"{key}s"))  # newer computer calls hold several actions
    own = "__".join(str(raw[part]) for part in ("namespace", "name") if raw.get(part))
    return ToolCall(
        place,
        text_or_none(raw.get("call_id")),
        own or name,
        asked if isinstance(asked, str) else compact_json(asked),
        valid=_type(raw) != "function_call" or is_json_object(asked),
        finished=_status(raw) not in UNFINISHED,
    )


def _status(raw: RawMessage) -> str | None:
    return text_or_none(raw.get("status"))


def _result(place: Place, raw: RawMessage) -> tuple[ToolResult, int]:
    output = raw.get("output")
    content = read_result(output)
    result = ToolResult(
        place,
        text_or_none(raw.get("call_id")),
        content.text,
        content.container,
        content.source,
        content.blocks,
        name=text_or_none(raw.get("name")),
        failed=_status(raw) in UNFINISHED | {"failed"},
    )
    return result, content.images + is_binary(output)


def _spoken(block: Json) -> str | None:
    refusal = block.get("refusal") if isinstance(block, dict) else None
    return refusal if isinstance(refusal, str) else block_text(block)


def _leaves(raw: RawMessage) -> Iterator[str]:
    return readable_leaves({key: item for key, item in raw.items() if key not in BOOKKEEPING})
