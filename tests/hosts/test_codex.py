"""Codex itself, offline: it starts offcut, and its model sees what offcut answers."""

from __future__ import annotations

import json

import pytest

from support.hosts.codex import TRUST_HOOKS, codex, run_agent, server_option, waiting_for
from support.hosts.installing import install_offcut
from support.hosts.place import Place
from support.hosts.programs import offcut_command
from support.hosts.script import Call, Step
from support.hosts.story import TINY, Story, bare
from support.hosts.tour import TOUR, assert_tour, reference

pytestmark = [pytest.mark.full, pytest.mark.timeout(1200)]

#: More than the window of the model that the tests name.
TOO_MUCH = 300_000


def shell(command: str, tokens: int = 1000) -> Call:
    return Call("exec_command", {"cmd": command}, server="", tokens=tokens)


def recover(ref: str, lines: str) -> Call:
    return Call("recover_source", {"ref": ref, "lines": lines, "raw": True})


#: Above 8,000 characters, from which on the hook acts, and below 10,000, from which on the host cuts.
STORY = Story(shell, lines=2000, preview=3000, end="\n")


def test_the_program_lists_offcut_once_it_is_installed(place: Place) -> None:
    install_offcut(place, "codex")
    listed = codex(place, "mcp", "list")
    assert str(offcut_command()) in listed.out and "enabled" in listed.out, listed


def test_the_model_sees_the_right_answer_of_every_tool(place: Place) -> None:
    service = run_agent(place, TOUR, *server_option("offcut", offcut_command(), "serve"))
    assert_tour(service.shown)


def test_large_outputs_are_cut_at_birth_and_recovered_and_the_session_works_on_itself(place: Place) -> None:
    install_offcut(place, "codex", "--hooks")
    added = codex(place, "mcp", "add", "tiny", "--", *TINY)
    assert added.code == 0, added
    service = run_agent(place, STORY.script(), TRUST_HOOKS, *waiting_for("offcut", "tiny"))
    STORY.check(service.shown)


def test_an_output_that_the_host_itself_cuts_is_archived_whole(place: Place) -> None:
    install_offcut(place, "codex", "--hooks")
    script: list[Step] = [shell("seq 1 10000"), lambda shown: recover(reference(shown[0]), "9999-")]
    [preview, recovered] = run_agent(place, script, TRUST_HOOKS, *waiting_for("offcut")).shown
    assert "[offcut: 48894 chars" in preview and "truncated" not in preview
    assert bare(recovered) == "9999\n10000\n"


def test_the_preview_of_a_failed_command_keeps_its_exit_code(place: Place) -> None:
    install_offcut(place, "codex", "--hooks")
    script: list[Step] = [shell(f"seq 1 {STORY.lines}; exit 7")]
    [preview] = run_agent(place, script, TRUST_HOOKS, *waiting_for("offcut")).shown
    assert "exited with code 7\n" in preview[:200], preview
    assert reference(preview)


def test_after_a_compaction_the_model_is_given_the_references_of_what_it_lost(place: Place) -> None:
    install_offcut(place, "codex", "--hooks")
    service = run_agent(
        place,
        [
            shell(f"seq 1 {STORY.lines}"),
            shell("echo small", tokens=TOO_MUCH),
            lambda shown: recover(reference(shown[0]), "1500-1501"),
        ],
        TRUST_HOOKS,
        *waiting_for("offcut"),
    )
    ref = reference(service.shown[0])
    compacted = [json.dumps(body["input"]) for body in service.conversations][2]
    assert "call_0" not in compacted, "nothing was compacted"
    assert ref in compacted
    assert bare(service.shown[2]) == "1500\n1501"
