"""Inputs that broke the pass once, each with its kind."""

from __future__ import annotations

import json
from typing import Any

import anyio
import pytest

from offcut import Archive, compact_context
from offcut.errors import ArchiveError, InvalidInput
from offcut.formats import read
from offcut.recovery import recover_source
from support.conversations import IMAGE, RECORD, TAIL, Step, anthropic, chat
from support.memory_store import MemoryStore
from support.passes import compact, decisions, folded, reasons

ALL = {"drop_threshold": 1.0}
BIG = "\n".join(f"line_{n:04d} amount={n * 37} ref_{n * 101}" for n in range(200))


def test_ten_thousand_results_are_judged_without_overflow() -> None:
    found = compact(
        chat([Step(f"res {n} value_{n}") for n in range(10_000)]), options={"min_savings_tokens": 1}
    )
    assert len(decisions(found)) == 10_000


@pytest.mark.requirement("F-29")
@pytest.mark.parametrize(
    "content",
    [["", BIG, ""], [BIG, "x", "x"], [{"type": "text", "text": BIG}] * 2, ["a", BIG, IMAGE, "a"]],
)
def test_equal_blocks_give_one_preview_that_is_known_again(content: list[Any]) -> None:
    store = MemoryStore()
    found = compact(json.loads(json.dumps(chat([Step(content), Step("new")]))), store, options=ALL)
    assert found.messages is not None
    shown = found.messages[3]["content"]
    assert sum("[offcut:" in json.dumps(block) for block in shown) == 1
    assert found.stats.tokens_after == compact(found.messages, MemoryStore()).stats.tokens_before
    assert reasons(compact(found.messages, store, options=ALL))[0] == "already_preview"


@pytest.mark.requirement("F-22", "F-33")
@pytest.mark.parametrize("count", range(380, 420, 5))
def test_a_fold_that_would_grow_the_list_is_no_savings_and_stops_nobody(count: int) -> None:
    dense = "".join(chr(0x13000 + (n * 37) % 1000) for n in range(count))
    found = compact(chat([Step([dense]), Step(RECORD), Step("new")]), options=ALL)
    assert reasons(found)[0] in ("no_savings", "low_relevance") and reasons(found)[1] == "low_relevance"
    assert found.stats.chars_after < found.stats.chars_before


@pytest.mark.requirement("F-33")
@pytest.mark.parametrize("type", [["image"], {"a": 1}, 7, None, True])
def test_a_block_whose_type_is_no_text_is_left_alone(type: Any) -> None:
    messages = chat([Step([{"type": type}, {"type": "text", "text": BIG}]), Step("new")])
    messages[1]["content"] = [{"type": type}]
    assert folded(compact(messages, options=ALL)) == ["t1"]


@pytest.mark.parametrize(
    "arguments",
    [
        {"options": {"preserve_recent_messages": 10**400}},
        {"options": {"max_output_tokens": 10**400}},
    ],
)
def test_an_integer_of_any_size_is_fine_where_there_is_no_upper_bound(arguments: dict[str, Any]) -> None:
    assert compact(chat([Step(BIG), Step("new")]), **arguments).changed is False


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"options": {"total_timeout_seconds": 10**400}}, "total_timeout_seconds must be a number"),
        ({"options": {"drop_threshold": 10**400}}, "drop_threshold must be a number"),
        ({"options": [1]}, "options must be an object"),
        ({"reported_tokens": 10**400}, "reported_tokens is 1000"),
        ({"reported_tokens": "5"}, "reported_tokens must be an integer"),
        ({"source_refs": ["a"]}, "source_refs must map"),
        ({"source_refs": {1: "x"}}, "not a usable reference"),
        ({"protected_call_ids": [1, "a"]}, "protected_call_ids must be a list of strings"),
        ({"protected_message_ids": [0]}, "protected_message_ids must be a list of strings"),
        ({"eligible_tool_names": "read"}, "eligible_tool_names must be a list of strings"),
        ({"goal": 5}, "goal must be a string"),
        ({"next_action": 5}, "next_action must be a string"),
        ({"model": 5}, "model must be a string"),
    ],
)
def test_an_argument_of_the_wrong_kind_is_one_sentence(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InvalidInput, match=sentence):
        compact(chat([Step(BIG)]), **arguments)


@pytest.mark.parametrize("odd", [{1, 2}, object()])
def test_values_that_are_no_json_are_refused(odd: Any) -> None:
    messages = chat([Step(BIG)])
    messages[1]["metadata"] = odd
    with pytest.raises(InvalidInput, match="not JSON"):
        compact(messages)


def test_nesting_beyond_reason_is_refused() -> None:
    deep: Any = []
    for _ in range(5_000):
        deep = [deep]
    messages = chat([Step(BIG)])
    messages[1]["metadata"] = deep
    with pytest.raises(InvalidInput, match="nest too deeply"):
        compact(messages)


@pytest.mark.requirement("R-08")
def test_ids_that_are_numbers_pair_by_their_number_and_missing_ids_never_pair() -> None:
    def messages(call: Any, result: Any) -> Any:
        made = chat([Step(BIG), Step("new")])
        made[2]["tool_calls"][0]["id"], made[3]["tool_call_id"] = call, result
        return made

    assert [d.id for d in decisions(compact(messages(7, 7)))] == ["t1", "t2"]
    for call, result in ((0, 100), (None, None), ({}, {}), ("", ""), (True, True), (None, "a")):
        assert [d.id for d in decisions(compact(messages(call, result)))] == ["u1", "t1"], (call, result)


