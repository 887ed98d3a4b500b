"""``forget`` deletes for good, and nothing but what was selected."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from offcut.archive import Archive
from offcut.errors import InvalidInput, SourceNotFound
from offcut.ports import NewSource, Occurrence

pytestmark = pytest.mark.anyio

MARKER = b"the-planted-marker-"
#: Name of a source -> the occurrences it was met at: tool, session, project.
MET = {
    "a": [("read", "s1", "/p")],
    "b": [("read", "s2", "/p"), ("read", "s1", "/p")],
    "c": [("grep", "s1", "/q")],
    "d": [("read", "s1", "/p"), ("grep", "s1", "/p")],
}


async def planted(path: Path) -> dict[str, str]:
    """Store the sources of ``MET``; return name -> reference."""
    refs = {}
    for name, places in MET.items():
        for tool, session, project in places:
            async with Archive.open(path, project=project) as archive:
                source = NewSource(name.encode(), occurrence=Occurrence(tool, session=session))
                [refs[name]] = await archive.put_many([source])
    return refs


@pytest.mark.parametrize(
    ("selection", "gone", "occurrences"),
    [
        ({"tool": "read"}, "ab", 4),
        ({"tool": "grep"}, "c", 2),
        ({"session": "s1"}, "acd", 5),
        ({"session": "s2"}, "", 1),
        ({"project": "/p"}, "abd", 5),
        ({"session": "s1", "tool": "grep"}, "c", 2),
        ({"everything": True}, "abcd", 6),
        ({"refs": "bd"}, "bd", 4),
        ({"refs": "bd", "tool": "grep"}, "", 1),
        ({"tool": "unknown"}, "", 0),
    ],
)
async def test_only_sources_met_nowhere_else_go(
    tmp_path: Path, selection: dict[str, Any], gone: str, occurrences: int
) -> None:
    path = tmp_path / "archive.db"
    refs = await planted(path)
    if "refs" in selection:
        selection = {**selection, "refs": [refs[name] for name in selection["refs"]]}
    async with Archive.open(path) as archive:
        found = await archive.forget(**selection)
        assert (found.sources, found.bytes, found.occurrences) == (len(gone), len(gone), occurrences)
        assert (found.missing, found.wiped) == ((), True)
        for name, ref in refs.items():
            if name in gone:
                with pytest.raises(SourceNotFound, match="forgotten on"):
                    await archive.get(ref)
            else:
                assert await archive.get(ref) == name.encode()


@pytest.mark.parametrize("selection", [{}, {"refs": []}, {"everything": True, "tool": "read"}])
async def test_selecting_nothing_or_too_much_is_an_error(selection: dict[str, Any]) -> None:
    async with Archive.open(":memory:") as archive:
        with pytest.raises(InvalidInput):
            await archive.forget(**selection)


async def test_references_that_are_not_stored_are_reported() -> None:
    async with Archive.open(":memory:") as archive:
        [ref] = await archive.put_many([NewSource(b"a")])
        found = await archive.forget(refs=[ref, "oc_" + "b" * 16, "../etc", ref])
        assert (found.sources, found.missing) == (1, ("oc_" + "b" * 16, '"../etc"'))
        assert (await archive.forget(refs=[ref])).missing == (ref,)


def files_hold(folder: Path, needle: bytes) -> bool:
    return any(needle in file.read_bytes() for file in folder.iterdir())


@pytest.mark.parametrize("size", [100, 30_000, 3_000_000])
async def test_nothing_of_a_forgotten_source_is_left_in_the_files(tmp_path: Path, size: int) -> None:
    path = tmp_path / "archive.db"
    body = (MARKER * (size // len(MARKER) + 1))[:size]
    kept = [NewSource(b"kept %d " % number * 50) for number in range(200)]
    async with Archive.open(path) as archive, Archive.open(path) as reader:
        await archive.put_many(kept[:100])
        met = Occurrence("tool", MARKER.decode())
        gone = [NewSource(body, occurrence=met), NewSource(b"[]", text=body.decode())]
        forgotten = await archive.put_many(gone)
        refs = await archive.put_many(kept[100:])
        assert await reader.get(forgotten[0]) == body
        assert files_hold(tmp_path, MARKER)
        found = await archive.forget(refs=forgotten)
        assert (found.sources, found.wiped) == (2, True)
        assert not files_hold(tmp_path, MARKER)
        assert await archive.get(refs[0]) == kept[100].body


async def test_a_forgotten_source_gives_its_space_back_to_the_disk(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    async with Archive.open(path) as archive:
        await archive.put_many([NewSource(bytes([65 + n]) * 1_000_000) for n in range(20)])
        assert (await archive.stats()).file_bytes > 20_000_000
        assert (await archive.forget(everything=True)).bytes == 20_000_000
        assert (await archive.stats()).file_bytes < 200_000


async def test_a_log_that_another_program_keeps_in_use_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    async with Archive.open(path, patience=0.1) as archive:
        [ref] = await archive.put_many([NewSource(MARKER)])
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN")
        other.execute("SELECT * FROM source").fetchall()
        assert not (await archive.forget(refs=[ref])).wiped
        other.close()
        [ref] = await archive.put_many([NewSource(b"next")])
        assert (await archive.forget(refs=[ref])).wiped
    assert not files_hold(tmp_path, MARKER)
