"""What is read of AgentScope messages, and what is written back."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from offcut.conversation import FormatName, Place, ReplaceResult, Round, ToolCall
from offcut.formats import apply, read
from offcut.pairing import pair
from offcut.provenance import units_of
from support.checkers import check
from support.conversations import DATA, RECORD, Raw, Step, agentscope, agentscope_message
from support.memory_store import MemoryStore
from support.passes import compact, decisions, folded, reasons
from support.paths import require_shared

ALL = {"drop_threshold": 1.0}
FORMAT: FormatName = "agentscope"
THOUGHT = {"type": "thinking", "thinking": "hm"}


def asks(id: str, name: str = "read", **more: Any) -> Raw:
    return {"type": "tool_call", "id": id, "name": name, "input": "{}", "state": "finished", **more}


def answers(id: str, output: Any = RECORD, name: str = "read", **more: Any) -> Raw:
    return {"type": "tool_result", "id": id, "name": name, "output": output, "state": "success", **more}


def says(text: str) -> Raw:
    return {"type": "text", "text": text}


def reply(*blocks: Any) -> Raw:
    return {"name": "agent", "role": "assistant", "content": list(blocks)}


@pytest.mark.requirement("F-15", "F-33")
@pytest.mark.parametrize(
    ("content", "texts", "hidden", "images"),
    [
        ([says("a"), says("b")], ("a", "b"), (), 0),
        ("a string", ("a string",), (), 0),
        (["bare"], ("bare",), (), 0),
        (None, (), (), 0),
        ([{**THOUGHT, "id": "t", "created_at": "2026", "signature": "x"}], (), ("hm",), 0),
        ([{"type": "hint", "hint": "be brief", "source": "memory"}], (), ("be brief",), 0),
        ([DATA], (), (), 1),
        ([{"type": "new", "words": "w", "id": "n"}, 7], (), ("w",), 0),
    ],
)  # fmt: skip
def test_contents_of_every_shape_are_read(
    content: Any, texts: tuple[str, ...], hidden: tuple[str, ...], images: int
) -> None:
    message = read([{"role": "assistant", "content": content}], FORMAT).messages[0]
    assert (message.texts, message.hidden, message.images) == (texts, hidden, images)


def test_the_rounds_of_one_message_are_read_in_the_order_in_which_they_stand() -> None:
    blocks = [says("I look."), asks("a"), asks("b"), answers("a", "1"), answers("b", "2"), says("So.")]
    message = read([reply(*blocks)], FORMAT).messages[0]
    first, second = message.rounds
    calls = (ToolCall(Place(0, 1), "a", "read", "{}"), ToolCall(Place(0, 2), "b", "read", "{}"))
    assert first == Round((), ("I look.",), calls)
    assert [result.place for result in second.results] == [Place(0, 3), Place(0, 4)]
    assert second.texts == ("So.",) and message.texts == ("I look.", "So.")


def test_what_is_said_after_a_result_did_not_bring_its_values_in() -> None:
    view = read([reply(asks("a"), answers("a", "order ORD-77"), says("It is ORD-77."))], FORMAT)
    units = units_of(view, lambda result: result.text)
    assert [(unit.role, unit.text) for unit in units] == [
        ("assistant", ""),
        ("tool", "order ORD-77"),
        ("assistant", "It is ORD-77."),
    ]


def test_tool_blocks_are_read_only_where_the_format_has_them() -> None:
    blocks = [asks("a"), answers("a")]
    found = [read([{"role": role, "content": blocks}], FORMAT).messages[0] for role in ("user", "system")]
    assert [(len(message.calls), len(message.results)) for message in found] == [(0, 1), (0, 0)]


@pytest.mark.requirement("R-08", "F-25")
@pytest.mark.parametrize(
    ("blocks", "ids", "orphans"),
    [
        ([asks("a"), answers("a"), asks("b"), answers("b")], ["t1", "t2"], 0),
        ([asks("a"), answers("a", "1"), asks("a"), answers("a", "2")], ["t1", "t2"], 0),
        ([asks("a"), asks("a"), answers("a"), answers("a")], ["u1", "u2"], 0),
        ([asks("a"), asks("a"), answers("a")], ["u1", "u2"], 0),
        ([asks("a"), asks("b"), answers("b"), answers("a")], ["t1", "t2"], 0),
        ([answers("a"), asks("a")], ["u1"], 1),
        ([asks("a")], ["u1"], 0),
    ],
)
def test_ids_pair_within_the_rounds_of_one_message(blocks: list[Raw], ids: list[str], orphans: int) -> None:
    found = pair(read([reply(*blocks)], FORMAT))
    assert [entry.id for entry in found.calls] == ids and len(found.orphans) == orphans
    assert len({p.result.place for p in found.pairs}) == len(found.pairs)


@pytest.mark.requirement("R-10")
@pytest.mark.parametrize(
    ("call", "result"),
    [
        ({"state": "pending"}, {}),
        ({"state": "asking"}, {}),
        ({"state": "submitted"}, {}),
        ({"state": None}, {}),
        ({}, {"state": "running"}),
        ({}, {"state": "error"}),
        ({}, {"state": "denied"}),
        ({}, {"state": "interrupted"}),
        ({}, {"state": None}),
        ({}, {"name": "other"}),
        ({}, {"name": None}),
        ({"input": "{"}, {}),
        ({"input": {"p": 1}}, {}),
        ({}, {"output": [DATA]}),
        ({}, {"output": None}),
    ],
)
def test_only_a_finished_call_with_a_successful_result_of_its_own_name_can_be_folded(
    call: Raw, result: Raw
) -> None:
    def fold(call: Raw, result: Raw) -> list[str]:
        old = [{**asks("a"), **call}, {**answers("a"), **result}]
        new = [asks("b", input='{"p": 2}'), answers("b", "new")]
        messages = [
            agentscope_message("user", [says("go")], 0),
            agentscope_message("assistant", [*old, *new], 1),
        ]
        return reasons(compact(messages, options={**ALL, "preserve_recent_messages": 0}))

    assert fold({}, {}) == ["low_relevance", "protected"]
    assert fold(call, result) == ["protected", "protected"]


@pytest.mark.requirement("F-20", "R-53")
@pytest.mark.parametrize(
    ("options", "kept"),
    [
        ({}, 3),  # the last six steps: three calls and three results
        ({"preserve_recent_messages": 0}, 1),
        ({"preserve_recent_messages": 12}, 6),
        ({"preserve_recent_messages": 1000}, 200),
        ({"preserve_recent_pairs": 0}, 1),
        ({"preserve_recent_pairs": 50}, 50),
    ],
)
def test_of_200_pairs_in_one_message_old_ones_fold_and_the_newest_never(options: Raw, kept: int) -> None:
    messages = agentscope([Step(f"{RECORD} {n}") for n in range(200)], end=())
    found = compact(messages, options={**ALL, **options})
    assert reasons(found) == ["low_relevance"] * (200 - kept) + ["protected"] * kept
    assert found.messages is not None and check(messages, found.messages, FORMAT) == []


def test_results_that_the_model_has_not_spoken_after_are_protected() -> None:
    blocks = [asks("a"), answers("a"), asks("b"), asks("c"), answers("b"), answers("c")]
    messages = [agentscope_message("user", [says("go")], 0), agentscope_message("assistant", blocks, 1)]
    found = compact(messages, options={**ALL, "preserve_recent_messages": 0})
    assert [d.reason for d in decisions(found)][1:] == ["protected", "protected"]


@pytest.mark.requirement("F-29", "R-25")
@pytest.mark.parametrize(
    ("output", "written"),
    [
        ("long", "P"),
        ([{**says("a"), "id": "b1"}, {**says("b"), "id": "b2"}], [{**says("P"), "id": "b1"}]),
        ([{**says("a" * 9000), "id": "b1"}, DATA], [{**says("P"), "id": "b1"}, DATA]),
    ],
)
def test_only_the_text_of_an_output_is_replaced(output: Any, written: Any) -> None:
    blocks = [asks("a"), answers("a", output, metadata={"large": ["m"] * 99}), says("after")]
    messages = [{**reply(*blocks), "usage": {"input_tokens": 3}, "unknown": 1}]
    before = copy.deepcopy(messages)
    after = apply(messages, FORMAT, [ReplaceResult(Place(0, 1), "P")])
    assert after == [{**messages[0], "content": [blocks[0], {**blocks[1], "output": written}, blocks[2]]}]
    assert messages == before


@pytest.mark.requirement("F-29")
def test_recovery_gives_the_original_blocks() -> None:
    store = MemoryStore()
    output = [{**says(RECORD), "id": "b1", "created_at": "2026"}, DATA, {**says("tail"), "id": "b2"}]
    blocks = [asks("a"), answers("a", output), asks("b"), answers("b", "new"), says("done")]
    messages = [agentscope_message("user", [says("go")], 0), agentscope_message("assistant", blocks, 1)]
    found = compact(messages, store, options={**ALL, "preserve_recent_messages": 0})
    (source,) = found.sources
    assert json.loads(store.sources[source.ref].body) == output
    assert store.sources[source.ref].text == f"{RECORD}\ntail"


#: R-33, the call of the specification, word for word.
GOAL, NEXT_ACTION = "修复支付重试", "检查重试实现"
ELIGIBLE = '["search_code"]'
SOURCE_REFS = '{"c1":"archive/demo/c1"}'
OPTIONS = '{"preserve_recent_messages":1}'
MESSAGES = r"""[{"role":"user","content":[{"type":"text","text":"修复重试"}]},{"role":"assistant","content":[{"type":"tool_call","id":"c1","name":"search_code","input":"{\"path\":\"icons\"}","state":"finished"},{"type":"tool_result","id":"c1","name":"search_code","output":"旧图标搜索结果","state":"success"}]},{"role":"user","content":[{"type":"text","text":"接下来检查支付代码"}]}]"""  # noqa: E501


@pytest.mark.requirement("R-33", "R-34", "R-04")
@pytest.mark.parametrize("options", [json.loads(OPTIONS), {**ALL, "preserve_recent_messages": 0}])
def test_the_example_of_the_specification_works_and_keeps_its_short_result(options: Raw) -> None:
    messages = json.loads(MESSAGES)
    found = compact(
        messages,
        goal=GOAL,
        next_action=NEXT_ACTION,
        eligible_tool_names=json.loads(ELIGIBLE),
        source_refs=json.loads(SOURCE_REFS),
        options=options,
    )
    (decision,) = decisions(found)
    assert (decision.call_id, decision.action, decision.source_ref) == ("c1", "keep", "archive/demo/c1")
    assert found.changed is False and found.messages == json.loads(MESSAGES) and found.warnings == ()


@pytest.mark.requirement("R-33", "R-04")
def test_the_example_with_a_long_old_result_folds_it_to_the_hosts_own_reference() -> None:
    messages, store = json.loads(MESSAGES), MemoryStore()
    messages[1]["content"][1]["output"] = RECORD
    messages.insert(2, reply(asks("c2", "search_code"), answers("c2", "new", "search_code"), says("Found.")))
    found = compact(
        messages,
        store,
        goal=GOAL,
        next_action=NEXT_ACTION,
        eligible_tool_names=json.loads(ELIGIBLE),
        source_refs=json.loads(SOURCE_REFS),
        options={**json.loads(OPTIONS), **ALL},
    )
    assert found.messages is not None and folded(found) == ["t1"] and store.sources == {}
    output = found.messages[1]["content"][1]["output"]
    assert output.endswith("kept by the host; original: archive/demo/c1]")
    assert check(messages, found.messages, FORMAT) == []


@pytest.mark.requirement("F-20", "R-23")
def test_the_one_message_of_the_corpus_folds_inside_itself() -> None:
    path = require_shared() / "corpus" / "synthetic-irregular" / "agentscope-one-msg.json"
    messages, store = json.loads(path.read_text(encoding="utf-8"))["messages"], MemoryStore()
    found = compact(messages, store, options=ALL)
    assert found.messages is not None and len(folded(found)) >= 5
    assert [d.reason for d in decisions(found)].count("unpaired") == 1
    assert check(messages, found.messages, FORMAT) == []
    assert compact(found.messages, store, options=ALL).changed is False
