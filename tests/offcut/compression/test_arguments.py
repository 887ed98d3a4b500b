"""Arguments of a wrong kind, and messages that are no JSON, are one sentence; nothing is stored."""

from __future__ import annotations

from typing import Any

import anyio
import pytest

from offcut import compact_context, compress, context_status
from offcut.errors import InvalidInput
from support.conversations import RECORD, Raw, Step, chat
from support.memory_store import MemoryStore

SESSION = chat([Step(f"{RECORD} {n}") for n in range(14)])
APPLY: dict[str, Any] = {"step": "apply", "plan_id": "oc_aaaaaaaaaaaaaaaa", "summary": "## Goal\n- x"}
FUNCTIONS = (compress, compact_context, context_status)


def refused(function: Any, messages: Any, **arguments: Any) -> str:
    store = MemoryStore()

    async def run() -> None:
        await function(messages, archive=store, **arguments)

    with pytest.raises(InvalidInput) as raised:
        anyio.run(run)
    assert store.sources == {} and "\n" not in str(raised.value) and len(str(raised.value)) < 400
    return str(raised.value)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"context_length": True}, "context_length must be an integer, not True"),
        ({"context_length": 1.5}, "context_length must be an integer, not 1.5"),
        ({"context_length": None}, "context_length must be an integer, not NoneType"),
        ({"context_length": "200"}, "context_length must be an integer, not '200'"),
        ({"context_length": 10**5_000}, "context_length must be an integer that can be written"),
        ({"reported_tokens": "5"}, "reported_tokens must be an integer, not '5'"),
        ({"reported_tokens": 10**5_000}, "reported_tokens must be an integer that can be written, not an"),
        ({"evidence_top_n": 0.5}, "evidence_top_n must be an integer, not 0.5"),
        ({"evidence_top_n": -1}, "evidence_top_n must be 0 or more"),
        ({"enabled": "no"}, "enabled must be true or false, not 'no'"),
        ({"force": 1}, "force must be true or false, not 1"),
        ({"include_messages": None}, "include_messages must be true or false, not NoneType"),
        ({"model": 5}, "model must be a string, not 5"),
        ({"focus": ["x"]}, "focus must be a string, not list"),
        ({"step": "apply", "plan_id": 5, "summary": 5}, "plan_id must be a string, not 5; summary must be"),
        ({"step": None}, "step must be"),
        ({"format": 5}, 'format "5" is not known'),
        ({"options": "x"}, "options must be an object"),
        (
            {"options": {"protect_last_n": 10**5_000}},
            "options.protect_last_n must be an integer of at least 1",
        ),
        ({"options": {"threshold": 10**5_000}}, "options.threshold must be a number from 0 to 1"),
    ],
)
def test_an_argument_of_a_wrong_kind_is_one_sentence(arguments: dict[str, Any], words: str) -> None:
    assert words in refused(compress, SESSION, **arguments)


@pytest.mark.parametrize(
    ("function", "arguments", "words"),
    [
        (compact_context, {"include_decisions": "no"}, "include_decisions must be true or false"),
        (compact_context, {"include_messages": 0}, "include_messages must be true or false"),
        (
            compact_context,
            {"reported_tokens": 10**5_000},
            "reported_tokens must be an integer that can be written",
        ),
        (context_status, {"context_length": True}, "context_length must be an integer"),
        (context_status, {"enabled": "no"}, "enabled must be true or false"),
        (context_status, {"model": 5}, "model must be a string"),
        (context_status, {"protected_tools": "run"}, "protected_tools must be a list of strings"),
        (context_status, {"compaction": {}}, "compaction must be CompactionOptions"),
    ],
)
def test_the_other_functions_say_so_too(function: Any, arguments: dict[str, Any], words: str) -> None:
    assert words in refused(function, SESSION, **arguments)


@pytest.mark.parametrize("option", ["protect_last_n", "protect_first_n", "max_summary_tokens"])
def test_an_option_may_be_as_large_as_a_number_can_be_written(option: str) -> None:
    async def run() -> str:
        options = {"protect_last_n": 4, option: 10**4_000}
        result = await compress(
            SESSION, archive=MemoryStore(), force=True, context_length=9_000, options=options
        )
        return result.status

    assert anyio.run(run) in ("compressed", "nothing_to_compress")


def nested(levels: int) -> Any:
    value: Any = "x"
    for _ in range(levels):
        value = [value]
    return value


CIRCLE: list[Any] = []
CIRCLE.append(CIRCLE)


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize(
    ("content", "words"),
    [
        (nested(3_000), "holds values that nest too deeply, more than 200 levels"),
        (CIRCLE, "holds values that nest too deeply, more than 200 levels"),
        (b"bytes", "holds a value of type bytes, which is not JSON"),
        ([{"type": "text", "text": {"a"}}], "holds a value of type set, which is not JSON"),
        ({1: "x"}, "has a key that is no string"),
        (10**5_000, "holds an integer of more than 4,000 digits"),
    ],
    ids=range(6),
)
def test_messages_that_are_no_json_are_one_sentence(function: Any, content: Any, words: str) -> None:
    messages = [*SESSION, {"role": "user", "content": content}]
    assert f"messages[{len(SESSION)}] {words}" in refused(function, messages)


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("messages", [None, 5, "text", b"bytes", {"role": "user"}, {1, 2}], ids=range(6))
def test_what_is_no_list_of_messages_is_one_sentence(function: Any, messages: Any) -> None:
    assert "messages must be a list of message objects" in refused(function, messages)
    if function is compress:
        assert "messages must be a list of message objects" in refused(compress, messages, **APPLY)


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("content", [nested(190), 10**3_000, float("nan"), "half \ud83d"], ids=range(4))
def test_odd_messages_that_are_json_pass(function: Any, content: Any) -> None:
    messages: list[Raw] = [{"role": "user", "content": content}]

    async def run() -> None:
        await function(messages, archive=MemoryStore())

    anyio.run(run)


def test_an_appended_item_that_is_no_message_is_named_by_its_place_in_the_whole_list() -> None:
    async def run() -> None:
        store = MemoryStore()
        asked: dict[str, Any] = {"force": True, "context_length": 20_000, "options": {"protect_last_n": 4}}
        planned = await compress(SESSION, archive=store, step="plan", **asked)
        apply = {**APPLY, "plan_id": planned.plan_id}
        await compress([*SESSION, {"role": "user", "content": "x"}, "y"], archive=store, **apply)

    with pytest.raises(
        InvalidInput, match=rf"messages\[{len(SESSION) + 1}\] is a string, not a message object"
    ):
        anyio.run(run)
