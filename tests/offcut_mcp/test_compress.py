"""``compress`` over stdio: its shape key by key, its errors, and the settings behind it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.archives import amounts
from support.compress_calls import KEYS, TOLD, compressed, removed_from, resource, sentence, texts
from support.conversations import RECORD, Step, agentscope, anthropic, gemini, responses
from support.long_session import DUE, RULE, WINDOW, session
from support.servers import Wire, greeted_server

STATS = {
    "messages_before", "messages_after", "tokens_before", "tokens_after", "token_method", "token_factor",
    "context_length", "threshold_tokens", "tail_token_budget", "max_summary_tokens", "messages_removed",
    "summary_tokens", "elapsed_ms", "asked",
}  # fmt: skip


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    with greeted_server(tmp_path_factory.mktemp("compress") / "archive.db") as wire:
        yield wire
        assert wire.finish() == 0
        assert wire.complaints() == ""


# Shapes


def test_a_compressed_conversation_has_the_documented_shape(wire: Wire) -> None:
    before = session()
    result = compressed(wire, before, **DUE)
    stats = result["stats"]
    assert list(result) == KEYS
    assert set(stats) == STATS
    assert (result["schema_version"], result["status"], result["summarized_by"]) == (
        1,
        "compressed",
        "extractive",
    )
    assert result["reason"] and result["warnings"] == []
    assert result["summary"] in texts(result["messages"]) and RULE in "".join(texts(result["messages"]))
    assert stats["messages_before"] == len(before) and stats["messages_after"] == len(result["messages"])
    assert 0 < stats["tokens_after"] <= 0.95 * stats["tokens_before"]
    assert (stats["token_method"], stats["token_factor"], stats["asked"]) == ("exact", 1.0, None)
    assert (stats["context_length"], stats["threshold_tokens"]) == (WINDOW, WINDOW // 2)
    assert (stats["tail_token_budget"], stats["max_summary_tokens"]) == (WINDOW // 10, WINDOW // 20)
    assert stats["summary_tokens"] > 0 and 0 < stats["messages_removed"] < len(before)
    assert isinstance(stats["elapsed_ms"], int) and stats["elapsed_ms"] > 0
    at = result["first_changed_index"]
    assert result["messages"][:at] == before[:at] and result["messages"][at] != before[at]
    assert result["messages"][-6:] == before[-6:]
    assert all(list(source) == ["ref", "tool", "summary", "chars", "tokens"] for source in result["sources"])


@pytest.mark.parametrize(
    ("messages", "arguments", "status"),
    [
        (session(), {}, "below_threshold"),
        (session(), {"force": False, "model": "gpt-4.1"}, "below_threshold"),
        (session(1), {"force": True}, "nothing_to_compress"),
        ([], {"force": True}, "nothing_to_compress"),
        ([], {}, "below_threshold"),
    ],
)
def test_what_is_not_compressed_comes_back_exactly_as_it_was(
    messages: Any, arguments: dict[str, Any], status: str, wire: Wire
) -> None:
    result = compressed(wire, messages, **arguments)
    assert list(result) == KEYS
    assert (result["status"], result["messages"]) == (status, messages)
    assert result["reason"]
    for name in ("summary", "summary_ref", "segment_ref", "summarized_by", "first_changed_index"):
        assert result[name] is None
    assert result["sources"] == []
    assert result["stats"]["tokens_after"] == result["stats"]["tokens_before"]


def test_messages_may_be_left_out_of_the_answer(wire: Wire) -> None:
    whole = compressed(wire, session(), **DUE)
    short = compressed(wire, session(), include_messages=False, **DUE)
    assert list(short) == [name for name in KEYS if name != "messages"]
    assert short["summary_ref"] == whole["summary_ref"]


def test_force_skips_the_threshold_and_nothing_else(wire: Wire) -> None:
    double = {"context_length": 2 * WINDOW}
    assert compressed(wire, session(), **double)["status"] == "below_threshold"
    assert compressed(wire, session(), force=True, **double)["status"] == "compressed"
    assert compressed(wire, session()[:6], force=True, **double)["status"] == "nothing_to_compress"


@pytest.mark.parametrize("make", [responses, anthropic, gemini])
def test_every_format_is_compressed_and_gives_back_what_went(make: Any, wire: Wire) -> None:
    before = make([Step(f"{RECORD}\nunique-{n}") for n in range(24)], goal=RULE)
    result = compressed(wire, before, **DUE)
    assert result["status"] == "compressed"
    assert removed_from(before, json.loads(resource(wire, result["segment_ref"])), result)


def test_a_list_that_is_all_one_reply_has_no_middle(wire: Wire) -> None:
    before = agentscope([Step(f"{RECORD}\nunique-{n}") for n in range(24)])
    assert compressed(wire, before, **DUE)["status"] == "nothing_to_compress"


def test_what_later_steps_bring_is_accepted_and_said_to_have_no_effect(wire: Wire) -> None:
    plain = compressed(wire, session(), **DUE)
    result = compressed(wire, session(), focus="the refunds", evidence_top_n=3, **DUE)
    assert result["warnings"] == [
        "focus has no effect yet in this version",
        "evidence_top_n has no effect yet in this version",
    ]
    assert result["messages"] == plain["messages"]
    assert compressed(wire, session(), focus="", evidence_top_n=0, **DUE)["warnings"] == []


def test_a_repaired_request_says_so(wire: Wire) -> None:
    messages = [*session(), {"role": "user", "content": "half \ud83d"}]
    [warning] = compressed(wire, messages, **DUE)["warnings"]
    assert "U+FFFD" in warning


def test_long_work_reports_progress(wire: Wire) -> None:
    call = {"name": "compress", "arguments": {"messages": session(), **DUE}, "_meta": {"progressToken": "p"}}
    wire.send_json({"jsonrpc": "2.0", "id": "slow", "method": "tools/call", "params": call})
    wire.reply("slow")
    told = [wire.next_message()["params"] for _ in range(5)]
    assert [(p["progress"], p["total"]) for p in told] == [(step, 4) for step in range(5)]
    assert [p["progressToken"] for p in told] == ["p"] * 5


# Errors


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"messages": None}, "messages is missing"),
        ({"messages": None, "transcript": "no session"}, "is no session"),
        ({"transcript": "current"}, "messages and transcript exclude each other"),
        ({"messages": "not json"}, "messages must be a list of objects"),
        ({"history": []}, '"history" is no argument of compress'),
        ({"options": {"nope": 1}}, "options.nope is not an option; use threshold"),
        ({"options": {"enabled": "no"}}, "options.enabled is not an option"),
        ({"options": {"threshold": 1.5}}, "options.threshold must be a number from 0 to 1, not 1.5"),
        ({"options": {"target_ratio": 0.05}}, "options.target_ratio must be a number from 0.1 to 0.8"),
        ({"options": {"protect_last_n": 0}}, "options.protect_last_n must be an integer of at least 1"),
        ({"options": {"tail_pressure": "cut"}}, 'options.tail_pressure must be "preview" or "keep"'),
        ({"options": {"on_summary_failure": "x"}}, 'must be "fallback" or "abort"'),
        (
            {"options": {"max_summary_tokens": 0}},
            "options.max_summary_tokens must be an integer of at least 1",
        ),
        ({"context_length": -1}, "context_length must be an integer from 0"),
        ({"context_length": 10**12}, "context_length must be an integer from 0"),
        ({"context_length": "5"}, "context_length must be an integer, not a string"),
        ({"reported_tokens": -1}, "reported_tokens must be 0 or more"),
        ({"evidence_top_n": -1}, "evidence_top_n must be 0 or more"),
        ({"force": "yes"}, "force must be true or false"),
        ({"focus": 1}, "focus must be a string"),
        ({"format": "klingon"}, "klingon"),
        ({"step": "later"}, 'step must be "run", "plan" or "apply", not \'later\''),
        ({"step": "plan", "summary": "x"}, 'plan_id and summary belong to step "apply"'),
        ({"plan_id": "oc_aaaaaaaaaaaaaaaa"}, 'leave them out of step "run"'),
        ({"step": "apply"}, 'step "apply" needs plan_id'),
        ({"step": "apply", "plan_id": "oc_aaaaaaaaaaaaaaaa"}, "and summary"),
        (
            {"step": "apply", "plan_id": "oc_aaaaaaaaaaaaaaaa", "summary": "x"},
            'make a new one with step "plan"',
        ),
        ({"step": "apply", "plan_id": "../../etc/passwd", "summary": "x"}, "plan"),
    ],
)
def test_an_unusable_call_is_one_sentence(wire: Wire, arguments: dict[str, Any], words: str) -> None:
    assert words in sentence(wire, {"messages": session(1), **arguments})


def test_a_call_that_fails_stores_nothing(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    with greeted_server(path) as wire:
        compressed(wire, session(), **DUE)
        assert wire.finish() == 0
    before = amounts(path)
    with greeted_server(path) as wire:
        sentence(wire, {"messages": session(), "options": {"nope": 1}, "force": True})
        sentence(wire, {"messages": session(), "step": "apply", "plan_id": "x", "summary": "x"})
        compressed(wire, session(1), force=True)
        assert wire.finish() == 0
    assert amounts(path) == before


def test_an_archive_that_cannot_be_written_is_one_sentence_and_no_messages(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("these are notes, and more than a header's worth of them " * 9)
    with greeted_server(tmp_path / "notes.txt") as wire:
        assert "is not an offcut archive" in sentence(wire, {"messages": session(), **DUE})
        assert compressed(wire, session())["status"] == "below_threshold"


# Settings


def outcome(path: Path, arguments: dict[str, Any], **environment: str) -> Any:
    with greeted_server(path / "archive.db", **environment) as wire:
        return compressed(wire, session(), **arguments)


@pytest.mark.requirement("H-23")
@pytest.mark.parametrize("arguments", [DUE, {**DUE, "force": True}, {**DUE, "step": "plan"}])
def test_a_switched_off_compression_does_nothing_even_with_force(
    arguments: dict[str, Any], tmp_path: Path
) -> None:
    result = outcome(tmp_path, arguments, OFFCUT_COMPRESSION__ENABLED="false")
    assert (result["status"], result["reason"]) == ("below_threshold", "disabled")
    assert result["messages"] == session()


def test_a_switched_off_compression_does_not_apply_an_earlier_plan(tmp_path: Path) -> None:
    planned = outcome(tmp_path, {**DUE, "step": "plan"})
    apply = {"step": "apply", "plan_id": planned["plan_id"], "summary": TOLD}
    result = outcome(tmp_path, apply, OFFCUT_COMPRESSION__ENABLED="false")
    assert (result["status"], result["reason"]) == ("below_threshold", "disabled")
    assert outcome(tmp_path, apply)["status"] == "compressed"


def test_an_option_of_the_call_wins_over_the_setting(tmp_path: Path) -> None:
    high = {"OFFCUT_COMPRESSION__THRESHOLD": "0.99"}
    assert outcome(tmp_path, DUE, **high)["status"] == "below_threshold"
    assert outcome(tmp_path, {**DUE, "options": {"threshold": 0.5}}, **high)["status"] == "compressed"
    assert outcome(tmp_path, {**DUE, "options": {"threshold": None}}, **high)["status"] == "below_threshold"
