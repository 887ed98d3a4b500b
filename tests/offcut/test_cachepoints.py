"""Cache breakpoints: which messages carry the markers, where in a message, and that they never add up."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from offcut import CacheBreakpoints, InvalidInput, cache_breakpoints
from support.conversations import IMAGE, Raw, Step, anthropic, chat, conversations

MARKER = {"type": "ephemeral"}
CALLS = [{"id": "c1", "type": "function", "function": {"name": "read", "arguments": "{}"}}]
SYSTEM, USER = {"role": "system", "content": "You help."}, {"role": "user", "content": "hi"}
ASSISTANT, TOOL = {"role": "assistant", "content": "yes"}, {"role": "tool", "tool_call_id": "c1"}
THOUGHT = {"type": "thinking", "thinking": "hm", "signature": "s"}
TEXT, BLANK = {"type": "text", "text": "hi"}, {"type": "text", "text": " \n"}


def marked(messages: list[Any], provider: str = "openrouter", ttl: Any = "5m") -> CacheBreakpoints:
    return cache_breakpoints(messages, model="claude-sonnet-4-5", provider=provider, ttl=ttl)


def markers(value: Any, path: str = "") -> Iterator[str]:
    """Yield where markers stand, wherever that is."""
    if isinstance(value, dict):
        yield from (path for name in value if name == "cache_control")
    for name, item in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(item, dict | list) and name != "cache_control":
            yield from markers(item, f"{path}.{name}".lstrip("."))


def places(found: CacheBreakpoints) -> list[str]:
    """Return the breakpoints of a result, as ``markers`` writes places."""
    return [
        f"{at.message}" if at.part is None else f"{at.message}.content.{at.part}" for at in found.breakpoints
    ]


def turns(count: int) -> list[Raw]:
    return [{"role": ("user", "assistant")[n % 2], "content": f"turn {n}"} for n in range(count)]


@pytest.mark.requirement("H-58")
@pytest.mark.parametrize(
    ("messages", "indexes"),
    [
        ([], []),
        ([SYSTEM], [0]),
        ([SYSTEM, *turns(2)], [0, 1, 2]),
        ([SYSTEM, *turns(6)], [0, 4, 5, 6]),
        ([{**SYSTEM, "role": "developer"}, *turns(6)], [0, 4, 5, 6]),
        (turns(6), [2, 3, 4, 5]),
        ([{**SYSTEM, "content": " "}, *turns(6)], [3, 4, 5, 6]),
        ([{**SYSTEM, "content": ""}, *turns(6)], [3, 4, 5, 6]),
        ([SYSTEM, *turns(4), SYSTEM, *turns(1), SYSTEM], [0, 3, 4, 6]),
        ([SYSTEM, *turns(4), {"role": "critic", "content": "no"}], [0, 2, 3, 4]),
    ],
)
@pytest.mark.parametrize("provider", ["anthropic", "openrouter"])
def test_the_leading_system_message_and_the_last_three_others_are_marked(
    messages: list[Raw], indexes: list[int], provider: str
) -> None:
    found = marked(messages, provider)
    assert [at.message for at in found.breakpoints] == indexes
    assert list(markers(found.messages)) == [f"{index}.content.0" for index in indexes]


@pytest.mark.requirement("H-60", "H-61", "H-68")
@pytest.mark.parametrize(("ttl", "marker"), [("5m", MARKER), ("1h", {"type": "ephemeral", "ttl": "1h"})])
def test_a_string_becomes_one_text_part_with_the_marker(ttl: str, marker: Raw) -> None:
    part = {"type": "text", "text": "hi", "cache_control": marker}
    assert marked([USER], ttl=ttl).messages == [{"role": "user", "content": [part]}]


#: Message, then where the marker goes natively and in the envelope: a part, the message, or nowhere.
CARRIERS: list[tuple[str, Raw, Any, Any]] = [
    ("text", USER, 0, 0),
    ("blank text", {"role": "user", "content": "   "}, None, None),
    ("empty user", {"role": "user", "content": ""}, "message", None),
    ("user without content", {"role": "user", "content": None}, "message", None),
    ("pure tool calls", {"role": "assistant", "content": None, "tool_calls": CALLS}, "message", None),
    ("calls beside ''", {"role": "assistant", "content": "", "tool_calls": CALLS}, "message", None),
    ("calls beside blanks", {"role": "assistant", "content": [BLANK], "tool_calls": CALLS}, "message", None),
    ("calls beside text", {"role": "assistant", "content": "so", "tool_calls": CALLS}, 0, 0),
    ("calls, no content at all", {"role": "assistant", "tool_calls": CALLS}, "message", None),
    ("tool", {**TOOL, "content": "done"}, "message", 0),
    ("tool with parts", {**TOOL, "content": [TEXT, TEXT]}, "message", 1),
    ("empty tool", {**TOOL, "content": ""}, "message", None),
    ("blank tool", {**TOOL, "content": [BLANK]}, "message", None),
    ("last part", {"role": "user", "content": [TEXT, TEXT]}, 1, 1),
    ("picture last", {"role": "user", "content": [TEXT, IMAGE]}, 1, 1),
    ("blank part last", {"role": "user", "content": [TEXT, {"type": "text", "text": ""}]}, 0, 0),
    ("text part without text", {"role": "user", "content": [TEXT, {"type": "text"}]}, 0, 0),
    ("only blank parts", {"role": "user", "content": [BLANK, BLANK]}, None, None),
    ("no parts", {"role": "user", "content": []}, None, None),
    ("bare string last", {"role": "user", "content": [TEXT, "bare"]}, None, None),
    ("bare blank last", {"role": "user", "content": [TEXT, " "]}, 0, 0),
    ("thinking last", {"role": "assistant", "content": [TEXT, THOUGHT]}, 0, 0),
    ("only thinking", {"role": "assistant", "content": [THOUGHT]}, None, None),
    ("a number", {"role": "user", "content": 7}, None, None),
    ("an object", {"role": "user", "content": {"text": "hi"}}, None, None),
    ("a number last", {"role": "user", "content": [TEXT, 7]}, None, None),
]


@pytest.mark.requirement("H-61", "H-62", "H-63", "H-64", "F-17", "F-18")
@pytest.mark.parametrize("provider", ["anthropic", "openrouter"])
@pytest.mark.parametrize(
    ("message", "native", "envelope"), [row[1:] for row in CARRIERS], ids=[row[0] for row in CARRIERS]
)
def test_a_marker_goes_where_the_provider_honours_it(
    message: Raw, native: Any, envelope: Any, provider: str
) -> None:
    place = native if provider == "anthropic" else envelope
    # A call makes the list one of chat messages, as that of a host with an adapter is.
    context = [{"role": "assistant", "content": None, "tool_calls": CALLS}, {**TOOL, "content": ""}]
    found = marked([*context, message], provider)
    expected = {None: [], "message": ["2"]}.get(place, [f"2.content.{place}"])
    assert [at for at in markers(found.messages) if at.startswith("2")] == expected
    assert list(markers(found.messages)) == places(found)
    if place is None:
        assert found.messages[2] is message


@pytest.mark.requirement("F-17")
def test_no_breakpoint_is_spent_on_what_an_envelope_cannot_carry() -> None:
    empty_call = {"role": "assistant", "tool_calls": CALLS}
    session = [
        SYSTEM,
        USER,
        {**empty_call, "content": None},
        {**TOOL, "content": "done"},
        {**empty_call, "content": ""},
        {**TOOL, "content": ""},
    ]
    assert list(markers(marked(session).messages)) == ["0.content.0", "1.content.0", "3.content.0"]
    assert places(marked([SYSTEM, *turns(3), *session[2:]])) == [f"{at}.content.0" for at in (0, 2, 3, 5)]


def test_blocks_of_anthropics_own_messages_carry_the_markers() -> None:
    found = marked(anthropic([Step("body"), Step("body")], end=[]), "anthropic")
    assert list(markers(found.messages)) == [f"{at}.content.0" for at in (1, 2, 3, 4)]
    empty = [*anthropic([Step("body")], end=[]), {"role": "assistant", "content": ""}]
    assert [at.message for at in marked(empty, "anthropic").breakpoints] == [0, 1, 2]


def planted(messages: list[Raw]) -> list[Raw]:
    """Put a marker everywhere that a provider reads one: on messages, parts, and parts of results."""
    value = copy.deepcopy(messages)
    for message in value:
        content = message.get("content")
        parts = content if isinstance(content, list) else []
        nested = [part["content"] for part in parts if isinstance(part.get("content"), list)]
        for place in [message, *parts, *(inner for blocks in nested for inner in blocks)]:
            place["cache_control"] = {"type": "ephemeral", "ttl": "1h"}
    return value


BLOCKS = anthropic([Step([TEXT, TEXT]), Step("body"), Step([TEXT, IMAGE])])


@pytest.mark.requirement("F-19")
@pytest.mark.parametrize("provider", ["anthropic", "openrouter"])
@pytest.mark.parametrize("messages", [[SYSTEM, *turns(8)], chat([Step("body")] * 3), BLOCKS])
def test_markers_that_are_there_already_do_not_add_up(messages: list[Raw], provider: str) -> None:
    found = marked(planted(messages), provider)
    assert found == marked(messages, provider)
    assert len(list(markers(found.messages))) == len(found.breakpoints) == 4
    assert not [at for at in markers(found.messages) if at not in places(found)]


@pytest.mark.requirement("F-19")
def test_a_marker_inside_a_result_counts_too() -> None:
    inside = anthropic([Step([TEXT, {**TEXT, "cache_control": MARKER}])])
    assert marked(inside, "anthropic") == marked(anthropic([Step([TEXT, TEXT])]), "anthropic")
    assert list(markers(inside)) == ["2.content.0.content.1"]


@pytest.mark.requirement("F-19")
def test_a_window_that_moves_on_leaves_no_marker_behind() -> None:
    session = marked([SYSTEM, *turns(4)]).messages
    for turn in turns(8):
        session = marked([*session, turn]).messages
        assert len(list(markers(session))) == 4
    assert [at.message for at in marked(session).breakpoints] == [0, 10, 11, 12]


def test_what_a_tool_is_called_with_is_no_marker() -> None:
    called = anthropic([Step("body", arguments={"cache_control": {"type": "none"}, "content": [MARKER]})])
    assert marked(called, "anthropic").messages[1] is called[1]
    use = marked([*called[:3]], "anthropic").messages[1]["content"][0]
    assert use["input"] == called[1]["content"][0]["input"]


BODIES = [None, "", "  ", "text", [], [TEXT], [TEXT, BLANK], [BLANK], [THOUGHT], ["bare"], [IMAGE, TEXT], 7]
messages_of_chat = st.lists(
    st.fixed_dictionaries(
        {
            "role": st.sampled_from(["system", "user", "assistant", "tool"]),
            "content": st.sampled_from(BODIES),
        },
        optional={
            "tool_calls": st.just(CALLS),
            "cache_control": st.just(MARKER),
            "id": st.just("m1"),
        },
    ),
    max_size=9,
)


@pytest.mark.requirement("H-59", "F-18", "F-19")
@given(
    st.one_of(messages_of_chat, conversations), st.sampled_from(["anthropic", "openrouter"]), st.booleans()
)
def test_any_list_is_marked_on_a_copy_at_most_four_times_and_once_for_all(
    messages: list[Raw], provider: str, crowded: bool
) -> None:
    messages = [
        {**message, "content": [*message["content"], {**TEXT, "cache_control": MARKER}]}
        if crowded and isinstance(message.get("content"), list)
        else message
        for message in messages
    ]
    before = copy.deepcopy(messages)
    found = marked(messages, provider)
    assert json.dumps(messages) == json.dumps(before)
    if not found.enabled:
        assert all(a is b for a, b in zip(messages, found.messages, strict=True))
        return
    assert list(markers(found.messages)) == places(found)
    assert len(found.breakpoints) <= 4
    for at in found.breakpoints:
        message = found.messages[at.message]
        if at.part is not None:
            assert message["content"][at.part].get("text", "x").strip()
    again = marked(found.messages, provider)
    assert all(a is b for a, b in zip(found.messages, again.messages, strict=True))
    untouched = {at for at, message in enumerate(messages) if not list(markers(message))}
    for index in untouched - {at.message for at in found.breakpoints}:
        assert found.messages[index] is messages[index]


@pytest.mark.parametrize(
    ("messages", "arguments", "words"),
    [
        ([USER], {"ttl": "10m"}, 'ttl must be "5m" or "1h", not \'10m\''),
        ([USER], {"model": 7}, "model must be a string, not 7"),
        ([USER, "hi"], {"model": "claude"}, "messages[1] is a string, not a message object"),
        ("hi", {"model": "claude"}, "messages must be a list of message objects"),
    ],
)
def test_unusable_arguments_are_named(messages: Any, arguments: Any, words: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        cache_breakpoints(messages, **arguments)
    assert str(caught.value) == words
