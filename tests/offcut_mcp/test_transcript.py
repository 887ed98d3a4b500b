"""``transcript`` over stdio: an agent works on its own session, and on nobody else's."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from support.paths import require_shared
from support.servers import Wire, greeted_server
from support.session_files import (
    SESSION,
    THREAD,
    ClaudeFile,
    codex_round,
    event,
    lines,
    meta,
    spoken,
    write_rollout,
    written,
)

PASSES = ("compact_context", "compress", "context_status")
ROUNDS = 60
OTHER = "5a1c0077-0000-4000-8000-000000000077"


def output(number: int) -> str:
    """Return what a shell printed: nobody asks for it again, and no two are alike."""
    return "\n".join(f"part {number} line {line} checksum {number * 7919 + line:08x}" for line in range(60))


def claude_session(project: Path, session: str = SESSION) -> ClaudeFile:
    file = ClaudeFile(project, session)
    file.user("Find the damaged part. Never delete anything.")
    for number in range(ROUNDS):
        file.round(number, output(number))
    return file


def codex_rows(project: Path) -> list[dict[str, Any]]:
    rows = [row for number in range(ROUNDS) for row in codex_round(number, output(number))]
    return [meta(project), spoken("user", "Find the damaged part. Never delete anything."), *rows]


@dataclass(frozen=True)
class Place:
    """A home folder and a project, with a server that belongs to a session of either host."""

    home: Path
    project: Path
    archive: Path

    @property
    def projects(self) -> Path:
        return self.home / ".claude" / "projects"

    def environment(self, **more: str) -> dict[str, str]:
        home = {
            "HOME": str(self.home),
            "USERPROFILE": str(self.home),
            "CLAUDE_CONFIG_DIR": "",
            "CODEX_HOME": "",
        }
        return {**home, "CLAUDE_PROJECT_DIR": str(self.project), **more}

    def claude(self, **more: str) -> Any:
        return greeted_server(self.archive, **self.environment(CLAUDE_CODE_SESSION_ID=SESSION, **more))


def place_in(folder: Path) -> Place:
    project = folder / "work" / "shop"
    project.mkdir(parents=True)
    return Place(folder / "home", project, folder / "archive.db")


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return place_in(tmp_path)


@pytest.fixture(scope="module")
def shared_place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    return place_in(tmp_path_factory.mktemp("transcript"))


@pytest.fixture(scope="module")
def wire(shared_place: Place) -> Iterator[Wire]:
    claude_session(shared_place.project).write(shared_place.projects)
    with shared_place.claude() as wire:
        yield wire
        assert wire.finish() == 0
        assert wire.complaints() == ""


def answer(result: dict[str, Any]) -> dict[str, Any]:
    """Return the structure of a call that worked; its text is the same where nothing is left out."""
    assert result["isError"] is False, result
    [block] = result["content"]
    structure: dict[str, Any] = result["structuredContent"]
    short = {name: value for name, value in structure.items() if name not in ("messages", "decisions")}
    assert json.loads(block["text"]) == short
    assert len(block["text"]) <= 10_000
    return structure


def refusal(result: dict[str, Any]) -> str:
    assert result["isError"] is True, result
    sentence: str = result["content"][0]["text"]
    assert "\n" not in sentence
    return sentence


def recovered(wire: Wire, ref: str) -> str:
    text: str = wire.call("recover_source", {"ref": ref, "raw": True, "limit": 100_000})["content"][0]["text"]
    return text


def test_compact_context_archives_the_old_results_of_the_current_session(wire: Wire) -> None:
    found = answer(wire.call("compact_context", {"transcript": "current"}))
    assert found["applied"] is False
    assert found["session"] == SESSION
    assert "messages" not in found
    assert "decisions" not in found
    assert 0 < len(found["sources"]) <= 40
    assert "Claude Code keeps its own history" in found["note"]
    texts = {recovered(wire, source["ref"]) for source in found["sources"]}
    assert texts <= {output(number) for number in range(ROUNDS)}
    index = recovered(wire, found["index_ref"])
    assert all(source["ref"] in index for source in found["sources"])


def test_compress_hands_a_session_over_to_a_fresh_one(wire: Wire) -> None:
    found = answer(wire.call("compress", {"transcript": "current", "force": True}))
    assert (found["status"], found["applied"]) == ("compressed", False)
    assert "Find the damaged part." in found["summary"]
    assert "Never delete anything." in found["summary"]
    assert f'recover_source(ref="{found["segment_ref"]}")' in found["summary"]
    assert "messages" not in found
    assert 0 < len(found["sources"]) <= 40
    assert len(recovered(wire, found["index_ref"]).split("\n")) == 1 + ROUNDS
    assert recovered(wire, found["sources"][0]["ref"]) in {output(number) for number in range(ROUNDS)}
    assert output(0).split("\n")[0] in recovered(wire, found["segment_ref"])


def test_a_session_below_the_threshold_gets_its_handoff_all_the_same(wire: Wire) -> None:
    found = answer(wire.call("compress", {"transcript": "current"}))
    assert found["status"] == "below_threshold"
    assert "Find the damaged part." in found["summary"]


def test_context_status_measures_the_current_session(wire: Wire) -> None:
    found = answer(wire.call("context_status", {"transcript": "current"}))
    assert found["reclaimable"][0]["tool"] == "Bash"
    assert found["tokens"] > 10_000


def test_what_is_asked_for_is_returned(wire: Wire) -> None:
    asked = {"transcript": "current", "include_messages": True, "include_decisions": True}
    found = answer(wire.call("compact_context", asked))
    assert len(found["messages"]) == 1 + 2 * ROUNDS
    assert len(found["decisions"]) == ROUNDS
    folded = [decision for decision in found["decisions"] if decision["action"] == "preview"]
    assert len(recovered(wire, found["index_ref"]).split("\n")) == 1 + len(folded)
    compressed = answer(
        wire.call(
            "compress",
            {
                "transcript": "current",
                "include_messages": True,
                "force": True,
                "context_length": 20_000,
            },
        )
    )
    assert compressed["applied"] is False
    assert len(compressed["messages"]) < len(found["messages"])


def test_a_session_is_read_by_its_id_and_by_its_path(wire: Wire, shared_place: Place) -> None:
    path = next(shared_place.projects.glob(f"*/{SESSION}.jsonl"))
    for which in (SESSION, str(path)):
        assert answer(wire.call("compact_context", {"transcript": which}))["session"] == SESSION


@pytest.mark.parametrize("tool", PASSES)
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"transcript": "current", "messages": []}, "exclude each other"),
        ({}, "messages is missing"),
        ({"transcript": "/etc/passwd"}, "is no session file below"),
        ({"transcript": "no-such-session"}, "there is no session no-such-session"),
        ({"transcript": "current", "format": "gemini"}, "format is anthropic"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_sentence(
    tool: str, arguments: dict[str, Any], said: str, wire: Wire
) -> None:
    assert said in refusal(wire.call(tool, arguments))


def test_a_plan_needs_messages(wire: Wire) -> None:
    assert "step belongs to messages" in refusal(
        wire.call("compress", {"transcript": "current", "step": "plan"})
    )


def test_another_projects_session_is_read_only_if_the_user_allows_it(place: Place) -> None:
    claude_session(place.project.parent / "bank", OTHER).write(place.projects)
    with place.claude() as wire:
        assert "belongs to another project" in refusal(wire.call("context_status", {"transcript": OTHER}))
    with place.claude(OFFCUT_SERVER__TRANSCRIPTS="all") as wire:
        answer(wire.call("context_status", {"transcript": OTHER}))


def test_a_host_that_does_not_say_which_session_is_current_is_told_so(place: Place) -> None:
    with greeted_server(place.archive, **place.environment(CLAUDE_CODE_SESSION_ID="")) as wire:
        assert "does not tell" in refusal(wire.call("compress", {"transcript": "current"}))


@pytest.mark.parametrize(
    "told",
    [
        {"threadId": THREAD, "sessionId": "another"},
        {"x-codex-turn-metadata": {"thread_id": THREAD}},
        {"x-codex-turn-metadata": json.dumps({"thread_id": THREAD, "session_id": THREAD})},
    ],
)
def test_codex_names_its_session_in_the_request(told: dict[str, Any], place: Place) -> None:
    usage = {"last_token_usage": {"input_tokens": 100_000}, "model_context_window": 272_000}
    write_rollout(
        place.home / ".codex" / "sessions", [*codex_rows(place.project), event("token_count", info=usage)]
    )
    with greeted_server(place.archive, **place.environment()) as wire:

        def call(tool: str, **arguments: Any) -> dict[str, Any]:
            asked = {"name": tool, "arguments": {"transcript": "current", **arguments}, "_meta": told}
            return answer(wire.ask("tools/call", asked)["result"])

        status = call("context_status")
        assert (status["context_length"], status["tokens"]) == (272_000, 100_000)
        found = call("compact_context")
        assert found["session"] == THREAD
        assert "Codex keeps its own history" in found["note"]
        assert recovered(wire, found["sources"][0]["ref"]) in {output(number) for number in range(ROUNDS)}
        assert "Find the damaged part." in call("compress", force=True)["summary"]


def test_usage_that_cannot_be_true_of_the_messages_is_left_aside(place: Place) -> None:
    file = ClaudeFile(place.project)
    file.user("Hello.")
    file.model("msg_1", {"type": "text", "text": "Hello."})
    file.rows[-1]["message"]["usage"] = {"input_tokens": 30_000}
    file.write(place.projects)
    with place.claude() as wire:
        assert answer(wire.call("context_status", {"transcript": "current"}))["tokens"] < 100
        refused = wire.call("context_status", {"transcript": "current", "reported_tokens": 30_000})
        assert "reported_tokens is 30000" in refusal(refused)


def test_a_summary_that_the_host_wrote_goes_into_the_handoff_and_is_nobodys_goal(place: Place) -> None:
    corpus = require_shared() / "corpus" / "synthetic-irregular" / "claude-code-compact-sidechain.jsonl"
    text = corpus.read_text(encoding="utf-8").replace("/srv/shop", str(place.project))
    written(place.projects / "p" / f"{SESSION}.jsonl", text)
    with place.claude() as wire:
        summary = answer(wire.call("compress", {"transcript": "current", "force": True}))["summary"]
    before, goal = summary.split("## ", 1)
    assert "ran out of context" in before
    assert "ran out of context" not in goal


def test_a_large_session_gives_a_small_answer(place: Place) -> None:
    file = ClaudeFile(place.project)
    file.user("Compare. " + "必ず元のデータを残すこと。" * 300)
    for number in range(300):
        file.round(number, output(number), command=f'grep "{number}" ' + '\\"quoted\\" ' * 10)
    file.write(place.projects)
    with place.claude() as wire:
        for tool in PASSES:
            found = answer(wire.call(tool, {"transcript": "current"}))
            assert 0 < len(found.get("sources", ["not listed"])) <= 40


HOSTILE: dict[str, Callable[[ClaudeFile], None]] = {
    "a hundred tools with long names": lambda file: many_tools(file, lambda n: f"{n:03d}_" + "x" * 300),
    "control characters in names": lambda file: many_tools(file, lambda n: f"{n}" + "\x01" * 200),
    "one endless name": lambda file: many_tools(file, lambda n: "x" * 50_000, count=1),
    "an endless session id": lambda file: file.rows[-1].update(sessionId="s" * 20_000),
    "control characters in the session id": lambda file: file.rows[-1].update(sessionId="\x01" * 20_000),
    "an endless model": lambda file: file.rows[-2]["message"].update(model="m" * 50_000),
    "control characters in what was said": lambda file: control_characters(file),
}


def many_tools(file: ClaudeFile, name: Callable[[int], str], count: int = 100) -> None:
    for number in range(count):
        call = {"type": "tool_use", "id": f"toolu_x{number}", "name": name(number), "input": {}}
        file.model(f"msg_x{number}", call)
        file.result(f"toolu_x{number}", output(number))
    for number in range(ROUNDS, ROUNDS + 10):
        file.round(number, output(number))


def control_characters(file: ClaudeFile) -> None:
    file.user("Never print " + "\x01" * 3_000 + ".")
    file.user("\x02" * 20_000)


@pytest.mark.parametrize("kind", list(HOSTILE))
def test_no_session_makes_an_answer_longer_than_hosts_show(kind: str, place: Place) -> None:
    file = claude_session(place.project)
    HOSTILE[kind](file)
    file.write(place.projects)
    with place.claude() as wire:
        for tool in PASSES:
            found = answer(wire.call(tool, {"transcript": "current"}))
            assert len(json.dumps(found, ensure_ascii=False, separators=(",", ":"))) <= 10_000


def test_tools_that_are_not_listed_are_counted(place: Place) -> None:
    file = claude_session(place.project)
    many_tools(file, lambda number: f"tool_{number}")
    file.write(place.projects)
    with place.claude() as wire:
        found = answer(wire.call("context_status", {"transcript": "current"}))
    assert len(found["reclaimable"]) == 40
    assert found["reclaimable"][0]["tool"] == "Bash", "the largest come first"
    assert any("leaves out 61 more tools with" in warning for warning in found["warnings"])


@pytest.mark.parametrize("tool", PASSES)
@pytest.mark.parametrize(
    "which", ["/" + "a" * 100_000, "/" + "a/" * 50_000 + "x.jsonl", "x" * 100_000, "/\x01" * 9_000]
)
def test_no_refusal_is_longer_than_hosts_show(tool: str, which: str, wire: Wire) -> None:
    assert len(refusal(wire.call(tool, {"transcript": which}))) < 2_000


def test_notices_of_the_client_are_no_part_of_the_handoffs_goal(place: Place) -> None:
    file = ClaudeFile(place.project)
    reminder = "<system-reminder>Never eat soup.</system-reminder>"
    file.user("<task-notification><summary>Always paint walls.</summary></task-notification>")
    file.user([{"type": "text", "text": reminder}, {"type": "text", "text": "Rename the class Foo."}])
    file.user(f"{reminder}\nNever drop Python 3.8 support.")
    for number in range(ROUNDS):
        file.round(number, output(number))
    file.user("<new_notice_of_tomorrow>Never sing songs.</new_notice_of_tomorrow>")
    file.write(place.projects)
    with place.claude() as wire:
        summary = answer(wire.call("compress", {"transcript": "current", "force": True}))["summary"]
    assert "Rename the class Foo." in summary
    assert "Never drop Python 3.8 support." in summary
    for notice in ("soup", "paint walls", "sing songs"):
        assert notice not in summary


def test_reading_stops_when_the_call_that_waits_for_it_is_cancelled(place: Place) -> None:
    path = claude_session(place.project).write(place.projects)
    environment = place.environment(CLAUDE_CODE_SESSION_ID=SESSION)
    ran = subprocess.run(
        [sys.executable, "-c", CANCELLED, str(path)],
        env={**os.environ, **environment},
        cwd=place.project,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert ran.stdout == "started\nstopped\n"


#: Reads a session in a worker thread whose caller is cancelled after the thread began.
CANCELLED = """
import os, threading
import anyio
from anyio import from_thread, to_thread
from offcut.settings import Settings
from offcut_mcp.caller import caller_of
from offcut_mcp.own_session import read_own_session

