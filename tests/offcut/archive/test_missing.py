"""A miss says why, and still does after a restart."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from offcut.archive import Archive
from offcut.errors import SourceNotFound
from offcut.ports import NewSource

pytestmark = [pytest.mark.anyio, pytest.mark.requirement("F-38")]

REASONS = {
    "evicted": "it was evicted on 2026-11-02 to stay under the size limit",
    "expired": "it expired on 2026-11-02",
    "forgotten": "it was forgotten on 2026-11-02 at the user's request",
}
NOVEMBER_2 = 1_793_577_600.0


def bury(path: Path, ref: str, reason: str) -> None:
    """Leave the tombstone that eviction and expiry will leave."""
    connection = sqlite3.connect(path)
    connection.execute(
        "INSERT OR REPLACE INTO tombstone VALUES ('local', ?, ?, ?)", (ref, reason, NOVEMBER_2)
    )
    connection.commit()
    connection.close()


@pytest.mark.parametrize("reason", REASONS)
async def test_each_reason_has_its_own_sentence_after_a_restart(tmp_path: Path, reason: str) -> None:
    path, ref = tmp_path / "archive.db", "oc_" + "a" * 16
    async with Archive.open(path) as archive:
        with pytest.raises(SourceNotFound, match="nothing was ever stored under it here; copy the reference"):
            await archive.get(ref)
    bury(path, ref, reason)
    for _ in range(2):
        async with Archive.open(path) as archive:
            with pytest.raises(SourceNotFound) as raised:
                await archive.get(ref)
        assert str(raised.value).startswith(f'no source "{ref}": {REASONS[reason]}; ')


async def test_a_forgotten_source_says_so_and_lives_again_when_it_is_put_again(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    async with Archive.open(path) as archive:
        [ref] = await archive.put_many([NewSource(b"body")])
        await archive.forget(refs=[ref])
    async with Archive.open(path) as archive:
        for read in (archive.get, archive.describe, archive.read_text):
            with pytest.raises(SourceNotFound, match="forgotten on "):
                await read(ref)
        assert (await archive.stats()).tombstones == {"forgotten": 1}
        assert await archive.put_many([NewSource(b"body")]) == [ref]
        assert await archive.get(ref) == b"body"
        assert (await archive.stats()).tombstones == {}
