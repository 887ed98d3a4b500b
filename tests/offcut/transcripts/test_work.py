"""Reading takes work in proportion to the file, whatever its rows say, and can be stopped at any row."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from offcut.errors import Cancelled
from offcut.transcripts import Host, read_transcript
from offcut.transcripts.claude_code import CLIENT
from support.session_files import Row, event, lines, meta, spoken, written


def row(uuid: str, parent: str | None, role: str = "user", content: Any = "x", **message: Any) -> Row:
    spoken = {"role": role, "content": content, **message}
    return {"type": role, "uuid": uuid, "parentUuid": parent, "message": spoken}


def result(number: int) -> list[Row]:
    return [{"type": "tool_result", "tool_use_id": f"t{number}", "content": "x"}]


def calls(count: int) -> Row:
    blocks = [{"type": "tool_use", "id": f"t{number}", "name": "x", "input": {}} for number in range(count)]
    return row("m", None, "assistant", blocks, id="msg_1")


def orphans(count: int) -> list[Row]:
    return [row(f"u{number}", f"gone{number}") for number in range(count)]


def results_of_one_message(count: int) -> list[Row]:
    return [calls(count), *(row(f"r{n}", f"r{n - 1}" if n else "m", content=result(n)) for n in range(count))]


def chain_of_progress(count: int) -> list[Row]:
    noise = [
        {"type": "progress", "uuid": f"p{n}", "parentUuid": f"p{n - 1}" if n else "m"} for n in range(count)
    ]
    answers = [row(f"r{n}", f"p{count - 1}", content=result(n)) for n in range(count)]
    return [calls(count), *noise, *answers, row("z", "m")]


def circle_of_progress(count: int) -> list[Row]:
    noise = [{"type": "progress", "uuid": f"p{n}", "parentUuid": f"p{(n + 1) % count}"} for n in range(count)]
    return [*noise, *(row(f"r{n}", "p0", content=result(n)) for n in range(count)), row("z", None)]


def rollbacks(count: int) -> list[Row]:
    said = [spoken("user", "x") for _ in range(count)]
    back = [
        entry
        for _ in range(count)
        for entry in (spoken("user", "x"), event("thread_rolled_back", num_turns=1))
    ]
    return [meta(), *said, *back]


def compactions(count: int) -> list[Row]:
    once = [spoken("user", "x"), {"type": "compacted", "payload": {"message": "x"}}]
    return [meta(), *once * count]


SHAPES: dict[Callable[[int], list[Row]], Host] = {
    orphans: "claude-code",
    results_of_one_message: "claude-code",
    chain_of_progress: "claude-code",
    circle_of_progress: "claude-code",
    rollbacks: "codex",
    compactions: "codex",
}


def lines_run(work: Callable[[], object]) -> int:
    """Return how many lines of Python some work runs through."""
    count = 0

    def trace(frame: Any, event: str, argument: Any) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("shape", SHAPES)
def test_twice_the_rows_are_about_twice_the_work(shape: Callable[[int], list[Row]], tmp_path: Path) -> None:
    def work(count: int) -> int:
        path = written(tmp_path / "s.jsonl", lines(shape(count)))
        return lines_run(lambda: read_transcript(path, SHAPES[shape]))

    assert work(600) < 2.5 * work(300)


def test_all_results_below_a_long_chain_of_other_rows_are_found(tmp_path: Path) -> None:
    path = written(tmp_path / "s.jsonl", lines(chain_of_progress(20)))
    answers = read_transcript(path, "claude-code").messages[1]["content"]
    assert [block["tool_use_id"] for block in answers] == [f"t{number}" for number in range(20)]


@pytest.mark.parametrize(
    "piece",
    [
        "<system-reminder>x</system-reminder>\n",
        "\n<system-reminder>x",
        "<system-reminder>x",
        "x</system-reminder>\n",
        "<a-b>x</a-b>",
        "\n<a-b>x",
    ],
)
def test_twice_the_wrappers_are_about_twice_the_work(piece: str) -> None:
    def work(count: int) -> int:
        return lines_run(lambda: CLIENT.spans("x" + piece * count)) + lines_run(
            lambda: CLIENT.spans(piece * count)
        )

    assert work(600) < 2.5 * work(300)


@pytest.mark.parametrize("host", ["claude-code", "codex"])
def test_reading_stops_at_the_row_where_it_is_told_to(host: Host, tmp_path: Path) -> None:
    rows = rollbacks(50) if host == "codex" else orphans(50)
    path, seen = written(tmp_path / "s.jsonl", lines(rows)), 0

    def check() -> None:
        nonlocal seen
        seen += 1
        if seen == 7:
            raise Cancelled("stopped")

    with pytest.raises(Cancelled):
        read_transcript(path, host, check=check)
    assert seen == 7


def test_rollbacks_and_compactions_give_what_they_leave(tmp_path: Path) -> None:
    rows = [
        meta(),
        spoken("user", "one"),
        spoken("assistant", "did"),
        {"type": "compacted", "payload": {"message": "told"}},
        spoken("user", "<skill>x</skill>\ntwo"),
        spoken("assistant", "did"),
        spoken("user", "three"),
        event("thread_rolled_back", num_turns=1),
        {"type": "compacted", "payload": {"message": "told again"}},
        spoken("user", "four"),
        event("thread_rolled_back", num_turns=2),
    ]
    messages = read_transcript(written(tmp_path / "s.jsonl", lines(rows)), "codex").messages
    assert [(m["role"], m["content"][0]["text"]) for m in messages] == [
        ("user", "one"),
        ("developer", "told"),
    ]
