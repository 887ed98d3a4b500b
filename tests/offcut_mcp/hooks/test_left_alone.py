"""Outputs that a hook never touches, and failures after which everything is as the host has it."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from offcut_mcp.hooks.outputs import OUR_TOOLS
from offcut_mcp.tools import TOOLS
from support.command import PATIENCE
from support.hook_events import (
    LONG,
    assert_failed_softly,
    assert_passed,
    event,
    hook,
    log_of,
    shell,
    surroundings,
    tool_event,
)

#: Runs the hook where no file may grow beyond 60,000 bytes.
ON_A_FULL_DISK = """
import resource, runpy, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))
sys.argv = ["offcut", "hook", "claude-code"]
runpy.run_module("offcut_mcp", run_name="__main__")
"""
TEXT = [{"type": "text", "text": LONG}]
PICTURE = {"type": "image", "data": "A" * 90_000, "mimeType": "image/png"}


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return tmp_path / "archive.db"


def test_the_hook_knows_every_tool_of_ours() -> None:
    assert TOOLS.keys() <= OUR_TOOLS


@pytest.mark.parametrize(
    ("host", "tool", "response", "more"),
    [
        ("claude-code", "mcp__offcut__recover_source", TEXT, {}),
        ("claude-code", "mcp__offcut__anything", TEXT, {}),
        ("claude-code", "mcp__my_archive__search_archive", TEXT, {}),
        ("codex", "mcp__offcut__recover_source", {"content": TEXT}, {}),
        ("codex", "Bash", LONG, {"tool_input": {"command": "cd x && offcut recover oc_a --limit 90000"}}),
        ("codex", "Bash", LONG, {"tool_input": {"cmd": ["bash", "-lc", "offcut  search x"]}}),
        ("claude-code", "Bash", shell(LONG, isImage=True), {}),
        ("claude-code", "Bash", shell(LONG, structuredContent=[PICTURE]), {}),
        ("claude-code", "Bash", {"stdout": None, "stderr": LONG}, {}),
        ("claude-code", "Read", {"type": "text", "file": {"filePath": "/a", "content": LONG}}, {}),
        ("claude-code", "Edit", {"filePath": "/a", "originalFile": LONG, "newString": LONG}, {}),
        ("claude-code", "SomethingNew", {"content": LONG}, {}),
        ("claude-code", "Grep", {"mode": "files", "filenames": [LONG]}, {}),
        ("claude-code", "mcp__a__b", [PICTURE], {}),
        ("claude-code", "mcp__a__b", {"content": TEXT}, {}),
        ("claude-code", "mcp__a__b", None, {}),
        ("claude-code", "Bash", LONG, {}),
        ("codex", "mcp__a__b", {"content": TEXT, "isError": True}, {}),
        ("codex", "mcp__a__b", {"content": [*TEXT, PICTURE]}, {}),
        ("codex", "mcp__a__b", {"content": LONG}, {}),
        ("codex", "Bash", ["a", LONG], {}),
        ("codex", "Bash", 7, {}),
    ],
)  # fmt: skip
def test_what_is_ours_a_picture_an_error_or_of_unknown_shape_passes_in_silence(
    host: str, tool: str, response: Any, more: dict[str, Any], archive: Path
) -> None:
    ran = hook(host, tool_event(tool, response, **more), archive=archive)
    assert_passed(ran)
    assert ran.err == "" and not archive.exists() and not log_of(archive).exists()


@pytest.mark.parametrize("tool", ["Bash", "mcp__bank__pay", "mcp__bank__list_all", "mcp__my__bank__list_all"])
def test_protected_tools_pass(tool: str, archive: Path) -> None:
    config = archive.parent / "config" / "offcut" / "config.yaml"
    config.parent.mkdir(parents=True)
    config.write_text("server:\n  protected_tools: [Bash, mcp__bank__pay, list_all]\n", encoding="utf-8")
    response: Any = shell(LONG) if tool == "Bash" else TEXT
    ran = hook("claude-code", tool_event(tool, response), archive=archive)
    assert_passed(ran)
    assert ran.err == "" and not archive.exists()
    assert hook("claude-code", tool_event("mcp__bank__other", TEXT), archive=archive).stdout


def test_a_preview_that_would_not_be_shorter_is_no_answer(archive: Path) -> None:
    ran = hook(
        "codex", tool_event("Bash", "ab " * 40), "--threshold", "100", "--preview", "99", archive=archive
    )
    assert_passed(ran)
    assert ran.err == ""


@pytest.mark.parametrize(
    "told",
    [b"", b"\x00", b"{", b"[]", b"null", b'"PostToolUse"', b"\xff\xfe\xff", b"[" * 100_000, b"1" * 5_000],
    ids=repr,
)
def test_what_is_no_event_passes(told: bytes, archive: Path) -> None:
    assert_failed_softly(hook("claude-code", told[:100_000], archive=archive), archive, "standard input")


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (event("Stop"), "no event 'Stop'"),
        ({}, "no event ''"),
        ({"hook_event_name": 3}, "no event ''"),
        (event("PreCompact"), "transcript_path"),
        (event("PreCompact", transcript_path="/no/such/file.jsonl"), "PreCompact"),
    ],
)
def test_an_event_that_cannot_be_answered_is_noted(told: Any, words: str, archive: Path) -> None:
    assert_failed_softly(hook("codex", told, archive=archive), archive, words)


@pytest.mark.parametrize("name", ["PostCompact", "SessionStart"])
def test_events_without_an_answer_of_ours_pass_in_silence(name: str, archive: Path) -> None:
    ran = hook("codex", event(name, source="startup"), archive=archive)
    assert_passed(ran)
    assert ran.err == "" and not archive.exists()


@pytest.mark.parametrize(
    "options",
    [("--threshold", "x"), ("--limit", "4"), ("--preview", "9000"), ("--preview", "0"), ("--preview",)],
)
def test_wrong_options_in_a_hosts_configuration_do_no_harm(options: tuple[str, ...], archive: Path) -> None:
    ran = hook("codex", tool_event("Bash", LONG), *options, archive=archive)
    assert_failed_softly(ran, archive, options[0])


def fail_to_archive(archive: Path, *words: str, **environment: str) -> None:
    ran = hook("claude-code", tool_event("Bash", shell(LONG)), archive=archive, **environment)
    assert_failed_softly(ran, archive, "PostToolUse Bash", *words)


def test_an_archive_that_cannot_be_made_lets_the_output_pass(archive: Path) -> None:
    blocked = archive.parent / "file"
    blocked.write_text("x", encoding="utf-8")
    ran = hook("claude-code", tool_event("Bash", shell(LONG)), archive=archive,
               OFFCUT_ARCHIVE=str(blocked / "archive.db"))  # fmt: skip
    assert_failed_softly(ran, archive, "cannot be created or opened")


def test_an_archive_that_is_no_archive_lets_the_output_pass(archive: Path) -> None:
    archive.write_bytes(b"something else " * 100)
    fail_to_archive(archive, "not an offcut archive")


def test_an_archive_that_is_locked_lets_the_output_pass(archive: Path) -> None:
    assert hook("claude-code", tool_event("Bash", shell(LONG)), archive=archive).stdout
    holder = sqlite3.connect(archive, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    try:
        fail_to_archive(archive, "locked by another program")
    finally:
        holder.close()


def test_a_full_disk_lets_the_output_pass(archive: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ON_A_FULL_DISK],
        input=json.dumps(tool_event("Bash", shell(LONG * 9))).encode(),
        capture_output=True, env={**os.environ, **surroundings(archive)}, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, b""), done
    assert "archive" in log_of(archive).read_text(encoding="utf-8")


def test_an_archive_in_memory_keeps_nothing_so_nothing_is_replaced(archive: Path) -> None:
    ran = hook("claude-code", tool_event("Bash", shell(LONG)), archive=archive, OFFCUT_ARCHIVE=":memory:")
    assert_failed_softly(ran, archive, "in memory")


def test_broken_settings_let_the_output_pass_since_they_may_protect_it(archive: Path) -> None:
    fail_to_archive(archive, "compression.threshold", OFFCUT_COMPRESSION__THRESHOLD="7")


@pytest.mark.parametrize(
    "where", ["/etc/passwd", "{tmp}/other/tool-results/a", "{tmp}/s/tool-results/link", "\0"]
)
def test_a_file_outside_of_the_sessions_folder_is_not_read(where: str, archive: Path, tmp_path: Path) -> None:
    for session in ("s", "other"):
        (tmp_path / session / "tool-results").mkdir(parents=True)
    (tmp_path / "other" / "tool-results" / "a").write_text("private", encoding="utf-8")
    (tmp_path / "s" / "tool-results" / "link").symlink_to(tmp_path / "other" / "tool-results" / "a")
    given = shell(LONG, persistedOutputPath=where.format(tmp=tmp_path))
    told = tool_event("Bash", given, transcript_path=str(tmp_path / "s.jsonl"))
    ran = hook("claude-code", told, archive=archive)
    assert_failed_softly(ran, archive, "PostToolUse Bash")
    assert not archive.exists()


def test_a_pipe_and_another_users_file_are_not_read_as_the_hosts_copy(archive: Path, tmp_path: Path) -> None:
    folder = tmp_path / "s" / "tool-results"
    folder.mkdir(parents=True)
    os.mkfifo(folder / "pipe")
    (folder / "theirs").write_text(LONG, encoding="utf-8")
    refused = {"pipe": "no regular file"}
    if os.geteuid() == 0:
        os.chown(folder / "theirs", 1234, 1234)
        refused["theirs"] = "another user"
    for name, words in refused.items():
        given = shell(LONG, persistedOutputPath=str(folder / name))
        told = tool_event("Bash", given, transcript_path=str(tmp_path / "s.jsonl"))
        assert_failed_softly(hook("claude-code", told, archive=archive), archive, words)
    assert not archive.exists()
