"""AgentScope 2.x messages.

One reply of an agent, all its tool rounds, is *one* message: ``tool_call`` blocks and the ``tool_result``
blocks that answer them follow each other in it. Both have a state, and only ``finished`` and ``success``
mean that nothing is left to come. Of a result nothing but ``output`` is ever replaced.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from offcut.conversation import Json, Message, Place, RawMessage, Role, Round, ToolCall, ToolResult
from offcut.formats.contents import (
    block_text,
    blocks_of,
    compact_json,
    has_type,
    is_binary,
    is_json_object,
    read_result,
    readable_leaves,
    replace_text,
    text_or_none,
)

ROLES: dict[str, Role] = {"system": "system", "user": "user", "assistant": "assistant"}
#: Keys of a block that no model reads.
BOOKKEEPING = frozenset({"id", "created_at", "finished_at", "source"})


def role_of(raw: RawMessage) -> Role | None:
    """Return who speaks, or nothing for an unknown role."""
    return ROLES.get(str(raw.get("role")))


def read_message(index: int, raw: RawMessage) -> Message:
    """Return the view of one message; an unknown role reads as ``system``, so it is never touched."""
    role = role_of(raw) or "system"
    blocks = blocks_of(raw.get("content"))
    calls = {at: _call(Place(index, at), b) for at, b in enumerate(blocks) if _is_call(role, b)}
    outputs = {at: b.get("output") for at, b in enumerate(blocks) if _is_result(role, b)}
    results = {at: _result(Place(index, at), blocks[at]) for at in outputs}
    rest = [block for at, block in enumerate(blocks) if at not in calls and at not in results]
    rounds = tuple(_rounds(blocks, calls, results))
    return Message(
        index,
        text_or_none(raw.get("id")),
        role,
        texts=tuple(text for block in rest if (text := block_text(block)) is not None),
        calls=tuple(calls.values()),
        results=tuple(results.values()),
        hidden=tuple(leaf for block in rest for leaf in _hidden(block)),
        images=sum(map(is_binary, rest)) + sum(read_result(output).images for output in outputs.values()),
        split=rounds if len(rounds) > 1 else (),
    )


def replace_result(raw: RawMessage, block: int, text: str) -> RawMessage:
    """Return a copy of the message with another text in the ``tool_result`` at ``block``."""
    blocks = list(blocks_of(raw.get("content")))
    blocks[block] = {**blocks[block], "output": replace_text(blocks[block].get("output"), text)}
    return {**raw, "content": blocks}


def _is_call(role: Role, block: Json) -> bool:
    return role == "assistant" and has_type(block, "tool_call")


def _is_result(role: Role, block: Json) -> bool:
    return role != "system" and has_type(block, "tool_result")


def _call(place: Place, block: dict[str, Json]) -> ToolCall:
    arguments = block.get("input")
    return ToolCall(
        place,
        text_or_none(block.get("id")),
        str(block.get("name") or ""),
        arguments if isinstance(arguments, str) else compact_json(arguments),
        valid=is_json_object(arguments),
        finished=block.get("state") == "finished",
    )


def _result(place: Place, block: dict[str, Json]) -> ToolResult:
    content = read_result(block.get("output"))
    return ToolResult(
        place,
        text_or_none(block.get("id")),
        content.text,
        content.container,
        content.source,
        content.blocks,
        name=str(block.get("name") or ""),
        failed=block.get("state") != "success",
    )


def _hidden(block: Json) -> Iterator[str]:
    """Yield what a block costs without saying it: thinking, hints, and the strings of unknown blocks."""
    if isinstance(block, dict) and block_text(block) is None and not is_binary(block):
        yield from readable_leaves({key: item for key, item in block.items() if key not in BOOKKEEPING})


def _rounds(
    blocks: Sequence[Json], calls: dict[int, ToolCall], results: dict[int, ToolResult]
) -> Iterator[Round]:
    """Yield the rounds of a message: one ends where a result follows what was said or called."""
    round = Round()
    for at, block in enumerate(blocks):
        if at in results:
            if round.texts or round.calls:
                yield round
                round = Round()
            round = replace(round, results=(*round.results, results[at]))
        elif at in calls:
            round = replace(round, calls=(*round.calls, calls[at]))
        elif (text := block_text(block)) is not None:
            round = replace(round, texts=(*round.texts, text))
    yield round
