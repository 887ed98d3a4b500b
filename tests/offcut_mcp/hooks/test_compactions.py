"""Before a compaction by the host the session is archived; after it the model is told where everything is."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from offcut.transcripts import Host, read_transcript
from support.command import Ran, offcut
from support.hook_events import LONG, assert_passed, event, hook, shell, tool_event
from support.paths import CORPUS, require_shared

SESSIONS: dict[str, tuple[Host, str]] = {
    "claude-code": ("claude-code", "claude-code/spotter-short.jsonl"),
    "codex": ("codex", "codex/codex-example-0.rollout.jsonl"),
}


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return tmp_path / "archive.db"


def context_after(host: str, archive: Path, **fields: Any) -> str:
    """Return what the host adds to the conversation after a compaction."""
    ran = hook(host, event("SessionStart", source="compact", **fields), archive=archive)
    assert (ran.code, ran.err) == (0, "")
    specific = ran.json["hookSpecificOutput"]
    assert set(ran.json) == {"hookSpecificOutput"} and specific["hookEventName"] == "SessionStart"
    assert set(specific) == {"hookEventName", "additionalContext"}
    return str(specific["additionalContext"])


def recovered(ref: str, archive: Path) -> Ran:
    ran = offcut("recover", ref, "--bytes", "--archive", archive)
    assert ran.code == 0, ran.err
    return ran


@pytest.mark.parametrize("program", SESSIONS)
def test_the_whole_session_is_one_segment_and_the_model_gets_its_reference(
    program: str, archive: Path
) -> None:
    require_shared()
    host, name = SESSIONS[program]
    path = CORPUS / name
    before = event("PreCompact", transcript_path=str(path), trigger="auto")
    assert_passed(ran := hook(host, before, archive=archive))
    assert ran.err == ""
    context = context_after(host, archive)
    [line] = [line for line in context.splitlines() if "whole conversation" in line]
    assert json.loads(recovered(line.split()[0], archive).stdout) == read_transcript(path, host).messages
    assert len(context.splitlines()) == 2
    assert_passed(hook(host, before, archive=archive))
    assert context_after(host, archive) == context, "archiving the same session again adds nothing"


def test_outputs_that_were_replaced_stand_in_the_index_with_what_was_called(
    archive: Path, tmp_path: Path
) -> None:
    hook("claude-code", tool_event("Bash", shell(LONG)), archive=archive)
    hook("claude-code", tool_event("Bash", shell("other" + LONG), session_id="another"), archive=archive)
    ref = "oc_"
    context = context_after("claude-code", archive)
    assert context.count(ref) == 2, "one in the introduction, one of this session"
    assert f"Bash: {len(LONG)} chars, 900 lines" in context
    rows = [
        {"type": "user", "message": {"role": "user", "content": "Look."}},
        {"type": "assistant", "message": {"role": "assistant", "content": [
            {"type": "tool_use", "id": "call_1", "name": "Bash",
             "input": {"command": "cat a.log", "password": "hunter2hunter2"}}]}},
        {"type": "user", "message": {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "call_1", "content": "gone"}]}},
    ]  # fmt: skip
    file = tmp_path / "session.jsonl"
    parent = None
    with file.open("w", encoding="utf-8") as stream:
        for number, row in enumerate(rows):
            stream.write(
                json.dumps({"uuid": f"u{number}", "parentUuid": parent, "sessionId": "x", **row}) + "\n"
            )
            parent = f"u{number}"
    ran = hook("claude-code", event("PreCompact", transcript_path=str(file)), archive=archive)
    assert (ran.code, ran.err) == (0, "")
    context = context_after("claude-code", archive)
    assert 'Bash {"command":"cat a.log"' in context and "hunter2" not in context
    file.write_text(
        json.dumps({"uuid": "v", "parentUuid": None, "sessionId": "x", **rows[0]}), encoding="utf-8"
    )
    hook("claude-code", event("PreCompact", transcript_path=str(file)), archive=archive)
    context = context_after("claude-code", archive)
    assert 'Bash {"command":"cat a.log"' in context, "what was called stands in the segment before"
    assert context.count("whole conversation") == 2


def test_the_index_is_bounded_and_its_last_line_leads_to_the_rest(archive: Path) -> None:
    hook("codex", tool_event("Bash", LONG), archive=archive)
    with sqlite3.connect(archive) as connection:
        plant_sources(connection, 300)
    connection.close()
    context = context_after("codex", archive)
    lines = context.splitlines()
    assert len(lines) == 40 and len(context) <= 10_000
    assert lines[-1].endswith("the list of all, 263 more than these")
    whole = recovered(lines[-1].split()[0], archive).out.splitlines()
    assert len(whole) == 302 and whole[:39] == lines[:39]


def plant_sources(connection: sqlite3.Connection, count: int) -> None:
    """Add copies of the one source under other references, each later than the one before."""
    columns = (
        "namespace, kind, media_type, sha256, bytes, characters, lines, blocks, text_part, "
        "tool, created_at, used_at"
    )
    for number in range(count):
        added = connection.execute(
            f"INSERT INTO source (ref, {columns}) SELECT ?, {columns} FROM source WHERE id = 1",
            (f"oc_{number:016}",),
        )
        connection.execute(
            "INSERT INTO occurrence SELECT ?, call_id, session, ?, tool, project, seen_at + ? "
            "FROM occurrence WHERE source = 1",
            (added.lastrowid, number, number + 1),
        )


def test_of_a_session_without_sources_nothing_is_said(archive: Path) -> None:
    hook("codex", tool_event("Bash", LONG), archive=archive)
    ran = hook("codex", event("SessionStart", source="compact", session_id="another"), archive=archive)
    assert_passed(ran)
    assert ran.err == ""
