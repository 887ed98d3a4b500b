"""``offcut demo``: it shows what it claims, on one screen, and says so when it cannot."""

from __future__ import annotations

import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from offcut_mcp.demo.proof import DemoFailed, require_identical
from offcut_mcp.demo.session import transcript
from support.command import COMMAND, PATIENCE, Ran, assert_one_sentence, offcut
from support.paths import require_shared

REFERENCE = re.compile(r"oc_[a-z2-7]{16}")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("demo")


@pytest.fixture(scope="module")
def shown(folder: Path) -> Ran:
    """One run, with a folder of its own for temporary files."""
    temporary = folder / "temporary"
    temporary.mkdir()
    ran = offcut(
        "demo", "--keep", folder / "kept", TMPDIR=str(temporary), OFFCUT_ARCHIVE=str(folder / "users.db")
    )
    assert (ran.code, ran.err) == (0, "")
    return ran


def results(messages: list[dict[str, Any]]) -> Iterator[list[dict[str, str]]]:
    """Yield the content of every tool result: in this transcript a list with one text block."""
    for message in messages:
        for block in message["content"] if isinstance(message["content"], list) else []:
            if block["type"] == "tool_result":
                yield block["content"]


def stored(content: list[dict[str, str]]) -> bytes:
    """Return the bytes that stand for such a content."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def largest() -> list[dict[str, str]]:
    return max(results(transcript()), key=lambda content: len(content[0]["text"]))


def test_it_fits_one_screen_and_has_no_escape_sequences(shown: Ran) -> None:
    lines = shown.out.splitlines()
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 100
    assert "\x1b" not in shown.out


def test_it_shows_what_was_cut_and_what_that_saved(shown: Ran, folder: Path) -> None:
    first_row = next(line for line in shown.out.splitlines() if REFERENCE.search(line))
    assert f" {len(largest()[0]['text'])} " in first_row
    total = re.search(
        r"Folded (\d+) results of (\d+) tool calls: ([\d,]+) → ([\d,]+) tokens, (\d+) % less", shown.out
    )
    assert total is not None
    _, calls, before, after, saved = (int(number.replace(",", "")) for number in total.groups())
    assert calls == str(transcript()).count("'type': 'tool_use'")
    assert after < before * 0.6
    assert saved == round(100 * (before - after) / before)
    assert json.loads((folder / "kept" / "before.json").read_text(encoding="utf-8")) == transcript()


def test_it_shows_a_whole_marker_and_a_line_from_behind_it(shown: Ran) -> None:
    text = largest()[0]["text"]
    reference = REFERENCE.search(shown.out)
    assert reference is not None
    size = f"{len(text)} chars, {text.count(chr(10)) + 1} lines"
    assert f'[offcut: {size} archived intact; recover_source(ref="{reference[0]}")]' in shown.out
    assert "\n  | 863: private showThinkingSelector(): void {\n" in shown.out


def test_it_names_two_servers_and_the_sha256_of_the_transcripts_bytes(shown: Ran) -> None:
    killed = re.search(r"Server (\d+): killed with SIGKILL; the client heard: Connection closed\.", shown.out)
    successor = re.search(r"Server (\d+): recovered all \d+ again; every sha256 matches", shown.out)
    assert killed is not None
    assert successor is not None
    assert killed[1] != successor[1]
    digest = hashlib.sha256(stored(largest())).hexdigest()[:12]
    assert f"sha256 {digest}… in the transcript, {digest}… recovered." in shown.out


def test_the_archive_that_it_keeps_redeems_every_reference(shown: Ran, folder: Path) -> None:
    after = json.loads((folder / "kept" / "after.json").read_text(encoding="utf-8"))
    pairs = [pair for pair in zip(results(transcript()), results(after), strict=True) if pair[0] != pair[1]]
    assert f"Folded {len(pairs)} results of" in shown.out
    for original, preview in pairs:
        [reference] = REFERENCE.findall(preview[-1]["text"].splitlines()[-1])
        ran = offcut("recover", reference, "--bytes", "--archive", folder / "kept" / "archive.db")
        assert ran.stdout == stored(original)


def test_it_leaves_the_users_archive_alone_and_nothing_behind(shown: Ran, folder: Path) -> None:
    assert not (folder / "users.db").exists()
    assert list((folder / "temporary").iterdir()) == []
    assert sorted(path.name for path in (folder / "kept").iterdir()) == [
        "after.json",
        "archive.db",
        "before.json",
    ]


def test_without_keep_nothing_is_kept(tmp_path: Path) -> None:
    ran = offcut("demo", TMPDIR=str(tmp_path), cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert list(tmp_path.iterdir()) == []


def test_files_of_the_folder_where_it_is_started_cannot_break_it(tmp_path: Path) -> None:
    for name in ("mcp", "typing", "json", "offcut_mcp", "server"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('the wrong module')")
    command = [sys.executable, "-P", "-m", "offcut_mcp", "demo"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=PATIENCE)
    assert (ran.returncode, ran.stderr) == (0, b"")


@pytest.mark.parametrize(
    "recovered", [{"oc_a": b"one", "oc_b": b"two "}, {"oc_a": b"one"}, {"oc_a": b"one", "oc_b": b""}]
)
def test_bytes_that_differ_by_one_or_are_missing_fail_the_comparison(recovered: dict[str, bytes]) -> None:
    originals = {"oc_a": b"one", "oc_b": b"two"}
    require_identical(originals, dict(originals), when="before the kill")
    with pytest.raises(DemoFailed, match=r"1 of 2 originals came back changed after the kill.*oc_b"):
        require_identical(originals, recovered, when="after the kill")


def test_when_the_archive_cannot_be_written_it_fails_in_one_sentence() -> None:
    """A limit on the size of files, which the server inherits, stands for a full disk."""
    limited = (
        "import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (8_000, 8_000)); "
        "sys.argv[0] = 'offcut'; runpy.run_module('offcut_mcp', run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", limited, "demo"], capture_output=True, timeout=PATIENCE)
    ran = Ran(done.returncode, done.stdout.decode(), done.stderr.decode(), done.stdout)
    assert_one_sentence(ran, 1, "compact_context failed", "archive")


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
def test_an_interruption_ends_the_server_and_removes_the_archive(tmp_path: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, "demo"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    ) as process:
        server = int(_content(process, tmp_path, "*/server.pid"))
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (130, b"")
    assert err == b"offcut: interrupted\n"
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(ProcessLookupError):
        os.kill(server, 0)


def test_the_shipped_transcript_is_the_beginning_of_the_corpus_file_unchanged() -> None:
    corpus = require_shared() / "corpus" / "anthropic" / "pi-large-session.json"
    assert transcript() == json.loads(corpus.read_text(encoding="utf-8"))["messages"][:207]


def _content(process: subprocess.Popen[bytes], folder: Path, pattern: str) -> str:
    """Wait, within bounds, until the running command has written a file; return what it holds."""
    pause = threading.Event()
    for _ in range(PATIENCE * 100):
        for file in folder.glob(pattern):
            if content := file.read_text():
                return content
        assert process.poll() is None, process.communicate()
        pause.wait(0.01)
    raise AssertionError(f"no {pattern} within {PATIENCE} seconds")
