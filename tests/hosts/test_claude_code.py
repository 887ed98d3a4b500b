"""Claude Code itself, offline: it starts offcut, and its model sees what offcut answers."""

from __future__ import annotations

import json

import pytest

from support.hosts.claude_code import claude, run_agent, server_file
from support.hosts.installing import install_offcut
from support.hosts.place import Place
from support.hosts.programs import offcut_command
from support.hosts.script import Call, Step
from support.hosts.story import TINY, Story
from support.hosts.tour import TOUR, assert_tour, reference

pytestmark = [pytest.mark.full, pytest.mark.timeout(1200)]

ALLOWED = ("--allowedTools", "mcp__offcut,mcp__tiny,Bash")


def shell(command: str) -> Call:
    return Call("Bash", {"command": command}, server="")


def recover(ref: str, lines: str) -> Call:
    return Call("recover_source", {"ref": ref, "lines": lines, "raw": True})


#: Above 20,000 characters, where the hook begins, and below 30,000, where the host itself keeps a file.
STORY = Story(shell, lines=6000, preview=4000)


def test_the_program_lists_offcut_as_connected_once_it_is_installed(place: Place) -> None:
    install_offcut(place, "claude-code")
    listed = claude(place, "mcp", "list")
    assert "offcut: " in listed.out and "✔ Connected" in listed.out, listed


def test_the_model_sees_the_right_answer_of_every_tool(place: Place) -> None:
    servers = server_file(place, {"offcut": {"command": str(offcut_command()), "args": ["serve"]}})
    service = run_agent(place, TOUR, "--mcp-config", servers, *ALLOWED)
    assert_tour(service.shown)


def test_large_outputs_are_cut_at_birth_and_recovered_and_the_session_works_on_itself(place: Place) -> None:
    install_offcut(place, "claude-code", "--hooks")
    added = claude(place, "mcp", "add", "--scope", "user", "tiny", "--", *TINY)
    assert added.code == 0, added
    service = run_agent(place, STORY.script(), *ALLOWED)
    STORY.check(service.shown)


def test_an_output_that_the_host_itself_puts_into_a_file_is_archived_whole(place: Place) -> None:
    install_offcut(place, "claude-code", "--hooks")
    script: list[Step] = [shell("seq 1 20000"), lambda shown: recover(reference(shown[0]), "19999-")]
    [preview, recovered] = run_agent(place, script, *ALLOWED).shown
    assert "[offcut: 108894 chars" in preview and "persisted-output" not in preview
    assert recovered == "19999\n20000\n"


def test_the_output_of_a_failed_command_stays_as_the_host_gives_it(place: Place) -> None:
    install_offcut(place, "claude-code", "--hooks")
    [failed] = run_agent(place, [shell(f"seq 1 {STORY.lines}; exit 7")], *ALLOWED).shown
    assert failed.startswith("Exit code 7\n1\n2\n") and failed.endswith(f"\n{STORY.lines}")
    assert "[offcut: " not in failed


def test_after_a_compaction_the_model_is_given_the_references_of_what_it_lost(place: Place) -> None:
    install_offcut(place, "claude-code", "--hooks")
    before = run_agent(place, [shell(f"seq 1 {STORY.lines}")], *ALLOWED)
    ref = reference(before.shown[0])
    run_agent(place, [], *ALLOWED, "--continue", request="/compact")
    after = run_agent(place, [recover(ref, "5000-5001")], *ALLOWED, "--continue")
    first = json.dumps(after.conversations[0]["messages"])
    assert "toolu_0000" not in first, "nothing was compacted"
    assert ref in first
    assert after.shown == ["5000\n5001"]
