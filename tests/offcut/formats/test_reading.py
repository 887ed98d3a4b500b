"""What Chat and Anthropic messages are read as; the other formats have files of their own."""

from __future__ import annotations

from typing import Any

import pytest

from offcut.conversation import Place, ToolCall
from offcut.errors import InvalidInput, UnknownFormat
from offcut.formats import read
from support.conversations import IMAGE

CALL = {"id": "c1", "type": "function", "function": {"name": "read", "arguments": '{"p": 1}'}}


def only(raw: Any, format: str) -> Any:
    return read([raw], format).messages[0]


@pytest.mark.requirement("F-15")
@pytest.mark.parametrize(
    ("content", "texts", "images"),
    [
        ("hi", ("hi",), 0),
        (None, (), 0),
        ("", ("",), 0),
        ([], (), 0),
        ([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}], ("a", "b"), 0),
        (["bare", {"type": "text", "text": "b"}], ("bare", "b"), 0),
        ([{"type": "image_url", "image_url": {"url": "data:…"}}], (), 1),
        ([{"type": "refusal", "refusal": "no"}], ("no",), 0),
        (7, (), 0),
    ],
)
def test_chat_contents_of_every_shape_are_read_without_turning_them_into_text(
    content: Any, texts: tuple[str, ...], images: int
) -> None:
    message = only({"role": "user", "content": content}, "openai-chat")
    assert (message.texts, message.images) == (texts, images)


@pytest.mark.parametrize(
    ("content", "container", "text", "source"),
    [
        ("plain", "text", "plain", "plain"),
        ("", "text", "", ""),
        (None, "empty", "", ""),
        ([], "empty", "", ""),
        ([{"type": "text", "text": "a"}, {"type": "text", "text": "é"}], "blocks", "a\né",
         '[{"type":"text","text":"a"},{"type":"text","text":"é"}]'),
        ([{"type": "text", "text": "a"}, {"type": "x"}], "mixed", "a",
         '[{"type":"text","text":"a"},{"type":"x"}]'),
        ([{"type": "x"}], "empty", "", '[{"type":"x"}]'),
    ],
)  # fmt: skip
def test_both_formats_read_the_contents_of_a_result_alike(
    content: Any, container: str, text: str, source: str
) -> None:
    chat = only({"role": "tool", "tool_call_id": "c1", "content": content}, "openai-chat").results[0]
    block = {"type": "tool_result", "tool_use_id": "c1", "content": content}
    anthropic = only({"role": "user", "content": [block]}, "anthropic").results[0]
    for result in (chat, anthropic):
        assert (result.container, result.text, result.source) == (container, text, source)
        assert result.call_id == "c1"


@pytest.mark.parametrize(
    ("arguments", "valid"),
    [
        ('{"p": 1}', True),
        ("{}", True),
        ("{", False),
        ("[1]", False),
        ("", False),
        ('{"a": NaN}', False),
        ('{"a": 1e999}', False),
        (None, False),
        ({"p": 1}, False),
        ("[" * 3000 + "]" * 3000, False),
    ],
)
def test_arguments_that_are_no_json_object_make_a_call_invalid(arguments: Any, valid: bool) -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "read", "arguments": arguments}}
    found = only({"role": "assistant", "tool_calls": [call]}, "openai-chat").calls[0]
    assert found.valid is valid


def test_custom_and_legacy_calls_are_calls_too() -> None:
    custom = {"id": "c2", "type": "custom", "custom": {"name": "patch", "input": "*** Begin"}}
    message = only(
        {
            "role": "assistant",
            "tool_calls": [CALL, custom],
            "function_call": {"name": "old", "arguments": "{}"},
        },
        "openai-chat",
    )
    assert message.calls == (
        ToolCall(Place(0, 0), "c1", "read", '{"p": 1}'),
        ToolCall(Place(0, 1), "c2", "patch", "*** Begin"),
        ToolCall(Place(0, 2), None, "old", "{}"),
    )


@pytest.mark.parametrize("calls", [[7], [{}], [{"function": "f"}], [{"id": 3, "function": {"name": None}}]])
def test_malformed_calls_are_still_one_call_each(calls: list[Any]) -> None:
    found = only({"role": "assistant", "tool_calls": calls}, "openai-chat").calls
    assert len(found) == len(calls) and not any(call.valid for call in found)


def test_anthropic_blocks_find_their_places() -> None:
    content = [
        {"type": "thinking", "thinking": "hm", "signature": "x" * 100},
        {"type": "text", "text": "I look."},
        {"type": "tool_use", "id": "t1", "name": "read", "input": {"p": 1}},
        {"type": "tool_use", "id": "t2", "name": "read", "input": "odd"},
    ]
    message = only({"role": "assistant", "content": content}, "anthropic")
    assert message.texts == ("I look.",) and message.hidden == ("hm",)
    assert [(c.place.block, c.arguments, c.valid) for c in message.calls] == [
        (2, '{"p":1}', True),
        (3, "odd", False),
    ]


def test_signatures_and_image_bytes_are_no_text() -> None:
    content = [{"type": "redacted_thinking", "data": "AAAA"}, IMAGE]
    message = only({"role": "user", "content": content}, "anthropic")
    assert (message.texts, message.hidden, message.images) == ((), (), 1)


def test_an_error_flag_is_read() -> None:
    block = {"type": "tool_result", "tool_use_id": "c1", "content": "boom", "is_error": True}
    assert only({"role": "user", "content": [block]}, "anthropic").results[0].failed


@pytest.mark.parametrize("format", ["openai-chat", "openai-responses", "anthropic", "agentscope"])
@pytest.mark.parametrize("role", ["critic", None, 7, ["user"]])
def test_a_message_of_an_unknown_role_reads_as_system_so_that_nothing_touches_it(
    role: Any, format: str
) -> None:
    assert only({"role": role, "content": "x"}, format).role == "system"


@pytest.mark.requirement("F-33")
def test_items_that_are_no_messages_are_named_and_counted() -> None:
    with pytest.raises(InvalidInput) as caught:
        read([{"role": "user", "content": "x"}, "a", None, 3, [4], 5], "auto")
    assert str(caught.value) == (
        "messages[1] is a string, not a message object; messages[2] is null, not a message object; "
        "messages[3] is a number, not a message object; and 2 more"
    )


@pytest.mark.parametrize("messages", ["text", {"role": "user"}, 7, None])
def test_messages_that_are_no_list_are_refused(messages: Any) -> None:
    with pytest.raises(InvalidInput, match="messages must be a list"):
        read(messages)


def test_an_unknown_format_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownFormat, match='"xml" is not known; use auto, openai-chat, openai-responses'):
        read([], "xml")
