"""``offcut compress``: what it prints, what it writes, and a plan finished by another process."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support.command import Ran, assert_one_sentence, offcut, shown_on_terminal
from support.long_session import RULE, SINCE, WINDOW, session
from support.session import as_bytes

Wire = dict[str, Any]
DUE = ("--context-length", str(WINDOW))
TOLD = "## Goal\nSettle the orders; go on with part 5.\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file that holds the session."""
    file = tmp_path / "session.json"
    file.write_bytes(as_bytes(session()))
    return file


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return tmp_path / "archive.db"


def compressed(file: str | Path, archive: Path, *options: str | Path, stdin: bytes = b"") -> Ran:
    ran = offcut("compress", file, "--archive", archive, *DUE, *options, stdin=stdin)
    assert ran.code == 0, ran.err
    return ran


def rows(ran: Ran) -> dict[str, str]:
    """Return the table's rows: a name, at least two spaces, a value."""
    lines = [line.split("  ", 1) for line in ran.out.splitlines() if "  " in line]
    return {name.strip(): value.strip() for name, value in lines}


def recovered(ref: str, archive: Path) -> bytes:
    return offcut("recover", ref, "--bytes", "--archive", archive).stdout


# What is printed


def test_the_table_says_what_was_done_and_the_references_lead_back(file: Path, archive: Path) -> None:
    ran, wire = compressed(file, archive), compressed(file, archive, "--json").json
    stats, shown = wire["stats"], rows(ran)
    assert ran.err == "" and "\x1b" not in ran.out
    assert shown["status"] == f"compressed: {wire['reason']}"
    assert shown["messages"] == f"{stats['messages_before']:,} → {stats['messages_after']:,}"
    assert shown["tokens"] == f"{stats['tokens_before']:,} → {stats['tokens_after']:,} (exact)"
    assert shown["threshold"] == f"{WINDOW // 2:,} of a window of {WINDOW:,}"
    assert shown["removed"] == f"{wire['segment_ref']} ({stats['messages_removed']} messages)"
    assert shown["summary"] == f"{wire['summary_ref']} (extractive, {stats['summary_tokens']:,} tokens)"
    assert "[CONTEXT COMPACTION]" in ran.out and "more" in ran.out
    assert ran.out.endswith("No message list was written; -o FILE writes it.\n")
    removed = json.loads(recovered(shown["removed"].split()[0], archive))
    assert len(removed) == stats["messages_removed"] and all(message in session() for message in removed)
    assert recovered(shown["summary"].split()[0], archive).decode() == wire["summary"]


def test_a_terminal_shows_whole_references(file: Path, archive: Path) -> None:
    wire = compressed(file, archive, "--json").json
    shown = shown_on_terminal("compress", file, "--archive", archive, *DUE, columns=64)
    for ref in [wire["segment_ref"], wire["summary_ref"], *(source["ref"] for source in wire["sources"])]:
        assert ref in shown


@pytest.mark.parametrize(
    ("messages", "options", "words"),
    [
        (session(), ["--context-length", "900000"], "below_threshold: "),
        (session(1), ["--force"], "nothing_to_compress: "),
        ([], ["--force"], "nothing_to_compress: "),
        (session(), ["--set", "compression.enabled=false", "--force"], "below_threshold: disabled"),
        (session(1), ["--plan", "--force"], "nothing_to_compress: "),
    ],
)
def test_nothing_to_do_is_said_and_no_failure(
    messages: Any, options: list[str], words: str, archive: Path, tmp_path: Path
) -> None:
    ran = compressed("-", archive, *options, stdin=as_bytes(messages))
    assert rows(ran)["status"].startswith(words)
    assert rows(ran)["messages"] == str(len(messages))
    assert "-o FILE" not in ran.out


def test_json_is_the_result_of_the_tool(file: Path, archive: Path) -> None:
    wire = compressed(file, archive, "--json").json
    assert (wire["schema_version"], wire["status"], wire["summarized_by"]) == (1, "compressed", "extractive")
    assert wire["messages"][:2] != [] and RULE in json.dumps(wire["messages"])


