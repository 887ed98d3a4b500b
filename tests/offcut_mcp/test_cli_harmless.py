"""Whatever a file or an archive holds, what is printed for people cannot command or deceive a terminal."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from offcut_mcp.commands.output import harmless
from support.command import COMMAND, PATIENCE, offcut, shown_on_terminal
from support.conversations import RECORD, Step, chat
from support.session import FOLD_ALL, as_bytes

HOSTILE = "a\x1b]0;owned\x07\x9b31m\u202e\u2066\u200b:smile:\ufeff"
FORBIDDEN = {"\x1b", "\x07", "\x9b", "\u202e", "\u2066", "\u200b", "\ufeff"}


def test_controls_and_invisible_characters_are_shown_and_text_of_any_script_stays() -> None:
    assert FORBIDDEN.isdisjoint(harmless(HOSTILE))
    kept = "日本語 עברית می‌خواهم 👩‍👩‍👧 é\n\t"
    assert harmless(kept) == kept


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return tmp_path / "archive.db"


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_names_of_tools_are_harmless_in_every_table(archive: Path, tmp_path: Path) -> None:
    session = tmp_path / "session.json"
    session.write_bytes(as_bytes(chat([Step(RECORD + str(n), tool=HOSTILE) for n in range(6)])))
    command = ("compact", session, *FOLD_ALL, "--archive", archive)
    for shown in (
        offcut(*command).out,
        shown_on_terminal(*command, columns=200),
        offcut("archive", "stats", "--archive", archive).out,
        shown_on_terminal("archive", "stats", "--archive", archive, columns=200),
        shown_on_terminal("archive", "stats", "--json", "--archive", archive),
    ):
        assert ":smile:" in shown
        assert FORBIDDEN.isdisjoint(shown.replace("\x1b[1m", "").replace("\x1b[0m", "")), ascii(shown)


@pytest.mark.parametrize("arguments", [["recover", HOSTILE], ["compact", HOSTILE], ["compact", "-", HOSTILE]])
def test_errors_are_one_harmless_line(arguments: list[str], archive: Path) -> None:
    ran = offcut(*arguments, "--archive", archive, stdin=b"[]")
    assert ran.code in (1, 2)
    assert FORBIDDEN.isdisjoint(ran.err)
    assert ran.err.count("\n") == 1


def test_a_sentence_is_one_line_in_a_pipe(archive: Path, tmp_path: Path) -> None:
    named = [word for n in range(9) for word in ("--protect-call", f"call_of_another_session_{n}")]
    ran = offcut("compact", "-", *named, "--archive", archive, stdin=as_bytes(chat([])))
    assert [line[:9] for line in ran.err.splitlines()] == ["warning: "] * ran.err.count("warning: ")


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_raw_bytes_are_never_sent_to_a_terminal(archive: Path) -> None:
    ours, theirs = os.openpty()
    command = [*COMMAND, "recover", "oc_aaaaaaaaaaaaaaaa", "--bytes", "--archive", str(archive)]
    ran = subprocess.run(command, stdout=theirs, stderr=subprocess.PIPE, timeout=PATIENCE)
    os.close(theirs)
    os.close(ours)
    assert ran.returncode == 2
    assert b"-o" in ran.stderr and b"pipe" in ran.stderr
