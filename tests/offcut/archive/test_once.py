"""Equal content is stored once; where it was met is noted beside it."""

from __future__ import annotations

import hashlib
import sqlite3
from pathlib import Path

import pytest

from offcut.archive import Archive
from offcut.errors import InvalidInput
from offcut.ports import NewSource, NewStandIn, Occurrence

pytestmark = pytest.mark.anyio


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    """Read the file as another program would."""
    connection = sqlite3.connect(path)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


async def test_equal_content_is_one_copy_with_an_occurrence_for_each_place(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    met = [
        Occurrence("read", "c1", "s", 3),
        Occurrence("read", "c2", "s", 7),
        Occurrence("read", "c1", "s", 3),
    ]
    async with Archive.open(path, project="/p") as archive:
        refs = await archive.put_many([NewSource(b"same", occurrence=where) for where in met])
        refs += await archive.put_many([NewSource(b"same", occurrence=met[0])])
        refs += await archive.put_many([NewSource(b"same", occurrence=Occurrence("grep"))])
        assert (await archive.describe(refs[0])).tool == "read", "what was recovered once must stay the same"
    assert len(set(refs)) == 1
    assert rows(path, "SELECT count(*) FROM source") == rows(path, "SELECT count(*) FROM piece") == [(1,)]
    assert rows(
        path, "SELECT tool, call_id, session, position, project FROM occurrence ORDER BY call_id"
    ) == [
        ("grep", "", "", -1, "/p"),
        ("read", "c1", "s", 3, "/p"),
        ("read", "c2", "s", 7, "/p"),
    ]


async def test_ten_thousand_results_with_ten_contents_are_ten_sources() -> None:
    async with Archive.open(":memory:") as archive:
        refs = await archive.put_many(
            [
                NewSource(b"result %d" % (number % 10), occurrence=Occurrence("run", f"c{number}"))
                for number in range(10_000)
            ]
        )
        found = await archive.stats()
    assert len(set(refs)) == 10
    assert (found.total.count, found.pieces, found.stored_bytes) == (10, 10, 80)


async def test_a_stored_body_is_not_written_again(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    async with Archive.open(path) as archive:
        await archive.put_many([NewSource(b"body", kind="message")])
        before = rows(path, "SELECT id, body FROM piece")
        # A body written again would take the new kind with it.
        [ref] = await archive.put_many([NewSource(b"body", kind="summary")])
        assert (await archive.describe(ref)).kind == "message"
    assert rows(path, "SELECT id, body FROM piece") == before


async def test_a_damaged_body_is_written_again_before_its_reference_is_promised_again(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    async with Archive.open(path) as archive:
        [ref] = await archive.put_many([NewSource(b"x" * 100_000)])
        connection = sqlite3.connect(path)
        connection.execute("UPDATE piece SET body = zeroblob(length) WHERE start = 32768")
        connection.commit()
        connection.close()
        assert await archive.put_many([NewSource(b"x" * 100_000)]) == [ref]
        assert await archive.get(ref) == b"x" * 100_000


async def test_metadata_that_is_not_unicode_does_not_stop_a_put() -> None:
    met = Occurrence("t\ud800", "c\udfff", "s\0", 0)
    async with Archive.open(":memory:", project="/p\udcff") as archive:
        [ref] = await archive.put_many([NewSource(b"body", media_type="m\ud800", occurrence=met)])
        assert (await archive.describe(ref)).tool == "t?"
        assert (await archive.forget(tool="t\ud800", project="/p\udcff")).sources == 1


@pytest.mark.requirement("F-34")
@pytest.mark.parametrize("blocks", [False, True])
async def test_a_stand_in_is_never_stored_as_a_source(blocks: bool) -> None:
    preview = "head\n[offcut: 9 chars, 1 lines archived intact]"
    async with Archive.open(":memory:") as archive:
        [ref] = await archive.put_many(
            [NewSource(b"original!")],
            [
                NewStandIn(
                    hashlib.sha256(preview.encode()).digest(), (await archive.referencer())(b"original!")
                )
            ],
        )
        again = (
            NewSource(b'[{"type":"text"}]', text=preview, blocks=1) if blocks else NewSource(preview.encode())
        )
        with pytest.raises(InvalidInput, match=rf'sources\[1\] is what was shown in place of "{ref}'):
            await archive.put_many([NewSource(b"other"), again])
        assert (await archive.stats()).total.count == 1
        assert await archive.get(ref) == b"original!"
        # Whole messages are stored as they stand when a stretch is summarised, previews and all.
        await archive.put_many([NewSource(b'{"content":"..."}', kind="message", text=preview)])
