"""Claude Code's tree of rows, read as the conversation that its model has before it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from offcut import formats
from offcut.transcripts import Transcript, read_transcript
from support.paths import require_shared
from support.session_files import ClaudeFile, bash, lines, said, written

CORPUS = ("spotter-ae4a77f8", "spotter-agent-a881341", "spotter-short", "spotter-tool-heavy")
IRREGULAR = ("claude-code-compact-sidechain", "claude-code-missing-orphan-malformed")


def read(file: ClaudeFile, folder: Path) -> Transcript:
    return read_transcript(written(folder / "session.jsonl", file.text()), "claude-code")


def roles(transcript: Transcript) -> list[str]:
    return [message["role"] for message in transcript.messages]


def blocks(transcript: Transcript, type: str) -> list[dict[str, Any]]:
    listed = [m["content"] for m in transcript.messages if isinstance(m["content"], list)]
    return [block for content in listed for block in content if block["type"] == type]


@pytest.mark.parametrize("name", CORPUS)
def test_a_real_session_has_the_calls_and_results_of_its_converted_twin(name: str) -> None:
    corpus = require_shared() / "corpus"
    transcript = read_transcript(corpus / "claude-code" / f"{name}.jsonl", "claude-code")
    twin = corpus / "anthropic" / f"{name}{'.seg1' if name == 'spotter-ae4a77f8' else ''}.json"
    expected = json.loads(twin.read_text(encoding="utf-8"))["messages"]
    listed = [b for m in expected if isinstance(m["content"], list) for b in m["content"]]
    for type, id in (("tool_use", "id"), ("tool_result", "tool_use_id")):
        known = Counter(block[id] for block in listed if block["type"] == type)
        assert Counter(block[id] for block in blocks(transcript, type)) == known
    assert len(transcript.messages) == len(expected)
    assert formats.read(transcript.messages).format == transcript.format == "anthropic"
    assert transcript.project is not None
    assert transcript.reported_tokens > 0
    assert not transcript.warnings


@pytest.mark.parametrize("name", IRREGULAR)
def test_an_irregular_session_is_read(name: str) -> None:
    path = require_shared() / "corpus" / "synthetic-irregular" / f"{name}.jsonl"
    transcript = read_transcript(path, "claude-code")
    assert formats.read(transcript.messages).format == "anthropic"
    assert transcript.project == Path("/srv/shop")
    texts = json.dumps(transcript.messages)
    assert "toolu_syn_S" not in texts, "rows of a sub-agent are no part of the conversation"
    if name == IRREGULAR[0]:
        assert "toolu_syn_B1" not in texts, "what stands before a compact boundary is gone"
        assert roles(transcript)[:2] == ["system", "user"]
    else:
        assert {"toolu_syn_A2", "toolu_syn_LOST"} <= set(json.dumps(transcript.messages).split('"'))
        assert transcript.warnings == (
            "1 line of the session file could not be read as JSON and were left out",
        )


def test_rows_of_one_model_message_are_one_message(tmp_path: Path) -> None:
    file = ClaudeFile()
    file.user("Look.")
    file.model("msg_1", {"type": "thinking", "thinking": "hm", "signature": "s"})
    file.model("msg_1", said("I look."))
    file.model("msg_1", bash("toolu_1", "ls"))
    file.result("toolu_1", "a.txt")
    transcript = read(file, tmp_path)
    assert roles(transcript) == ["user", "assistant", "user"]
    assert [b["type"] for b in transcript.messages[1]["content"]] == ["thinking", "text", "tool_use"]
    assert "toolUseResult" not in json.dumps(transcript.messages)
    assert (transcript.model, transcript.reported_tokens) == ("claude-opus-4-6", 1107)


def test_parallel_calls_keep_all_their_results_although_they_are_branches_of_their_own(
    tmp_path: Path,
) -> None:
    file = ClaudeFile()
    file.user("Look twice.")
    first = file.model("msg_1", bash("toolu_1", "ls"))
    second = file.model("msg_1", bash("toolu_2", "pwd"), parent=first)
    noise = file.row("progress", parent=first)
    file.result("toolu_1", "a.txt", parent=noise)
    file.result("toolu_2", "/srv", parent=second)
    file.model("msg_2", said("Done."))
    transcript = read(file, tmp_path)
    assert roles(transcript) == ["user", "assistant", "user", "assistant"]
    assert [b["id"] for b in blocks(transcript, "tool_use")] == ["toolu_1", "toolu_2"]
    assert [b["tool_use_id"] for b in transcript.messages[2]["content"]] == ["toolu_1", "toolu_2"]


def test_a_branch_that_was_left_by_going_back_is_no_part_of_the_conversation(tmp_path: Path) -> None:
    file = ClaudeFile()
    start = file.user("First request.")
    file.model("msg_1", said("A wrong answer."))
    file.user("A request that was taken back.")
    file.model("msg_2", said("A good answer."), parent=start)
    texts = json.dumps(read(file, tmp_path).messages)
    assert "A good answer." in texts
    assert "wrong" not in texts
    assert "taken back" not in texts


def test_a_sub_agents_rows_are_left_out_although_they_are_the_newest(tmp_path: Path) -> None:
    file = ClaudeFile()
    file.user("A request.")
    file.user("A task for a sub-agent.", isSidechain=True, parent=None)
    file.model("msg_1", said("A sub-agent's answer."), isSidechain=True)
    assert [m["content"] for m in read(file, tmp_path).messages] == ["A request."]


@pytest.mark.parametrize("parent", [None, "newest"])
def test_the_live_context_starts_at_the_newest_compact_boundary(parent: str | None, tmp_path: Path) -> None:
    file = ClaudeFile()
    file.user("An old request.")
    file.model("msg_1", said("An old answer."))
    file.boundary(parent=parent)
    file.user("This session is being continued: a summary.", isCompactSummary=True)
    file.user("A new request.")
    transcript = read(file, tmp_path)
    assert [(m["role"], m["content"]) for m in transcript.messages] == [
        ("system", "This session is being continued: a summary."),
        ("user", "A new request."),
    ]


@pytest.mark.parametrize(
    ("content", "fields"),
    [
        ("The text of a skill.", {"isMeta": True}),
        ("<command-name>/compact</command-name>", {}),
        ("<local-command-stdout>Reconnected.</local-command-stdout>", {}),
        ([{"type": "text", "text": "<bash-input>ls</bash-input>"}], {}),
        ([{"type": "text", "text": "[Request interrupted by user]"}], {}),
    ],
)
def test_what_the_client_says_in_the_users_place_is_nobodys_request(
    content: Any, fields: dict[str, Any], tmp_path: Path
) -> None:
    file = ClaudeFile()
    file.user(content, **fields)
    file.user("A request.")
    assert roles(read(file, tmp_path)) == ["system", "user"]


def test_messages_that_the_client_made_up_for_the_model_are_left_out(tmp_path: Path) -> None:
    file = ClaudeFile()
    file.user("A request.")
    file.model("msg_1", said("API Error: overloaded"), model="<synthetic>")
    file.user("Again.")
    transcript = read(file, tmp_path)
    assert roles(transcript) == ["user", "user"]
    assert transcript.model is None


def test_a_line_that_cannot_be_read_does_not_cut_the_conversation_off(tmp_path: Path) -> None:
    file = ClaudeFile()
    file.user("First.")
    file.model("msg_1", said("One."))
    file.user("Second.")
    torn = lines(file.rows).splitlines(keepends=True)
    torn[1] = torn[1][: len(torn[1]) // 2] + "\n"
    transcript = read_transcript(written(tmp_path / "s.jsonl", "".join(torn)), "claude-code")
    assert [m["content"] for m in transcript.messages] == ["First.", "Second."]
    assert len(transcript.warnings) == 2


def test_a_last_line_that_is_being_written_is_left_for_the_next_reading(tmp_path: Path) -> None:
    file = ClaudeFile()
    file.user("First.")
    file.model("msg_1", said("One."))
    path = written(tmp_path / "s.jsonl", file.text()[:-20])
    transcript = read_transcript(path, "claude-code")
    assert roles(transcript) == ["user"]
    assert not transcript.warnings
    path.write_text(file.text().rstrip("\n"), encoding="utf-8")
    assert roles(read_transcript(path, "claude-code")) == ["user", "assistant"]


def test_a_circle_of_parents_ends(tmp_path: Path) -> None:
    file = ClaudeFile()
    file.user("First.", uuid="a", parent="b")
    file.model("msg_1", said("One."), uuid="b", parent="a")
    assert roles(read(file, tmp_path)) == ["user", "assistant"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
KEYS = ("type", "uuid", "parentUuid", "message", "cwd", "sessionId", "isSidechain", "subtype", "isMeta")
MESSAGE = st.fixed_dictionaries(
    {"role": st.sampled_from(["user", "assistant"])},
    optional={
        "content": JSON | st.lists(st.dictionaries(st.sampled_from(["type", "text"]), JSON)),
        "id": JSON,
    },
)
ROW = st.fixed_dictionaries(
    {"type": st.sampled_from(["user", "assistant", "system"]), "uuid": st.sampled_from("abcd")},
    optional={"parentUuid": st.sampled_from("abcd") | JSON, "message": MESSAGE | JSON, "usage": JSON},
)


@given(st.lists(ROW | JSON | st.dictionaries(st.sampled_from(KEYS), JSON), max_size=8))
def test_any_rows_give_a_conversation_that_can_be_read(
    tmp_path_factory: pytest.TempPathFactory, rows: list[Any]
) -> None:
    path = written(tmp_path_factory.mktemp("rows") / "s.jsonl", lines(rows))
    formats.read(read_transcript(path, "claude-code").messages, "anthropic")
