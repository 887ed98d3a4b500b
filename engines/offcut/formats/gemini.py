"""Gemini contents.

Calls are ``functionCall`` parts of a model turn, answered by as many ``functionResponse`` parts of the
next turn, which is the user's, or, in older clients, one of the role ``function`` (some write ``tool``);
where they name no id, they pair by order. Parts are read in camel case and in snake
case, and what is written back keeps the case it had. Everything beside a call in its part
(``thoughtSignature``) stays there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from offcut.conversation import Json, Message, Place, RawMessage, Role, ToolCall, ToolResult
from offcut.formats.contents import blocks_of, compact_json, readable_leaves, text_or_none

#: A content without a role is the user's. A turn of the tool's is never the user's, whatever text is in it.
ROLES: dict[str, Role] = {
    "None": "user",
    "user": "user",
    "model": "assistant",
    "function": "tool",
    "tool": "tool",
}
CALL = "functionCall", "function_call"
RESPONSE = "functionResponse", "function_response"
BINARY = "inlineData", "inline_data", "fileData", "file_data"
#: Keys under which a response can be one text.
TEXT_KEYS = "output", "result"

Container = Literal["text", "object", "empty"]


def role_of(raw: RawMessage) -> Role | None:
    """Return who speaks, or nothing for an unknown role."""
    return ROLES.get(str(raw.get("role")))


def read_message(index: int, raw: RawMessage) -> Message:
    """Return the view of one content; an unknown role reads as ``system``, so it is never touched."""
    role = role_of(raw) or "system"
    parts = blocks_of(raw.get("parts"))
    calls = _holding(parts, CALL) if role == "assistant" else {}
    answers = _holding(parts, RESPONSE) if role in ("user", "tool") else {}
    taken = calls.keys() | answers.keys()
    rest = [part for at, part in enumerate(parts) if at not in taken]
    return Message(
        index,
        text_or_none(raw.get("id")),
        role,
        texts=tuple(text for part in rest if (text := _spoken(part)) is not None),
        calls=tuple(_call(Place(index, at), call) for at, call in calls.items()),
        results=tuple(_result(Place(index, at), response) for at, response in answers.items()),
        hidden=tuple(leaf for part in rest for leaf in _hidden(part)),
        images=sum(map(_is_binary, rest)) + sum(_images(response) for response in answers.values()),
    )


def replace_result(raw: RawMessage, block: int, text: str) -> RawMessage:
    """Return a copy of the content whose ``functionResponse`` at ``block`` answers ``text``.

    Pictures stand beside ``response``, in the parts of the function response, and stay.
    """
    parts = list(blocks_of(raw.get("parts")))
    key = next(key for key in RESPONSE if isinstance(parts[block].get(key), dict))
    parts[block] = {**parts[block], key: {**parts[block][key], "response": {"output": text}}}
    return {**raw, "parts": parts}


def _holding(parts: Sequence[Json], keys: tuple[str, str]) -> dict[int, dict[str, Json]]:
    """Return the objects that parts hold under one of two spellings, by the number of the part."""
    return {
        at: part[key]
        for at, part in enumerate(parts)
        for key in keys
        if isinstance(part, dict) and isinstance(part.get(key), dict)
    }


def _call(place: Place, call: dict[str, Json]) -> ToolCall:
    arguments = call.get("args", {})
    return ToolCall(
        place,
        text_or_none(call.get("id")),
        str(call.get("name") or ""),
        compact_json(arguments),
        valid=isinstance(arguments, dict),
    )


def _result(place: Place, answer: dict[str, Json]) -> ToolResult:
    response = answer.get("response")
    container, text = _read_response(response)
    id = text_or_none(answer.get("id"))
    return ToolResult(
        place,
        id,
        text,
        container,
        text,
        name=str(answer.get("name") or ""),
        failed=isinstance(response, dict) and bool(response.get("error")),
        by_order=id is None,
    )


def _read_response(response: Json) -> tuple[Container, str]:
    """Return what a response is read as: its one text, else its JSON; nothing where there is nothing."""
    if not isinstance(response, dict) or not response:
        return "empty", "" if not response else compact_json(response)
    (key, value), *more = response.items()
    if not more and key in TEXT_KEYS and isinstance(value, str):
        return "text", value
    return "object", compact_json(response)


def _spoken(part: Json) -> str | None:
    text = part.get("text") if isinstance(part, dict) and not part.get("thought") else part
    return text if isinstance(text, str) else None


def _hidden(part: Json) -> Iterator[str]:
    """Yield what a part costs without saying it: thoughts, code that ran at the provider, unknown parts."""
    if _spoken(part) is None and not _is_binary(part):
        yield from readable_leaves(part)


def _is_binary(part: Json) -> bool:
    return isinstance(part, dict) and any(key in part for key in BINARY)


def _images(answer: dict[str, Json]) -> int:
    return sum(map(_is_binary, blocks_of(answer.get("parts"))))
