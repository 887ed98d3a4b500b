"""A text is ours only if its hash is registered; then it leads back to its original."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from offcut.archive import Archive
from offcut.errors import InvalidInput
from offcut.ports import NewSource, NewStandIn, StandIn

pytestmark = pytest.mark.anyio


def digest(number: int) -> bytes:
    return hashlib.sha256(b"preview %d" % number).digest()


async def test_a_registered_stand_in_leads_to_its_original(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    async with Archive.open(path) as archive:
        reference = await archive.referencer()
        await archive.put_many(
            [NewSource(b"original"), NewSource(b'[{"text":"flat"}]', text="flat", blocks=1)],
            [
                NewStandIn(digest(1), reference(b"original")),
                NewStandIn(digest(2), reference(b'[{"text":"flat"}]'), "summary"),
                NewStandIn(digest(3), "the host's own", by_host=True),
            ],
        )
    async with Archive.open(path) as archive:
        assert await archive.known([digest(n) for n in range(5)]) == {
            digest(1): StandIn(reference(b"original"), "preview", False, "original"),
            digest(2): StandIn(reference(b'[{"text":"flat"}]'), "summary", False, None),
            digest(3): StandIn("the host's own", "preview", True, None),
        }


async def test_a_stand_in_outlives_its_original(tmp_path: Path) -> None:
    async with Archive.open(tmp_path / "archive.db") as archive:
        reference = await archive.referencer()
        ref = reference(b"original")
        await archive.put_many([NewSource(b"original")], [NewStandIn(digest(1), ref)])
        await archive.forget(refs=[ref])
        assert await archive.known([digest(1)]) == {digest(1): StandIn(ref, "preview", False, None)}


async def test_another_namespace_does_not_know_it(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    async with Archive.open(path) as mine, Archive.open(path, namespace="other") as other:
        await mine.put_many([], [NewStandIn(digest(1), "r", by_host=True)])
        assert await other.known([digest(1)]) == {}


async def test_thousands_of_digests_are_one_question() -> None:
    async with Archive.open(":memory:") as archive:
        await archive.put_many([], [NewStandIn(digest(n), "host", by_host=True) for n in range(0, 40_000, 2)])
        found = await archive.known([digest(n) for n in range(40_000)])
    assert set(found) == {digest(n) for n in range(0, 40_000, 2)}


async def test_stand_ins_are_registered_with_their_sources_or_not_at_all() -> None:
    async with Archive.open(":memory:") as archive:
        with pytest.raises(InvalidInput):
            await archive.put_many([NewSource(b"\xff")], [NewStandIn(digest(1), "r", by_host=True)])
        assert await archive.known([digest(1)]) == {}