async def main():
    started, cancelled = anyio.Event(), threading.Event()

    def read():
        from_thread.run_sync(started.set)
        cancelled.wait(30)
        print("started")
        read_own_session("current", caller_of(None, os.environ), settings, "auto")
        print("read")

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(to_thread.run_sync, read)
        await started.wait()
        tasks.cancel_scope.cancel()
        cancelled.set()
    print("stopped")

settings = Settings()
anyio.run(main)
"""


def test_a_session_is_worked_on_while_its_host_writes_on(place: Place) -> None:
    file = claude_session(place.project)
    whole = lines(file.rows)
    path = file.write(place.projects)
    with place.claude() as wire, Appending(path, whole):
        for _ in range(5):
            found = answer(wire.call("compact_context", {"transcript": "current"}))
            assert found["warnings"] == []
            assert recovered(wire, found["sources"][0]["ref"]) in {output(number) for number in range(ROUNDS)}


class Appending:
    """Appends rows that hang on the newest one in pieces that end anywhere, until it is left."""

    def __init__(self, path: Path, whole: str) -> None:
        self._path, self._whole = path, whole
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._write)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join(60)

    def _write(self) -> None:
        newest = json.loads(self._whole.splitlines()[-1])["uuid"]
        with self._path.open("ab", buffering=0) as file:
            for number in range(1_000_000):
                row = {
                    "type": "user",
                    "uuid": f"more-{number}",
                    "parentUuid": newest,
                    "message": {"role": "user", "content": f"Also part {number}."},
                }
                newest = row["uuid"]
                line = json.dumps(row).encode() + b"\n"
                for piece in (line[:30], line[30:]):
                    file.write(piece)
                if self._stop.wait(0.001):
                    return


REACHES: dict[str, Callable[[Place], Path]] = {
    "a link out of the folder": lambda place: place.home / "secret.jsonl",
    "a link to another project": lambda place: claude_session(place.project.parent / "bank", OTHER).write(
        place.projects
    ),
}


@pytest.mark.parametrize("reach", list(REACHES))
def test_links_are_followed_nowhere(reach: str, wire: Wire, shared_place: Place) -> None:
    target = REACHES[reach](shared_place)
    if not target.exists():
        written(target, claude_session(shared_place.project).text())
    link = next(shared_place.projects.glob(f"*/{SESSION}.jsonl")).with_name("5a1c0099.jsonl")
    link.unlink(missing_ok=True)
    link.symlink_to(target)
    for which in (str(link), link.stem):
        refusal(wire.call("compress", {"transcript": which}))
