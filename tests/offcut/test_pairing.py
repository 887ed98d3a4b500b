"""Results belong to the nearest earlier call with their id, by position and id together."""

from __future__ import annotations

import json
from typing import Any

import pytest

from offcut.formats import read
from offcut.pairing import Pairing, pair
from support.conversations import Raw, Step, chat
from support.paths import require_shared


def asks(*ids: str) -> Raw:
    calls = [{"id": id, "type": "function", "function": {"name": "f", "arguments": "{}"}} for id in ids]
    return {"role": "assistant", "tool_calls": calls}


def answers(id: str, text: str = "x") -> Raw:
    return {"role": "tool", "tool_call_id": id, "content": text}


def of(*messages: Any) -> Pairing:
    return pair(read(list(messages), "openai-chat"))


@pytest.mark.requirement("R-08")
def test_one_id_for_many_calls_still_gives_each_call_its_own_result() -> None:
    found = pair(read(chat([Step(f"result {n}", id="call_0") for n in range(4)])))
    assert [p.result.text for p in found.pairs] == [f"result {n}" for n in range(4)]
    assert [p.id for p in found.pairs] == ["t1", "t2", "t3", "t4"]


@pytest.mark.requirement("R-08")
@pytest.mark.parametrize(
    ("messages", "ids", "orphans"),
    [
        ([asks("a", "b"), answers("b"), answers("a")], ["t1", "t2"], 0),
        ([asks("a")], ["u1"], 0),
        ([answers("a"), asks("a")], ["u1"], 1),
        ([asks("a"), answers("a"), answers("a")], ["u1"], 0),
        ([asks("a", "a"), answers("a"), answers("a")], ["u1", "u2"], 0),
        ([asks("a", "a"), answers("a")], ["u1", "u2"], 0),
        ([asks("a"), asks("a"), answers("a")], ["u1", "t1"], 0),
        ([asks("a", "b"), answers("b"), asks("c"), answers("c")], ["u1", "t1", "t2"], 0),
        ([answers("z"), asks("a"), answers("a")], ["t1"], 1),
    ],
)  # fmt: skip
def test_what_cannot_be_told_apart_is_unpaired(messages: list[Raw], ids: list[str], orphans: int) -> None:
    found = of(*messages)
    assert [entry.id for entry in found.calls] == ids and len(found.orphans) == orphans


def test_legacy_function_calls_pair_by_position() -> None:
    found = of(
        {"role": "assistant", "function_call": {"name": "f", "arguments": "{}"}},
        {"role": "function", "name": "f", "content": "x"},
    )
    assert [p.result.text for p in found.pairs] == ["x"]


def test_the_repeated_ids_of_the_corpus_keep_four_different_originals_apart() -> None:
    path = require_shared() / "corpus" / "synthetic-irregular" / "openai-chat-repeated-ids.json"
    found = pair(read(json.loads(path.read_text())["messages"]))
    assert len({p.result.text for p in found.pairs}) == len(found.pairs) == 4
