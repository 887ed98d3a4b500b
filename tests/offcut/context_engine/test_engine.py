"""The base class: what a host may rely on of any engine."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import anyio
import pytest

from offcut import ContextEngine, InvalidInput


class Halving(ContextEngine):
    """An engine that says no more than it must."""

    name = "halving"

    def compress(self, messages: Sequence[Any], current_tokens: int | None = None) -> list[Any]:  # type: ignore[override]
        return list(messages)[len(messages) // 2 :]


def engine(**model: Any) -> Halving:
    made = Halving()
    made.update_model("", **model)
    return made


@pytest.mark.requirement("H-02")
def test_an_engine_says_at_least_its_name_and_how_to_compress() -> None:
    with pytest.raises(TypeError, match="abstract"):
        ContextEngine()  # type: ignore[abstract]
    assert ContextEngine.__abstractmethods__ == {"name", "compress"}


@pytest.mark.requirement("H-02")
def test_the_fields_that_hosts_read_have_the_pages_defaults() -> None:
    made = Halving()
    assert (made.context_length, made.threshold_percent, made.threshold_tokens) == (200_000, 0.5, 100_000)
    assert (made.protect_first_n, made.protect_last_n, made.compression_count) == (3, 20, 0)
    assert (made.last_prompt_tokens, made.last_completion_tokens, made.last_total_tokens) == (0, 0, 0)


@pytest.mark.requirement("H-06", "H-09")
def test_an_engine_fires_exactly_at_the_threshold_of_what_was_reported() -> None:
    made = engine(context_length=1_000)
    assert not made.should_compress()
    for reported, due in ((499, False), (500, True), (501, True)):
        made.update_from_response({"prompt_tokens": reported, "completion_tokens": 20})
        assert made.should_compress() is due
    assert (made.last_prompt_tokens, made.last_completion_tokens, made.last_total_tokens) == (501, 20, 521)
    assert not made.should_compress(499)
    assert made.should_compress(500)


@pytest.mark.requirement("H-09")
def test_what_a_usage_does_not_say_stays_as_it_was() -> None:
    made = engine()
    made.update_from_response({"input_tokens": 300, "output_tokens": 1})
    made.update_from_response({"output_tokens": 40})
    made.update_from_response(None)
    assert (made.last_prompt_tokens, made.last_completion_tokens) == (300, 40)


@pytest.mark.requirement("H-07")
def test_a_host_with_a_loop_may_give_arguments_that_an_engine_does_not_declare() -> None:
    async def compressed() -> list[Any]:
        return await engine().acompress([1, 2, 3, 4], current_tokens=9, focus_topic="tests", force=True)

    assert anyio.run(compressed) == [3, 4]


@pytest.mark.requirement("H-08")
def test_an_engine_without_tools_offers_none_and_answers_a_call_with_an_error() -> None:
    made = engine()
    assert made.get_tool_schemas() == []
    answers = [made.handle_tool_call("grep", {}, messages=[]), anyio.run(made.ahandle_tool_call, "grep", {})]
    assert [json.loads(answer) for answer in answers] == [
        {"error": "the context engine halving has no tool 'grep'"}
    ] * 2


def test_a_host_may_call_every_other_member() -> None:
    made = engine()
    made.on_session_start("s", platform="cli", model="gpt-5")
    made.on_session_end("s", [])
    assert made.should_compress_preflight([]) is False
    assert made.should_defer_preflight_to_real_usage(1) is False
    assert made.has_content_to_compress([]) is True


def test_another_model_brings_its_window_and_its_own_tokens() -> None:
    made = engine()
    made.update_model("gpt-4o")
    made.update_from_response({"prompt_tokens": 40_000})
    assert (made.context_length, made.threshold_tokens) == (128_000, 64_000)
    made.update_model("claude-opus-4-7", base_url="https://example.com", api_key="k", provider="anthropic")
    assert (made.context_length, made.threshold_tokens) == (200_000, 100_000)
    assert made.last_prompt_tokens == 64_000  # 1.6 for each of o200k's
    made.update_model("claude-opus-4-7", 60_000)
    assert made.should_compress()
    assert "k" not in map(str, vars(made).values())


@pytest.mark.parametrize(("model", "length"), [("", -1), ("", "many"), ("", True), (7, 0)])
def test_a_window_that_is_none_is_refused(model: Any, length: Any) -> None:
    with pytest.raises(InvalidInput):
        engine().update_model(model, length)


def test_the_status_is_what_a_host_shows_and_never_above_100_percent() -> None:
    made = engine(context_length=1_000)
    made.update_from_response({"prompt_tokens": 333})
    assert made.get_status() == {
        "engine": "halving",
        "last_prompt_tokens": 333,
        "threshold_tokens": 500,
        "context_length": 1_000,
        "usage_percent": 33.3,
        "compression_count": 0,
    }
    made.update_from_response({"prompt_tokens": 4_000})
    assert made.get_status()["usage_percent"] == 100


def test_a_reset_forgets_what_was_counted() -> None:
    made = engine(context_length=1_000)
    made.compression_count = 3
    made.update_from_response({"prompt_tokens": 900, "completion_tokens": 1})
    made.on_session_reset()
    assert (made.last_prompt_tokens, made.last_total_tokens, made.compression_count) == (0, 0, 0)
    assert not made.should_compress()
