"""The built-in engine, over the real pass and a real archive."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import pytest

from offcut import Archive, CompressionOptions, ContextCompressor, ContextEngine, InvalidInput
from offcut import compress as compress_pass
from offcut_mcp.tools import TOOLS
from support.compressing import size
from support.conversations import RECORD, Step, chat
from support.long_session import RULE, WINDOW, session

USAGE = "prompt_tokens"


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    opened = Archive.open(tmp_path / "archive.db")
    yield opened
    anyio.run(opened.aclose)


def engine(archive: Archive, *, context_length: int = WINDOW, **arguments: Any) -> ContextCompressor:
    options = CompressionOptions(**arguments.pop("options", {}))
    return ContextCompressor(archive=archive, context_length=context_length, options=options, **arguments)


# When


@pytest.mark.requirement("H-03", "H-06")
def test_the_built_in_engine_has_the_options_numbers(archive: Archive) -> None:
    made = engine(archive, context_length=0, options={"threshold": 0.4, "protect_last_n": 7})
    assert isinstance(made, ContextEngine)
    assert (made.name, made.context_length, made.threshold_tokens) == ("compressor", 200_000, 80_000)
    assert (made.threshold_percent, made.protect_first_n, made.protect_last_n) == (0.4, 3, 7)


@pytest.mark.requirement("H-72", "H-73")
def test_nothing_happens_before_the_threshold_and_nothing_is_said_to_the_model(archive: Archive) -> None:
    made, messages = engine(archive), session()
    before = deepcopy(messages)
    for tokens in (0, 8_000, 9_900, 9_999):
        made.update_from_response({USAGE: tokens})
        assert not made.should_compress()
    assert made.should_compress(10_000)
    assert made.should_compress_preflight(messages)
    assert messages == before


@pytest.mark.requirement("H-21")
def test_the_apis_count_decides_not_ours(archive: Archive) -> None:
    messages = session(8)
    window = 4 * size(messages)
    made = engine(archive, context_length=window, options={"protect_last_n": 4})
    kept = made.compress(messages)
    assert kept == messages and made.last_result is not None
    assert made.last_result.status == "below_threshold"
    made.update_from_response({USAGE: 3 * size(messages)})
    assert made.should_compress()
    assert len(made.compress(messages)) < len(messages)
    assert made.last_result.stats.token_method == "calibrated"
    assert made.last_result.stats.tokens_before == 3 * size(messages)


@pytest.mark.requirement("H-21")
def test_before_a_request_our_count_is_corrected_by_what_the_last_usage_had_beyond_it(
    archive: Archive,
) -> None:
    messages = session()
    counted = size(messages)
    made = engine(archive, context_length=3 * counted)
    assert not made.should_compress_preflight(messages)
    made.update_from_response({USAGE: counted + 40})  # tools and a system text of 40 tokens
    made.update_model("", 2 * counted + 78)
    assert made.threshold_tokens == counted + 39
    assert made.should_compress_preflight(messages)
    made.on_session_reset()
    assert not made.should_compress_preflight(messages)


@pytest.mark.parametrize(
    ("reported", "rough", "worth_more"),
    [
        (None, 10, False),
        (5_000, 5_000 + 4_096, True),
        (5_000, 5_000 + 4_097, False),
        (9_999, 10_100, True),
        (10_000, 10_000, False),
    ],
)
def test_a_rough_estimate_gives_way_to_a_real_count_that_fits(
    reported: int | None, rough: int, worth_more: bool, archive: Archive
) -> None:
    made = engine(archive)
    if reported is not None:
        made.update_from_response({USAGE: reported})
    assert made.should_defer_preflight_to_real_usage(rough) is worth_more


def test_what_a_pass_could_not_change_is_not_tried_again_until_it_has_grown(archive: Archive) -> None:
    made, messages = engine(archive), session()[-12:]
    made.update_from_response({USAGE: 12_000})
    assert made.should_compress()
    assert made.compress(messages) == messages
    assert made.last_result is not None and made.last_result.status == "nothing_to_compress"
    assert made.last_result.messages == messages
    assert not made.should_compress()
    made.update_from_response({USAGE: 12_499})
    assert not made.should_compress()
    made.update_from_response({USAGE: 12_500})
    assert made.should_compress()
    made.update_from_response({USAGE: 9_000})
    assert not made.should_compress()
    assert made.should_compress(10_000)


def test_switched_off_it_does_nothing_even_when_forced(archive: Archive) -> None:
    made, messages = engine(archive, enabled=False), session()
    made.update_from_response({USAGE: 19_000})
    assert not made.should_compress()
    assert not made.should_compress_preflight(messages)
    assert not made.has_content_to_compress(messages)
    assert made.compress(messages, force=True) == messages


# What


@pytest.mark.requirement("H-07")
@pytest.mark.parametrize("way", ["compress", "acompress", "compress within a loop"])
def test_a_host_gets_a_smaller_list_with_or_without_a_loop(way: str, archive: Archive) -> None:
    made, messages = engine(archive), session()
    before = deepcopy(messages)
    assert made.has_content_to_compress(messages)

    async def within_a_loop() -> list[Any]:
        return made.compress(messages) if "within" in way else await made.acompress(messages)

    after = made.compress(messages) if way == "compress" else anyio.run(within_a_loop)
    assert size(after) < size(messages) / 2
    assert messages == before
    assert after[0]["role"] == "system" and after[-1] is messages[-1]
    assert RULE in json.dumps(after)
    assert made.compression_count == 1
    assert made.last_result is not None and made.last_prompt_tokens == made.last_result.stats.tokens_after
    assert not made.should_compress()


def test_below_the_threshold_a_wish_of_the_user_compresses_all_the_same(archive: Archive) -> None:
    made, messages = engine(archive, context_length=200_000, options={"protect_last_n": 4}), session()
    made.update_model("", 40_000)
    assert made.compress(messages) == messages
    assert len(made.compress(messages, force=True)) < len(messages)


def test_the_size_that_a_host_knows_makes_it_time(archive: Archive) -> None:
    made, messages = engine(archive, context_length=40_000), session()
    assert made.compress(messages) == messages
    assert len(made.compress(messages, current_tokens=21_000)) < len(messages)


def test_a_size_that_cannot_be_true_of_the_messages_stops_no_pass(archive: Archive) -> None:
    made, messages = engine(archive, context_length=40_000), session()
    assert len(made.compress(messages, current_tokens=10**9)) < len(messages)
    assert made.last_result is not None and made.last_result.stats.token_method == "exact"


def test_the_pass_is_told_the_focus_and_the_model(archive: Archive) -> None:
    told: dict[str, Any] = {}

    async def run(messages: Any, **arguments: Any) -> Any:
        told.update(arguments)
        return await compress_pass(messages, **arguments)

    made = engine(archive, model="gpt-5", run=run)
    made.compress(session(), focus_topic="payments")
    assert (told["focus"], told["model"], told["context_length"]) == ("payments", "gpt-5", WINDOW)


def test_three_sessions_in_a_row_stay_valid_and_small(archive: Archive) -> None:
    made, messages = engine(archive), session()
    for number in range(3):
        messages = made.compress([*messages, *chat([Step(f"{RECORD}\nmore-{number}")] * 20)[1:]])
        assert made.last_result is not None and made.last_result.status == "compressed"
    assert made.compression_count == 3
    assert made.get_status()["last_status"] == "compressed"


def test_an_archive_that_cannot_be_written_leaves_the_list_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    made, messages = engine(Archive.open(tmp_path / "file" / "archive.db")), session()
    assert made.compress(messages) == messages
    assert made.last_error is not None and "archive" in made.last_error
    assert made.get_status()["last_error"] == made.last_error
    assert made.should_compress(15_000)


@pytest.mark.parametrize("tokens", ["many", True, 1.5])
def test_a_size_that_is_no_number_is_refused(tokens: Any, archive: Archive) -> None:
    with pytest.raises(InvalidInput, match="current_tokens"):
        engine(archive).compress(session(), current_tokens=tokens)


# Sessions and models


def test_another_session_or_a_reset_begins_afresh_and_the_same_session_goes_on(archive: Archive) -> None:
    made = engine(archive)
    made.on_session_start("one")
    made.update_from_response({USAGE: 12_000})
    made.compress(session())
    made.on_session_start("one")
    assert made.compression_count == 1
    made.on_session_start("two")
    assert (made.compression_count, made.last_prompt_tokens, made.last_result) == (0, 0, None)


def test_a_smaller_model_makes_it_time(archive: Archive) -> None:
    made = engine(archive, model="gpt-5", context_length=0)
    made.update_from_response({USAGE: 150_000})
    assert not made.should_compress()
    made.update_model("gpt-4o", 128_000, provider="openai")
    assert made.should_compress()


def test_what_a_pass_could_not_change_may_be_too_much_for_another_model(archive: Archive) -> None:
    made, messages = engine(archive), session()[-12:]
    made.compress(messages, current_tokens=12_000)
    assert not made.should_compress(12_000)
    made.update_model("gpt-4o", WINDOW)
    assert made.should_compress(12_000)


# Tools


@pytest.mark.requirement("H-08")
def test_what_was_removed_is_one_call_of_the_engines_tools_away(archive: Archive) -> None:
    made = engine(archive)
    after = made.compress(session())
    assert [schema["name"] for schema in made.get_tool_schemas()] == ["recover_source", "search_archive"]
    found = json.loads(made.handle_tool_call("search_archive", {"query": "unique-3"}))
    answer = json.loads(made.handle_tool_call("recover_source", {"ref": found["hits"][0]["ref"]}))
    original = json.loads(answer["text"].partition("\n\n")[2])
    assert original in session() and original not in after
    assert original["content"].endswith("unique-3")

    async def awaited() -> str:
        return await made.ahandle_tool_call("search_archive", {"query": "unique-3", "tool": None})

    assert json.loads(anyio.run(awaited))["hits"] == found["hits"]


@pytest.mark.requirement("H-08")
@pytest.mark.parametrize(
    ("name", "args", "words"),
    [
        ("recover_source", {}, "needs ref"),
        ("recover_source", {"ref": 7}, "ref must be a text"),
        ("recover_source", {"ref": "oc_" + "a" * 16}, "no source"),
        ("recover_source", {"ref": "oc_" + "a" * 16, "lines": "1", "grep": "x"}, "lines"),
        ("recover_source", {"ref": "x", "page": 1}, "no argument page"),
        ("search_archive", {"query": "x", "limit": True}, "limit must be an integer"),
        ("search_archive", {"query": "  "}, "query"),
        ("search_archive", ["x"], "must be an object"),
        ("forget", {}, "no tool 'forget'"),
    ],
)
def test_a_wrong_call_is_answered_with_one_sentence(
    name: str, args: Any, words: str, archive: Archive
) -> None:
    answer = json.loads(engine(archive).handle_tool_call(name, args))
    assert list(answer) == ["error"] and words in answer["error"]


def test_the_engines_tools_take_what_the_servers_take(archive: Archive) -> None:
    for schema in engine(archive).get_tool_schemas():
        served = TOOLS[schema["name"]].definition()["inputSchema"]
        assert schema["parameters"]["required"] == served["required"]
        for name, parameter in schema["parameters"]["properties"].items():
            assert parameter["type"] in served["properties"][name]["type"]


def test_two_agents_may_call_at_once_without_a_loop(archive: Archive) -> None:
    async def both() -> list[int]:
        lengths: list[int] = []

        async def one() -> None:
            work = partial(engine(archive).compress, session())
            lengths.append(len(await anyio.to_thread.run_sync(work)))

        async with anyio.create_task_group() as tasks:
            for _ in range(4):
                tasks.start_soon(one)
        return lengths

    assert len(set(anyio.run(both))) == 1
