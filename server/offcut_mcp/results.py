"""Tool results on the wire: text, structure with a short text, or one sentence about an error."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any

from offcut_mcp.json_text import plain

#: A result in wire form; the low-level server takes it as it is.
WireResult = dict[str, Any]


def complete(**members: Any) -> WireResult:
    """Return a result in wire form; 2026-07-28 wants it to say that it is the final one."""
    return {"resultType": "complete", **members}


def text_result(text: str) -> WireResult:
    """Return a result that is text only."""
    return complete(content=[_text_block(text)], isError=False)


def structured_result(value: Mapping[str, Any], *, text_without: Collection[str]) -> WireResult:
    """Return the whole value as structure, and a compact JSON text of it without its big members.

    Hosts show their model one or the other, never both, so neither may lean on the other.
    """
    short = {name: item for name, item in value.items() if name not in text_without}
    text = json.dumps(short, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return complete(content=[_text_block(text)], structuredContent=dict(value), isError=False)


def error_result(sentence: str) -> WireResult:
    """Return a tool error: the model reads the sentence, the conversation goes on."""
    return complete(content=[_text_block(sentence)], isError=True)


def _text_block(text: str) -> dict[str, str]:
    return {"type": "text", "text": plain(text)}
