"""The format is told from the shape of a list, never from one key."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from offcut.conversation import FormatName
from offcut.errors import UnknownFormat
from offcut.formats import read
from support.compressing import squeeze
from support.conversations import agentscope_message
from support.paths import require_shared

USE = {"type": "tool_use", "id": "t", "name": "n", "input": {}}
OUTPUT = {"type": "tool_result", "id": "a", "output": ""}
THINKING = {"type": "thinking", "thinking": "t"}
TOOL = {"role": "tool", "tool_call_id": "c", "content": "x"}
#: Where an object of the corpus holds its list, and files that are no conversation of ours.
LISTS = ("messages", "input", "contents", "history", "trajectory")


TEXT = {"type": "text", "text": "hi"}
PICTURE = {"type": "image", "source": {"type": "url", "url": "https://x.example/a.png"}}
CHAT_PICTURE = {"type": "image_url", "image_url": {"url": "https://x.example/a.png"}}
NAMED = {"role": "assistant", "name": "Friday", "id": "m-1"}
CACHED = {**TEXT, "cache_control": {"type": "ephemeral"}}


def corpus_list(path: Path, key: str | None = None) -> Any:
    """Return the list of a corpus file: the whole file, its rows, or what one key holds."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in text.splitlines()]
    body = json.loads(text)
    return body[key or next(key for key in LISTS if key in body)]


@pytest.mark.parametrize(
    ("pattern", "format", "least"),
    [
        ("openai-chat/*.json", "openai-chat", 30),
        ("anthropic/*.json", "anthropic", 10),
        ("codex/*.json", "openai-responses", 2),
        ("responses/*.json", "openai-responses", 3),
        ("gemini/*.json", "gemini", 2),
        ("synthetic-irregular/openai-chat-*.json", "openai-chat", 2),
        ("synthetic-irregular/anthropic-*.json", "anthropic", 1),
        ("synthetic-irregular/responses-*.json", "openai-responses", 1),
        ("synthetic-irregular/agentscope-*.json", "agentscope", 1),
        ("synthetic-irregular/gemini-*.json", "gemini", 1),
    ],
)
def test_every_list_of_the_corpus_is_recognised(pattern: str, format: str, least: int) -> None:
    paths = sorted((require_shared() / "corpus").glob(pattern))
    assert len(paths) >= least
    assert {read(corpus_list(path)).format for path in paths} == {format}


@pytest.mark.parametrize(
    ("messages", "format"),
    [
        ([], "openai-chat"),
        ([{"role": "user", "content": "hi"}], "openai-chat"),
        ([{"role": "system", "content": "s"}, {"role": "assistant", "content": [USE]}], "anthropic"),
        ([{"role": "user", "content": "x"}, {"role": "developer", "content": "s"}], "openai-chat"),
        ([{"role": "assistant", "content": [THINKING]}], "anthropic"),
        ([{"role": "assistant", "content": [THINKING, {"type": "tool_call", "id": "a"}]}], "agentscope"),
        (
            [{"role": "assistant", "content": [{"type": "tool_result", "id": "a", "output": ""}]}],
            "agentscope",
        ),
        ([agentscope_message("user", [{"type": "text", "text": "hi"}], 0)], "agentscope"),
        ([{"role": "developer", "content": "s"}, {"type": "reasoning", "summary": []}], "openai-responses"),
        ([{"type": "message", "role": "user", "content": "hi"}], "openai-responses"),
        ([{"type": "message", "role": "assistant", "content": [USE]}], "anthropic"),
        ([{"role": "user", "content": [{"type": "input_text", "text": "hi"}]}], "openai-responses"),
        ([{"role": "model", "parts": [{"text": "hi"}]}], "gemini"),
        ([{"parts": []}], "gemini"),
        ([{"role": "user", "content": [{"type": "text", "text": "a"}, "b", None, 3]}], "openai-chat"),
        ([{"role": "model", "parts": []}, {"role": "function", "parts": [{"text": "x"}]}], "gemini"),
        ([{"role": "tool", "tool_call_id": "c", "parts": [{"text": "x"}]}], "gemini"),
        ([{"role": "function", "name": "f", "content": "x", "parts": []}], "openai-chat"),
    ],
)
def test_a_list_takes_the_first_format_that_its_signs_leave(messages: list[Any], format: str) -> None:
    assert read(messages).format == format


