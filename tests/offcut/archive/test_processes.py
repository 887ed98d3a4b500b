"""Many processes at once, and processes that are killed: nothing acknowledged is ever lost."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import AsyncExitStack
from pathlib import Path

import anyio
import pytest

from offcut.archive import Archive
from support import archive_writer
from support.archive_writer import content

PROGRAM = archive_writer.__file__
WRITERS, WRITES, SHARED = 6, 100, 3

Acknowledged = list[tuple[str, str, int]]


def start(path: Path, writer: str, count: int) -> subprocess.Popen[str]:
    command = [sys.executable, PROGRAM, str(path), writer, str(count), str(SHARED)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def acknowledged(output: str) -> Acknowledged:
    """Return reference, owner and number of each whole line; a kill may cut the last one."""
    lines = [line.split() for line in output.splitlines(keepends=True) if line.endswith("\n")]
    return [(ref, owner, int(number)) for ref, owner, number in lines]


async def lost(path: Path, promised: Acknowledged) -> Acknowledged:
    """Return what does not come back byte for byte."""
    async with Archive.open(path) as archive:
        return [item for item in promised if await archive.get(item[0]) != content(item[1], item[2])]


def integrity(path: Path) -> str:
    connection = sqlite3.connect(path)
    try:
        return str(connection.execute("PRAGMA integrity_check").fetchone()[0])
    finally:
        connection.close()


def test_six_processes_create_write_and_read_one_file_without_ever_meeting_a_lock(tmp_path: Path) -> None:
    path = tmp_path / "new" / "archive.db"
    writers = [start(path, str(number), WRITES) for number in range(WRITERS)]
    finished = [writer.communicate(timeout=240) for writer in writers]
    assert [(writer.returncode, errors) for writer, (_, errors) in zip(writers, finished, strict=True)] == [
        (0, "")
    ] * WRITERS
    promised = [item for output, _ in finished for item in acknowledged(output)]
    assert len(promised) == WRITERS * WRITES
    assert anyio.run(lost, path, promised) == []
    # What the writers have in common got the same reference from each of them, and is there once.
    contents = {(owner, number) for _, owner, number in promised}
    assert len({ref for ref, _, _ in promised}) == len(contents)
    connection = sqlite3.connect(path)
    [(sources,)] = connection.execute("SELECT count(*) FROM source").fetchall()
    connection.close()
    assert sources == len(contents)


async def refer(archive: Archive, found: set[str]) -> None:
    found.add((await archive.referencer())(b"body"))


@pytest.mark.anyio
async def test_a_file_can_be_created_by_many_at_once_at_any_step(tmp_path: Path) -> None:
    for attempt in range(30):
        path = tmp_path / str(attempt) / "archive.db"
        async with AsyncExitStack() as stack:
            archives = [await stack.enter_async_context(Archive.open(path)) for _ in range(8)]
            references: set[str] = set()
            with anyio.fail_after(60):
                async with anyio.create_task_group() as tasks:
                    for archive in archives:
                        tasks.start_soon(refer, archive, references)
            assert len(references) == 1


def killed(path: Path, writer: str, instant: random.Random) -> Acknowledged:
    """Start a writer, kill it at a random instant, and return what it had acknowledged by then."""
    child = start(path, writer, 0)
    assert child.stdout is not None
    output = "".join(child.stdout.readline() for _ in range(instant.randint(0, 25)))
    # Not to wait for anything: this is what makes the instant random.
    time.sleep(instant.uniform(0, 0.01))
    child.send_signal(signal.SIGKILL)
    rest, _ = child.communicate(timeout=60)
    return acknowledged(output + rest)


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL is a signal of POSIX systems")
@pytest.mark.timeout(1800)
def test_what_a_killed_writer_had_acknowledged_is_there(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    times = 200 if request.config.getoption("--full", default=False) else 20
    path, instant = tmp_path / "archive.db", random.Random()
    promised: Acknowledged = []
    for number in range(times):
        now = killed(path, f"w{number}", instant)
        assert anyio.run(lost, path, now) == []
        promised += now
    assert anyio.run(lost, path, promised) == []
    assert integrity(path) == "ok"
