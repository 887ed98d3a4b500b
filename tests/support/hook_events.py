"""Events as hosts tell them to a hook, and running the hook on them in a process of its own."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

from support.command import COMMAND, PATIENCE, Ran, offcut

SESSION = "b7c1f0de-0000-4000-8000-000000000001"
#: More than the threshold of both hosts.
LONG = "\n".join(f"2026-11-02 12:00:{n % 60:02d} INFO request {n} served in {n % 7} ms" for n in range(900))
REF = re.compile(r'recover_source\(ref="(oc_[a-z2-7]{16})"\)\]')


def event(name: str, **fields: Any) -> dict[str, Any]:
    """Return an event of either host."""
    common = {"session_id": SESSION, "transcript_path": "", "cwd": "/project", "hook_event_name": name}
    return {**common, **fields}


def tool_event(tool: str, response: Any, **fields: Any) -> dict[str, Any]:
    """Return the event after a tool call."""
    return event(
        "PostToolUse",
        **{
            "tool_name": tool,
            "tool_input": {"command": "run"},
            "tool_response": response,
            "tool_use_id": "call_1",
        }
        | fields,
    )


def shell(stdout: str, stderr: str = "", **fields: Any) -> dict[str, Any]:
    """Return what Claude Code's shell gives."""
    given = {"stdout": stdout, "stderr": stderr, "interrupted": False, "isImage": False}
    return {**given, "noOutputExpected": False, **fields}


def hook(host: str, told: Any, *options: str, archive: Path, **environment: str) -> Ran:
    """Run the hook on an event, or on bytes that are none; every file of it lies beside the archive."""
    body = told if isinstance(told, bytes) else json.dumps(told).encode()
    done = subprocess.run(
        [*COMMAND, "hook", host, *options],
        input=body,
        capture_output=True,
        env={**os.environ, **surroundings(archive), **environment},
        timeout=PATIENCE,
        check=False,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode(), done.stdout)


def surroundings(archive: Path) -> dict[str, str]:
    """Return the variables under which a run is alone with its archive."""
    return {
        "OFFCUT_ARCHIVE": str(archive),
        "XDG_DATA_HOME": str(archive.parent / "data"),
        "XDG_CONFIG_HOME": str(archive.parent / "config"),
        "CLAUDE_PROJECT_DIR": "",
    }


def log_of(archive: Path) -> Path:
    return archive.parent / "data" / "offcut" / "hooks.log"


def original(text: str, archive: Path) -> bytes:
    """Return the exact bytes that the reference in a preview gives."""
    found = REF.search(text)
    assert found, text[-200:]
    ran = offcut("recover", found[1], "--bytes", "--archive", archive)
    assert ran.code == 0, ran.err
    return ran.stdout


def assert_passed(ran: Ran) -> None:
    """The output passes unchanged: nothing on standard output, exit code 0."""
    assert ran.code == 0, ran
    assert ran.stdout == b"", ran


def assert_failed_softly(ran: Ran, archive: Path, *words: str) -> None:
    """The output passes unchanged, and the reason stands in one line on standard error and in the log."""
    assert_passed(ran)
    assert ran.err.count("\n") == 1, ran.err
    [*_, line] = log_of(archive).read_text(encoding="utf-8").splitlines()
    for word in words:
        assert word in ran.err, ran.err
        assert word in line, line
