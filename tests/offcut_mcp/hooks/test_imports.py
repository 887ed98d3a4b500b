"""What a hook loads: below the threshold next to nothing, above it neither the SDK nor the tokenizer."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from support.command import PATIENCE
from support.hook_events import LONG, event, shell, surroundings, tool_event

#: Runs the command, and prints what it has loaded to standard error before it leaves.
LISTING = """
import os, sys
leave = os._exit
def tell_and_leave(code):
    sys.stderr.write("\\n".join(sys.modules))
    sys.stderr.flush()
    leave(code)
os._exit = tell_and_leave
from offcut_mcp.__main__ import main
sys.argv = ["offcut", "hook", "claude-code"]
main()
"""
NEVER = {"mcp", "mcp_types", "tiktoken", "typer", "rich", "click", "httpx"}
HOOKS_BELOW = ("entry", "deadline", "event", "limits", "outputs", "claude_code", "codex")
OURS_BELOW = {"offcut_mcp", "offcut_mcp.__main__", "offcut_mcp.hooks"} | {
    f"offcut_mcp.hooks.{name}" for name in HOOKS_BELOW
}
FOREIGN_BELOW = {
    "anyio",
    "asyncio",
    "sqlite3",
    "pydantic",
    "yaml",
    "platformdirs",
    "regex",
    "pathlib",
    "subprocess",
}


def loaded_by(told: dict[str, Any], archive: Path) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", LISTING], input=json.dumps(told).encode(), capture_output=True,
        env={**os.environ, **surroundings(archive)}, timeout=PATIENCE, check=True,
    )  # fmt: skip
    return set(done.stderr.decode().split("\n"))


@pytest.mark.parametrize(
    "told",
    [
        tool_event("Bash", shell("short")),
        tool_event("Read", {"type": "text", "file": {"content": LONG}}),
        tool_event("mcp__offcut__recover_source", [{"type": "text", "text": LONG}]),
        event("SessionStart", source="startup"),
    ],
)
def test_an_event_without_an_answer_loads_neither_the_library_nor_anything_heavy(
    told: dict[str, Any], tmp_path: Path
) -> None:
    loaded = loaded_by(told, tmp_path / "archive.db")
    assert {name for name in loaded if name.startswith("offcut")} == OURS_BELOW
    assert not loaded & (NEVER | FOREIGN_BELOW)


def test_a_replacement_needs_neither_the_sdk_nor_the_tokenizer_nor_the_command_line(tmp_path: Path) -> None:
    loaded = loaded_by(tool_event("Bash", shell(LONG)), tmp_path / "archive.db")
    assert "offcut.archive.sqlite" in loaded
    assert not loaded & NEVER
