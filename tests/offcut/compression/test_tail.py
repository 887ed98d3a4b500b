"""Old results of the head give way to a placeholder; a heavy tail is previewed until it fits, or says so."""

from __future__ import annotations

import json
from typing import Any

import pytest

from offcut.compression.tail import PLACEHOLDER
from support.compressing import compress, made, size, squeeze, texts
from support.conversations import FORMATS, RECORD, Raw, Step, agentscope, anthropic, chat
from support.memory_store import MemoryStore

BIG = "\n".join(f"line_{n:05d} amount={n * 37} ref_{n * 101}" for n in range(2_000))
QUIET: Raw = {"role": "user", "content": "Go on."}


def results(messages: list[Any]) -> list[str]:
    return [text for text in texts(messages) if "line_" in text or text.startswith(PLACEHOLDER)]


@pytest.mark.requirement("H-33", "H-34")
def test_old_results_of_a_long_head_give_way_to_the_placeholder_with_a_reference() -> None:
    store = MemoryStore()
    messages = chat([Step(RECORD), Step("short"), *[Step(f"{RECORD} {n}") for n in range(12)]])
    result = squeeze(messages, store, protect_first_n=6, tail_pressure="keep")
    after = made(result)
    [source] = result.sources
    marker = f'[offcut: {len(RECORD)} chars, 20 lines archived intact; recover_source(ref="{source.ref}")]'
    assert PLACEHOLDER == "[Old tool output cleared to save context space]"
    assert after[3] == {**messages[3], "content": f"{PLACEHOLDER}\n{marker}"}
    assert after[5] is messages[5] and store.sources[source.ref].body == RECORD.encode()
    assert after[2] is messages[2] and after[4] is messages[4]


@pytest.mark.requirement("H-33")
@pytest.mark.parametrize(("length", "pruned"), [(200, False), (2_000, True)])
def test_only_results_above_200_characters_are_pruned_and_only_where_it_saves(
    length: int, pruned: bool
) -> None:
    body = "".join(f"{n:03d} " for n in range(1000))[:length]
    messages = chat([Step(body), *[Step(f"{RECORD} {n}") for n in range(12)]])
    assert (made(squeeze(messages, protect_first_n=4))[3] is not messages[3]) is pruned


@pytest.mark.requirement("F-07")
@pytest.mark.parametrize(
    "arguments",
    [
        '{"path":"a","content":"' + "x" * 700 + '"}',
        "[" * 60 + "]" * 60,
        json.dumps(["ab"] * 2000),
        "not JSON",
        "null",
    ],
)
def test_arguments_of_calls_that_stay_are_never_touched(arguments: str) -> None:
    steps = [Step(f"{RECORD} {n}", arguments=arguments) for n in range(12)]
    messages = chat(steps)
    after = made(squeeze(messages, protect_first_n=4, protect_last_n=6, max_summary_tokens=300))
    kept = [
        call
        for message in after
        for call in message.get("tool_calls", [])
        if call["function"]["name"] != "compress"
    ]
    assert kept and all(call["function"]["arguments"] == arguments for call in kept)


@pytest.mark.requirement("F-09", "H-33")
@pytest.mark.parametrize("make", [make for make in FORMATS if make is not agentscope])
def test_one_request_and_forty_big_results_reach_the_budget_with_every_original_archived(make: Any) -> None:
    store = MemoryStore()
    messages = make([Step(f"{BIG} {n}") for n in range(40)], end=())
    result = compress(messages, store, context_length=200_000)
    stats = result.stats
    assert result.status == "compressed" and result.warnings == ()
    assert stats.tokens_after < stats.threshold_tokens and result.sources
    assert all(BIG.encode() in store.sources[source.ref].body for source in result.sources)


@pytest.mark.requirement("F-09", "H-48")
def test_a_tail_is_previewed_oldest_first_and_no_further_than_it_has_to_be() -> None:
    messages = chat(
        [*[Step(f"{RECORD} {n}") for n in range(8)], *[Step(f"{BIG} {n}") for n in range(3)]], end=[QUIET]
    )
    each = size([messages[-2]], "openai-chat")
    window = round(each * 1.2 / 0.2 / 0.5)  # the budget of the tail holds one of the three
    result = compress(messages, context_length=window, force=True, protect_last_n=7)
    tail = made(result)[-7:]
    assert [message is given for message, given in zip(tail, messages[-7:], strict=True)] == [
        *(True, False, True, False, True, True, True),
    ]


