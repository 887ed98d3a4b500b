"""The command line itself: help, version, wrong usage, pipes that close, interruptions."""

from __future__ import annotations

import os
import signal
import subprocess
import tomllib
from pathlib import Path

import pytest

from support.command import COMMAND, PATIENCE, assert_one_sentence, offcut
from support.paths import ROOT

COMMANDS = (
    *("serve", "compact", "compress", "status", "sessions", "recover", "search", "archive", "config"),
    *("hook", "install", "uninstall", "doctor", "demo"),
)


def test_without_arguments_the_help_is_shown() -> None:
    bare, asked = offcut(), offcut("--help")
    assert (bare.code, asked.code) == (0, 0)
    assert bare.out == asked.out
    for command in COMMANDS:
        assert f"\n  {command} " in bare.out
    assert "Exit codes: 0 done, 1" in bare.out


@pytest.mark.parametrize(
    "command", [*([c] for c in COMMANDS), ["archive", "stats"], ["archive", "forget"]], ids=" ".join
)
def test_every_command_explains_itself_on_plain_lines(command: list[str]) -> None:
    ran = offcut(*command, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"Usage: offcut {' '.join(command)}")
    assert "\x1b" not in ran.out
    assert max(map(len, ran.out.splitlines())) <= 100


def test_the_help_of_an_option_states_range_and_default() -> None:
    words = " ".join(offcut("compact", "--help").out.split())
    assert "--drop-threshold N" in words
    assert "(0 to 1; default 0.1)" in words
    assert "(0 or more; default 300)" in words


def test_the_version_is_that_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    ran = offcut("--version")
    assert (ran.code, ran.out, ran.err) == (0, f"offcut {project['version']}\n", "")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nonsense"], ["nonsense", "offcut --help"]),
        (["--nonsense"], ["--nonsense"]),
        (["compact"], ["FILE", "offcut compact --help"]),
        (["compact", "a", "b"], ["b"]),
        (["compact", "-", "--nonsense"], ["--nonsense"]),
        (["compact", "-", "--preview-chars", "many"], ["--preview-chars"]),
        (["compact", "-", "--drop-threshold", "x"], ["--drop-threshold", "this is no number"]),
        (["recover", "oc_aaaaaaaaaaaaaaaa", "--context", "3"], ["--context", "add --grep"]),
        (["compact", "-", "--drop-threshold", "2"], ["--drop-threshold", "0 to 1"]),
        (["compact", "-", "--drop-threshold", "nan"], ["--drop-threshold", "0 to 1"]),
        (["compact", "-", "--preserve-recent-messages", "-1"], ["--preserve-recent-messages", "at least 0"]),
        (["compact", "-", "--preview-style", "poem"], ["--preview-style", "head_tail"]),
        (["compact", "-", "--source-ref", "call_1"], ["ID=REF", "call_1"]),
        (["compact", "-", "--source-ref", "=x"], ["ID=REF"]),
        (["compact", "-", "--json", "-o", "-"], ["--json", "-o -"]),
        (["compact", "-", "-o", "no/such/folder/x.json"], ["no/such/folder"]),
        (["compact", "-", "-o", "."], ["folder"]),
        (["compact", "-", "--archive", ":memory:"], ["memory"]),
        (["recover"], ["REF"]),
        (["recover", "oc_aaaaaaaaaaaaaaaa", "--bytes", "--lines", "1-2"], ["--bytes"]),
        (["recover", "oc_aaaaaaaaaaaaaaaa", "-o", "x", "--raw"], ["-o"]),
        (["archive", "forget"], ["--all"]),
        (["archive", "forget", "--all", "--tool", "x"], ["--all"]),
        (["archive", "nonsense"], ["nonsense"]),
        (["serve", "--nonsense"], ["--nonsense"]),
        (["demo", "--keep", "."], ["new or empty"]),
    ],
)
def test_wrong_usage_is_one_sentence_and_code_2(
    arguments: list[str], words: list[str], tmp_path: Path
) -> None:
    (tmp_path / "occupied").touch()
    assert_one_sentence(offcut(*arguments, stdin=b"[]", cwd=tmp_path), 2, *words)


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX pipes")
@pytest.mark.parametrize("command", [["--help"], ["compact", "-"], ["compact", "-", "--json"]], ids=" ".join)
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_leaves_ends_the_command_without_a_word(command: list[str], unbuffered: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        ran = subprocess.run(
            [*COMMAND, *command],
            input=b"[]",
            stdout=closed,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            timeout=PATIENCE,
        )
    assert (ran.returncode, ran.stderr) == (1, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_behind_standard_output_is_one_sentence() -> None:
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run([*COMMAND, "--help"], stdout=full, stderr=subprocess.PIPE, timeout=PATIENCE)
    assert ran.returncode == 1
    assert ran.stderr == b"offcut: No space left on device.\n"


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
def test_an_interruption_ends_with_130_and_no_file(tmp_path: Path) -> None:
    arguments = [*COMMAND, "compact", "-", "-o", "after.json", "--archive", "archive.db"]
    with subprocess.Popen(
        arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path
    ) as process:
        assert process.stdin is not None
        # More than a pipe holds: when this returns, the command is reading, and waits for the rest.
        process.stdin.write(b"[" + b" " * 1024 * 1024)
        process.stdin.flush()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (130, b"")
    assert err == b"offcut: interrupted\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_standard_streams_that_are_closed_are_as_good_as_empty(closed: str, tmp_path: Path) -> None:
    shell = f'exec "$@" compact - --archive archive.db {closed}'
    ran = subprocess.run(
        ["sh", "-c", shell, "sh", *COMMAND], input=b"", capture_output=True, cwd=tmp_path, timeout=PATIENCE
    )
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert ran.stderr in (b"", b"offcut: standard input is empty; it must hold a JSON list of messages.\n")
