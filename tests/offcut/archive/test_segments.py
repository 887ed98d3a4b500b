"""A removed stretch in the archive: each message stored once, read as one JSON document."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from pathlib import Path

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from offcut.archive import Archive
from offcut.errors import SourceDamaged, SourceNotFound
from offcut.ports import NewSource

any_text = st.text(st.characters(exclude_categories=()), max_size=300)
messages = st.lists(
    st.builds(
        lambda role, text: {"role": role, "content": text}, st.sampled_from(["user", "tool"]), any_text
    ),
    max_size=8,
)


def stored(message: object) -> NewSource:
    text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
    return NewSource(text.encode("utf-8", "surrogatepass"), kind="message", media_type="application/json")


async def segment(archive: Archive, listed: list[dict[str, str]]) -> str:
    """Store messages and their manifest in one call, as a pass does."""
    reference = await archive.referencer()
    sources = [stored(message) for message in listed]
    manifest = json.dumps({"messages": [reference(s.body) for s in sources], "memory": {}}).encode()
    refs = await archive.put_many(
        [*sources, NewSource(manifest, kind="segment", media_type="application/json")]
    )
    return refs[-1]


async def _read_back(listed: list[dict[str, str]]) -> None:
    async with Archive.open(":memory:") as archive:
        ref = await segment(archive, listed)
        body = await archive.get(ref)
        text = body.decode("utf-8", "surrogatepass")
        assert json.loads(text) == listed
        info = await archive.describe(ref)
        assert (info.kind, info.characters, info.lines) == ("segment", len(text), text.count("\n") + 1)
        assert (info.bytes, info.sha256) == (len(body), hashlib.sha256(body).digest())
        assert (await archive.read_text(ref)).text == text
        assert info.lines == max(len(listed), 1)


@given(messages)
def test_a_segment_reads_as_the_list_of_its_messages_one_a_line(listed: list[dict[str, str]]) -> None:
    anyio.run(_read_back, listed)


@pytest.mark.anyio
async def test_messages_of_several_segments_are_stored_once(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    same = [{"role": "user", "content": "x" * 5_000}, {"role": "tool", "content": "y"}]
    async with Archive.open(path) as archive:
        first, second = await segment(archive, same), await segment(archive, [*same, same[0]])
        assert first != second
        assert json.loads(await archive.get(second)) == [*same, same[0]]
    connection = sqlite3.connect(path)
    kinds = dict(connection.execute("SELECT kind, count(*) FROM source GROUP BY kind").fetchall())
    connection.close()
    assert kinds == {"message": 2, "segment": 2}


@pytest.mark.anyio
async def test_the_manifest_says_what_the_document_is_made_of() -> None:
    listed = [{"role": "user", "content": "one"}, {"role": "tool", "content": "two"}]
    async with Archive.open(":memory:") as archive:
        manifest = json.loads(await archive.manifest(await segment(archive, listed)))
        assert [json.loads(await archive.get(ref)) for ref in manifest["messages"]] == listed


@pytest.mark.anyio
async def test_a_segment_says_which_of_its_messages_was_forgotten() -> None:
    listed = [{"role": "user", "content": "one"}, {"role": "tool", "content": "two"}]
    async with Archive.open(":memory:") as archive:
        ref = await segment(archive, listed)
        gone = json.loads(await archive.manifest(ref))["messages"][1]
        await archive.forget(refs=[gone])
        with pytest.raises(SourceNotFound, match=f'no source "{gone}": it was forgotten'):
            await archive.get(ref)


@pytest.mark.anyio
async def test_a_damaged_message_is_never_given_out_as_part_of_a_segment(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    async with Archive.open(path) as archive:
        ref = await segment(archive, [{"role": "user", "content": "one"}])
    connection = sqlite3.connect(path)
    connection.execute("UPDATE piece SET body = CAST(replace(CAST(body AS TEXT), 'one', 'two') AS BLOB)")
    connection.commit()
    connection.close()
    async with Archive.open(path) as archive:
        with pytest.raises(SourceDamaged):
            await archive.get(ref)


@pytest.mark.anyio
async def test_a_segment_stored_again_over_a_damaged_one_is_whole(tmp_path: Path) -> None:
    path, listed = tmp_path / "archive.db", [{"role": "user", "content": "one"}]
    async with Archive.open(path) as archive:
        ref = await segment(archive, listed)
    connection = sqlite3.connect(path)
    connection.execute("UPDATE piece SET body = x'00'")
    connection.commit()
    connection.close()
    async with Archive.open(path) as archive:
        assert await segment(archive, listed) == ref
        assert json.loads(await archive.get(ref)) == listed
