"""Hooks as processes: closed streams, the log they share, many at once, one that is killed."""

from __future__ import annotations

import json
import os
import stat
import subprocess
from pathlib import Path

import pytest

from offcut_mcp.hooks.failures import LARGEST, LONGEST
from support.command import COMMAND, PATIENCE
from support.hook_events import (
    LONG,
    REF,
    assert_failed_softly,
    assert_passed,
    event,
    hook,
    log_of,
    original,
    shell,
    surroundings,
    tool_event,
)


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return tmp_path / "archive.db"


@pytest.mark.parametrize("closed", ["0<&-", "1>&-", "0<&- 1>&- 2>&-", "2>&-"])
def test_closed_streams_do_no_harm(closed: str, archive: Path) -> None:
    told = json.dumps(tool_event("Bash", shell(LONG))).encode()
    done = subprocess.run(
        ["sh", "-c", f'"$@" {closed}', "sh", *COMMAND, "hook", "claude-code"],
        input=told, capture_output=True, env={**os.environ, **surroundings(archive)},
        timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done
    if closed == "2>&-":
        stdout = json.loads(done.stdout)["hookSpecificOutput"]["updatedToolOutput"]["stdout"]
        assert original(stdout, archive) == LONG.encode()
    else:
        assert done.stdout == b"" and not archive.exists()


def test_a_reader_that_went_away_does_no_harm(archive: Path) -> None:
    program = subprocess.Popen(
        [*COMMAND, "hook", "claude-code"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        env={**os.environ, **surroundings(archive)},
    )  # fmt: skip
    assert program.stdin and program.stdout
    program.stdout.close()
    program.stdin.write(json.dumps(tool_event("Bash", shell(LONG))).encode())
    program.stdin.close()
    assert program.wait(PATIENCE) == 0


def test_a_read_only_folder_for_the_log_does_no_harm(archive: Path) -> None:
    (archive.parent / "data").write_text("a file stands in the way", encoding="utf-8")
    ran = hook("codex", b"{", archive=archive)
    assert_passed(ran)
    assert "no JSON" in ran.err


def test_the_log_is_private_small_and_holds_nothing_of_an_output(archive: Path) -> None:
    log = log_of(archive)
    log.parent.mkdir(parents=True)
    log.write_text("x" * (LARGEST + 1), encoding="utf-8")
    told = event("\x1b[31mevent\n" * 900, tool_name="T" * 9_000, tool_response=LONG)
    assert_failed_softly(hook("codex", told, archive=archive), archive, "knows no event")
    [line] = log.read_text(encoding="utf-8").splitlines()
    assert len(line) <= LONGEST + 40 and "\x1b" not in line and "INFO request" not in line
    assert stat.S_IMODE(log.stat().st_mode) == 0o600
    hook("codex", tool_event("Bash", LONG), archive=archive, OFFCUT_ARCHIVE="/" + "no/" * 500 + "a.db")
    assert len(log.read_text(encoding="utf-8").splitlines()[1]) <= LONGEST + 40
    assert log.with_name("hooks.log.1").stat().st_size == LARGEST + 1
    assert {file.name for file in log.parent.iterdir()} == {"hooks.log", "hooks.log.1"}


def test_eight_hooks_at_once_all_archive_into_a_new_file(archive: Path) -> None:
    environment = {**os.environ, **surroundings(archive)}
    texts = [f"process {n}\n{LONG}" for n in range(8)]
    running = [
        subprocess.Popen(
            [*COMMAND, "hook", "codex"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
        )
        for _ in texts
    ]
    for process, text in zip(running, texts, strict=True):
        assert process.stdin
        process.stdin.write(json.dumps(tool_event("Bash", text)).encode())
        process.stdin.close()
    for process, text in zip(running, texts, strict=True):
        assert process.stdout
        shown = json.loads(process.stdout.read())["reason"]
        assert process.wait(PATIENCE) == 0
        process.stdout.close()
        assert original(shown, archive) == text.encode()


@pytest.mark.parametrize("written", [0.2, 0.9, 1.0])
def test_a_killed_hook_leaves_a_whole_archive(written: float, archive: Path) -> None:
    """Whatever a killed hook had shown can be recovered, and the next one works."""
    told = json.dumps(tool_event("Bash", shell(LONG * 40))).encode()
    process = subprocess.Popen(
        [*COMMAND, "hook", "claude-code"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        env={**os.environ, **surroundings(archive)},
    )  # fmt: skip
    assert process.stdin and process.stdout
    process.stdin.write(told[: int(len(told) * written)])
    process.stdin.flush()
    process.kill()
    shown = process.stdout.read().decode()
    process.wait(PATIENCE)
    process.stdout.close()
    process.stdin.close()
    assert not REF.search(shown) or original(shown, archive)
    again = hook("claude-code", tool_event("Bash", shell(LONG)), archive=archive)
    assert original(again.out.replace("\\", ""), archive) == LONG.encode()
