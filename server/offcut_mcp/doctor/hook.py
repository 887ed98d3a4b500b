"""Does a hook fire: a large output goes in, a preview comes out, and its reference redeems."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import anyio

from offcut import Archive
from offcut.errors import OffcutError
from offcut_mcp.doctor.finding import Finding
from offcut_mcp.doctor.trial import trial_environment
from offcut_mcp.install.hosts import Host

#: Seconds for one run of a hook; hosts give it as many.
PATIENCE = 60
#: Above every threshold that a hook may have been given.
OUTPUT = "".join(f"{line:06} of what a tool printed for offcut doctor\n" for line in range(20_000))
REFERENCE = re.compile(rb"oc_[a-z2-7]{16}")


async def check_hook(host: Host, command: Sequence[str]) -> Finding:
    """Run the hook on an event as the host sends it, with an archive of its own."""
    check, advice = (
        f"hook {host.name}",
        f"run `{' '.join(command)} hook {host.name} --help` to see if it is there",
    )
    try:
        with tempfile.TemporaryDirectory(prefix="offcut-doctor-") as folder:
            found = await _fired(host, command, Path(folder))
    except subprocess.TimeoutExpired:
        found = f"did not end within {PATIENCE} seconds"
    except (OffcutError, OSError) as error:
        found = str(error)
    if found:
        return Finding(check, "broken", found, advice)
    return Finding(check, "ok", f"puts a preview in place of {len(OUTPUT):,} characters, and gives them back")


async def _fired(host: Host, command: Sequence[str], folder: Path) -> str | None:
    """Return what goes wrong, or ``None``."""
    archive = folder / "archive.db"
    ran = await anyio.to_thread.run_sync(_run, [*command, "hook", host.name], _event(host, folder), archive)
    reference = REFERENCE.search(ran.stdout)
    if ran.returncode or reference is None:
        return f"let a large output pass unchanged ({_said(ran)})"
    if len(ran.stdout) > len(OUTPUT) / 4:
        return "did not make a large output smaller"
    async with Archive.open(archive) as opened:
        if OUTPUT.encode() not in await opened.get(reference[0].decode()):
            return "archived something else than the output"
    return None


def _run(words: Sequence[str], event: dict[str, Any], archive: Path) -> CompletedProcess[bytes]:
    """Run a hook to its end, whether it reads the event or not."""
    return subprocess.run(
        words,
        input=json.dumps(event).encode(),
        capture_output=True,
        cwd=archive.parent,
        env=trial_environment(archive.parent, str(archive)),
        timeout=PATIENCE,
        check=False,
    )


def _event(host: Host, folder: Path) -> dict[str, Any]:
    """Return what the host says after a shell command that printed much."""
    shell = {
        "stdout": OUTPUT,
        "stderr": "",
        "interrupted": False,
        "isImage": False,
        "noOutputExpected": False,
    }
    return {
        "session_id": "00000000-0000-4000-8000-000000000000",
        "transcript_path": str(folder / "session.jsonl"),
        "cwd": str(folder),
        "hook_event_name": "PostToolUse",
        "tool_name": "Bash",
        "tool_input": {"command": "print much"},
        "tool_response": OUTPUT if host.name == "codex" else shell,
        "tool_use_id": "toolu_doctor",
    }


def _said(ran: CompletedProcess[bytes]) -> str:
    """Return the last line of standard error and the exit code."""
    lines = ran.stderr.decode("utf-8", "replace").strip().splitlines()
    return f"exit code {ran.returncode}" + (f": {lines[-1][:200]}" if lines else "")
