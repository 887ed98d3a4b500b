"""``offcut compact``: what it prints, what it writes, and that it never writes half."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support.command import PATIENCE, Ran, assert_one_sentence, offcut, shown_on_terminal
from support.conversations import RECORD, Step, gemini, responses
from support.session import CALL_ID, FOLD_ALL, LISTING, TOOL, as_bytes, conversation

Wire = dict[str, Any]


@pytest.fixture
def session(tmp_path: Path) -> Path:
    """A file that holds the conversation."""
    file = tmp_path / "session.json"
    file.write_bytes(as_bytes(conversation()))
    return file


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return tmp_path / "archive.db"


def folded(session: Path, archive: Path, *options: str | Path) -> Ran:
    ran = offcut("compact", session, "--archive", archive, *FOLD_ALL, *options)
    assert ran.code == 0, ran.err
    return ran


def test_the_table_says_what_was_folded_what_it_saved_and_what_was_kept(session: Path, archive: Path) -> None:
    ran = folded(session, archive)
    [row] = [line for line in ran.out.splitlines() if TOOL in line]
    assert row.split()[:3] == [TOOL, "/srv/reports", str(len(LISTING))]
    reference = row.split()[-1]
    assert offcut("recover", reference, "--bytes", "--archive", archive).stdout == LISTING.encode()
    wire = folded(session, archive, "--json").json
    stats = wire["stats"]
    assert (
        f"Folded 1 result of 2 tool calls: {stats['tokens_before']:,} → {stats['tokens_after']:,} tokens"
        in ran.out
    )
    assert "-o FILE" in ran.out
    assert ran.err == ""
    assert "\x1b" not in ran.out
    assert max(map(len, ran.out.splitlines())) <= 100


def test_the_table_counts_the_tokens_of_a_result_and_of_its_preview(session: Path, archive: Path) -> None:
    row = next(line for line in folded(session, archive).out.splitlines() if TOOL in line)
    before, arrow, after = row.split()[3:6]
    stats = folded(session, archive, "--json").json["stats"]
    assert arrow == "→"
    assert int(before) - int(after) == stats["tokens_before"] - stats["tokens_after"]


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("columns", [40, 64, 80, 200])
def test_on_a_terminal_of_any_width_references_stay_whole(columns: int, session: Path, archive: Path) -> None:
    messages = conversation()
    long_path = "/srv/reports/2026/quarter-3/department-of-records/second-floor/shelf-14/drafts/old.d"
    messages[1]["tool_calls"][0]["function"]["arguments"] = json.dumps({"path": long_path})
    session.write_bytes(as_bytes(messages))
    reference = folded(session, archive, "--json").json["sources"][0]["ref"]
    shown = shown_on_terminal("compact", session, "--archive", archive, *FOLD_ALL, columns=columns)
    [row] = [line for line in shown.splitlines() if "→" in line and "oc_" in line]
    assert row.split()[-1] == reference
    assert (f"{TOOL} {long_path}" in row) == (columns == 200)
    assert "/old.d" in row
    assert max(map(len, shown.splitlines())) <= max(columns, 64)


def test_when_nothing_can_be_folded_the_table_says_so_and_the_command_succeeds(tmp_path: Path) -> None:
    ran = offcut("compact", "-", "--archive", tmp_path / "a.db", stdin=as_bytes(conversation("short")))
    assert ran.code == 0
    assert ran.out.startswith("Nothing ")
    assert "Kept: " in ran.out
    assert offcut("compact", "-", "--archive", tmp_path / "a.db", stdin=b"[]").code == 0


def test_json_is_the_result_of_the_tool(session: Path, archive: Path) -> None:
    wire = folded(session, archive, "--json").json
    assert wire["schema_version"] == 2
    assert (wire["changed"], wire["reason"]) == (True, "compacted")
    assert wire["messages"][2]["content"].endswith(f'recover_source(ref="{wire["sources"][0]["ref"]}")]')
    assert [decision["action"] for decision in wire["decisions"]] == ["preview", "keep"]


def test_the_message_list_has_the_shape_of_the_input_a_list(session: Path, archive: Path) -> None:
    target = session.with_name("after.json")
    wire = folded(session, archive, "-o", target, "--json").json
    written = json.loads(target.read_bytes())
    assert written == wire["messages"]
    assert [
        at for at, pair in enumerate(zip(written, conversation(), strict=True)) if pair[0] != pair[1]
    ] == [2]
    assert json.loads(session.read_bytes()) == conversation()


def test_the_message_list_has_the_shape_of_the_input_an_object(tmp_path: Path, archive: Path) -> None:
    request = {"model": "m", "messages": conversation(), "tools": [{"name": TOOL}]}
    (tmp_path / "request.json").write_bytes(as_bytes(request))
    target = tmp_path / "after.json"
    folded(tmp_path / "request.json", archive, "-o", target)
    written = json.loads(target.read_bytes())
    assert list(written) == ["model", "messages", "tools"]
    assert written["messages"] != request["messages"]
    assert {**written, "messages": request["messages"]} == request


@pytest.mark.parametrize(("key", "make"), [("input", responses), ("contents", gemini)])
def test_a_request_body_of_another_api_comes_back_with_a_shorter_list(
    key: str, make: Callable[..., Any], tmp_path: Path, archive: Path
) -> None:
    body = {"model": "m", key: make([Step(RECORD), Step("new")]), "stream": True}
    (tmp_path / "body.json").write_bytes(as_bytes(body))
    folded(tmp_path / "body.json", archive, "-o", tmp_path / "short.json")
    short = json.loads((tmp_path / "short.json").read_bytes())
    assert list(short) == list(body) and {**short, key: body[key]} == body
    assert len(short[key]) == len(body[key]) and len(str(short)) < len(str(body))


def test_standard_input_and_output_can_be_both_ends(session: Path, archive: Path) -> None:
    ran = offcut("compact", "-", "-o", "-", "--archive", archive, *FOLD_ALL, stdin=session.read_bytes())
    assert ran.code == 0
    assert len(ran.json) == len(conversation())
    assert "Folded 1 result of 2 tool calls" in ran.err


def test_a_file_can_be_replaced_by_its_own_result(session: Path, archive: Path) -> None:
    session.chmod(0o640)
    folded(session, archive, "-o", session)
    assert json.loads(session.read_bytes()) != conversation()
    assert stat.S_IMODE(session.stat().st_mode) == 0o640
    assert sorted(path.name for path in session.parent.iterdir() if "archive" not in path.name) == [
        session.name
    ]


def test_a_symbolic_link_stays_one(session: Path, archive: Path) -> None:
    link = session.with_name("link.json")
    link.symlink_to(session)
    folded(session, archive, "-o", link)
    assert link.is_symlink()
    assert json.loads(session.read_bytes()) != conversation()


def test_a_list_that_cannot_be_written_whole_leaves_the_old_file_as_it_was(
    tmp_path: Path, archive: Path
) -> None:
    """A limit on the size of files stands for a full disk; the archive stays below it, the list does not."""
    target = tmp_path / "after.json"
    target.write_text("old")
    limited = (
        "import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, 600_000)); "
        "sys.argv[0] = 'offcut'; runpy.run_module('offcut_mcp', run_name='__main__')"
    )
    large = [{"role": "user", "content": "x" * 1_000_000}]
    ran = subprocess.run(
        [sys.executable, "-c", limited, "compact", "-", "-o", str(target), "--archive", str(archive)],
        input=as_bytes(large),
        capture_output=True,
        timeout=PATIENCE,
    )
    assert (ran.returncode, ran.stdout) == (1, b"")
    assert ran.stderr.startswith(b"offcut: File too large")
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir() if "archive" not in path.name] == ["after.json"]


def test_an_archive_that_cannot_be_written_is_one_sentence_and_no_file(session: Path, tmp_path: Path) -> None:
    target = tmp_path / "after.json"
    no_archive = tmp_path / "notes.txt"
    no_archive.write_text("these are notes, and more than a header's worth of them: " + "x" * 200)
    ran = offcut("compact", session, "-o", target, "--archive", no_archive, *FOLD_ALL)
    assert_one_sentence(ran, 1, "archive", "notes.txt")
    assert not target.exists()


def test_half_an_emoji_is_written_back_as_it_came(tmp_path: Path, archive: Path) -> None:
    messages = conversation()
    messages[0]["content"] = "cut \ud83d in half"
    target = tmp_path / "after.json"
    ran = offcut(
        "compact", "-", "-o", target, "--archive", archive, "--json", *FOLD_ALL, stdin=as_bytes(messages)
    )
    assert ran.code == 0, ran.err
    assert json.loads(target.read_bytes())[0] == messages[0]
    assert ran.json["messages"][0] == messages[0]


def test_warnings_go_to_standard_error(session: Path, archive: Path) -> None:
    ran = folded(session, archive, "--protect-call", "call_of_another_session")
    assert ran.err.startswith("warning: ")
    assert "call_of_another_session" in ran.err


def reason(wire: Wire) -> str:
    return str(wire["decisions"][0]["reason"])


def shown(wire: Wire) -> str:
    return str(wire["messages"][2]["content"])


@pytest.mark.parametrize(
    ("options", "holds"),
    [
        (["--eligible", TOOL], lambda wire: wire["changed"]),
        (["--eligible", "other", "--eligible", TOOL], lambda wire: wire["changed"]),
        (["--eligible", "other"], lambda wire: reason(wire) == "not_eligible"),
        (["--protect-call", CALL_ID], lambda wire: reason(wire) == "protected"),
        (["--protect-message", "2"], lambda wire: reason(wire) == "protected"),
        (["--source-ref", f"{CALL_ID}=log/7=b"], lambda wire: "original: log/7=b]" in shown(wire)),
        (["--preserve-recent-messages", "11"], lambda wire: reason(wire) == "protected"),
        (["--preserve-recent-pairs", "2"], lambda wire: reason(wire) == "protected"),
        (["--preview-chars", "0"], lambda wire: shown(wire).startswith("[offcut: ")),
        (["--preview-style", "head_tail"], lambda wire: shown(wire).startswith(LISTING[:100])),
        (["--min-savings-tokens", "100000"], lambda wire: reason(wire) == "no_savings"),
        (["--max-output-tokens", "100000"], lambda wire: reason(wire) == "within_budget"),
        (["--max-output-tokens", "1"], lambda wire: wire["budget_met"] is False),
        (["--drop-threshold", "0"], lambda wire: reason(wire) == "needed_or_uncertain"),
        (["--format", "openai-chat"], lambda wire: wire["changed"]),
        (["--model", "no-such-model"], lambda wire: wire["stats"]["token_factor"] == 1.2),
        (["--reported-tokens", "1000"], lambda wire: wire["stats"]["token_method"] == "calibrated"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_every_option_reaches_the_pass(
    options: list[str], holds: Callable[[Wire], bool], session: Path, archive: Path
) -> None:
    wire = folded(session, archive, "--json", *options).json
    assert holds(wire), (wire["decisions"], wire["stats"], shown(wire))


@pytest.mark.parametrize("option", ["--goal", "--next-action"])
def test_what_the_agent_is_after_reaches_the_decider(option: str, session: Path, archive: Path) -> None:
    words = LISTING[:400]
    plain, told = (folded(session, archive, "--json", *extra).json for extra in ([], [option, words]))
    assert plain["decisions"][0]["probability"] != told["decisions"][0]["probability"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--format", "xml"], ["xml"]),
        (["--reported-tokens", "-1"], ["reported_tokens"]),
        (["--source-ref", f'{CALL_ID}=a"b'], ["source_refs"]),
    ],
)
def test_values_that_only_the_pass_can_judge_are_refused_in_one_sentence(
    options: list[str], words: list[str], session: Path, archive: Path
) -> None:
    assert_one_sentence(offcut("compact", session, "--archive", archive, *options), 2, *words)


def test_a_list_whose_format_is_undecidable_is_shown_in_the_format_that_was_named(archive: Path) -> None:
    """A tool result as the other format writes it makes detection fail; naming the format decides."""
    messages = as_bytes(
        [*conversation(), {"role": "user", "content": [{"type": "tool_result", "content": "x"}]}]
    )
    assert_one_sentence(offcut("compact", "-", "--archive", archive, stdin=messages), 2, "format")
    ran = offcut("compact", "-", "--archive", archive, "--format", "openai-chat", *FOLD_ALL, stdin=messages)
    assert (ran.code, ran.err) == (0, "")
    assert "Folded 1 result " in ran.out


def test_the_environment_names_the_archive_and_the_option_wins(session: Path, tmp_path: Path) -> None:
    by_environment, by_option = tmp_path / "environment.db", tmp_path / "option.db"
    assert offcut("compact", session, *FOLD_ALL, OFFCUT_ARCHIVE=str(by_environment)).code == 0
    assert by_environment.exists()
    by_environment.unlink()
    ran = offcut("compact", session, *FOLD_ALL, "--archive", by_option, OFFCUT_ARCHIVE=str(by_environment))
    assert ran.code == 0
    assert (by_environment.exists(), by_option.exists()) == (False, True)


def test_a_file_of_20_megabytes_is_folded(tmp_path: Path, archive: Path) -> None:
    large = tmp_path / "large.json"
    large.write_bytes(as_bytes(conversation("line of a log\n" * 1_500_000)))
    wire = folded(large, archive, "--json").json
    assert wire["sources"][0]["chars"] == 21_000_000
    assert wire["stats"]["tokens_after"] < 1000
