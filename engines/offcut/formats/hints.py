"""Hints at a format: what the others leave out by custom, for lists whose signs fit several.

A hint never speaks against a sign. It matters because what a pass inserts differs: AgentScope wants a
message with a name and an id where Chat wants two keys, and Responses wants ``output_text``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from offcut.conversation import Json, RawMessage
from offcut.formats.signs import AGENTSCOPE, ANTHROPIC, CHAT, Sign

#: Blocks that hold their bytes or address under ``source``, in Anthropic's way.
WITH_SOURCE = frozenset({"image", "document", "audio", "video"})
OF_CHAT = frozenset({"image_url", "input_audio", "file"})
TIMES = frozenset({"created_at", "timestamp"})


def hints(message: RawMessage) -> Iterator[Sign]:
    """Yield each hint in one message."""
    content = message.get("content")
    for block in content if isinstance(content, list) else []:
        if isinstance(block, dict):
            yield from _hints_of_block(block)


def hints_of_all(messages: Sequence[RawMessage]) -> Iterator[Sign]:
    """Yield what only the whole list can hint at: AgentScope gives every message a name and an id.

    So may a Chat host. Where such messages hold strings and not blocks, both are possible.
    """
    if not messages or not all(_has_text(raw, "name") and _has_text(raw, "id") for raw in messages):
        return
    yield (AGENTSCOPE,), 'and all others have "name" and "id"'
    if not any(map(_is_dumped, messages)):
        yield (CHAT,), "and all others hold text without blocks"


def _hints_of_block(block: dict[str, Json]) -> Iterator[Sign]:
    type = block.get("type")
    if type == "text":
        yield (CHAT, ANTHROPIC, AGENTSCOPE), 'has a "text" block'
    if type in WITH_SOURCE and isinstance(block.get("source"), dict):
        yield (ANTHROPIC, AGENTSCOPE), f'has a "{type}" block with a source'
    if type in OF_CHAT and type in block:
        yield (CHAT,), f'has a "{type}" block'
    if "citations" in block:
        yield (ANTHROPIC,), "has a block with citations"
    if "cache_control" in block:
        yield (CHAT, ANTHROPIC), "has a block with cache_control"


def _is_dumped(message: RawMessage) -> bool:
    """Tell whether a message looks as AgentScope writes it: blocks, or metadata and a time beside a text."""
    kept = "metadata" in message and bool(message.keys() & TIMES)
    return isinstance(message.get("content"), list) or kept


def _has_text(message: RawMessage, key: str) -> bool:
    return isinstance(message.get(key), str) and bool(message[key])
