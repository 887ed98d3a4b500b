"""How the summary stands in the list: a role that repeats no neighbour's, in every format."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from offcut.compression import CompressionResult
from offcut.formats import read
from support.compressing import made, squeeze, summary_of, texts
from support.conversations import RECORD, Raw, Step, anthropic, chat, gemini, responses
from support.memory_store import MemoryStore
from support.session_formats import (
    WRITERS,
    Writer,
    write_agentscope,
    write_anthropic,
    write_chat,
    write_gemini,
    write_responses,
)
from support.sessions import Call, Exchange, Rounds, Session

Written = Callable[[str, str], list[Raw]]

S = {"role": "system", "content": "You help."}
ROUND = Rounds((Call(RECORD),))


def talk() -> Session:
    """A session in which the user asks often: after its summary comes a user turn."""
    return Session(tuple(Exchange(f"Part {n}: {RECORD}", (ROUND,), "Done.") for n in range(6)))


def inserted(messages: list[Any], result: CompressionResult) -> list[Any]:
    """Return what a pass put in beside messages of the given list; a system message may carry the note."""
    given = {id(message) for message in messages}
    made_up = [message for message in made(result) if id(message) not in given]
    return [message for message in made_up if message.get("role") not in ("system", "developer")]


def chat_exchange(text: str, name: str) -> list[Raw]:
    function = {"name": "compress", "arguments": "{}"}
    call = {"id": f"call_{name}", "type": "function", "function": function}
    return [
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": f"call_{name}", "content": text},
    ]


def anthropic_exchange(text: str, name: str) -> list[Raw]:
    use = {"type": "tool_use", "id": f"toolu_{name}", "name": "compress", "input": {}}
    result = {"type": "tool_result", "tool_use_id": f"toolu_{name}", "content": text}
    return [{"role": "assistant", "content": [use]}, {"role": "user", "content": [result]}]


def gemini_exchange(text: str, name: str) -> list[Raw]:
    call = {"functionCall": {"name": "compress", "args": {}}}
    response = {"functionResponse": {"name": "compress", "response": {"output": text}}}
    return [{"role": "model", "parts": [call]}, {"role": "user", "parts": [response]}]


def responses_speech(text: str, name: str) -> list[Raw]:
    part = {"type": "output_text", "text": text, "annotations": []}
    message = {"type": "message", "id": f"msg_{name}", "role": "assistant", "status": "completed"}
    return [{**message, "content": [part]}]


def agentscope_speech(text: str, name: str) -> list[Raw]:
    block = {"type": "text", "id": f"text_{name}", "text": text}
    message = {"id": f"msg_{name}", "name": "assistant", "role": "assistant", "content": [block]}
    return [{**message, "metadata": {}, "created_at": "2026-03-06T10:00:00"}]


@pytest.mark.requirement("H-47")
@pytest.mark.parametrize(
    ("write", "expected"),
    [
        (write_chat, lambda text, name: [{"role": "assistant", "content": text}]),
        (write_anthropic, lambda text, name: [{"role": "assistant", "content": text}]),
        (write_gemini, lambda text, name: [{"role": "model", "parts": [{"text": text}]}]),
        (write_responses, responses_speech),
        (write_agentscope, agentscope_speech),
    ],
)
def test_between_two_turns_of_the_user_the_summary_is_an_assistants(write: Writer, expected: Written) -> None:
    messages = write(talk()).messages
    result = squeeze(messages, protect_first_n=1, protect_last_n=4, tail_pressure="keep")
    name = str(result.segment_ref).removeprefix("oc_")
    assert inserted(messages, result) == expected(summary_of(result), name)


@pytest.mark.requirement("H-47")
@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (chat, chat_exchange),
        (anthropic, anthropic_exchange),
        (gemini, gemini_exchange),
        (responses, responses_speech),
    ],
)
def test_between_a_request_and_tool_rounds_the_summary_is_a_tool_exchange(
    make: Any, expected: Written
) -> None:
    messages = make([Step(f"{RECORD} {n}") for n in range(12)], end=())
    result = squeeze(messages, protect_first_n=1, protect_last_n=4, tail_pressure="keep")
    name = str(result.segment_ref).removeprefix("oc_")
    assert inserted(messages, result) == expected(summary_of(result), name)


@pytest.mark.requirement("H-47")
@pytest.mark.parametrize("make", [chat, anthropic, gemini])
def test_the_speakers_alternate_around_an_exchange(make: Any) -> None:
    after = made(squeeze(make([Step(f"{RECORD} {n}") for n in range(12)], end=())))
    spoken = [message.role for message in read(after).messages if message.role != "system"]
    assert spoken[0] == "user" and all(a != b for a, b in pairwise(spoken))


@pytest.mark.requirement("H-47")
def test_after_a_tool_result_of_the_head_the_summary_is_an_exchange_too() -> None:
    messages = chat([Step(f"{RECORD} {n}") for n in range(12)], end=())
    after = made(squeeze(messages, protect_first_n=4))
    assert [message["role"] for message in after[:7]] == [
        *("system", "user", "assistant", "tool"),
        *("assistant", "tool", "assistant"),
    ]
    assert after[2] is messages[2]


@pytest.mark.requirement("H-47", "F-04")
def test_after_system_messages_alone_and_before_a_reply_the_summary_is_a_user_turn() -> None:
    rounds = chat([Step(f"{RECORD} {n}") for n in range(12)], end=())
    messages = [rounds[0], *rounds[2:]]
    result = squeeze(messages, protect_first_n=1)
    after = made(result)
    assert after[1] == {"role": "user", "content": result.summary} and after[2]["role"] == "assistant"


@pytest.mark.requirement("H-47", "H-51")
def test_a_summary_in_the_users_role_is_never_taken_for_a_request() -> None:
    store, rounds = MemoryStore(), chat([Step(f"{RECORD} {n}") for n in range(12)], end=())
    once = made(squeeze([rounds[0], *rounds[2:]], store, protect_first_n=1))
    more = chat([Step(f"{RECORD} more {n}", id=f"more{n}") for n in range(12)], end=())[2:]
    result = squeeze([*once, *more], store, protect_first_n=1)
    after = made(result)
    assert [m["content"] for m in after if m["role"] == "user"] == [result.summary]
    assert once[1] not in after


@pytest.mark.requirement("H-47")
def test_a_list_that_a_reply_began_may_begin_with_one_again() -> None:
    rounds = chat([Step(f"{RECORD} {n}") for n in range(12)], end=[{"role": "user", "content": "Go on."}])
    messages = [rounds[0], *rounds[2:]]
    after = made(squeeze(messages, protect_first_n=1, protect_last_n=1, threshold=0))
    assert [message["role"] for message in after] == ["system", "assistant", "user"]


@pytest.mark.requirement("H-47")
def test_a_reply_at_the_end_of_the_head_goes_into_the_middle() -> None:
    messages = write_chat(
        Session(tuple(Exchange(f"Part {n}: {RECORD}", (), RECORD) for n in range(8)))
    ).messages
    store = MemoryStore()
    result = squeeze(messages, store, protect_first_n=3)
    after = made(result)
    assert [message["role"] for message in after[:4]] == ["system", "user", "assistant", "user"]
    assert after[1] is messages[1] and after[2]["content"] == result.summary


@pytest.mark.requirement("H-47")
def test_where_no_role_fits_nothing_is_changed() -> None:
    told = [{"role": "assistant", "content": f"{n} {RECORD}"} for n in range(12)]
    messages = [S, {"role": "user", "content": "Tell me all."}, *told]
    result = squeeze(messages, protect_last_n=1)
    assert (result.status, result.messages) == ("no_progress", messages)
    assert result.reason == "no role for a summary keeps the turns alternating"


def said(text: str) -> Any:
    return [{"type": "text", "text": text}]


PLAIN_TALK: list[Callable[[str], Any]] = [
    lambda text: text,
    said,
    lambda text: [{**said(text)[0], "cache_control": {"type": "ephemeral"}}],
    lambda text: [*said(text), {"type": "image", "source": {"type": "url", "url": "https://a.test/a.png"}}],
]


@pytest.mark.requirement("H-47")
@pytest.mark.parametrize("shape", PLAIN_TALK)
@pytest.mark.parametrize("format", ["auto", "openai-chat", "anthropic"])
@pytest.mark.parametrize("last_n", [1, 2, 3, 4])
def test_a_list_without_tools_gets_no_tool_exchange(shape: Any, format: str, last_n: int) -> None:
    roles = ("user", "assistant") * 15
    messages = [{"role": role, "content": shape(f"{n} {RECORD}")} for n, role in enumerate(roles)]
    result = squeeze(messages, format=format, protect_last_n=last_n)
    after = made(result)
    assert [set(message) for message in after] == [{"role", "content"}] * len(after)
    assert [message["role"] for message in after] == ["user", "assistant"] * (len(after) // 2)
    [at] = [n for n, message in enumerate(after) if message["content"] == result.summary]
    assert after[at]["role"] == "assistant" and after[-last_n:] == messages[-last_n:]
    again = squeeze([*after, *messages], format=format, protect_last_n=last_n)
    assert not any(
        isinstance(m["content"], list) and m["content"][0]["type"] == "tool_use" for m in made(again)
    )


@pytest.mark.requirement("H-47")
@pytest.mark.parametrize("last_n", range(1, 13))
def test_after_a_summary_in_the_users_role_a_role_is_found_for_the_next_one(last_n: int) -> None:
    store, rounds = MemoryStore(), chat([Step(f"{RECORD} {n}") for n in range(12)], end=())
    once = made(squeeze([rounds[0], *rounds[2:]], store, protect_first_n=0))
    assert once[1]["role"] == "user"
    talk = [
        {"role": role, "content": f"{n} {role} {RECORD}"} for n in range(6) for role in ("user", "assistant")
    ]
    messages = [*once, {"role": "assistant", "content": "Well?"}, *talk, {"role": "user", "content": "Now?"}]
    after = made(squeeze(messages, store, protect_last_n=last_n))
    spoken = [message.role for message in read(after).messages if message.role != "system"]
    assert spoken[0] == "user" and all(a != b for a, b in pairwise(spoken) if a != "tool")
    assert after[-last_n:] == messages[-last_n:]


@pytest.mark.requirement("H-47")
def test_a_request_of_the_middle_takes_a_reply_before_it_along_where_no_role_fits_otherwise() -> None:
    store, rounds = MemoryStore(), chat([Step(f"{RECORD} {n}") for n in range(12)], end=())
    once = made(squeeze([rounds[0], *rounds[2:]], store, protect_first_n=0))
    reply, asked = {"role": "assistant", "content": "Well?"}, {"role": "user", "content": "Now only B."}
    more = chat([Step(f"{RECORD} more {n}", id=f"more{n}") for n in range(12)], end=())[2:]
    result = squeeze([*once, reply, asked, *more], store)
    after = made(result)
    assert after[1] == {"role": "user", "content": result.summary}
    assert after[2] is reply and after[3] is asked


@pytest.mark.requirement("H-47")
@pytest.mark.parametrize("write", WRITERS)
def test_a_first_turn_of_the_user_stays_the_first_even_if_it_is_blank(write: Writer) -> None:
    messages = write(talk()).messages
    at = next(view.index for view in read(messages).messages if view.role == "user")
    blank = {**messages[at], "parts" if "parts" in messages[at] else "content": []}
    given = [*messages[:at], blank, *messages[at + 1 :]]
    after = made(squeeze(given, protect_first_n=0))
    assert next(message for message in after if message["role"] not in ("system", "developer")) is blank


@pytest.mark.requirement("H-47", "F-04")
@pytest.mark.parametrize("write", WRITERS)
@pytest.mark.parametrize("last_n", [1, 2, 3, 4])
def test_the_first_turn_and_the_newest_request_stay_the_users(write: Writer, last_n: int) -> None:
    messages = write(talk()).messages
    result = squeeze(messages, protect_last_n=last_n)
    after = made(result)
    format = read(messages).format
    views = [view for view in read(after, format).messages if view.role != "system"]
    asked = [view for view in views if view.role == "user" and view.text]
    assert views[0].role == "user" and views[0].text.startswith("Part 0")
    assert asked[-1].text.startswith("Part 5") and summary_of(result) not in [view.text for view in asked]
    assert texts(after, format).count(summary_of(result)) == 1


@pytest.mark.parametrize("write", WRITERS)
def test_the_same_list_gives_the_same_bytes(write: Writer) -> None:
    first, second = (squeeze(write(talk()).messages, MemoryStore()) for _ in "12")
    assert json.dumps(made(first)) == json.dumps(made(second))
