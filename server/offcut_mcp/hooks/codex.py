"""Codex: the shapes of tool responses, and the one answer that replaces them all by a text."""

from __future__ import annotations

import json
import re
from typing import Any

from offcut_mcp.hooks.event import Event
from offcut_mcp.hooks.outputs import Answer, Output

#: What stands before a shell's output in some versions: its exit code, and that something was cut.
_HEADER = re.compile(
    r"(?:(?:Chunk ID|Wall time|Process exited with code|Process running with session ID|Exit code"
    r"|Original token count|Total output lines|Warning: truncated output|\.\.\. \d+ bytes omitted)\b"
    r"[^\n]{0,200}\n){1,8}(?:Output:\n|\n)?"
)


def output_of(event: Event) -> Output | None:
    """Return what may be replaced in a tool's response, or nothing where the shape is not known."""
    response = event.response
    if isinstance(response, str):
        header = _HEADER.match(response)
        return Output(response, len(response), _answer, kept=header.end() if header else 0)
    return _of_result(response) if isinstance(response, dict) else None


def _of_result(result: dict[str, Any]) -> Output | None:
    """Read a ``CallToolResult``: the model sees its structure, else its text. Errors stay whole."""
    content = result.get("content")
    if result.get("isError") or not isinstance(content, list):
        return None
    structure = result.get("structuredContent")
    if structure is not None:
        text = json.dumps(structure, ensure_ascii=False, separators=(",", ":"))
    elif all(_is_text(block) for block in content):
        text = "\n".join(block["text"] for block in content)
    else:
        return None  # the answer is one text, and a picture would be lost
    return Output(text, len(text), _answer, blocks=result)


def _is_text(block: Any) -> bool:
    return isinstance(block, dict) and block.get("type") == "text" and isinstance(block.get("text"), str)


def _answer(shown: str) -> Answer:
    return {"decision": "block", "reason": shown}