# What is written


def test_the_message_list_has_the_shape_of_the_input(tmp_path: Path, archive: Path) -> None:
    body = {"model": "m", "messages": session(), "tools": [{"name": "list_orders"}]}
    target = tmp_path / "after.json"
    ran = compressed("-", archive, "-o", target, stdin=as_bytes(body))
    written = json.loads(target.read_bytes())
    assert list(written) == ["model", "messages", "tools"]
    assert len(written["messages"]) < len(session())
    assert "No message list was written" not in ran.out
    wire = compressed("-", archive, "--json", "-o", target, stdin=as_bytes(session())).json
    assert json.loads(target.read_bytes()) == wire["messages"] == written["messages"]


def test_standard_input_and_output_can_be_both_ends(archive: Path) -> None:
    ran = compressed("-", archive, "-o", "-", stdin=as_bytes(session()))
    assert len(ran.json) < len(session())
    assert "compressed: " in ran.err


def test_an_archive_that_cannot_be_written_is_one_sentence_and_no_file(file: Path, tmp_path: Path) -> None:
    notes, target = tmp_path / "notes.txt", tmp_path / "after.json"
    notes.write_text("these are notes, and more than a header's worth of them: " + "x" * 200)
    ran = offcut("compress", file, "-o", target, *DUE, "--archive", notes)
    assert_one_sentence(ran, 1, "archive", "notes.txt")
    assert not target.exists()


# The caller's own model


def test_a_plan_prints_the_prompt_alone_and_its_id_beside_it(file: Path, archive: Path) -> None:
    ran, wire = compressed(file, archive, "--plan"), compressed(file, archive, "--plan", "--json").json
    assert wire["status"] == "planned"
    assert ran.out == wire["prompt"]
    assert ran.err == f"plan: {wire['plan_id']} (kept for a day; --apply it with --summary-file)\n"


@pytest.mark.parametrize("since", [[], SINCE], ids=["at once", "after two more messages"])
def test_a_plan_is_applied(since: list[Any], file: Path, archive: Path, tmp_path: Path) -> None:
    plan_id = compressed(file, archive, "--plan", "--json").json["plan_id"]
    (tmp_path / "told.md").write_text(TOLD)
    file.write_bytes(as_bytes([*session(), *since]))
    apply = ("--apply", plan_id, "--summary-file")
    wire = compressed(file, archive, *apply, tmp_path / "told.md", "--json").json
    assert (wire["status"], wire["summarized_by"]) == ("compressed", "host")
    assert TOLD.strip() in wire["summary"]
    assert wire["messages"][len(wire["messages"]) - len(since) :] == since
    ran = compressed(file, archive, *apply, "-", stdin=TOLD.encode())
    assert "(host, " in rows(ran)["summary"] and "go on with part 5." in ran.out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--plan", "--apply", "oc_x", "--summary-file", "x"], ["--plan", "--apply"]),
        (["--plan", "--summary-file", "x"], ["--plan", "--summary-file"]),
        (["--apply", "oc_x"], ["--apply", "--summary-file"]),
        (["--summary-file", "x"], ["--apply", "--summary-file"]),
        (["--plan", "-o", "x"], ["--plan", "-o"]),
        (["--apply", "oc_x", "--summary-file", "-"], ["standard input"]),
        (["--apply", "oc_x", "--summary-file", "no-such-file"], ["no-such-file"]),
        (["--json", "-o", "-"], ["--json", "-o -"]),
        (["-o", "no/such/folder/x.json"], ["no/such/folder"]),
        (["--archive", ":memory:"], ["memory"]),
        (["--threshold", "2"], ["--threshold", "0 to 1"]),
        (["--target-ratio", "0.9"], ["--target-ratio", "0.1 to 0.8"]),
        (["--protect-last-n", "0"], ["--protect-last-n", "at least 1"]),
        (["--protect-first-n", "-1"], ["--protect-first-n", "at least 0"]),
        (["--tail-pressure", "cut"], ["--tail-pressure", "keep"]),
        (["--max-summary-tokens", "none"], ["--max-summary-tokens"]),
        (["--context-length", "-1"], ["context_length"]),
        (["--reported-tokens", "-1"], ["reported_tokens"]),
        (["--nonsense"], ["--nonsense"]),
    ],
)
def test_wrong_usage_is_one_sentence_and_code_2(
    options: list[str], words: list[str], archive: Path, tmp_path: Path
) -> None:
    ran = offcut("compress", "-", "--archive", archive, *options, stdin=as_bytes(session()), cwd=tmp_path)
    assert_one_sentence(ran, 2, *words)
    assert not archive.exists()