@pytest.mark.requirement("F-24")
@pytest.mark.parametrize(
    "newer",
    [
        "Error: ENOENT no such file",
        "  [error] timeout",
        "Traceback (most recent call last):",
        [],
        [IMAGE],
        None,
    ],
)
def test_an_answer_that_holds_no_content_supersedes_nothing(newer: Any) -> None:
    steps = [Step(BIG, arguments={"p": 1}), Step("x"), Step(newer, arguments={"p": 1}), Step("new")]
    for make in (chat, anthropic):
        assert reasons(compact(make(steps), options={"drop_threshold": 0.0}))[0] == "needed_or_uncertain"


@pytest.mark.requirement("R-10")
@pytest.mark.parametrize("flag", [True, 1, "true"])
def test_any_true_error_flag_keeps_a_result(flag: Any) -> None:
    messages = anthropic([Step(BIG), Step("new")])
    messages[2]["content"][0]["is_error"] = flag
    assert reasons(compact(messages, options=ALL))[0] == "protected"


@pytest.mark.requirement("F-28")
@pytest.mark.parametrize("end", ["\n", "\r\n", "  ", "\n\n"])
def test_white_space_that_a_host_adds_does_not_hide_a_preview(end: str) -> None:
    store = MemoryStore()
    messages = compact(chat([Step(BIG), Step("new")]), store, options=ALL).messages
    assert messages is not None
    messages[3] = {**messages[3], "content": messages[3]["content"] + end}
    again = compact(messages, store, options={**ALL, "preview_chars": 0})
    assert reasons(again)[0] == "already_preview" and len(store.sources) == 1


# Copies: the last one in sight is judged on its own values, in every pass alike


def edits(count: int) -> list[Step]:
    return [Step("ok", "edit", {"at": f"line_{n:04d}", "ref": f"ref_{n * 101}"}) for n in range(count)]


@pytest.mark.requirement("F-28", "F-34")
@pytest.mark.parametrize("later", [3, 8, 14])
def test_recovering_a_source_does_not_cost_the_copy_that_is_still_whole(later: int) -> None:
    store = MemoryStore()
    ref = compact(chat([Step(BIG), Step("new")]), store, options=ALL).sources[0].ref
    page = anyio.run(lambda: recover_source(store, ref))
    rounds = [Step(BIG), Step(page, "recover_source", {"ref": ref}), *edits(later)]
    first = compact(chat(rounds), store)
    second = compact(first.messages or [], store)
    assert second.changed is False
    assert decisions(first)[0].probability == decisions(second)[0].probability


@pytest.mark.requirement("F-24", "F-28")
def test_a_copy_left_over_by_protection_is_judged_as_the_folded_one_was() -> None:
    store = MemoryStore()
    steps = [Step(BIG, arguments={"n": 1}), *edits(4), Step(BIG, arguments={"n": 2}), *edits(6)]
    first = compact(chat(steps), store, protected_call_ids=["call_0"], options=ALL)
    second = compact(first.messages or [], store)
    assert decisions(second)[0].probability != 0.0


# The archive changes while a pass runs


def test_a_reference_that_was_forgotten_meanwhile_is_not_shown(tmp_path: Any) -> None:
    async def run() -> None:
        async with Archive.open(tmp_path / "archive.db") as archive:
            ref = (
                (await compact_context(chat([Step(BIG), Step("new")]), archive=archive, options=ALL))
                .sources[0]
                .ref
            )
            page = await recover_source(archive, ref)

            async def forget_first(done: int, total: int, what: str) -> None:
                if what.startswith("archiving"):
                    await archive.forget(refs=[ref])

            rounds = [Step(page, "recover_source", {"ref": ref}), *(Step(f"x_{n}") for n in range(12))]
            with pytest.raises(ArchiveError, match="no longer there; nothing was stored"):
                await compact_context(chat(rounds), archive=archive, options=ALL, progress=forget_first)

    anyio.run(run)


def test_a_history_of_slow_recover_calls_is_not_run_again_and_again() -> None:
    store = MemoryStore()
    ref = (
        compact(chat([Step("a" * 5_001), Step("new")]), store, options={**ALL, "preview_style": "head_tail"})
        .sources[0]
        .ref
    )
    slow = {"ref": ref, "grep": "(a|aa)+$"}
    raw = [Step(f"nothing {n}", "recover_source", {**slow, "raw": True}) for n in range(50)]
    other = [Step(f"nothing {n}", "recover_source", slow) for n in range(50)]
    forged = [Step(f"ref: {ref}\nnothing {n}", "recover_source", slow) for n in range(50)]
    assert len(decisions(compact(chat([*raw, *other, *forged, Step("new")]), store))) == 151


def test_views_of_what_was_folded_read_back() -> None:
    found = compact(chat([Step(BIG), Step("new")], end=TAIL), options=ALL)
    assert found.messages is not None and len(read(found.messages).messages) == len(found.messages)
