"""Rules of OpenAI Responses items (wire formats, 3.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from support.checkers.rules import Raw, Shape, Violation, blocks, canonical, pairing_violations

CALLS = frozenset(
    {"function_call", "custom_tool_call", "local_shell_call", "shell_call"}
    | {"apply_patch_call", "computer_call"}
)
ROLES = ("user", "assistant", "system", "developer")
#: Answered in the item itself, or never.
WHOLE = frozenset(
    {"mcp_call", "mcp_list_tools", "web_search_call", "file_search_call", "code_interpreter_call"}
    | {"image_generation_call", "compaction", "item_reference"}
)


def lint(items: Sequence[Raw]) -> list[Violation]:
    return [
        *(found for index, item in enumerate(items) for found in _item(index, item)),
        *_pairs(items),
        *_reasoning(items),
    ]


def masked(item: Raw) -> Raw:
    return {**item, "output": "*"} if _type(item).endswith("_output") else item


def calls(item: Raw) -> list[str]:
    return [canonical(item)] if _type(item) in CALLS else []


def text(item: Raw) -> str:
    content = item.get("content")
    if isinstance(content, str):
        return content
    return "\n".join(str(block.get("text", "")) for block in blocks(content))


def _type(item: Raw) -> str:
    return str(item.get("type") or "message")


def _item(index: int, item: Raw) -> Iterator[Violation]:
    """Yield what is wrong with one item by itself."""
    type = _type(item)
    if type == "message":
        if item.get("role") not in ROLES:
            yield Violation("bad_role", str(item.get("role")), index)
        if not isinstance(item.get("content"), str | list):
            yield Violation("bad_content", str(item.get("role")), index)
    elif type.removesuffix("_output") in CALLS:
        if not isinstance(item.get("call_id"), str):
            yield Violation("missing_call_id", type, index)
        if type.endswith("_output") and not isinstance(item.get("output"), str | list | dict):
            yield Violation("bad_output", str(item.get("call_id")), index)
        if type == "function_call" and not isinstance(item.get("arguments"), str):
            yield Violation("arguments_not_string", str(item.get("call_id")), index)
    elif type != "reasoning" and type not in WHOLE:
        yield Violation("bad_item", type, index)


def _pairs(items: Sequence[Raw]) -> Iterator[Violation]:
    """Call and output need not touch, but each call has one; those of the last turn may be running."""
    spoken = [i for i, item in enumerate(items) if _type(item) == "message"]
    last = max(spoken, default=-1)
    made = [(str(item.get("call_id")), i, i > last) for i, item in enumerate(items) if _type(item) in CALLS]
    kinds = [(i, item) for i, item in enumerate(items) if _type(item).removesuffix("_output") in CALLS]
    given = [(str(item.get("call_id")), i) for i, item in kinds if _type(item).endswith("_output")]
    yield from pairing_violations(made, given)
    asked: dict[str, str] = {}
    for i, item in kinds:
        id, type = str(item.get("call_id")), _type(item)
        if not type.endswith("_output"):
            asked[id] = type
        elif id in asked and type not in (f"{asked[id]}_output", "function_call_output"):
            yield Violation("wrong_output_type", id, i)


def _reasoning(items: Sequence[Raw]) -> Iterator[Violation]:
    """The API answers that reasoning was provided without its required following item."""
    for index, item in enumerate(items):
        following = items[index + 1] if index + 1 < len(items) else {"role": "user"}
        own = _type(following) in CALLS | WHOLE | {"reasoning"} or following.get("role") == "assistant"
        if _type(item) == "reasoning" and not own:
            yield Violation("lone_reasoning", canonical(item)[:80], index)


def _glued(items: Sequence[Raw]) -> list[int]:
    return [i for i, item in enumerate(items[:-1]) if _type(item) == "reasoning"]


SHAPE = Shape(
    lint,
    masked,
    calls,
    text,
    is_user=lambda item: item.get("role") == "user",
    is_system=lambda item: item.get("role") in ("system", "developer"),
    glued=_glued,
)
