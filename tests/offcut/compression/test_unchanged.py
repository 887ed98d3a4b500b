"""No progress is said, nothing grows, and what is said to be unchanged is the given list."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from support.compressing import compress, made, size, squeeze
from support.conversations import FORMATS, RECORD, Raw, Step, chat
from support.memory_store import MemoryStore

HUGE: Raw = {"role": "system", "content": " ".join(f"rule-{n}" for n in range(9_000))}
TURNS: list[Raw] = [
    {"role": "user" if n % 2 == 0 else "assistant", "content": f"Short turn {n}."} for n in range(13)
]


def assert_same(result: Any, messages: list[Any], copied: list[Any]) -> None:
    assert messages == copied
    assert result.messages is not messages
    assert all(a is b for a, b in zip(result.messages, messages, strict=True))
    assert (result.summary, result.summary_ref, result.segment_ref, result.summarized_by) == (None,) * 4
    assert (result.first_changed_index, result.sources) == (None, ())
    assert result.stats.tokens_after == result.stats.tokens_before


@pytest.mark.requirement("F-03")
@pytest.mark.parametrize(
    ("limit", "status"),
    [(20_000, "no_progress"), (40_000, "nothing_to_compress"), (90_000, "below_threshold")],
)
@pytest.mark.parametrize("last_n", [1, 20])
def test_a_system_prompt_above_the_limit_is_no_reason_to_compress_for_ever(
    limit: int, status: str, last_n: int
) -> None:
    messages, store = [HUGE, *TURNS], MemoryStore()
    copied = copy.deepcopy(messages)
    for _ in range(5):
        result = compress(messages, store, context_length=limit, protect_last_n=last_n)
        assert result.status == status
        assert_same(result, messages, copied)
    assert store.sources == {}


@pytest.mark.requirement("F-03")
@pytest.mark.parametrize("make", FORMATS)
def test_compressing_the_result_again_and_again_comes_to_rest_at_once(make: Any) -> None:
    store = MemoryStore()
    messages = make([Step(f"{RECORD} {n}") for n in range(14)])
    window = size(messages)
    result = squeeze(messages, store)
    kept = dict(store.sources)
    for _ in range(5):
        messages = list(result.messages or [])
        result = squeeze(messages, store, context_length=window)
        assert result.status in ("nothing_to_compress", "no_progress")
        assert_same(result, messages, copy.deepcopy(messages))
    assert store.sources == kept


@pytest.mark.parametrize("messages", [[], [HUGE], TURNS[:1], [HUGE, *TURNS[:4]]])
def test_there_is_nothing_to_compress_in_short_lists(messages: list[Raw]) -> None:
    result = compress(messages, force=True, format="openai-chat")
    assert (result.status, result.messages) == ("nothing_to_compress", messages)


@pytest.mark.requirement("F-03")
def test_a_gain_of_less_than_five_percent_is_no_progress() -> None:
    rounds = chat([Step(f"{RECORD} {n}") for n in range(12)])
    filler = " ".join(f"word{n}" for n in range(size(rounds) * 8))
    messages = [{"role": "system", "content": filler}, *rounds]
    result = squeeze(messages, tail_pressure="keep", threshold=0)
    assert (result.status, result.messages) == ("no_progress", messages)
    assert "a gain of less than 5 %" in result.reason


@pytest.mark.requirement("F-01")
@pytest.mark.parametrize(
    "planted",
    [
        {"role": "tool", "tool_call_id": "nobody", "content": "lost"},
        {"role": "tool", "content": "without an id"},
    ],
)
@pytest.mark.parametrize("at", [2, 10, -1])
def test_orphans_that_were_there_stay_in_head_and_tail_and_are_named(planted: Raw, at: int) -> None:
    messages = chat([Step(f"{RECORD} {n}") for n in range(12)], end=())
    messages.insert(at if at >= 0 else len(messages), planted)
    result = squeeze(messages, protect_last_n=3)
    stays = any(message is planted for message in made(result))
    named = [w for w in result.warnings if w.startswith("tool results without an earlier call")]
    assert stays is bool(named) is (at != 10)


@pytest.mark.requirement("F-01")
def test_a_result_far_from_its_call_is_never_parted_from_it() -> None:
    messages = chat([Step(f"{RECORD} {n}", id=f"id{n}") for n in range(14)], end=())
    messages.append({"role": "tool", "tool_call_id": "id3", "content": "once more"})
    result = squeeze(messages, protect_first_n=1)
    (call,) = [m for m in messages if any(c["id"] == "id3" for c in m.get("tool_calls", []))]
    assert result.stats.messages_removed == 6
    assert any(m is call for m in made(result)) and made(result)[-1] is messages[-1]


def test_the_input_is_never_changed() -> None:
    messages = chat([Step([{"type": "text", "text": f"{RECORD} {n}"}]) for n in range(14)])
    copied = copy.deepcopy(messages)
    squeeze(messages)
    assert messages == copied