@pytest.mark.parametrize(
    ("messages", "format"),
    [
        ([{"role": "user", "content": [TEXT, PICTURE]}], "anthropic"),
        ([{"role": "user", "content": [{**PICTURE, "type": "document"}]}], "anthropic"),
        ([{"role": "user", "content": [{"type": "document", "source": "memory"}]}], "openai-chat"),
        ([{"role": "assistant", "content": [{**TEXT, "citations": []}]}], "anthropic"),
        ([{"role": "assistant", "content": [{"type": "search_result", "source": "s"}]}], "anthropic"),
        ([{"role": "user", "content": [CACHED]}], "openai-chat"),
        ([{"role": "user", "content": [CACHED, CHAT_PICTURE]}], "openai-chat"),
        ([{"role": "user", "content": [TEXT, PICTURE]}, TOOL], "openai-chat"),
        ([{"type": "message", "role": "assistant", "content": [TEXT]}], "anthropic"),
        ([{"type": "message", "role": "assistant", "id": "msg_1", "content": "hi"}], "openai-responses"),
        ([{"role": "assistant", "id": "msg_1", "content": "hi"}], "openai-chat"),
        ([{**NAMED, "content": [TEXT]}], "agentscope"),
        ([{**NAMED, "content": [THINKING, TEXT]}], "agentscope"),
        ([{**NAMED, "content": [PICTURE]}], "agentscope"),
        ([{**NAMED, "content": [TEXT]}, {**NAMED, "content": "hi"}], "agentscope"),
        ([{**NAMED, "content": "hi", "metadata": {}, "timestamp": "2026-03-06"}], "agentscope"),
        ([{**NAMED, "content": "hi"}, {"role": "user", "content": "hi"}], "openai-chat"),
        ([{**NAMED, "id": None, "content": [TEXT]}], "openai-chat"),
        ([{**NAMED, "content": [CACHED]}], "openai-chat"),
        ([{**NAMED, "content": [TEXT, CHAT_PICTURE]}], "openai-chat"),
        ([{**NAMED, "content": "hi", "tool_calls": [{"id": "a", "function": {}}]}], "openai-chat"),
    ],
)
def test_hints_choose_among_the_formats_that_signs_leave_and_never_overrule_them(
    messages: list[Any], format: str
) -> None:
    assert read(messages).format == format


@pytest.mark.parametrize(
    ("messages", "seen"),
    [
        (
            [{**NAMED, "content": "hi"}] * 3,
            'messages[0] and all others have "name" and "id" (agentscope) but '
            "messages[0] and all others hold text without blocks (openai-chat)",
        ),
        (
            [{"role": "user", "content": [CHAT_PICTURE]}, {"role": "user", "content": [PICTURE]}],
            'messages[0] has a "image_url" block (openai-chat) but '
            'messages[1] has a "image" block with a source (anthropic or agentscope)',
        ),
    ],
)
def test_hints_that_exclude_each_other_are_an_error_that_names_the_candidates(
    messages: list[Any], seen: str
) -> None:
    with pytest.raises(UnknownFormat) as caught:
        read(messages)
    assert str(caught.value) == f"the messages fit more than one format: {seen}; name it in `format`"


def talk(content: Callable[[str], Any], **more: Any) -> list[Any]:
    """Return a long talk without tools; ``more`` stands in every message."""
    roles = ("user", "assistant") * 15
    return [{"role": role, "content": content(f"text {n} " * 60), **more} for n, role in enumerate(roles)]


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        (talk(lambda text: [{"type": "text", "text": text}], name="Friday", id="m"), "agentscope"),
        (talk(lambda text: [{"type": "text", "text": text}, PICTURE]), "anthropic"),
        (talk(lambda text: text, type="message"), "openai-responses"),
    ],
)
def test_what_is_inserted_into_a_talk_without_tools_has_the_shape_of_its_format(
    messages: list[Any], expected: FormatName
) -> None:
    named = squeeze(messages, format=expected, protect_last_n=3)
    found = squeeze(messages, protect_last_n=3)
    assert found.status == named.status and found.messages == named.messages