@pytest.mark.requirement("F-09")
def test_the_newest_body_is_previewed_only_if_the_tail_is_still_over() -> None:
    messages = chat([*[Step(f"{RECORD} {n}") for n in range(8)], Step(BIG)], end=())
    budget = size(messages[-2:]) * 0.8
    fits = compress(messages, context_length=round(budget / 0.1), force=True, protect_last_n=2)
    over = compress(messages, context_length=size(messages), force=True, protect_last_n=2)
    assert made(fits)[-1] is messages[-1]
    assert (
        made(over)[-1]["content"]
        .splitlines()[-1]
        .startswith(f"[offcut: {len(BIG)} chars, 2000 lines archived")
    )


@pytest.mark.requirement("F-09", "H-48")
def test_keep_leaves_the_tail_as_it_is_and_states_the_shortfall() -> None:
    messages = chat([*[Step(f"{RECORD} {n}") for n in range(8)], Step(BIG)], end=())
    result = squeeze(messages, tail_pressure="keep", protect_last_n=2)
    after = made(result)
    assert all(a is b for a, b in zip(after[-2:], messages[-2:], strict=True))
    [warning] = result.warnings
    assert (
        warning.startswith("the tail still has ")
        and f"its budget is {result.stats.tail_token_budget}" in warning
    )


@pytest.mark.requirement("F-09")
def test_a_list_with_nothing_to_remove_states_the_shortfall_and_stays() -> None:
    messages = chat([Step(BIG)], end=())
    result = compress(messages, context_length=size(messages), force=True)
    assert (result.status, result.messages) == ("nothing_to_compress", messages)
    assert result.warnings and "the tail still has" in result.warnings[0]


@pytest.mark.requirement("F-09")
@pytest.mark.parametrize("make", FORMATS)
def test_a_list_with_nothing_to_remove_that_overflows_the_window_gets_its_tail_previewed(make: Any) -> None:
    store = MemoryStore()
    messages = make([Step(BIG)], end=())
    result = compress(messages, store, context_length=size(messages) - 1)
    after = made(result)
    assert len(after) == len(messages) and all(a is b for a, b in zip(after[:-1], messages[:-1], strict=True))
    assert store.sources[result.sources[0].ref].body == BIG.encode()
    assert (
        result.summary is None and json.loads(store.sources[str(result.segment_ref)].body)["messages"] == []
    )
    again = compress(after, store, context_length=100)
    assert (again.status, again.messages) == ("no_progress", after)


@pytest.mark.requirement("F-05")
@pytest.mark.parametrize("rounds_after", [0, 1, 8])
def test_the_newest_request_stays_the_same_object_with_the_results_it_carries(rounds_after: int) -> None:
    old = anthropic([*[Step(f"{RECORD} {n}") for n in range(8)], Step(BIG)], end=())
    asked = {"role": "user", "content": [*old[-1]["content"], {"type": "text", "text": "Stop. Do B."}]}
    later = anthropic([Step(f"{BIG} {n}", id=f"later{n}") for n in range(rounds_after)], end=())[1:]
    result = squeeze([*old[:-1], asked, *later], protect_last_n=2)
    assert any(message is asked for message in made(result))


def test_a_result_that_tells_of_a_failure_is_never_previewed() -> None:
    steps = [*[Step(f"{RECORD} {n}") for n in range(8)], Step(BIG, is_error=True), Step(BIG + "2")]
    messages = anthropic(steps, end=())
    result = squeeze(messages, protect_last_n=4)
    assert made(result)[-3] is messages[-3] and made(result)[-1] is not messages[-1]


@pytest.mark.parametrize("tool", ["read_file", "recover_source"])
def test_our_own_previews_stay(tool: str) -> None:
    store = MemoryStore()
    messages = chat(
        [*[Step(f"{RECORD} {n}") for n in range(8)], Step(BIG), Step(BIG + "2", tool=tool)], end=()
    )
    once = made(squeeze(messages, store, protect_last_n=4))
    kept = dict(store.sources)
    twice = squeeze(once, store, protect_last_n=4)
    assert (twice.status, store.sources) == ("nothing_to_compress", kept)
    assert all(a is b for a, b in zip(twice.messages or [], once, strict=True))
