"""``--transcript`` and ``offcut sessions``: a host's own sessions from the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from support.command import Ran, assert_one_sentence, offcut
from support.session_files import SESSION, THREAD, ClaudeFile, codex_round, meta, spoken, write_rollout

OTHER = "5a1c0077-0000-4000-8000-000000000077"
ROUNDS = 40


def output(number: int) -> str:
    return "\n".join(f"part {number} line {line} checksum {number * 7919 + line:08x}" for line in range(40))


class Home:
    """A home folder with sessions of two projects and both hosts, and the command line in one of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.shop, self.bank = folder / "shop", folder / "bank"
        for project, session in ((self.shop, SESSION), (self.bank, OTHER)):
            project.mkdir()
            file = ClaudeFile(project, session)
            file.user(f"Find the damaged part in the {project.name}.")
            for number in range(ROUNDS):
                file.round(number, output(number))
            file.write(folder / ".claude" / "projects")
        rows = [meta(self.shop), spoken("user", "Look."), *codex_round(1, output(1))]
        write_rollout(folder / ".codex" / "sessions", rows)

    def offcut(self, *arguments: str | Path, **environment: str) -> Ran:
        home = {"HOME": str(self.folder), "USERPROFILE": str(self.folder), "CLAUDE_PROJECT_DIR": ""}
        hosts = {"CLAUDE_CONFIG_DIR": "", "CODEX_HOME": "", "CLAUDE_CODE_SESSION_ID": ""}
        everything: dict[str, Any] = {**home, **hosts, **environment}
        return offcut(*arguments, cwd=self.shop, **everything)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def test_sessions_of_the_project_are_listed_for_people_and_for_programs(home: Home) -> None:
    ran = home.offcut("sessions")
    assert (ran.code, ran.err) == (0, "")
    assert f"\n{SESSION}  claude-code  " in f"\n{ran.out}"
    assert f"\n{THREAD}  codex  " in f"\n{ran.out}"
    assert OTHER not in ran.out
    listed = home.offcut("sessions", "--json").json
    assert {entry["id"] for entry in listed} == {SESSION, THREAD}
    assert set(listed[0]) == {"id", "host", "project", "path", "modified", "bytes"}
    assert {entry["id"] for entry in home.offcut("sessions", "--all", "--json").json} == {
        SESSION,
        THREAD,
        OTHER,
    }


def test_a_project_without_sessions_is_told_how_to_see_the_others(home: Home) -> None:
    assert_one_sentence(home.offcut("sessions", CLAUDE_PROJECT_DIR=str(home.folder)), 1, "--all")
    assert home.offcut("sessions", "--json", CLAUDE_PROJECT_DIR=str(home.folder)).json == []


def test_compact_folds_a_session_and_writes_its_list(home: Home) -> None:
    target = home.folder / "smaller.json"
    ran = home.offcut("compact", "--transcript", SESSION, "--drop-threshold", "1", "-o", target)
    assert (ran.code, ran.err) == (0, "")
    messages = json.loads(target.read_text(encoding="utf-8"))
    assert len(messages) == 1 + 2 * ROUNDS
    assert "archived intact" in target.read_text(encoding="utf-8")


def test_compress_prints_the_whole_handoff_of_the_current_session(home: Home) -> None:
    ran = home.offcut("compress", "--transcript", "current", CLAUDE_CODE_SESSION_ID=SESSION)
    assert (ran.code, ran.err) == (0, "")
    assert "- Find the damaged part in the shop." in ran.out
    assert "No message list was written" not in ran.out
    assert "\n… and " not in ran.out


def test_compress_with_a_target_writes_the_compressed_list(home: Home) -> None:
    target = home.folder / "smaller.json"
    options = ("--force", "--context-length", "20000", "-o", target, "--json")
    ran = home.offcut("compress", "--transcript", SESSION, *options)
    assert ran.code == 0, ran.err
    assert ran.json["status"] == "compressed"
    assert len(json.loads(target.read_text(encoding="utf-8"))) < 1 + 2 * ROUNDS


def test_status_measures_a_session(home: Home) -> None:
    found = home.offcut("status", "--transcript", SESSION, "--json").json
    assert found["reclaimable"][0]["tool"] == "Bash"


@pytest.mark.parametrize("command", ["compact", "compress", "status"])
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], ["FILE", "--transcript"]),
        (["x.json", "--transcript", SESSION], ["one of them"]),
        (["--transcript", "current"], ["does not tell", "offcut sessions"]),
        (["--transcript", OTHER], ["belongs to another project", "server.transcripts"]),
        (["--transcript", "/etc/passwd"], ["no session file"]),
        (["--transcript", SESSION, "--format", "gemini"], ["format is anthropic"]),
    ],
)
def test_what_cannot_be_read_is_one_sentence(
    command: str, arguments: list[str], words: list[str], home: Home
) -> None:
    assert_one_sentence(home.offcut(command, *arguments), 2, *words)


def test_another_project_is_read_where_the_user_says_so(home: Home) -> None:
    ran = home.offcut("status", "--transcript", OTHER, "--set", "server.transcripts=all")
    assert (ran.code, ran.err) == (0, "")


def test_a_plan_needs_a_file(home: Home) -> None:
    assert_one_sentence(home.offcut("compress", "--transcript", SESSION, "--plan"), 2, "--plan", "FILE")
