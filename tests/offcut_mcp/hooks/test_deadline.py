"""A hook ends by itself: whatever it waits for, the output passes and the reason is noted."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from offcut_mcp.hooks import deadline, surroundings
from support.command import PATIENCE
from support.hook_events import LONG, assert_failed_softly, event, hook, log_of, tool_event
from support.hook_events import surroundings as alone_with

#: Runs the hook with less time than usual.
HURRIED = "import sys; from offcut_mcp.hooks.entry import main; sys.exit(main('codex', [], seconds=0.3))"
#: Waits for ever unless the deadline ends it.
WAITING = """
import os, sys
from offcut_mcp.hooks.deadline import Deadline
deadline = Deadline(0.1, lambda: os.write(1, b"late"))
if sys.argv[1:]:
    deadline.meet()
    sys.exit(3)
os.read(os.pipe()[0], 1)
"""


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return tmp_path / "archive.db"


def test_a_host_that_never_ends_its_event_is_not_waited_for(archive: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", HURRIED], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, env={**os.environ, **alone_with(archive)},
    )  # fmt: skip
    assert process.stdin and process.stdout and process.stderr
    process.stdin.write(json.dumps(tool_event("Bash", LONG)).encode())
    process.stdin.flush()
    assert process.wait(PATIENCE) == 0
    assert process.stdout.read() == b"" and b"0.3 seconds are over" in process.stderr.read()
    assert "0.3 seconds are over" in log_of(archive).read_text(encoding="utf-8")
    for stream in (process.stdin, process.stdout, process.stderr):
        stream.close()


@pytest.mark.parametrize(("meet", "code", "out"), [((), 0, b"late"), (("meet",), 3, b"")])
def test_a_deadline_ends_the_process_unless_it_is_met(meet: tuple[str, ...], code: int, out: bytes) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WAITING, *meet], capture_output=True, timeout=PATIENCE, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (code, out, b"")


def test_a_pipe_in_the_place_of_a_session_is_not_waited_for(archive: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "session.jsonl")
    told = event("PreCompact", transcript_path=str(tmp_path / "session.jsonl"))
    assert_failed_softly(hook("claude-code", told, archive=archive), archive, "no regular file")


def test_a_pipe_in_the_place_of_a_rollout_or_of_the_log_is_not_waited_for(archive: Path) -> None:
    os.mkfifo(archive.parent / "rollout.jsonl")
    told = tool_event("Bash", LONG, transcript_path=str(archive.parent / "rollout.jsonl"))
    assert hook("codex", told, archive=archive).stdout
    log_of(archive).parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(log_of(archive))
    assert "no JSON" in hook("codex", b"{", archive=archive).err


def test_a_locked_archive_is_given_up_long_before_the_deadline() -> None:
    assert surroundings.PATIENCE <= deadline.SECONDS / 4 <= 5


def test_the_deadline_leaves_time_within_that_of_the_host() -> None:
    assert deadline.SECONDS <= 20