@pytest.mark.parametrize("tail", [3, 4])
@pytest.mark.parametrize(
    "content",
    [
        lambda text: text,
        lambda text: [{"type": "text", "text": text}],
        lambda text: [{**CACHED, "text": text}],
    ],
)
def test_a_talk_that_fits_chat_and_anthropic_gets_the_same_edits_from_both(
    content: Callable[[str], Any], tail: int
) -> None:
    """So that it does not matter which of them is taken."""
    options: dict[str, Any] = {"protect_last_n": tail, "max_summary_tokens": 400}
    taken = squeeze(talk(content), **options)
    other = squeeze(talk(content), format="anthropic", **options)
    assert taken.status == other.status == "compressed"
    assert taken.messages == other.messages


@pytest.mark.parametrize(
    ("message", "seen"),
    [
        (
            {"role": "assistant", "tool_calls": [{"id": "a", "function": "bash", "arguments": {}}]},
            r'the string "bash".*inspect_ai',
        ),
        ({**TOOL, "function": "bash"}, 'answers the function "bash".*inspect_ai'),
        ({"role": "assistant", "content": [{"type": "toolCall", "id": "a"}]}, '"toolCall" block.*pi session'),
        ({"role": "assistant", "thought": "t", "action": "ls", "content": "t"}, "SWE-agent"),
        ({"role": "user", "parts": [{"type": "text", "text": "hi"}]}, 'parts with a "type".*user interface'),
        ({"type": "user", "message": {"role": "user", "content": "hi"}}, '"message".*rows of a session'),
        ({"type": "response_item", "payload": {}}, '"payload".*rows of a session'),
    ],
)
def test_a_format_that_is_not_read_is_refused_with_what_was_seen(message: Any, seen: str) -> None:
    known = "offcut reads openai-chat, openai-responses, anthropic, agentscope and gemini$"
    with pytest.raises(UnknownFormat, match=rf"messages\[0\] .*{seen}.*{known}"):
        read([message])


def test_signs_of_two_formats_are_an_error_that_names_both() -> None:
    with pytest.raises(UnknownFormat) as caught:
        read([{"role": "user", "content": "hi"}, {"role": "assistant", "content": [USE]}, TOOL])
    assert str(caught.value) == (
        'the messages fit more than one format: messages[1] has a "tool_use" block (anthropic) but '
        'messages[2] has the role "tool" (openai-chat); name it in `format`'
    )


def test_signs_that_several_formats_share_are_named_with_all_of_them() -> None:
    with pytest.raises(UnknownFormat, match=r'"thinking" block \(anthropic or agentscope\) but'):
        read([{"role": "assistant", "content": [THINKING]}, TOOL])


@pytest.mark.parametrize(
    ("name", "key", "seen"),
    [
        ("inspect/inspect-browser-0.json", "messages", 'function is the string "web_browser_go"'),
        ("inspect/inspect-toolcallerror-0.json", "messages", 'answers the function "bash"'),
        ("openhands/openhands-ponyc-4595-a.events.json", "history", 'has "action" and no role'),
        ("swe-agent/sweagent-ctf-katy.json", "history", 'has "thought" and "action"'),
        ("swe-agent/sweagent-ctf-rock.json", "trajectory", 'has "thought" and "action"'),
        ("pi/pi-large-session.jsonl", None, 'has "message" and no role'),
        ("claude-code/spotter-short.jsonl", None, 'has "message" and no role'),
        ("codex/codex-example-0.rollout.jsonl", None, 'has "payload" and no role'),
    ],
)
def test_other_shapes_of_the_corpus_are_refused_with_what_was_seen(
    name: str, key: str | None, seen: str
) -> None:
    with pytest.raises(UnknownFormat, match=seen):
        read(corpus_list(require_shared() / "corpus" / name, key))
