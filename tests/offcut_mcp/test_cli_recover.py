"""``offcut recover``: the original, whole or in part, from the archive that a preview points to."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.command import assert_one_sentence, offcut, shown_on_terminal
from support.session import FOLD_ALL, LISTING, TOOL, as_bytes, conversation

LINES = LISTING.split("\n")


def archived(archive: Path, text: str) -> str:
    """Fold a result with this text and return its reference."""
    ran = offcut(
        "compact", "-", "--json", "--archive", archive, *FOLD_ALL, stdin=as_bytes(conversation(text))
    )
    return str(ran.json["sources"][0]["ref"])


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    yield tmp_path_factory.mktemp("recover") / "archive.db"


@pytest.fixture(scope="module")
def ref(archive: Path) -> str:
    return archived(archive, LISTING)


def test_a_reference_shows_a_header_and_the_text(archive: Path, ref: str) -> None:
    ran = offcut("recover", ref, "--archive", archive)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith(LISTING) or ran.out.endswith(LISTING + "\n")
    header = ran.out[: ran.out.index(LISTING)]
    assert ref in header
    assert TOOL in header


@pytest.mark.parametrize(
    ("selection", "text"),
    [
        (["--lines", "2-3"], "\n".join(LINES[1:3])),
        (["--lines", "-2"], "\n".join(LINES[:2])),
        (["--lines", "60"], LINES[59]),
        (["--lines", "59-"], "\n".join(LINES[58:])),
        (["--offset", "10", "--limit", "20"], LISTING[10:30]),
        (["--grep", "report_05[01]", "--context", "0"], "\n".join(LINES[50:52])),
        (["--grep", "report", "--max-matches", "1", "--context", "0"], LINES[0]),
        ([], LISTING),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_raw_gives_the_selection_alone(selection: list[str], text: str, archive: Path, ref: str) -> None:
    ran = offcut("recover", ref, "--raw", *selection, "--archive", archive)
    assert (ran.code, ran.err, ran.out) == (0, "", text)


def test_a_grep_shows_two_lines_of_context_unless_told_otherwise(archive: Path, ref: str) -> None:
    shown = offcut("recover", ref, "--grep", "report_030", "--archive", archive).out
    assert [name for name in map("report_{:03}".format, range(60)) if name in shown] == [
        "report_028", "report_029", "report_030", "report_031", "report_032",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "windows\r\nline ends\r\n" * 50,
        "日本語 🧵 עברית \x00 \x1b[31m control \x7f\n" * 50,
        "half an emoji \ud83d and the other \ude00\n" * 50,
        "\ufeff byte order mark\n\n\n" * 50,
    ],
    ids=["line ends", "scripts and control characters", "lone surrogates", "byte order mark"],
)
def test_the_exact_bytes_come_back(text: str, tmp_path: Path) -> None:
    archive, target = tmp_path / "archive.db", tmp_path / "original.txt"
    ref = archived(archive, text)
    original = text.encode("utf-8", "surrogatepass")
    assert offcut("recover", ref, "--bytes", "--archive", archive).stdout == original
    assert offcut("recover", ref, "-o", target, "--archive", archive).code == 0
    assert target.read_bytes() == original
    assert offcut("recover", ref, "--raw", "--limit", "100000", "--archive", archive).stdout == original


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["oc_aaaaaaaaaaaaaaaa"], 1, ["oc_aaaaaaaaaaaaaaaa"]),
        (["oc_aaaaaaaaaaaaaaaa", "--bytes"], 1, ["oc_aaaaaaaaaaaaaaaa"]),
        (["../../etc/passwd"], 1, ["passwd"]),
        (["REF", "--lines", "9-3"], 2, ["9-3"]),
        (["REF", "--lines", "61-"], 2, ["60"]),
        (["REF", "--offset", "99999"], 2, [str(len(LISTING))]),
        (["REF", "--limit", "0"], 2, ["limit"]),
        (["REF", "--lines", "1", "--grep", "x"], 2, ["one"]),
        (["REF", "--grep", "("], 2, ["regular expression"]),
    ],
)
def test_what_cannot_be_shown_is_one_sentence(
    arguments: list[str], code: int, words: list[str], archive: Path, ref: str
) -> None:
    given = [ref if argument == "REF" else argument for argument in arguments]
    assert_one_sentence(offcut("recover", *given, "--archive", archive), code, *words)


def test_a_mistyped_archive_is_an_error_and_makes_no_file(tmp_path: Path, ref: str) -> None:
    ran = offcut("recover", ref, "--archive", tmp_path / "mistyped.db")
    assert_one_sentence(ran, 1, "mistyped.db")
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_for_an_unknown_reference(tmp_path: Path, archive: Path) -> None:
    ran = offcut("recover", "oc_aaaaaaaaaaaaaaaa", "-o", tmp_path / "x", "--archive", archive)
    assert ran.code == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_archived_escape_sequences_do_not_reach_a_terminal(tmp_path: Path) -> None:
    archive = tmp_path / "archive.db"
    ref = archived(archive, "\x1b]0;owned\x07 \x9b31m red \x1b[2J\n" * 40)
    shown = shown_on_terminal("recover", ref, "--lines", "1", "--raw", "--archive", archive)
    assert "]0;owned" in shown
    assert {"\x1b", "\x07", "\x9b"}.isdisjoint(shown)
