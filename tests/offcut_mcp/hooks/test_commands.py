"""Whoever asks offcut for an original through a shell gets it whole, however the command is written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
import typer

from offcut_mcp.cli import app
from offcut_mcp.hooks.commands import COMMANDS, LONGEST, runs_offcut
from support.hook_events import LONG, assert_passed, hook, shell, tool_event


def test_every_command_that_prints_is_known() -> None:
    known = typer.main.get_command(app)
    assert set(getattr(known, "commands")) - {"serve", "hook"} == COMMANDS  # noqa: B009 - typer's own group


@pytest.mark.parametrize(
    "command",
    [
        "offcut recover oc_x", "cd x && offcut recover oc_a --limit 90000",
        ["bash", "-lc", "offcut  search x"],
        "python -m offcut_mcp recover oc_x", "/usr/bin/python3.11 -m offcut_mcp search x",
        "'/opt/my tools/offcut' recover x", '"/opt/offcut" recover x', "/opt/my\\ tools/offcut recover x",
        "offcut.exe recover x", "C:\\tools\\offcut.exe recover x", '& "C:\\my tools\\offcut.exe" recover x',
        "uvx offcut@1.0 recover x", "uvx --from offcut==1.0 offcut recover x", "uv run offcut recover x",
        "offcut \\\n recover x", "offcut archive show oc_x", "OFFCUT_ARCHIVE=/x offcut status",
        "timeout 10 offcut recover x", "sudo -u me offcut recover x", "if true; then offcut recover x; fi",
        "x=$(offcut recover a); echo $x", "bash -c 'offcut recover x | head -c 90000'",
        "cat a.log | grep b\noffcut recover oc_x # the original",
    ],
)  # fmt: skip
def test_a_command_of_ours_is_recognised(command: str | Sequence[str]) -> None:
    assert runs_offcut(command)


@pytest.mark.parametrize(
    "command",
    [
        "cat big.log # offcut recover", "echo 'offcut recover x'", "grep -r offcut archive",
        "cat offcut recover", "offcut", "grep 'offcut recover' big.log", "git log -m 'offcut recover'",
        "offcut.py recover", "myoffcut recover", "cat /opt/offcut/recover", ["cat", "offcut recover"],
        "", [], "'" * LONGEST, '"' * LONGEST, "\\" * LONGEST, "(" * LONGEST, "sh -c " * LONGEST,
    ],
    ids=lambda command: str(command)[:40],
)  # fmt: skip
def test_words_about_offcut_are_no_command_of_ours(command: str | Sequence[str]) -> None:
    assert not runs_offcut(command)


def test_the_hook_lets_what_ours_print_pass_and_no_more(tmp_path: Path) -> None:
    def ran(command: str) -> bytes:
        told = tool_event("Bash", shell(LONG), tool_input={"command": command})
        return hook("claude-code", told, archive=tmp_path / "archive.db").stdout

    told = tool_event("Bash", shell(LONG), tool_input={"command": "python -m offcut_mcp recover oc_x"})
    assert_passed(hook("claude-code", told, archive=tmp_path / "archive.db"))
    assert not ran("offcut archive show oc_x") and ran("cat big.log # offcut recover")
