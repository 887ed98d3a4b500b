"""The file's layout: numbered migrations, settings, what is noted for later."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from offcut.archive import Amount, Archive, ToolAmount
from offcut.archive.schema import MIGRATIONS, migrate, refusal
from offcut.ports import NewSource, NewStandIn, Occurrence

pytestmark = pytest.mark.anyio


def query(path: Path, statement: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(path)
    try:
        return connection.execute(statement).fetchall()
    finally:
        connection.close()


async def test_a_new_file_has_every_migration_and_the_log_and_vacuum_it_needs(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    async with Archive.open(path) as archive:
        await archive.stats()
    assert query(path, "PRAGMA user_version") == [(len(MIGRATIONS),)]
    assert query(path, "PRAGMA journal_mode") == [("wal",)]
    assert query(path, "PRAGMA auto_vacuum") == [(2,)]
    assert query(path, "PRAGMA application_id") == [(int.from_bytes(b"ofct"),)]


def test_a_migration_that_fails_half_way_leaves_the_schema_before_it() -> None:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.execute("CREATE TABLE tombstone (in_the_way)")
    with pytest.raises(sqlite3.OperationalError, match="already exists"):
        migrate(connection)
    assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("tombstone",)]
    assert connection.execute("PRAGMA user_version").fetchone() == (0,)
    connection.execute("DROP TABLE tombstone")
    migrate(connection)
    migrate(connection)
    assert refusal(connection) is None
    connection.close()


async def test_a_file_that_was_only_begun_is_finished(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    path.touch()
    query(path, "PRAGMA journal_mode = WAL")
    async with Archive.open(path) as archive:
        [ref] = await archive.put_many([NewSource(b"body" * 10_000)])
        assert await archive.get(ref) == b"body" * 10_000
        # Such a file cannot shrink, which must not keep anything from being forgotten.
        assert (await archive.forget(refs=[ref])).wiped


async def test_writes_are_synchronous(tmp_path: Path) -> None:
    async with Archive.open(tmp_path / "archive.db") as archive:
        modes = await archive._database.write(lambda c: c.execute("PRAGMA synchronous").fetchone())
    assert modes == (2,)


@pytest.mark.parametrize("flush", ["close", "put"])
async def test_last_use_is_written_with_the_next_write_or_at_the_end(tmp_path: Path, flush: str) -> None:
    path = tmp_path / "archive.db"
    async with Archive.open(path) as archive:
        refs = await archive.put_many([NewSource(b"read"), NewSource(b"unread")])
    query_used = f"SELECT used_at > created_at FROM source WHERE ref = '{refs[0]}'"
    async with Archive.open(path) as archive:
        await archive.get(refs[0])
        assert query(path, query_used) == [(0,)]
        if flush == "put":
            await archive.put_many([NewSource(b"next")])
            assert query(path, query_used) == [(1,)]
    assert query(path, query_used) == [(1,)]
    assert query(path, f"SELECT used_at = created_at FROM source WHERE ref = '{refs[1]}'") == [(1,)]


async def test_statistics_are_those_of_the_namespace(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    async with Archive.open(path, namespace="other") as other:
        await other.put_many([NewSource(b"elsewhere")])
    async with Archive.open(path) as archive:
        [ref, *_] = await archive.put_many(
            [
                NewSource(b"12345", occurrence=Occurrence("read")),
                NewSource(b"123", occurrence=Occurrence("grep")),
                NewSource(b"[1]", kind="message", text="one", blocks=1),
            ],
            [NewStandIn(b"d" * 32, "host", by_host=True)],
        )
        await archive.put_many([NewSource(b"123", occurrence=Occurrence("read"))])
        await archive.forget(refs=[ref])
        found = await archive.stats()
    assert found.path == str(path)
    assert found.sources == {"message": Amount(1, 3), "tool_result": Amount(1, 3)}
    assert found.total == Amount(2, 6)
    assert (found.pieces, found.stored_bytes) == (3, 9)
    assert found.tools == (ToolAmount(None, 1, 3), ToolAmount("grep", 1, 3), ToolAmount("read", 1, 3))
    assert (found.stand_ins, found.tombstones) == (1, {"forgotten": 1})
    assert found.oldest is not None
    assert found.newest is not None
    assert found.oldest <= found.newest
    assert found.file_bytes >= path.stat().st_size > 0
