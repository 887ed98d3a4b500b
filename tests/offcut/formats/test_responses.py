"""What is read of OpenAI Responses items, and what is written back."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from offcut.conversation import FormatName, Place, ReplaceResult, ToolCall
from offcut.formats import apply, read
from offcut.pairing import pair
from offcut.provenance import units_of
from support.checkers import check
from support.conversations import RECORD, RESPONSES_IMAGE, TAIL, Raw, Step, chat, responses
from support.memory_store import MemoryStore
from support.passes import compact, decisions, folded, reasons
from support.paths import require_shared

ALL = {"drop_threshold": 1.0}
FORMAT: FormatName = "openai-responses"
TEXT = {"type": "input_text", "text": "a"}
COMMAND = {"command": ["ls"]}


def only(raw: Any) -> Any:
    return read([raw], FORMAT).messages[0]


def asks(id: str | None, name: str = "run", **more: Any) -> Raw:
    return {"type": "function_call", "call_id": id, "name": name, "arguments": "{}", "id": "fc_1", **more}


def answers(call_id: str, output: Any = RECORD, type: str = "function_call_output", **more: Any) -> Raw:
    return {"type": type, "call_id": call_id, "output": output, **more}


@pytest.mark.requirement("F-15")
@pytest.mark.parametrize(
    ("item", "role", "texts", "images"),
    [
        ({"role": "user", "content": "hi"}, "user", ("hi",), 0),
        ({"type": "message", "role": "developer", "content": "be"}, "system", ("be",), 0),
        ({"role": "user", "content": [TEXT, RESPONSES_IMAGE]}, "user", ("a",), 1),
        ({"role": "assistant", "content": [{"type": "output_text", "text": "b"}]}, "assistant", ("b",), 0),
        ({"role": "assistant", "content": [{"type": "refusal", "refusal": "no"}]}, "assistant", ("no",), 0),
        ({"role": "user", "content": None}, "user", (), 0),
        ({"role": "user", "content": ["bare", 7]}, "user", ("bare",), 0),
    ],
)  # fmt: skip
def test_messages_are_read_with_or_without_a_type(
    item: Raw, role: str, texts: tuple[str, ...], images: int
) -> None:
    message = only(item)
    assert (message.role, message.texts, message.images) == (role, texts, images)


@pytest.mark.parametrize(
    ("item", "name", "arguments", "valid"),
    [
        (asks("c"), "run", "{}", True),
        (asks("c", arguments="{"), "run", "{", False),
        (asks("c", arguments={"p": 1}), "run", '{"p":1}', False),
        (asks("c", namespace="mcp__files"), "mcp__files__run", "{}", True),
        ({"type": "custom_tool_call", "name": "patch", "input": "*** x"}, "patch", "*** x", True),
        ({"type": "local_shell_call", "action": COMMAND}, "local_shell", '{"command":["ls"]}', True),
        ({"type": "shell_call", "action": {"commands": ["ls"]}}, "shell", '{"commands":["ls"]}', True),
        ({"type": "apply_patch_call", "operation": {"path": "a"}}, "apply_patch", '{"path":"a"}', True),
        ({"type": "computer_call", "action": {"type": "wait"}}, "computer", '{"type":"wait"}', True),
        ({"type": "computer_call", "actions": [{"type": "wait"}]}, "computer", '[{"type":"wait"}]', True),
    ],
)
def test_every_kind_of_call_is_read(item: Raw, name: str, arguments: str, valid: bool) -> None:
    assert only({"call_id": "c", **item}).calls == (ToolCall(Place(0), "c", name, arguments, valid=valid),)


@pytest.mark.parametrize(
    "call", ["function", "custom_tool", "local_shell", "shell", "apply_patch", "computer"]
)
def test_every_kind_of_output_answers_its_call_by_call_id_and_never_by_id(call: str) -> None:
    items = [
        {"type": f"{call}_call", "call_id": "c", "id": "i", "name": "n", "input": "x", "arguments": "{}"},
        answers("i", "wrong", type=f"{call}_call_output"),
        answers("c", "right", type=f"{call}_call_output", id="i"),
    ]
    found = pair(read(items))
    assert [entry.result.text for entry in found.pairs] == ["right"]
    assert [orphan.text for orphan in found.orphans] == ["wrong"]


def test_parallel_calls_come_first_and_their_outputs_in_any_order() -> None:
    items = [asks("a", "read"), asks("b", "list"), answers("b", "listed"), answers("a", "was read")]
    pairs = pair(read(items)).pairs
    assert [(p.id, p.call.name, p.result.text) for p in pairs] == [
        ("t1", "read", "was read"),
        ("t2", "list", "listed"),
    ]


@pytest.mark.parametrize(
    ("output", "container", "text", "images"),
    [
        ("x", "text", "x", 0),
        ([{"type": "input_text", "text": "a"}, {"type": "input_text", "text": "b"}], "blocks", "a\nb", 0),
        ([{"type": "input_text", "text": "a"}, RESPONSES_IMAGE], "mixed", "a", 1),
        ([{"type": "input_text", "text": "a"}, {"type": "encrypted_content", "encrypted_content": "g"}],
         "mixed", "a", 0),
        ({"type": "computer_screenshot", "image_url": "data:"}, "empty", "", 1),
        ([{"stdout": "a", "stderr": "", "outcome": {"type": "exit"}}], "empty", "", 0),
        (None, "empty", "", 0),
    ],
)  # fmt: skip
def test_outputs_of_every_shape_are_read(output: Any, container: str, text: str, images: int) -> None:
    message = only(answers("c", output))
    (result,) = message.results
    assert (message.role, result.container, result.text, message.images) == ("tool", container, text, images)


@pytest.mark.parametrize(
    ("item", "hidden"),
    [
        ({"type": "mcp_call", "id": "m", "name": "ask", "arguments": "{}", "output": "told"}, "ask {} told"),
        ({"type": "web_search_call", "id": "w", "status": "completed", "action": {"query": "q"}}, "q"),
        ({"type": "image_generation_call", "id": "g", "result": "iVBO"}, ""),
        ({"type": "reasoning", "id": "r", "summary": [{"type": "summary_text", "text": "t"}],
          "encrypted_content": "gAAA"}, "t"),
    ],
)  # fmt: skip
def test_items_that_are_complete_in_themselves_hold_no_call(item: Raw, hidden: str) -> None:
    message = only(item)
    assert (message.role, message.calls, message.results, message.texts) == ("assistant", (), (), ())
    assert " ".join(message.hidden) == hidden


def test_a_reasoning_item_is_glued_to_the_item_after_it() -> None:
    view = read(responses([Step("a"), Step("b")], end=()))
    assert [message.glued for message in view.messages] == [False, False, False, True, False, False]


@pytest.mark.parametrize(
    ("item", "odd"),
    [
        ({"type": "compaction", "id": "cmp", "encrypted_content": "gAAA"}, False),
        ({"type": "item_reference", "id": "fc_1"}, False),
        ({"type": "mcp_approval_request", "id": "m", "arguments": "{}"}, True),
        ({"role": "critic", "content": "x"}, True),
        ({}, True),
    ],
)
def test_what_nobody_said_reads_as_system_so_that_nothing_touches_it(item: Raw, odd: bool) -> None:
    view = read([item], FORMAT)
    assert view.messages[0].role == "system" and view.odd == ((0,) if odd else ())


@pytest.mark.requirement("F-29", "R-25")
@pytest.mark.parametrize(
    ("output", "written"),
    [
        ("long", "P"),
        ([{"type": "input_text", "text": "a", "k": 1}, {"type": "input_text", "text": "b"}],
         [{"type": "input_text", "text": "P", "k": 1}]),
        ([RESPONSES_IMAGE, {"type": "input_text", "text": "a"}],
         [RESPONSES_IMAGE, {"type": "input_text", "text": "P"}]),
    ],
)  # fmt: skip
def test_a_preview_takes_the_place_of_the_text_and_of_nothing_else(output: Any, written: Any) -> None:
    items = [asks("c"), answers("c", output, status="completed", extra={"k": [1]})]
    before = copy.deepcopy(items)
    after = apply(items, FORMAT, [ReplaceResult(Place(1), "P")])
    assert after == [items[0], {**items[1], "output": written}] and after[0] is items[0]
    assert items == before


@pytest.mark.requirement("R-10")
@pytest.mark.parametrize(
    ("call", "output"),
    [
        ({"status": "in_progress"}, {}),
        ({"status": "incomplete"}, {}),
        ({}, {"status": "incomplete"}),
        ({}, {"status": "failed"}),
        ({}, {"name": "other"}),
        ({"arguments": "[1]"}, {}),
    ],
)
def test_calls_that_did_not_finish_are_kept(call: Raw, output: Raw) -> None:
    items: list[Any] = [{"role": "user", "content": "go"}, asks("c", **call), answers("c", **output)]
    items += responses([Step("new")], end=TAIL)[1:]
    assert reasons(compact(items, options=ALL)) == ["protected", "protected"]


@pytest.mark.requirement("R-04", "R-23", "F-28")
def test_a_codex_session_folds_keeps_its_reasoning_and_gives_every_byte_back() -> None:
    path = require_shared() / "corpus" / "codex" / "codex-mcp-review-0.json"
    items, store = json.loads(path.read_text(encoding="utf-8"))["input"], MemoryStore()
    found = compact(items, store, options=ALL)
    assert found.messages is not None and len(folded(found)) > 30
    assert check(items, found.messages, FORMAT) == []
    texts = {item["output"] for item in items if "output" in item}
    assert all(store.sources[source.ref].body.decode() in texts for source in found.sources)
    assert compact(found.messages, store, options=ALL).changed is False


def test_reasoning_words_and_parallel_calls_of_one_turn_are_one_unit_of_the_history() -> None:
    said = {"type": "message", "role": "assistant", "content": "I look."}
    turn = [{"type": "reasoning", "id": "r", "summary": []}, said, asks("a", "read"), asks("b", "list")]
    items = [{"role": "user", "content": "go"}, *turn, answers("a", "1"), answers("b", "2"), said]
    units = units_of(read(items), lambda result: result.text)
    assert [(unit.role, unit.text, [call.name for call in unit.calls]) for unit in units] == [
        ("user", "go", []),
        ("assistant", "I look.", ["read", "list"]),
        ("tool", "1", []),
        ("tool", "2", []),
        ("assistant", "I look.", []),
    ]


def test_the_decider_judges_as_in_a_chat() -> None:
    steps = [Step(f"{RECORD} {n}", arguments={"order": f"ORD-{n:05d}"}) for n in range(4)]
    chances = [[d.probability for d in decisions(compact(make(steps)))] for make in (chat, responses)]
    known = [p for p in chances[0] if p is not None]
    assert len(known) == 3
    assert [p for p in chances[1] if p is not None] == pytest.approx(known, abs=0.02)


@pytest.mark.requirement("F-33")
@pytest.mark.parametrize("status", [["completed"], {"a": 1}, 7, None, True])
def test_a_status_that_is_no_text_is_no_status(status: Any) -> None:
    items = [
        {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}", "status": status},
        {"type": "function_call_output", "call_id": "c", "output": "x", "status": status},
    ]
    call, result = read(items, "openai-responses").messages
    assert call.calls[0].finished and not result.results[0].failed
