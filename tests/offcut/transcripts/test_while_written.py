"""A host writes while we read, and sessions of a long day are large."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

from offcut import formats
from offcut.transcripts import Host, read_transcript
from support.session_files import ClaudeFile, codex_round, lines, meta, spoken, written

#: Appends a file to another one in small pieces that end anywhere, again and again, until it is stopped.
WRITER = """
import sys
source, target = sys.argv[1:]
data = open(source, "rb").read()
with open(target, "ab", buffering=0) as file:
    print("writing", flush=True)
    for at in range(0, len(data), 37):
        file.write(data[at:at + 37])
"""
READER = """
import sys
from pathlib import Path
from offcut.transcripts import read_transcript
transcript = read_transcript(Path(sys.argv[1]), sys.argv[2])
peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(len(transcript.messages), int(peak.split()[1]) // 1024)
"""
ROUNDS = 3_000


def session_texts(host: Host, output: str, *, rounds_each: int = 500) -> Iterator[str]:
    """Yield a session's text without end, some rounds at a time."""
    file = ClaudeFile()
    file.user("Look.")
    rows = [meta(), spoken("user", "Look.")] if host == "codex" else file.rows
    for number in count():
        if host == "codex":
            rows += codex_round(number, f"{number} {output}")
        else:
            file.round(number, f"{number} {output}")
        if number % rounds_each == rounds_each - 1:
            yield lines(rows)
            rows.clear()


@contextmanager
def writer(source: Path, target: Path) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(source), str(target)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("host", ["claude-code", "codex"])
def test_a_session_is_read_while_the_host_appends_to_it(host: Host, tmp_path: Path) -> None:
    text = next(session_texts(host, "é" * 40, rounds_each=ROUNDS))
    source, target = written(tmp_path / "all", text), written(tmp_path / "session.jsonl", "")
    counts = []
    with writer(source, target) as process:
        running = True
        while running:
            running = process.poll() is None
            transcript = read_transcript(target, host)
            assert not transcript.warnings
            formats.read(transcript.messages, transcript.format)
            counts.append(len(transcript.messages))
    assert counts == sorted(counts), "what was there stays there"
    assert counts[-1] == 1 + 2 * ROUNDS
    assert any(0 < count < counts[-1] for count in counts), "it was read while it was written"


@pytest.mark.full
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux's record of the peak")
@pytest.mark.parametrize("host", ["claude-code", "codex"])
@pytest.mark.parametrize("characters", [100, 20_000])
def test_a_session_of_100_mb_is_read_within_400_mb(host: Host, characters: int, tmp_path: Path) -> None:
    path, size = tmp_path / "session.jsonl", 0
    with path.open("wb") as file:
        for text in session_texts(host, "value 7f3a9c " * (characters // 13)):
            size += file.write(text.encode())
            if size >= 100_000_000:
                break
    done = subprocess.run(
        [sys.executable, "-c", READER, str(path), host], capture_output=True, text=True, check=True
    )
    messages, peak = map(int, done.stdout.split())
    assert messages > 1_000
    assert peak < 400
