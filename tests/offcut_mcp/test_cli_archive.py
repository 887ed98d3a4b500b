"""``offcut archive``: numbers of what is stored, and deletion only when it is really meant."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from support.command import COMMAND, PATIENCE, Ran, assert_one_sentence, offcut
from support.session import FOLD_ALL, LISTING, TOOL, as_bytes, conversation


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return tmp_path / "archive.db"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


@pytest.fixture
def ref(archive: Path, project: Path) -> str:
    """The reference of the one source in the archive, folded while working in the project's folder."""
    messages = as_bytes(conversation())
    ran = offcut("compact", "-", "--json", "--archive", archive, *FOLD_ALL, stdin=messages, cwd=project)
    return str(ran.json["sources"][0]["ref"])


def recovered(ref: str, archive: Path) -> Ran:
    return offcut("recover", ref, "--bytes", "--archive", archive)


def test_the_statistics_name_the_file_the_sources_and_the_tools(archive: Path, ref: str) -> None:
    ran = offcut("archive", "stats", "--archive", archive)
    assert (ran.code, ran.err) == (0, "")
    words = " ".join(ran.out.split())
    assert f"archive{archive}(" in "".join(ran.out.split())  # a long path is broken over lines
    assert f"sources 1 ({len(LISTING):,} bytes)" in words
    assert f"from {TOOL} 1 (" in words
    assert "\x1b" not in ran.out


def test_a_long_path_is_broken_over_lines_and_not_cut_off(tmp_path: Path) -> None:
    deep = tmp_path.joinpath(*["a-folder-with-a-long-name"] * 5, "archive.db")
    messages = as_bytes(conversation(LISTING))
    offcut("compact", "-", "--archive", deep, *FOLD_ALL, stdin=messages)
    assert str(deep) in "".join(offcut("archive", "stats", "--archive", deep).out.split())


def test_the_statistics_as_json(archive: Path, ref: str) -> None:
    found = offcut("archive", "stats", "--json", "--archive", archive).json
    assert found["path"] == str(archive)
    assert found["sources"] == {"tool_result": {"count": 1, "bytes": len(LISTING)}}
    assert found["tools"] == [{"tool": TOOL, "count": 1, "bytes": len(LISTING)}]
    assert found["oldest"] == found["newest"]


@pytest.mark.parametrize("command", [["stats"], ["forget", "--all", "--yes"]])
def test_an_archive_that_does_not_exist_is_not_made(command: list[str], tmp_path: Path) -> None:
    ran = offcut("archive", *command, "--archive", tmp_path / "none.db")
    assert_one_sentence(ran, 1, "none.db")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "selection",
    [["REF"], ["--all"], ["--tool", TOOL], ["--project", "."], ["--tool", TOOL, "--project", "."]],
)
def test_what_is_forgotten_is_gone_and_says_so(
    selection: list[str], archive: Path, project: Path, ref: str
) -> None:
    chosen = [ref if word == "REF" else word for word in selection]
    ran = offcut("archive", "forget", *chosen, "--yes", "--archive", archive, cwd=project)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"Forgot 1 source ({len(LISTING):,} bytes).\n"
    assert_one_sentence(recovered(ref, archive), 1, ref, "forgotten")
    assert LISTING.encode() not in archive.read_bytes()
    assert "forgotten 1" in " ".join(offcut("archive", "stats", "--archive", archive).out.split())


@pytest.mark.parametrize(
    "selection",
    [
        ["oc_aaaaaaaaaaaaaaaa"],
        ["--tool", "other"],
        ["--session", "s1"],
        ["--project", "/nowhere"],
        ["--tool", TOOL, "--project", "/nowhere"],
    ],
)
def test_finding_nothing_to_forget_is_code_1_and_deletes_nothing(
    selection: list[str], archive: Path, ref: str
) -> None:
    assert_one_sentence(offcut("archive", "forget", *selection, "--yes", "--archive", archive), 1, "Nothing")
    assert recovered(ref, archive).code == 0


def test_a_reference_that_is_not_stored_is_named_beside_those_that_were(archive: Path, ref: str) -> None:
    ran = offcut("archive", "forget", ref, "oc_aaaaaaaaaaaaaaaa", "--yes", "--archive", archive)
    assert ran.code == 0
    assert "Forgot 1 source " in ran.out
    assert "oc_aaaaaaaaaaaaaaaa" in ran.out


def test_without_a_terminal_nothing_is_deleted_unless_told_so(archive: Path, ref: str) -> None:
    ran = offcut("archive", "forget", ref, "--archive", archive, stdin=b"y\n")
    assert_one_sentence(ran, 2, "--yes")
    assert recovered(ref, archive).code == 0


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("answer", "code"), [(b"y\n", 0), (b"n\n", 1), (b"\n", 1)])
def test_on_a_terminal_the_answer_decides(answer: bytes, code: int, archive: Path, ref: str) -> None:
    ours, theirs = os.openpty()
    os.write(ours, answer)
    command = [*COMMAND, "archive", "forget", ref, "--archive", str(archive)]
    ran = subprocess.run(command, stdin=theirs, capture_output=True, timeout=PATIENCE)
    os.close(theirs)
    os.close(ours)
    assert ran.returncode == code, ran.stderr
    assert b"Forget 1 given source in " in ran.stderr
    assert (b"Nothing was forgotten." in ran.stderr) == (code == 1)
    assert recovered(ref, archive).code == 1 - code
