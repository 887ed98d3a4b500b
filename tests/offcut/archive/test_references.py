"""References: the same from any process and in any order, different elsewhere, unguessable."""

from __future__ import annotations

import hashlib
import hmac
import sqlite3
import subprocess
import sys
from base64 import b32encode
from pathlib import Path

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from offcut.archive import Archive
from offcut.errors import InvalidInput, OffcutError, SourceNotFound
from offcut.ports import NewSource

BODIES = [b"", b"one", b"two", b"\xff" * 100_000]

PROGRAM = """
import sys, anyio
from offcut.archive import Archive
async def main():
    async with Archive.open(sys.argv[1]) as archive:
        reference = await archive.referencer()
        print(reference(b"one"), reference(b"two"))
anyio.run(main)
"""


@pytest.mark.anyio
async def test_a_reference_depends_on_nothing_but_archive_namespace_and_bytes(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    sources = [NewSource(body, text="") for body in BODIES]
    async with Archive.open(path) as archive:
        reference = await archive.referencer()
        refs = await archive.put_many(sources)
    assert refs == [reference(body) for body in BODIES]
    async with Archive.open(path) as archive:
        assert await archive.put_many(sources[::-1]) == refs[::-1]
    command = [sys.executable, "-c", PROGRAM, str(path)]
    there = await anyio.to_thread.run_sync(
        lambda: subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    )
    assert there.stdout.split() == refs[1:3]


@pytest.mark.anyio
async def test_the_formula_is_that_of_the_design(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    async with Archive.open(path, namespace="team") as archive:
        reference = await archive.referencer()
    connection = sqlite3.connect(path)
    [(key,)] = connection.execute("SELECT key FROM archive_key").fetchall()
    connection.close()
    assert len(key) == 32
    for body in BODIES:
        mac = hmac.digest(key, b"team\0" + body, hashlib.sha256)
        assert reference(body) == "oc_" + b32encode(mac).decode().lower()[:16]


@pytest.mark.anyio
async def test_two_archives_give_different_references(tmp_path: Path) -> None:
    found = set()
    for name in ("a.db", "b.db"):
        async with Archive.open(tmp_path / name) as archive:
            found.add((await archive.referencer())(b"one"))
    assert len(found) == 2


@pytest.mark.anyio
async def test_another_namespace_has_none_of_it(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    async with Archive.open(path) as mine, Archive.open(path, namespace="other") as other:
        [ref] = await mine.put_many([NewSource(b"secret")])
        assert (await other.referencer())(b"secret") != ref
        for read in (other.get, other.describe, other.read_text):
            with pytest.raises(SourceNotFound, match="nothing was ever stored"):
                await read(ref)
        assert (await other.forget(refs=[ref])).missing == (ref,)
        assert (await other.forget(everything=True)).sources == 0
        assert (await other.stats()).total.count == 0
        assert await mine.get(ref) == b"secret"


@pytest.mark.parametrize("namespace", ["", "a\0b", "\ud800", "n" * 201, "a\nb"])
def test_a_namespace_that_could_pass_for_another_is_refused(namespace: str) -> None:
    with pytest.raises(InvalidInput, match="namespace must be 1 to 200 printable characters"):
        Archive.open(":memory:", namespace=namespace)


FORGED = [
    "../../etc/passwd",
    "oc_",
    "OC_AAAAAAAAAAAAAAAA",
    "oc_aaaaaaaaaaaaaaa1",
    "oc_aaaaaaaaaaaaaaaa\n",
    " oc_aaaaaaaaaaaaaaaa",
    "oc_ａａａａａａａａａａａａａａａａ",
    "file:///tmp/x",
    "'; DROP TABLE source; --",
    "x" * 10_000_000,
    "",
    "\0",
    '"\n\x1b[31m',
    "\ud800",
]


@pytest.mark.anyio
@pytest.mark.parametrize("ref", FORGED, ids=range(len(FORGED)))
async def test_what_has_not_the_form_of_a_reference_is_a_short_sentence(ref: str) -> None:
    async with Archive.open(":memory:") as archive:
        with pytest.raises(SourceNotFound, match="it is no reference of offcut") as raised:
            await archive.get(ref)
    sentence = str(raised.value)
    assert len(sentence) < 200
    assert sentence.isprintable()
    assert sentence.split('"')[1] == ref[:40].replace('"', "") or len(sentence.split('"')[1]) <= 40


async def _attempts(ref: str) -> list[str]:
    async with Archive.open(":memory:") as archive:
        messages = []
        for read in (archive.get, archive.describe, archive.read_text):
            try:
                await read(ref)
            except OffcutError as error:
                messages.append(str(error))
        return messages


@given(st.text(st.characters(exclude_categories=())) | st.from_regex(r"oc_[a-z2-7]{15,17}") | st.binary())
def test_no_reference_breaks_anything(ref: str) -> None:
    messages = anyio.run(_attempts, ref)
    assert len(messages) == 3
    assert all(message.startswith("no source ") and message.isprintable() for message in messages)