def test_a_summary_that_cannot_be_used_is_one_sentence(file: Path, archive: Path) -> None:
    plan_id = compressed(file, archive, "--plan", "--json").json["plan_id"]
    apply = ("compress", file, "--archive", archive, "--summary-file", "-", "--apply")
    assert_one_sentence(offcut(*apply, plan_id, stdin=b" \n"), 2, "blank")
    assert_one_sentence(offcut(*apply, plan_id, stdin=b"\xff"), 2, "standard input", "UTF-8")
    assert_one_sentence(offcut(*apply, "oc_aaaaaaaaaaaaaaaa", stdin=b"x"), 2, "plan")


# Options


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Wire:
    """What becomes of the session without any further option."""
    archive = tmp_path_factory.mktemp("plain") / "archive.db"
    wire: Wire = compressed("-", archive, "--json", stdin=as_bytes(session())).json
    return wire


OPTIONS: list[tuple[list[str], Callable[[Wire, Wire], bool]]] = [
    (["--threshold", "0.99"], lambda wire, plain: wire["status"] == "below_threshold"),
    (["--threshold", "0.99", "--force"], lambda wire, plain: wire["status"] == "compressed"),
    (["--context-length", "900000"], lambda wire, plain: wire["status"] == "below_threshold"),
    (["--target-ratio", "0.8"], lambda wire, plain: kept(wire) > kept(plain)),
    (["--protect-last-n", "40"], lambda wire, plain: kept(wire) > kept(plain)),
    (["--protect-first-n", "8"], lambda wire, plain: head(wire) > head(plain)),
    (["--tail-pressure", "keep"], lambda wire, plain: wire["sources"] == [] != plain["sources"]),
    (["--max-summary-tokens", "400"], lambda wire, plain: 0 < summary_size(wire) < summary_size(plain)),
    (["--model", "no-such-model"], lambda wire, plain: wire["stats"]["token_factor"] == 1.2),
    (["--reported-tokens", "18000"], lambda wire, plain: wire["stats"]["token_method"] == "calibrated"),
    (["--format", "openai-chat"], lambda wire, plain: kept(wire) == kept(plain)),
    (["--set", "compression.threshold=0.99"], lambda wire, plain: wire["status"] == "below_threshold"),
]  # fmt: skip


def kept(wire: Wire) -> int:
    return int(wire["stats"]["messages_after"])


def summary_size(wire: Wire) -> int:
    return int(wire["stats"]["summary_tokens"])


def head(wire: Wire) -> int:
    """Return how many messages stand before the summary."""
    texts = [str(message.get("content")) for message in wire["messages"]]
    return next(at for at, text in enumerate(texts) if wire["summary"] in text)


@pytest.mark.parametrize(("options", "holds"), OPTIONS, ids=[" ".join(options) for options, _ in OPTIONS])
def test_every_option_reaches_the_pass(
    options: list[str], holds: Callable[[Wire, Wire], bool], plain: Wire, archive: Path
) -> None:
    wire = compressed("-", archive, "--json", *options, stdin=as_bytes(session())).json
    assert holds(wire, plain), (wire["status"], wire["reason"], wire["stats"])


def test_the_help_of_an_option_states_range_and_default() -> None:
    words = " ".join(offcut("compress", "--help").out.split())
    assert "(0 to 1; default 0.5)" in words
    assert "(0.1 to 0.8; default 0.2)" in words
    assert "(1 or more; default 20)" in words
