"""An archive that may not be written is still read; each program runs as a user whom modes do stop."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import anyio
import pytest

from offcut.archive import Archive
from offcut.ports import NewSource

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes are those of POSIX systems")

BODY = b"line\n" * 50_000

#: Drops the rights of root only after everything is imported, which another user may not be able to read.
PROGRAM = """
import anyio, os, sys
from offcut.archive import Archive
from offcut.errors import ArchiveUnavailable
from offcut.ports import NewSource
from offcut.recovery import recover_source
import offcut.recovery.matches

async def main(path):
    async with Archive.open(":memory:") as archive:
        await archive.put_many([NewSource(b"warm")])
    if os.geteuid() == 0:
        os.setuid(54321)
    async with Archive.open(path) as archive:
        try:
            found = await archive.stats()
            reference = (await archive.referencer())(b"line\\n" * 50_000)
            print(found.total.count, len(await archive.get(reference)))
            print((await recover_source(archive, reference, lines="7", raw=True)).strip())
            print(await archive.put_many([]), dict(await archive.known([b"d" * 32])))
        except ArchiveUnavailable as error:
            print(error)
        try:
            await archive.put_many([NewSource(b"new")])
        except ArchiveUnavailable as error:
            print(error)

anyio.run(main, sys.argv[1])
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    """Return a folder that other users can reach, unlike those of pytest."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name)
        path.chmod(0o755)
        yield path
        path.chmod(0o700)


def filled(path: Path) -> None:
    async def fill() -> None:
        async with Archive.open(path) as archive:
            await archive.put_many([NewSource(BODY)])

    anyio.run(fill)


def answers(path: Path, mode: int = 0o444, folder_mode: int = 0o555) -> list[str]:
    """Make file and folder read-only, run the program, and return the lines it prints."""
    path.chmod(mode)
    path.parent.chmod(folder_mode)
    command = [sys.executable, "-c", PROGRAM, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


@pytest.mark.parametrize("folder_mode", [0o555, 0o777])
def test_a_read_only_archive_is_read_and_refuses_writes_in_one_sentence(
    folder: Path, folder_mode: int
) -> None:
    path = folder / "archive ?#%.db"
    filled(path)
    before = path.read_bytes()
    *read, refusal = answers(path, folder_mode=folder_mode)
    assert read == [f"1 {len(BODY)}", "line", "[] {}"]
    assert refusal.startswith(f"the archive {path} ")
    assert refusal.endswith("set OFFCUT_ARCHIVE to another file")
    assert path.read_bytes() == before


def test_a_read_only_file_that_would_need_a_migration_is_refused_in_one_sentence(folder: Path) -> None:
    path = folder / "archive.db"
    path.touch()
    reading, writing = answers(path)
    assert "is read-only and from before this version of offcut: make file and folder writable" in reading
    assert "set OFFCUT_ARCHIVE to another file" in writing
    assert path.read_bytes() == b""


def test_a_file_that_may_not_even_be_read_keeps_its_own_sentence(folder: Path) -> None:
    path = folder / "archive.db"
    filled(path)
    if os.geteuid() != 0:
        pytest.skip("its owner would be the one who may not read it")
    reading, writing = answers(path, mode=0o600)
    assert reading == writing
    assert "cannot be opened (unable to open database file): it must be a file you may write" in reading
