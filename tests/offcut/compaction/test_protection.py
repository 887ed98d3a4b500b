"""What is kept without asking anybody, each with a reason."""

from __future__ import annotations

from typing import Any

import pytest

from support.conversations import FORMATS, IMAGE, RECORD, TAIL, Raw, Step, agentscope, anthropic, chat, gemini
from support.passes import compact, decisions, folded, reasons

ALL = {"drop_threshold": 1.0}
OLD = [Step(RECORD), Step(RECORD.replace("ORD", "INV")), Step("short")]


@pytest.mark.requirement("R-09", "R-53")
@pytest.mark.parametrize("make", [chat, anthropic, agentscope, gemini])
@pytest.mark.parametrize(("recent", "kept"), [(6, 0), (7, 1), (8, 1), (9, 2), (100, 3)])
def test_the_most_recent_messages_are_protected(make: Any, recent: int, kept: int) -> None:
    # The newest round and four messages of talk are the last six; each older round is two more.
    messages = make([Step(f"{RECORD} {n}") for n in range(3)] + [Step("newest")], end=TAIL[:4])
    found = compact(messages, options={**ALL, "preserve_recent_messages": recent})
    assert reasons(found)[: 3 - kept] == ["low_relevance"] * (3 - kept)
    assert reasons(found)[3 - kept :] == ["protected"] * (kept + 1)


@pytest.mark.requirement("F-20")
@pytest.mark.parametrize(("pairs", "kept"), [(1, 1), (2, 2), (3, 3), (0, 1)])
def test_recency_can_be_given_in_pairs_and_then_messages_do_not_count(pairs: int, kept: int) -> None:
    uses = [{"type": "tool_use", "id": f"c{n}", "name": "read", "input": {"n": n}} for n in range(5)]
    results = [{"type": "tool_result", "tool_use_id": f"c{n}", "content": f"{RECORD} {n}"} for n in range(5)]
    messages = [
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": uses},
        {"role": "user", "content": results},
        {"role": "assistant", "content": "done"},
    ]
    found = compact(messages, options={**ALL, "preserve_recent_pairs": pairs})
    assert reasons(found) == ["low_relevance"] * (5 - kept) + ["protected"] * kept


@pytest.mark.parametrize("make", FORMATS)
def test_results_that_no_assistant_message_follows_are_protected_whatever_the_options(make: Any) -> None:
    messages = make([Step(RECORD), Step(f"{RECORD} new")], end=[{"role": "user", "content": "and?"}])
    found = compact(messages, options={**ALL, "preserve_recent_messages": 0})
    assert reasons(found) == ["low_relevance", "protected"]


@pytest.mark.requirement("R-09")
def test_named_messages_and_calls_are_protected() -> None:
    messages = chat([Step(f"{RECORD} {n}") for n in range(4)])
    messages[3]["id"] = "m-3"
    found = compact(messages, protected_message_ids=["m-3", "4"], protected_call_ids=["call_2"], options=ALL)
    assert reasons(found) == ["protected", "protected", "protected", "protected"]
    assert folded(compact(messages, protected_message_ids=["3"], options=ALL)) == ["t1", "t2", "t3"]


def test_ids_that_name_nothing_are_a_warning() -> None:
    found = compact(chat(OLD), protected_message_ids=["99"], protected_call_ids=["nope"])
    assert any("calls that are not there: nope" in warning for warning in found.warnings)
    assert any("messages that are not there: 99" in warning for warning in found.warnings)


@pytest.mark.requirement("R-10")
def test_failed_results_and_results_without_text_are_kept() -> None:
    messages = anthropic(
        [Step(RECORD, is_error=True), Step([IMAGE]), Step(None), Step(RECORD + "x"), Step("new")]
    )
    assert reasons(compact(messages, options=ALL)) == ["protected"] * 3 + ["low_relevance", "protected"]


@pytest.mark.requirement("R-10")
def test_a_result_that_names_another_tool_is_kept() -> None:
    messages = chat([Step(RECORD), Step("new")])
    messages[3]["name"] = "other_tool"
    assert reasons(compact(messages, options=ALL)) == ["protected", "protected"]
    messages[3]["name"] = "read_file"
    assert reasons(compact(messages, options=ALL)) == ["low_relevance", "protected"]


@pytest.mark.requirement("R-10", "F-25")
@pytest.mark.parametrize("arguments", ["{", "[1]", "", '{"a":NaN}', '{"a":1e999}', "null", "7"])
def test_a_call_with_unusable_arguments_is_kept_and_reported(arguments: str) -> None:
    found = compact(chat([Step(RECORD, arguments=arguments), Step("new")]), options=ALL)
    assert [(d.id, d.reason) for d in decisions(found)] == [("t1", "protected"), ("t2", "protected")]


@pytest.mark.requirement("F-25")
def test_every_call_has_exactly_one_decision_with_a_reason() -> None:
    twice: Raw = {
        "role": "assistant",
        "tool_calls": [{"id": "d", "type": "function", "function": {"name": "f", "arguments": "{}"}}] * 2,
    }
    messages = [
        *chat([Step(RECORD)], end=()),
        {"role": "tool", "tool_call_id": "lost", "content": "orphan"},
        twice,
        {"role": "tool", "tool_call_id": "d", "content": "1"},
        {"role": "tool", "tool_call_id": "d", "content": "2"},
        *TAIL,
    ]
    found = compact(messages)
    assert [(d.id, d.call_id, d.reason) for d in decisions(found)] == [
        ("t1", "call_0", "protected"),
        ("u1", "d", "unpaired"),
        ("u2", "d", "unpaired"),
    ]
    assert found.warnings == ("tool results without an earlier call were left as they are: messages[4]",)


@pytest.mark.requirement("R-11")
@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (None, ["low_relevance", "low_relevance"]),
        ([], ["not_eligible", "not_eligible"]),
        (["search"], ["not_eligible", "low_relevance"]),
    ],
)
def test_without_a_list_every_tool_is_eligible_and_with_an_empty_one_none(
    names: list[str] | None, expected: list[str]
) -> None:
    messages = chat([Step(RECORD), Step(RECORD + "x", tool="search"), Step("new")])
    found = compact(messages, eligible_tool_names=names, options=ALL)
    assert reasons(found)[:2] == expected
    assert found.reason == ("no_candidates" if names == [] else "compacted")
