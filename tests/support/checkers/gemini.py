"""Rules of Gemini contents (wire formats, 3.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from support.checkers.rules import Raw, Shape, Violation, blocks, canonical

CALL = ("functionCall", "function_call")
RESPONSE = ("functionResponse", "function_response")


def lint(contents: Sequence[Raw]) -> list[Violation]:
    return [
        *(found for index, content in enumerate(contents) for found in _content(index, content)),
        *_turns(contents),
    ]


def masked(content: Raw) -> Raw:
    parts = content.get("parts")
    if not isinstance(parts, list):
        return content
    return {**content, "parts": [_masked_part(part) for part in parts]}


def calls(content: Raw) -> list[str]:
    """Return whole parts: the ``thoughtSignature`` beside a call must come back on exactly that part."""
    return [canonical(part) for part in blocks(content.get("parts")) if _held(part, CALL) is not None]


def text(content: Raw) -> str:
    return "\n".join(str(part["text"]) for part in blocks(content.get("parts")) if "text" in part)


def _masked_part(part: Raw) -> Raw:
    return {key: {**part[key], "response": "*"} if key in RESPONSE else part[key] for key in part}


def _held(part: Raw, keys: tuple[str, str]) -> Raw | None:
    return next((part[key] for key in keys if isinstance(part.get(key), dict)), None)


def _holding(content: Raw, keys: tuple[str, str]) -> list[Raw]:
    return [held for part in blocks(content.get("parts")) if (held := _held(part, keys)) is not None]


def _content(index: int, content: Raw) -> Iterator[Violation]:
    """Yield what is wrong with one content by itself."""
    role = content.get("role")
    if role not in ("user", "model"):
        yield Violation("bad_role", str(role), index)
    if not blocks(content.get("parts")):
        yield Violation("empty_parts", str(role), index)
    if role != "model" and _holding(content, CALL):
        yield Violation("call_in_wrong_role", str(role), index)
    if role == "model" and _holding(content, RESPONSE):
        yield Violation("response_in_wrong_role", str(role), index)
    for response in _holding(content, RESPONSE):
        if not isinstance(response.get("response"), dict):
            yield Violation("bad_response", str(response.get("name")), index)


def _turns(contents: Sequence[Raw]) -> Iterator[Violation]:
    """A turn answers what the turn before called: as many, in the same order. The last may be open."""
    if contents and contents[0].get("role") != "user":
        yield Violation("first_not_user", str(contents[0].get("role")), 0)
    for index, (asking, answering) in enumerate(pairwise([{}, *contents])):
        asked, given = _holding(asking, CALL), _holding(answering, RESPONSE)
        if len(asked) != len(given):
            rule = "orphan_response" if not asked else "response_count"
            yield Violation(rule, _names(asked or given), index)
        elif any(not _agree(call, response) for call, response in zip(asked, given, strict=True)):
            yield Violation("response_order", _names(asked), index)
    for index, (previous, content) in enumerate(pairwise(contents), 1):
        if previous.get("role") == "model" and _holding(content, CALL):
            yield Violation("call_after_model", _names(_holding(content, CALL)), index)


def _agree(call: Raw, response: Raw) -> bool:
    ids = call.get("id"), response.get("id")
    return call.get("name") == response.get("name") and (ids[0] == ids[1] or None in ids)


def _names(held: Sequence[Raw]) -> str:
    return " ".join(f"{one.get('name')}:{one.get('id')}" for one in held)


SHAPE = Shape(
    lint,
    masked,
    calls,
    text,
    is_user=lambda content: content.get("role") == "user" and not _holding(content, RESPONSE),
    is_system=lambda content: False,
)
