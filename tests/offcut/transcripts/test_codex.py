"""Codex's rollouts, read as the Responses items that its model has before it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from offcut import formats
from offcut.transcripts import Transcript, read_transcript
from support.checkers import SHAPES
from support.paths import require_shared
from support.session_files import Row, codex_round, event, item, lines, meta, spoken, written


def read(rows: list[Row], folder: Path) -> Transcript:
    return read_transcript(written(folder / "rollout-x.jsonl", lines(rows)), "codex")


def texts(transcript: Transcript) -> list[tuple[str, str]]:
    return [(m["role"], m["content"][0]["text"]) for m in transcript.messages if m["type"] == "message"]


def _said(items: list[Row]) -> str:
    """Return all that is said; what Codex put beside the user's words is an item of its own."""
    spoken = [block for entry in items if entry["type"] == "message" for block in entry["content"]]
    return "".join(block["text"] for block in spoken)


def _bare(entry: Row) -> tuple[str, str | None]:
    return entry["type"], entry.get("call_id")


@pytest.mark.parametrize("name", ["codex-example-0", "codex-mcp-review-0"])
def test_a_real_rollout_holds_the_items_of_its_request(name: str) -> None:
    corpus = require_shared() / "corpus" / "codex"
    transcript = read_transcript(corpus / f"{name}.rollout.jsonl", "codex")
    expected = json.loads((corpus / f"{name}.json").read_text(encoding="utf-8"))["input"]
    assert _said(transcript.messages) == _said(expected)
    assert [_bare(m) for m in transcript.messages if m["type"] != "message"] == [
        _bare(m) for m in expected if m["type"] != "message"
    ]
    assert formats.read(transcript.messages).format == transcript.format == "openai-responses"
    assert SHAPES["openai-responses"].lint(transcript.messages) == []
    assert transcript.project == Path("/home/dev")
    assert not transcript.warnings


def test_the_rows_around_the_items_tell_model_window_and_usage(tmp_path: Path) -> None:
    usage = {"last_token_usage": {"input_tokens": 4321}, "model_context_window": 272_000}
    rows = [
        meta(),
        {"type": "turn_context", "payload": {"model": "gpt-5"}},
        spoken("user", "Look."),
        {"type": "world_state", "payload": {"anything": 1}},
        *codex_round(1, "a.txt"),
        event("token_count", info=usage),
        event("token_count", info=None),
        item(type="ghost_snapshot", ghost_commit={}),
        {"type": "a kind of tomorrow"},
    ]
    transcript = read(rows, tmp_path)
    assert [m["type"] for m in transcript.messages] == ["message", "function_call", "function_call_output"]
    assert (transcript.model, transcript.reported_tokens) == ("gpt-5", 4321)
    assert transcript.context_length == 272_000
    assert transcript.session == meta()["payload"]["id"]


@pytest.mark.parametrize(
    "text", ["<environment_context>\n", "<user_instructions>", "# AGENTS.md instructions"]
)
def test_what_codex_says_in_the_users_place_is_nobodys_request(text: str, tmp_path: Path) -> None:
    transcript = read([meta(), spoken("user", text), spoken("user", "Look.")], tmp_path)
    assert texts(transcript) == [("developer", text), ("user", "Look.")]


def test_a_compaction_keeps_the_list_that_codex_kept(tmp_path: Path) -> None:
    kept = [spoken("user", "Look.")["payload"], {"type": "compaction", "encrypted_content": "x"}]
    rows = [
        meta(),
        spoken("user", "Look."),
        *codex_round(1, "a.txt"),
        {"type": "compacted", "payload": {"message": "", "replacement_history": kept}},
        spoken("user", "Go on."),
    ]
    transcript = read(rows, tmp_path)
    assert [m["type"] for m in transcript.messages] == ["message", "compaction", "message"]


def test_a_compaction_without_a_list_keeps_the_users_words_and_the_summary(tmp_path: Path) -> None:
    rows = [
        meta(),
        spoken("user", "Look."),
        spoken("assistant", "I look."),
        *codex_round(1, "a.txt"),
        {"type": "compacted", "payload": {"message": "What was done."}},
    ]
    assert texts(read(rows, tmp_path)) == [("user", "Look."), ("developer", "What was done.")]


def test_turns_that_were_rolled_back_are_gone(tmp_path: Path) -> None:
    said = [spoken(role, f"{role} {turn}") for turn in range(3) for role in ("user", "assistant")]
    transcript = read([meta(), *said, event("thread_rolled_back", num_turns=2)], tmp_path)
    assert texts(transcript) == [("user", "user 0"), ("assistant", "assistant 0")]


def test_a_fork_has_its_own_id_and_not_that_of_its_parent(tmp_path: Path) -> None:
    rows = [meta(thread="child"), meta(thread="parent"), spoken("user", "Look.")]
    assert read(rows, tmp_path).session == "child"


def test_a_history_of_pages_that_begins_in_the_middle_is_said_to_be_incomplete(tmp_path: Path) -> None:
    asked, answered = spoken("user", "Look."), spoken("assistant", "I did.")
    (warning,) = read([meta(history_mode="paginated"), answered], tmp_path).warnings
    assert "oldest messages may be missing" in warning
    assert read([meta(history_mode="paginated"), asked, answered], tmp_path).warnings == ()
    assert read([meta(), answered], tmp_path).warnings == ()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
PAYLOAD_KEYS = ("type", "role", "content", "replacement_history", "message", "info", "num_turns", "call_id")
ROW = st.fixed_dictionaries(
    {
        "type": st.sampled_from(["response_item", "compacted", "event_msg", "turn_context", "session_meta"]),
        "payload": JSON | st.dictionaries(st.sampled_from(PAYLOAD_KEYS), JSON),
    }
)


@given(st.lists(ROW | JSON, max_size=8))
def test_any_rows_give_a_conversation_that_can_be_read(
    tmp_path_factory: pytest.TempPathFactory, rows: list[Any]
) -> None:
    formats.read(read(rows, tmp_path_factory.mktemp("rows")).messages, "openai-responses")
