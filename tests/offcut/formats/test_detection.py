"""The format is told from the shape of a list, never from one key."""

from __future__ import annotations

import json
from typing import Any

import pytest

from offcut.errors import UnknownFormat
from offcut.formats import read
from support.paths import require_shared

USE = {"type": "tool_use", "id": "t", "name": "n", "input": {}}


@pytest.mark.parametrize("folder", ["openai-chat", "anthropic"])
def test_every_list_of_the_corpus_is_recognised(folder: str) -> None:
    paths = sorted((require_shared() / "corpus" / folder).glob("*.json"))
    assert len(paths) >= 8
    assert {read(json.loads(path.read_text())["messages"]).format for path in paths} == {folder}


@pytest.mark.parametrize(
    ("messages", "format"),
    [
        ([], "openai-chat"),
        ([{"role": "user", "content": "hi"}], "openai-chat"),
        ([{"role": "system", "content": "s"}, {"role": "assistant", "content": [USE]}], "anthropic"),
        ([{"role": "user", "content": "x"}, {"role": "developer", "content": "s"}], "openai-chat"),
        ([{"role": "assistant", "content": [{"type": "thinking", "thinking": "t"}]}], "anthropic"),
        ([{"role": "user", "content": [{"type": "text", "text": "a"}, "b", None, 3]}], "openai-chat"),
    ],
)
def test_a_list_without_signs_of_its_own_takes_the_first_format(messages: list[Any], format: str) -> None:
    assert read(messages).format == format


@pytest.mark.parametrize(
    ("message", "seen"),
    [
        ({"role": "model", "parts": [{"text": "hi"}]}, r"messages\[0\] has \"parts\".*Gemini"),
        ({"type": "function_call", "call_id": "c"}, r'messages\[0\] is a "function_call" item.*Responses'),
        (
            {"role": "assistant", "tool_calls": [{"id": "a", "function": "bash", "arguments": {}}]},
            r'the string "bash".*inspect_ai',
        ),
        ({"role": "assistant", "content": [{"type": "tool_call", "id": "a"}]}, "AgentScope"),
    ],
)
def test_a_format_that_is_not_read_is_refused_with_what_was_seen(message: Any, seen: str) -> None:
    with pytest.raises(UnknownFormat, match=seen):
        read([message])


def test_signs_of_two_formats_are_an_error_that_names_both() -> None:
    chat = {"role": "tool", "tool_call_id": "c", "content": "x"}
    with pytest.raises(UnknownFormat) as caught:
        read([{"role": "user", "content": "hi"}, {"role": "assistant", "content": [USE]}, chat])
    assert str(caught.value) == (
        'the messages fit more than one format: messages[1] has a "tool_use" block (anthropic) but '
        'messages[2] has the role "tool" (openai-chat); name it in `format`'
    )


@pytest.mark.parametrize(
    "name", ["inspect/inspect-browser-0.json", "openhands/openhands-ponyc-4595-a.events.json"]
)
def test_other_shapes_of_the_corpus_are_refused(name: str) -> None:
    raw = json.loads((require_shared() / "corpus" / name).read_text())
    messages = raw if isinstance(raw, list) else raw.get("messages") or raw.get("history") or raw["events"]
    with pytest.raises(UnknownFormat):
        read(messages)
