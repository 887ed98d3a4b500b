"""``offcut search``: a table of references and lines for a person, JSON for a program, 1 for nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.command import assert_one_sentence, offcut, shown_on_terminal
from support.session import FOLD_ALL, LISTING, TOOL, as_bytes, conversation

KEY = "sk-" + "A1b2C3d4" * 5
LINE = 17


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return tmp_path / "archive.db"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


def folded(archive: Path, project: Path, text: str) -> str:
    """Fold one result while working in the project's folder; return its reference."""
    messages = as_bytes(conversation(text))
    ran = offcut("compact", "-", "--json", "--archive", archive, *FOLD_ALL, stdin=messages, cwd=project)
    return str(ran.json["sources"][0]["ref"])


@pytest.fixture
def ref(archive: Path, project: Path) -> str:
    return folded(archive, project, f"{LISTING}\nplanted key {KEY} \x1b[31m of prod")


def test_the_table_names_reference_line_tool_and_text(archive: Path, project: Path, ref: str) -> None:
    ran = offcut("search", "REPORT_016", "--archive", archive, cwd=project)
    assert (ran.code, ran.err) == (0, "")
    heading, _, row, *_, summary = [line for line in ran.out.splitlines() if line]
    assert heading.split() == ["reference", "line", "result", "of", "text"]
    assert row.split() == [ref, str(LINE), TOOL, *LISTING.split("\n")[LINE - 1].split()]
    assert summary == "1 hit in 1 source of this folder's project (--all-projects looks at every one)."


def test_inside_a_host_the_project_is_the_hosts_wherever_a_command_runs(
    archive: Path, project: Path, ref: str, tmp_path: Path
) -> None:
    asked = ("search", "REPORT_016", "--json", "--archive", archive)
    assert offcut(*asked, cwd=tmp_path).code == 1
    ran = offcut(*asked, cwd=tmp_path, CLAUDE_PROJECT_DIR=str(project))
    assert [hit["ref"] for hit in ran.json["hits"]] == [ref]


def test_the_line_can_be_recovered(archive: Path, project: Path, ref: str) -> None:
    [hit] = offcut("search", "report_016", "--json", "--archive", archive, cwd=project).json["hits"]
    ran = offcut("recover", hit["ref"], "--lines", str(hit["line"]), "--raw", "--archive", archive)
    assert ran.out == LISTING.split("\n")[LINE - 1]


def test_json_is_the_result_of_the_tool(archive: Path, project: Path, ref: str) -> None:
    ran = offcut("search", '"of prod"', "planted", "--json", "--archive", archive, cwd=project)
    snippet = "planted key [secret]  [31m of prod"
    assert (ran.code, ran.err) == (0, "")
    assert ran.json == {
        "hits": [
            {"ref": ref, "tool": TOOL, "line": 61, "snippet": snippet, "score": ran.json["hits"][0]["score"]}
        ],
        "searched": 1,
        "warnings": [],
    }


def test_neither_secrets_nor_escape_sequences_reach_a_terminal(
    archive: Path, project: Path, ref: str
) -> None:
    shown = shown_on_terminal("search", "planted", "--all-projects", "--archive", archive)
    assert ref in shown and "[secret]" in shown
    assert "\x1b" not in shown and "A1b2" not in shown


def test_only_the_folders_project_is_searched_unless_all_are_wanted(
    archive: Path, project: Path, ref: str, tmp_path: Path
) -> None:
    elsewhere = offcut("search", "report_016", "--archive", archive, cwd=tmp_path)
    assert (elsewhere.code, elsewhere.out) == (1, "")
    assert elsewhere.err == (
        "Nothing found in 0 sources of this folder's project (--all-projects looks at every one).\n"
        "warning: nothing is archived in this project\n"
    )
    everywhere = offcut("search", "report_016", "--all-projects", "--archive", archive, cwd=tmp_path)
    assert everywhere.code == 0 and ref in everywhere.out
    assert everywhere.out.endswith("1 hit in 1 source of all projects.\n")


@pytest.mark.parametrize("arguments", [["absent"], ["report_016", "--tool", "other"], ["--", "-rw-r--r--x"]])
def test_nothing_found_is_code_1_and_no_table(
    arguments: list[str], archive: Path, project: Path, ref: str
) -> None:
    ran = offcut("search", "--archive", archive, *arguments, cwd=project)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("Nothing found in ")
    ran = offcut("search", "--json", "--archive", archive, *arguments, cwd=project)
    assert (ran.code, ran.err, ran.json["hits"]) == (1, "", [])


def test_the_tool_and_the_limit_narrow_the_answer(archive: Path, project: Path, ref: str) -> None:
    other = folded(archive, project, LISTING)
    found = json.loads(
        offcut("search", "report_016", "--tool", TOOL, "--json", "--archive", archive, cwd=project).stdout
    )
    assert [hit["ref"] for hit in found["hits"]] == [other, ref]
    one = offcut("search", "report_016", "--limit", "1", "--json", "--archive", archive, cwd=project).json
    assert one["hits"] == found["hits"][:1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([""], ["query is empty"]),
        (["x" * 10_000], ["10000 characters"]),
        (["x", "--limit", "0"], ["limit", "1 to 50"]),
        (["x", "--limit", "many"], ["--limit"]),
        ([], ["QUERY", "offcut search --help"]),
    ],
)
def test_wrong_usage_is_one_sentence_and_code_2(
    arguments: list[str], words: list[str], archive: Path, ref: str
) -> None:
    assert_one_sentence(offcut("search", "--archive", archive, *arguments), 2, *words)


def test_an_archive_that_does_not_exist_is_not_made(tmp_path: Path) -> None:
    assert_one_sentence(offcut("search", "x", "--archive", tmp_path / "none.db"), 1, "none.db")
    assert list(tmp_path.iterdir()) == []
