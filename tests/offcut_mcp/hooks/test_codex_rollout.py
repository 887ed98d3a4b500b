"""What Codex tells no hook, exit codes and what it cut, comes from the session's file where that has it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from support.hook_events import (
    LONG,
    hook,
    original,
    tool_event,
)


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return tmp_path / "archive.db"


def reason(ran: Any) -> str:
    assert (ran.code, ran.err) == (0, "")
    assert set(ran.json) == {"decision", "reason"} and ran.json["decision"] == "block"
    return str(ran.json["reason"])


def rollout(folder: Path, *items: dict[str, Any]) -> str:
    """Write a session's file of Codex with a row for each finished command; return its path."""
    path = folder / "rollout.jsonl"
    rows = [{"type": "event_msg", "payload": {"type": "item_completed", "item": item}} for item in items]
    lines = [
        "",
        "{torn",
        "[]",
        *map(json.dumps, rows),
        '{"payload": "CommandExecution"',
        '"CommandExecution"',
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


def command(output: str, code: Any = 3, call: str = "call_1") -> dict[str, Any]:
    return {"type": "CommandExecution", "id": call, "exit_code": code, "aggregated_output": output}


CUT = "Warning: truncated output (original token count: 33724)\nTotal output lines: 900\n\n"


def test_codex_tells_its_hooks_no_exit_code_but_its_session_file_has_it(
    archive: Path, tmp_path: Path
) -> None:
    path = rollout(tmp_path, command("an older call", 0), command(LONG), command("x", 9, "call_2"))
    text = reason(hook("codex", tool_event("Bash", LONG, transcript_path=path), archive=archive))
    assert text.startswith("Process exited with code 3\nOutput:\n2026-11-02")
    assert original(text, archive) == LONG.encode()
    line = "one long line " * 900
    told = tool_event("Bash", line, transcript_path=rollout(tmp_path, command(line)))
    assert len(reason(hook("codex", told, archive=archive)).rsplit("\n", 1)[0]) == 3_000


def test_what_codex_cut_before_the_hook_is_archived_whole_if_its_session_file_has_it(
    archive: Path, tmp_path: Path
) -> None:
    told = tool_event(
        "Bash", CUT + LONG[:5_000] + "…" + LONG[-4_000:], transcript_path=rollout(tmp_path, command(LONG))
    )
    text = reason(hook("codex", told, archive=archive))
    assert text.startswith("Process exited with code 3\nOutput:\n2026-11-02")
    assert original(text, archive) == LONG.encode()


PART = LONG[:5_000] + "…12 tokens truncated…" + LONG[-4_000:]
WITHOUT_ITS_MIDDLE = LONG[:30_000] + "y" * 30_000 + LONG[-5_536:]


@pytest.mark.parametrize(
    ("held", "told"),
    [
        (WITHOUT_ITS_MIDDLE, "Process exited with code 3\nOutput:\n"),
        (LONG[:5_000] + "\n" + LONG[-4_000:], ""),
        (LONG + "\none line more\n" + LONG[-4_000:], "Process exited with code 3\nOutput:\n"),
        ("x" * 65_536, ""), ("PASS all 12 tests\n", ""), ("", ""), (None, ""),
    ],
)  # fmt: skip
def test_an_output_that_is_surely_whole_nowhere_is_shown_as_cut(
    held: Any, told: str, archive: Path, tmp_path: Path
) -> None:
    """Only a row of the very same output says how it ended: ids are used again."""
    event = tool_event("Bash", CUT + PART, transcript_path=rollout(tmp_path, command(held)))
    text = reason(hook("codex", event, archive=archive))
    assert text.startswith(f"{told}{CUT}2026-11-02")
    assert original(text, archive) == (CUT + PART).encode()


@pytest.mark.parametrize(
    ("given", "fields", "row"),
    [
        (LONG, {}, command("PASS all 12 tests\n", 0)),
        (LONG, {"tool_use_id": ""}, command(LONG, 0, "")),
        (LONG, {"tool_name": "apply_patch"}, command(LONG, 0)),
        (LONG, {}, command(LONG + "\nmore", 0)),
    ],
)
def test_the_exit_code_of_another_call_is_not_told(
    given: str, fields: dict[str, Any], row: dict[str, Any], archive: Path, tmp_path: Path
) -> None:
    event = tool_event("Bash", given, transcript_path=rollout(tmp_path, row), **fields)
    text = reason(hook("codex", event, archive=archive))
    assert text.startswith("2026-11-02") and "exited" not in text
    assert original(text, archive) == given.encode()


def test_an_exit_code_that_the_output_begins_with_is_told_once(archive: Path, tmp_path: Path) -> None:
    event = tool_event(
        "Bash", f"Exit code: 3\nOutput:\n{LONG}", transcript_path=rollout(tmp_path, command(LONG))
    )
    assert reason(hook("codex", event, archive=archive)).startswith("Exit code: 3\nOutput:\n2026-11-02")
