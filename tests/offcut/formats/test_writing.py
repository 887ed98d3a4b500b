"""Edits are written back copy-on-write."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given

from offcut.conversation import Place, ReplaceResult
from offcut.formats import apply, read
from support.conversations import IMAGE, Raw, conversations
from support.paths import require_shared

TEXT = {"type": "text", "text": "long", "id": "b1"}


@given(conversations)
def test_without_edits_every_message_is_the_same_object(messages: list[Raw]) -> None:
    before = copy.deepcopy(messages)
    view = read(messages)
    written = apply(messages, view.format, [])
    assert all(a is b for a, b in zip(messages, written, strict=True)) and written is not messages
    assert messages == before


@pytest.mark.parametrize("folder", ["openai-chat", "anthropic", "codex", "responses", "gemini"])
def test_every_list_of_the_corpus_comes_back_identical(folder: str) -> None:
    for path in sorted((require_shared() / "corpus" / folder).glob("*.json")):
        body = json.loads(path.read_text())
        messages = next(body[key] for key in ("messages", "input", "contents") if key in body)
        written = apply(messages, read(messages).format, [])
        assert all(a is b for a, b in zip(messages, written, strict=True))


@pytest.mark.requirement("F-29", "R-25")
@pytest.mark.parametrize(
    ("content", "folded"),
    [
        ("long", "P"),
        ([TEXT], [{**TEXT, "text": "P"}]),
        ([TEXT, {"type": "text", "text": "more"}], [{**TEXT, "text": "P"}]),
        ([IMAGE, TEXT, IMAGE, {"type": "text", "text": "z"}], [IMAGE, {**TEXT, "text": "P"}, IMAGE]),
        (["bare"], [{"type": "text", "text": "P"}]),
        (
            [TEXT, {"type": "text", "text": "z", "cache_control": {"type": "ephemeral"}}],
            [{**TEXT, "text": "P", "cache_control": {"type": "ephemeral"}}],
        ),
    ],
)
def test_a_preview_takes_the_place_of_the_text_and_of_nothing_else(content: Any, folded: Any) -> None:
    chat = {"role": "tool", "tool_call_id": "c1", "name": "read", "content": content, "extra": {"k": [1]}}
    block = {"type": "tool_result", "tool_use_id": "c1", "content": content, "cache_control": {"type": "x"}}
    message = {"role": "user", "content": [{"type": "text", "text": "before"}, block], "id": "m1"}
    before = copy.deepcopy((chat, message))
    assert apply([chat], "openai-chat", [ReplaceResult(Place(0), "P")]) == [{**chat, "content": folded}]
    assert apply([message], "anthropic", [ReplaceResult(Place(0, 1), "P")]) == [
        {**message, "content": [{"type": "text", "text": "before"}, {**block, "content": folded}]}
    ]
    assert (chat, message) == before


def test_two_edits_of_one_message_both_arrive() -> None:
    blocks = [{"type": "tool_result", "tool_use_id": f"c{n}", "content": f"text {n}"} for n in range(3)]
    written = apply(
        [{"role": "user", "content": blocks}],
        "anthropic",
        [ReplaceResult(Place(0, 0), "P0"), ReplaceResult(Place(0, 2), "P2")],
    )
    assert [block["content"] for block in written[0]["content"]] == ["P0", "text 1", "P2"]
