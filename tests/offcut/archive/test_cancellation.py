"""A cancelled call leaves nothing half-done and nothing open; calls may run at once."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import anyio
import pytest

from offcut.archive import Archive
from offcut.ports import NewSource, Occurrence

pytestmark = pytest.mark.anyio


def many(label: str, count: int = 3000) -> list[NewSource]:
    return [NewSource(f"{label} {number} ".encode() * 200) for number in range(count)]


@pytest.mark.parametrize("seconds", [0, 0.001, 0.01, 0.03, 0.06, 0.1, 0.2])
async def test_a_cancelled_put_stored_everything_or_nothing(tmp_path: Path, seconds: float) -> None:
    sources = many("cancelled")
    async with Archive.open(tmp_path / "archive.db") as archive:
        await archive.put_many([NewSource(b"before")])
        with anyio.move_on_after(seconds):
            await archive.put_many(sources)
        assert (await archive.stats()).total.count in (1, 1 + len(sources))
        # No transaction is left open, so another connection can write at once.
        other = sqlite3.connect(tmp_path / "archive.db", timeout=0, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        other.close()
        [ref] = await archive.put_many([NewSource(b"after")])
        assert await archive.get(ref) == b"after"


async def test_waiting_for_a_lock_can_be_cancelled(tmp_path: Path) -> None:
    async with Archive.open(tmp_path / "archive.db") as archive:
        await archive.put_many([NewSource(b"before")])
        other = sqlite3.connect(tmp_path / "archive.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with anyio.fail_after(30), anyio.move_on_after(0.01) as scope:
            await archive.put_many([NewSource(b"never")])
        assert scope.cancelled_caught
        other.execute("ROLLBACK")
        other.close()
        assert (await archive.stats()).total.count == 1


async def test_reads_do_not_wait_for_a_write(tmp_path: Path) -> None:
    async with Archive.open(tmp_path / "archive.db") as archive:
        [ref] = await archive.put_many([NewSource(b"small")])
        other = sqlite3.connect(tmp_path / "archive.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with anyio.fail_after(30):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(archive.put_many, [NewSource(b"waits for the lock")])
                await anyio.wait_all_tasks_blocked()
                assert await archive.get(ref) == b"small"
                assert (await archive.stats()).total.count == 1
                other.execute("ROLLBACK")
        other.close()
        assert (await archive.stats()).total.count == 2


@pytest.mark.parametrize("path", ["archive.db", ":memory:"])
async def test_calls_may_run_at_once(tmp_path: Path, path: str) -> None:
    async def one(archive: Archive, number: int) -> None:
        source = NewSource(b"%d" % (number % 20), occurrence=Occurrence("t", f"c{number}"))
        [ref] = await archive.put_many([source])
        assert await archive.get(ref) == source.body

    async with Archive.open(path if path == ":memory:" else tmp_path / path) as archive:
        with anyio.fail_after(60):
            async with anyio.create_task_group() as tasks:
                for number in range(100):
                    tasks.start_soon(one, archive, number)
        assert (await archive.stats()).total.count == 20
