"""Rules of AgentScope 2.x messages (wire formats, 3.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from support.checkers.rules import Raw, Shape, Violation, blocks, canonical, pairing_violations

#: The block types that each role may hold.
ALLOWED = {
    "user": {"text", "data"},
    "system": {"text"},
    "assistant": {"text", "thinking", "hint", "tool_call", "tool_result", "data"},
}
CALL_STATES = ("pending", "asking", "allowed", "submitted", "finished")
RESULT_STATES = ("running", "success", "error", "interrupted", "denied")


def lint(messages: Sequence[Raw]) -> list[Violation]:
    return [
        *(found for index, message in enumerate(messages) for found in _message(index, message)),
        *_pairs(messages),
        *_ids(messages),
    ]


def masked(message: Raw) -> Raw:
    content = message.get("content")
    if not isinstance(content, list):
        return message
    return {**message, "content": [{**b, "output": "*"} if _is(b, "tool_result") else b for b in content]}


def calls(message: Raw) -> list[str]:
    return [canonical(block) for block in blocks(message.get("content")) if _is(block, "tool_call")]


def text(message: Raw) -> str:
    return "\n".join(str(b.get("text", "")) for b in blocks(message.get("content")) if _is(b, "text"))


def _is(block: Raw, type: str) -> bool:
    return block.get("type") == type


def _message(index: int, message: Raw) -> Iterator[Violation]:
    """Yield what is wrong with one message by itself."""
    role = str(message.get("role"))
    if role not in ALLOWED:
        yield Violation("bad_role", role, index)
    if not isinstance(message.get("content"), list):
        yield Violation("bad_content", str(message.get("id")), index)
    for block in blocks(message.get("content")):
        type, id = str(block.get("type")), str(block.get("id"))
        if type not in ALLOWED.get(role, ALLOWED["assistant"]):
            yield Violation("block_in_wrong_role", f"{role} {type}", index)
        if type == "tool_call":
            if not isinstance(block.get("input"), str):
                yield Violation("input_not_string", id, index)
            if block.get("state") not in CALL_STATES:
                yield Violation("bad_state", id, index)
        if type == "tool_result":
            if not isinstance(block.get("output"), str | list):
                yield Violation("bad_output", id, index)
            if block.get("state") not in RESULT_STATES:
                yield Violation("bad_state", id, index)


def _pairs(messages: Sequence[Raw]) -> Iterator[Violation]:
    """Only a finished call must have its result; the tool's name is the same on both."""
    placed = enumerate(block for message in messages for block in blocks(message.get("content")))
    tools = [(at, block) for at, block in placed if block.get("type") in ("tool_call", "tool_result")]
    made = [(str(b.get("id")), at, b.get("state") != "finished") for at, b in tools if _is(b, "tool_call")]
    yield from pairing_violations(made, [(str(b.get("id")), at) for at, b in tools if _is(b, "tool_result")])
    names: dict[str, str] = {}
    for at, block in tools:
        id, name = str(block.get("id")), str(block.get("name"))
        if _is(block, "tool_call"):
            names[id] = name
        elif names.get(id, name) != name:
            yield Violation("wrong_name", id, at)


def _ids(messages: Sequence[Raw]) -> Iterator[Violation]:
    times = Counter(str(message["id"]) for message in messages if message.get("id"))
    yield from (Violation("duplicate_message_id", id, -1) for id, count in times.items() if count > 1)


SHAPE = Shape(
    lint,
    masked,
    calls,
    text,
    is_user=lambda message: message.get("role") == "user",
    is_system=lambda message: message.get("role") == "system",
)
