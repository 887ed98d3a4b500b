"""Small conversations in every format, and strategies that make random valid ones."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

Raw = dict[str, Any]

#: About 1,200 characters whose values are all its own.
RECORD = "\n".join(
    f'{{"order": "ORD-{n:05d}", "payment": "pay_{n * 7919}", "state": "settled"}}' for n in range(20)
)


@dataclass(frozen=True)
class Step:
    """One round of a tool: the call and what it answered."""

    result: Any
    tool: str = "read_file"
    arguments: Any = None
    id: str | None = None
    is_error: bool = False

    def arguments_or(self, number: int) -> Any:
        return {"path": f"src/part_{number}.py"} if self.arguments is None else self.arguments

    def id_or(self, number: int) -> str:
        return self.id or f"call_{number}"


def chat(
    steps: Sequence[Step], *, goal: str = "Find the fault", end: Sequence[Raw] | None = None
) -> list[Raw]:
    """A chat: system, user, then a call and its result for each step, then ``end``."""
    messages: list[Raw] = [{"role": "system", "content": "You help."}, {"role": "user", "content": goal}]
    for number, step in enumerate(steps):
        arguments = step.arguments_or(number)
        function = {
            "name": step.tool,
            "arguments": arguments if isinstance(arguments, str) else json.dumps(arguments),
        }
        call = {"id": step.id_or(number), "type": "function", "function": function}
        messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": step.id_or(number), "content": step.result})
    return [*messages, *(TAIL if end is None else end)]


def anthropic(
    steps: Sequence[Step], *, goal: str = "Find the fault", end: Sequence[Raw] | None = None
) -> list[Raw]:
    """The same conversation as Anthropic messages."""
    messages: list[Raw] = [{"role": "user", "content": goal}]
    for number, step in enumerate(steps):
        use = {
            "type": "tool_use",
            "id": step.id_or(number),
            "name": step.tool,
            "input": step.arguments_or(number),
        }
        result: Raw = {"type": "tool_result", "tool_use_id": step.id_or(number), "content": step.result}
        if step.is_error:
            result["is_error"] = True
        messages += [{"role": "assistant", "content": [use]}, {"role": "user", "content": [result]}]
    return [*messages, *(TAIL if end is None else end)]


def responses(
    steps: Sequence[Step], *, goal: str = "Find the fault", end: Sequence[Raw] | None = None
) -> list[Raw]:
    """The same conversation as Responses items; every second call follows a reasoning item."""
    items: list[Raw] = [{"role": "user", "content": goal}]
    for number, step in enumerate(steps):
        arguments = step.arguments_or(number)
        if number % 2:
            items.append(
                {"type": "reasoning", "id": f"rs_{number}", "summary": [], "encrypted_content": "gAAA" * 9}
            )
        items.append(
            {
                "type": "function_call",
                "id": f"fc_{number}",
                "call_id": step.id_or(number),
                "name": step.tool,
                "arguments": arguments if isinstance(arguments, str) else json.dumps(arguments),
                "status": "completed",
            }
        )
        output: Raw = {"type": "function_call_output", "call_id": step.id_or(number)}
        if step.is_error:
            output["status"] = "incomplete"
        items.append({**output, "output": _in_blocks(step.result, "input_text", RESPONSES_IMAGE)})
    return [*items, *(TAIL if end is None else end)]


def agentscope(
    steps: Sequence[Step], *, goal: str = "Find the fault", end: Sequence[Raw] | None = None
) -> list[Raw]:
    """The same conversation as AgentScope messages: all rounds are blocks of one reply."""
    blocks: list[Raw] = []
    for number, step in enumerate(steps):
        arguments, names = step.arguments_or(number), {"id": step.id_or(number), "name": step.tool}
        written = arguments if isinstance(arguments, str) else json.dumps(arguments)
        blocks += [
            {"type": "tool_call", **names, "input": written, "state": "finished"},
            {
                "type": "tool_result",
                **names,
                "output": _in_blocks(step.result, "text", DATA),
                "state": "error" if step.is_error else "success",
                "metadata": {},
            },
        ]
    reply = [agentscope_message("assistant", blocks, 1)] if blocks else []
    talk = [
        agentscope_message(message["role"], [{"type": "text", "text": message["content"]}], number)
        for number, message in enumerate(TAIL if end is None else end, 2)
    ]
    return [agentscope_message("user", [{"type": "text", "text": goal}], 0), *reply, *talk]


def agentscope_message(role: str, blocks: list[Raw], number: int) -> Raw:
    """One AgentScope message as the framework dumps it."""
    return {
        "id": f"m-{number}",
        "name": role,
        "role": role,
        "content": [{"id": f"b-{number}-{at}", **block} for at, block in enumerate(blocks)],
        "metadata": {},
        "created_at": "2026-03-06T10:00:00",
        "usage": None,
        "finished_reason": None,
    }


def gemini(
    steps: Sequence[Step], *, goal: str = "Find the fault", end: Sequence[Raw] | None = None
) -> list[Raw]:
    """The same conversation as Gemini contents; calls have an id only where their step gives one."""
    contents: list[Raw] = [{"role": "user", "parts": [{"text": goal}]}]
    for number, step in enumerate(steps):
        names = {"name": step.tool, **({"id": step.id} if step.id else {})}
        call = {"functionCall": {**names, "args": step.arguments_or(number)}, "thoughtSignature": "sig="}
        response: Raw = {"functionResponse": {**names, **_gemini_response(step)}}
        contents += [{"role": "model", "parts": [call]}, {"role": "user", "parts": [response]}]
    talk = [
        {
            "role": "model" if message["role"] == "assistant" else "user",
            "parts": [{"text": message["content"]}],
        }
        for message in (TAIL if end is None else end)
    ]
    return [*contents, *talk]


def _gemini_response(step: Step) -> Raw:
    """A text stands under ``output``; blocks become an object of texts, with pictures beside it."""
    if not isinstance(step.result, list):
        answer: Raw = {"response": {"output": step.result}}
    else:
        texts = [block["text"] for block in step.result if block["type"] == "text"]
        pictures = [PICTURE for block in step.result if block["type"] != "text"]
        answer = {"response": {"lines": texts}, **({"parts": pictures} if pictures else {})}
    if step.is_error:
        answer["response"]["error"] = "it failed"
    return answer


def _in_blocks(result: Any, text: str, picture: Raw) -> Any:
    """Return a result whose blocks have the names that a format gives them."""
    if not isinstance(result, list):
        return result
    return [{**block, "type": text} if block["type"] == "text" else picture for block in result]


#: Six messages of talk, so that the rounds before them are old.
TAIL: tuple[Raw, ...] = tuple(
    {"role": "assistant" if n % 2 == 0 else "user", "content": f"Let us go on, part {n}."} for n in range(6)
)


# Random valid conversations

texts = st.text(st.characters(codec="utf-8"), max_size=200)
rows = st.builds(
    lambda seed, count: "\n".join(f"row_{seed}_{i} value-{i * seed}" for i in range(count)),
    st.integers(1, 9),
    st.integers(0, 60),
)
ODD_BODIES = [RECORD, "", "null", RECORD[::-1], "日本語のログ" * 80, "👩‍👩‍👧‍👦é" * 90]
bodies = st.one_of(texts, rows, st.sampled_from(ODD_BODIES))
text_blocks = st.lists(bodies.map(lambda text: {"type": "text", "text": text}), min_size=1, max_size=3)
IMAGE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}}
RESPONSES_IMAGE = {"type": "input_image", "image_url": "data:image/png;base64,iVBORw0KGgo="}
DATA = {"type": "data", "source": IMAGE["source"]}
PICTURE = {"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}}
block_lists = st.builds(
    lambda blocks, mixed: [*blocks, IMAGE] if mixed else blocks, text_blocks, st.booleans()
)
steps = st.builds(
    Step,
    result=st.one_of(bodies, block_lists),
    tool=st.sampled_from(["read_file", "search", "run"]),
    arguments=st.sampled_from([None, {"path": "same.py"}, {"path": "other.py"}]),
    id=st.sampled_from([None, None, "call_0", "call_x"]),
    is_error=st.booleans(),
)
#: The same conversation in each format.
FORMATS = (chat, responses, anthropic, agentscope, gemini)
conversations = st.builds(
    lambda make, rounds, end: make(rounds, end=end),
    st.sampled_from(FORMATS),
    st.lists(steps, max_size=12),
    st.sampled_from([TAIL, TAIL[:1], ()]),
)
