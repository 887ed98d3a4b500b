"""Throughput of the archive beside bare SQLite on the same disk; run it as a program.

Four processes write one source a transaction, ``synchronous=FULL`` on every side. The bar of DESIGN
section 9 is 60 %. The sides take turns, and a ratio is that of medians, because a shared disk changes
its mind from second to second.

The side ``threaded`` is the same bare SQLite called through a worker thread, as anything must that is
not to stop the event loop: where a sync takes 0.1 ms, waking a thread costs as much as the write, and
this side shows how much of the distance that is.
"""

from __future__ import annotations

import argparse
import hashlib
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import anyio

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "engines"))

from offcut.archive import Archive
from offcut.ports import NewSource, NewStandIn, Occurrence

BAR = 0.60
WRITERS = 4
#: Size of a body in bytes -> transactions of one writer.
LOADS = {3_000: 300, 100_000: 120}


def bodies(writer: int, size: int, count: int) -> list[bytes]:
    """Return texts that differ from each other and from those of other writers."""
    line = b"0123456789 the quick brown fox jumps over the lazy dog\n"
    heads = [hashlib.sha256(f"{writer} {number}".encode()).hexdigest().encode() for number in range(count)]
    return [(head + line * (size // len(line) + 1))[:size] for head in heads]


def connected(path: Path) -> sqlite3.Connection:
    """Open the file as a program without an archive would."""
    connection = sqlite3.connect(path, timeout=60, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def insert(connection: sqlite3.Connection, body: bytes) -> None:
    """Write one body in a transaction of its own."""
    connection.execute("BEGIN IMMEDIATE")
    row = (hashlib.sha256(body).digest(), body)
    connection.execute("INSERT OR IGNORE INTO source VALUES (?, ?)", row)
    connection.execute("COMMIT")


async def write_bare(path: Path, contents: list[bytes]) -> None:
    """Insert each body, and nothing else."""
    connection = connected(path)
    ready()
    for body in contents:
        insert(connection, body)
    say("done")
    connection.close()


async def write_threaded(path: Path, contents: list[bytes]) -> None:
    """Insert each body in a worker thread."""
    connection = connected(path)
    ready()
    for body in contents:
        await anyio.to_thread.run_sync(insert, connection, body)
    say("done")
    connection.close()


async def write_archive(path: Path, contents: list[bytes]) -> None:
    """Put each body with its occurrence and stand-in, as a pass does."""
    async with Archive.open(path, project="/project") as archive:
        reference = await archive.referencer()
        met = [Occurrence("read_file", f"call_{number}", position=number) for number in range(len(contents))]
        sources = [NewSource(body, occurrence=where) for body, where in zip(contents, met, strict=True)]
        stand_ins = [NewStandIn(hashlib.sha256(body[:64]).digest(), reference(body)) for body in contents]
        ready()
        for source, stand_in in zip(sources, stand_ins, strict=True):
            await archive.put_many([source], [stand_in])
        say("done")


SIDES: dict[str, Callable[[Path, list[bytes]], Coroutine[Any, Any, None]]] = {
    "bare": write_bare,
    "threaded": write_threaded,
    "archive": write_archive,
}


def ready() -> None:
    """Tell the parent that everything is open, and wait for the common start."""
    say("ready")
    sys.stdin.readline()


def say(word: str) -> None:
    """Send one line to the parent."""
    sys.stdout.write(word + "\n")
    sys.stdout.flush()


def hear(writer: subprocess.Popen[str], word: str) -> None:
    """Wait for one line of a writer."""
    assert writer.stdout is not None
    assert writer.stdout.readline() == word + "\n"


def seconds(side: str, size: int, count: int, folder: Path) -> float:
    """Return how long four processes take to write their bodies into one new file."""
    path = folder / f"{side}-{size}-{time.monotonic_ns()}.db"
    if side != "archive":
        with sqlite3.connect(path) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("CREATE TABLE source (ref BLOB PRIMARY KEY, body BLOB)")
        connection.close()
    command = [sys.executable, __file__, "--writer", side, "--path", str(path), "--size", str(size)]
    writers = [
        subprocess.Popen(
            [*command, "--count", str(count), "--number", str(number)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        for number in range(WRITERS)
    ]  # fmt: skip
    for writer in writers:
        hear(writer, "ready")
    started = time.perf_counter()
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write("go\n")
        writer.stdin.flush()
    for writer in writers:
        hear(writer, "done")
    taken = time.perf_counter() - started
    for writer in writers:
        writer.communicate(timeout=60)
    return taken


def medians(size: int, count: int, rounds: int, folder: Path) -> dict[str, float]:
    """Return the seconds that each side takes."""
    taken: dict[str, list[float]] = {side: [] for side in SIDES}
    for _ in range(rounds):
        for side, times in taken.items():
            times.append(seconds(side, size, count, folder))
    return {side: statistics.median(times) for side, times in taken.items()}


def arguments() -> argparse.Namespace:
    """Read the command line; ``--writer`` is how the program starts its own writers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--folder", type=Path, help="a folder on the disk to be measured")
    parser.add_argument("--writer", choices=SIDES, help=argparse.SUPPRESS)
    parser.add_argument("--path", type=Path, help=argparse.SUPPRESS)
    for name in ("--size", "--count", "--number"):
        parser.add_argument(name, type=int, default=0, help=argparse.SUPPRESS)
    return parser.parse_args()


def main() -> None:
    """Print two ratios a size, beside the bar."""
    given = arguments()
    if given.writer:
        anyio.run(SIDES[given.writer], given.path, bodies(given.number, given.size, given.count))
        return
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        for size, count in LOADS.items():
            taken = medians(size, count, given.rounds, Path(folder))
            say(
                f"{size:>7} bytes: {taken['bare'] / taken['archive']:.0%} of bare SQLite (bar {BAR:.0%}), "
                f"{taken['threaded'] / taken['archive']:.0%} of bare SQLite in a worker thread"
            )


if __name__ == "__main__":
    main()
