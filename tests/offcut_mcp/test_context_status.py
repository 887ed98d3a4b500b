"""``context_status`` over stdio: its figures, its safety net, what it recommends, and that it only looks."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.archives import amounts
from support.conversations import RECORD, Step, anthropic
from support.corpus import lists
from support.long_session import WINDOW, session
from support.servers import Wire, greeted_server

KEYS = [
    "schema_version", "tokens", "token_method", "token_factor", "context_length", "usage_percent",
    "threshold_tokens", "tail_token_budget", "max_summary_tokens", "should_compress", "reason", "hygiene",
    "reclaimable", "recommendation", "warnings",
]  # fmt: skip
TALK = [{"role": role, "content": "word " * 100} for _ in range(3) for role in ("user", "assistant")]


def status(wire: Wire, messages: Any, **arguments: Any) -> Any:
    """Return the structure of a call that worked; its text is the same."""
    result = wire.call("context_status", {"messages": messages, **arguments})
    assert result["isError"] is False, result
    [block] = result["content"]
    whole = result["structuredContent"]
    assert block["text"] == json.dumps(whole, ensure_ascii=False, separators=(",", ":"))
    return whole


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    with greeted_server(tmp_path_factory.mktemp("status") / "archive.db") as wire:
        yield wire
        assert wire.finish() == 0
        assert wire.complaints() == ""


def test_the_answer_has_the_documented_shape(wire: Wire) -> None:
    found = status(wire, session())
    assert list(found) == KEYS
    assert list(found["hygiene"]) == ["should_compress", "threshold_tokens", "reason"]
    [entry] = found["reclaimable"]
    assert list(entry) == ["tool", "results", "tokens"]
    assert (found["schema_version"], found["token_method"], found["token_factor"]) == (1, "exact", 1.0)
    assert found["warnings"] == []
    assert found["usage_percent"] == round(100 * found["tokens"] / 200_000, 1)


@pytest.mark.requirement("H-16", "H-31")
@pytest.mark.parametrize(
    ("arguments", "window", "figures"),
    [
        ({"context_length": 200_000}, 200_000, (100_000, 20_000, 10_000)),
        ({}, 200_000, (100_000, 20_000, 10_000)),
        ({"context_length": 0, "model": "no such model"}, 200_000, (100_000, 20_000, 10_000)),
        ({"context_length": 1_000_000}, 1_000_000, (500_000, 100_000, 12_000)),
        ({"model": "gpt-4.1"}, 1_047_576, (523_788, 104_757, 12_000)),
        ({"model": "gpt-4.1", "context_length": 1000}, 1000, (500, 100, 50)),
    ],
)
def test_the_figures_follow_from_the_window(
    arguments: dict[str, Any], window: int, figures: tuple[int, int, int], wire: Wire
) -> None:
    found = status(wire, TALK, **arguments)
    assert found["context_length"] == window
    names = ("threshold_tokens", "tail_token_budget", "max_summary_tokens")
    assert tuple(found[name] for name in names) == figures
    assert found["hygiene"]["threshold_tokens"] == math.ceil(window * 0.85)


@pytest.mark.requirement("H-17")
def test_reported_tokens_move_the_figures(wire: Wire) -> None:
    own = status(wire, TALK, context_length=1400)
    assert (own["token_method"], own["should_compress"]) == ("exact", False)
    told = status(wire, TALK, context_length=1400, reported_tokens=900)
    assert (told["tokens"], told["token_method"], told["should_compress"]) == (900, "calibrated", True)


@pytest.mark.requirement("H-14", "H-16", "H-20", "H-73", "H-74")
def test_both_thresholds_are_reached_exactly(wire: Wire) -> None:
    for window, due, net in (
        (1261, False, False),
        (1260, True, False),
        (742, True, False),
        (741, True, True),
    ):
        found = status(wire, TALK, context_length=window)
        assert found["tokens"] == 630
        assert (found["should_compress"], found["hygiene"]["should_compress"]) == (due, net), window
        assert found["reason"] == ("over_threshold" if due else "below_threshold")
        assert found["hygiene"]["reason"] == ("over_threshold" if net else "below_threshold")


@pytest.mark.requirement("H-18")
@pytest.mark.parametrize(
    ("messages", "reason"),
    [(TALK[:3], "too_few_messages"), (TALK[:4], "over_threshold"), ([], "too_few_messages")],
)
def test_the_net_needs_four_messages(messages: Any, reason: str, wire: Wire) -> None:
    found = status(wire, messages, context_length=300)
    assert found["hygiene"] == {
        "should_compress": reason == "over_threshold",
        "threshold_tokens": 255,
        "reason": reason,
    }


@pytest.mark.requirement("H-18", "H-23")
def test_a_switched_off_compression_is_said_to_be_off(tmp_path: Path) -> None:
    with greeted_server(tmp_path / "archive.db", OFFCUT_COMPRESSION__ENABLED="false") as wire:
        found = status(wire, TALK, context_length=300)
    assert (found["should_compress"], found["reason"]) == (False, "disabled")
    assert (found["hygiene"]["should_compress"], found["hygiene"]["reason"]) == (False, "disabled")
    assert found["recommendation"] == "none"


def test_settings_of_the_passes_move_what_is_told(tmp_path: Path) -> None:
    environment = {
        "OFFCUT_COMPRESSION__THRESHOLD": "0.25",
        "OFFCUT_COMPRESSION__MAX_SUMMARY_TOKENS": "123",
        "OFFCUT_SERVER__PROTECTED_TOOLS": "list_orders",
    }
    with greeted_server(tmp_path / "archive.db", **environment) as wire:
        found = status(wire, session())
        assert (found["threshold_tokens"], found["max_summary_tokens"]) == (50_000, 123)
        assert found["reclaimable"] == []
    with greeted_server(tmp_path / "archive.db", OFFCUT_COMPACTION__PRESERVE_RECENT_PAIRS="23") as wire:
        assert status(wire, session())["reclaimable"][0]["results"] == 1


# What could be reclaimed, and what to do


def test_reclaimable_results_are_counted_by_tool_largest_first(wire: Wire) -> None:
    steps = [
        step
        for n in range(4)
        for step in (
            Step(f"{RECORD * 2}\n{n}", tool="search"),
            Step(f"{RECORD}\n{n}", tool="read_file"),
            Step("brief", tool="run"),
        )
    ]
    failed = Step(RECORD, tool="failing", is_error=True)
    found = status(wire, anthropic([failed, *steps]))["reclaimable"]
    assert found[0]["tool"] == "search"
    assert {entry["tool"]: entry["results"] for entry in found} == {"search": 4, "read_file": 4}
    assert [entry["tokens"] for entry in found] == sorted((e["tokens"] for e in found), reverse=True)


def test_what_was_folded_is_not_reclaimable_again(tmp_path: Path) -> None:
    with greeted_server(tmp_path / "archive.db") as wire:
        before = status(wire, session())["reclaimable"]
        fold = {"messages": session(), "options": {"drop_threshold": 1.0}}
        folded = wire.call("compact_context", fold)["structuredContent"]
        assert len(folded["sources"]) == before[0]["results"]
        assert status(wire, folded["messages"])["reclaimable"] == []
    saved = folded["stats"]["tokens_before"] - folded["stats"]["tokens_after"]
    assert 0.8 * saved < before[0]["tokens"] < 1.2 * saved


@pytest.mark.parametrize(
    ("messages", "window", "recommendation"),
    [
        (session(), 200_000, "none"),
        (session(), WINDOW, "compact_context"),
        (session(), 300, "compress"),
        (TALK, 800, "compress"),
    ],
    ids=["room enough", "folding is enough", "folding is not enough", "nothing to fold"],
)
def test_folding_is_recommended_where_it_is_enough(
    messages: Any, window: int, recommendation: str, wire: Wire
) -> None:
    assert status(wire, messages, context_length=window)["recommendation"] == recommendation


def test_what_is_recommended_does_what_it_is_recommended_for(wire: Wire) -> None:
    def advice(messages: Any) -> str:
        return str(status(wire, messages, context_length=WINDOW)["recommendation"])

    messages = session()
    assert advice(messages) == "compact_context"
    arguments = {"messages": messages, "options": {"drop_threshold": 1.0}}
    assert advice(wire.call("compact_context", arguments)["structuredContent"]["messages"]) == "none"
    talk = TALK * 20
    assert status(wire, talk, context_length=9_000)["recommendation"] == "compress"
    shorter = wire.call("compress", {"messages": talk, "context_length": 9_000})["structuredContent"]
    assert shorter["status"] == "compressed"
    assert status(wire, shorter["messages"], context_length=9_000)["recommendation"] == "none"


def test_every_list_of_the_corpus_is_measured_as_the_pass_measures_it(wire: Wire) -> None:
    for name, messages in lists().items():
        found = status(wire, messages)
        compressed = wire.call("compress", {"messages": messages, "context_length": found["tokens"] * 4})
        stats = compressed["structuredContent"]["stats"]
        assert compressed["structuredContent"]["status"] == "below_threshold", name
        assert found["tokens"] == stats["tokens_before"], name


# It only looks


def test_nothing_is_stored(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    with greeted_server(path) as wire:
        status(wire, session())
        assert not path.exists()
        arguments = {"messages": session(), "options": {"drop_threshold": 1.0}}
        folded = wire.call("compact_context", arguments)["structuredContent"]["messages"]
        assert wire.finish() == 0
    before = amounts(path)
    with greeted_server(path) as wire:
        status(wire, folded)
        status(wire, session(), context_length=300)
        assert wire.finish() == 0
    assert amounts(path) == before


def test_without_a_usable_archive_it_goes_on_and_says_what_it_cannot_know(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    with greeted_server(path) as wire:
        arguments = {"messages": session(), "options": {"drop_threshold": 1.0, "preview_chars": 300}}
        folded = wire.call("compact_context", arguments)["structuredContent"]["messages"]
    (tmp_path / "notes.txt").write_text("these are notes, and more than a header's worth of them " * 9)
    with greeted_server(tmp_path / "notes.txt") as wire:
        found = status(wire, folded)
        [warning] = found["warnings"]
        assert "is not an offcut archive" in warning and "not recognised" in warning
        assert found["tokens"] > 0
        assert status(wire, session())["warnings"] == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, "messages is missing"),
        ({"transcript": "no session"}, "is no session"),
        ({"messages": [], "transcript": "current"}, "exclude each other"),
        ({"messages": [], "options": {}}, '"options" is no argument of context_status'),
        ({"messages": [], "context_length": -1}, "context_length must be an integer from 0"),
        ({"messages": [], "context_length": True}, "context_length must be an integer, not true or false"),
        ({"messages": [], "reported_tokens": -1}, "reported_tokens must be 0 or more"),
        ({"messages": [], "format": "klingon"}, "klingon"),
    ],
)
def test_an_unusable_call_is_one_sentence(wire: Wire, arguments: dict[str, Any], words: str) -> None:
    result = wire.call("context_status", arguments)
    assert result["isError"] is True and "structuredContent" not in result
    text = result["content"][0]["text"]
    assert words in text and "\n" not in text
