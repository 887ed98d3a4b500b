"""Setting cache markers on copies of messages, and taking them off.

A marker is looked for where a provider reads one: on a message, on the parts of its content, and on the
parts of a tool result inside it. What a tool was called with may hold the same word and is never touched.
"""

from __future__ import annotations

from typing import Literal

from offcut.conversation import Json, RawMessage

Ttl = Literal["5m", "1h"]
MARKER = "cache_control"


def marker(ttl: Ttl) -> dict[str, str]:
    """Return a marker (H-60): five minutes are what a provider takes it for if it says nothing else."""
    return {"type": "ephemeral"} if ttl == "5m" else {"type": "ephemeral", "ttl": ttl}


def marked(message: RawMessage, part: int | None, ttl: Ttl) -> RawMessage:
    """Return a copy with a marker on a part of its content, or on itself; a string becomes one text part."""
    if part is None:
        return {**message, MARKER: marker(ttl)}
    content = message["content"]
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else list(content)
    parts[part] = {**parts[part], MARKER: marker(ttl)}
    return {**message, "content": parts}


def unmarked(message: RawMessage) -> RawMessage:
    """Return a copy without markers; a message that has none is the same object."""
    content = message.get("content")
    bare = _bare_parts(content)
    if MARKER not in message and bare is content:
        return message
    kept = {name: value for name, value in message.items() if name != MARKER}
    return {**kept, "content": bare} if "content" in message else kept


def _bare_parts(content: Json) -> Json:
    """Return a content whose parts have no markers; one without any is the same object."""
    if not isinstance(content, list):
        return content
    bare = [_bare(part) for part in content]
    return content if all(a is b for a, b in zip(content, bare, strict=True)) else bare


def _bare(part: Json) -> Json:
    if not isinstance(part, dict):
        return part
    return unmarked(part) if part.get("type") == "tool_result" or MARKER in part else part
