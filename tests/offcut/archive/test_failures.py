"""What can go wrong with a file: one clear sentence each, nothing intact is lost, the next call retries."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from offcut.archive import Archive
from offcut.archive.transactions import writing
from offcut.errors import ArchiveUnavailable, SourceDamaged
from offcut.ports import NewSource

pytestmark = pytest.mark.anyio

BIG = "".join(f"line {number}\n" for number in range(20_000)).encode()


async def filled(path: Path) -> list[str]:
    async with Archive.open(path) as archive:
        return await archive.put_many([NewSource(b"small"), NewSource(BIG)])


async def refusal(path: Path, patience: float = 60) -> str:
    """Return the sentence for a put and a read, which must be the same one and leave the file as it is."""
    sentences = set()
    async with Archive.open(path, patience=patience) as archive:
        for attempt in (archive.put_many([NewSource(b"new")]), archive.get("oc_" + "a" * 16)):
            with pytest.raises(ArchiveUnavailable) as raised:
                await attempt
            sentences.add(str(raised.value))
    [sentence] = sentences
    assert sentence.startswith("the archive ")
    assert "\n" not in sentence
    return sentence


def execute(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        connection.execute(statement)
    connection.close()


async def test_a_folder_that_cannot_be_made_is_named_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    path = tmp_path / "file" / "deeper" / "archive.db"
    sentence = await refusal(path)
    assert f"cannot be created or opened (File exists at {tmp_path / 'file'}): free the way" in sentence
    assert str(path) in sentence
    assert sentence.endswith("set OFFCUT_ARCHIVE to another file")


@pytest.mark.skipif(
    not Path("/proc/self").exists(), reason="needs a file system that takes no files from anybody"
)
async def test_a_file_system_that_takes_no_files_is_a_sentence() -> None:
    assert "(No such file or directory" in await refusal(Path("/proc/offcut/archive.db"))


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="permission bits do not stop this user")
async def test_a_read_only_folder_is_a_sentence(tmp_path: Path) -> None:
    os.chmod(tmp_path, 0o500)  # noqa: PTH101
    assert "Permission denied" in await refusal(tmp_path / "archive.db")


async def test_a_folder_in_the_place_of_the_file_is_a_sentence(tmp_path: Path) -> None:
    assert "cannot be opened (unable to open database file)" in await refusal(tmp_path)


async def test_once_the_way_is_free_the_same_archive_works(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("in the way")
    async with Archive.open(tmp_path / "home" / "archive.db") as archive:
        with pytest.raises(ArchiveUnavailable):
            await archive.put_many([NewSource(b"body")])
        (tmp_path / "home").unlink()
        [ref] = await archive.put_many([NewSource(b"body")])
        assert await archive.get(ref) == b"body"


@pytest.mark.parametrize(
    "content", [b"PK\3\4" + b"\0" * 4096, b"some notes", b"SQLite format 3\0 not really"]
)
async def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "archive.db"
    path.write_bytes(content)
    assert "is not an offcut archive" in await refusal(path)
    assert path.read_bytes() == content


async def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "places.sqlite"
    execute(path, "CREATE TABLE bookmark (url TEXT)")
    before = path.read_bytes()
    assert "is a database of another program: " in await refusal(path)
    assert path.read_bytes() == before


async def test_a_newer_schema_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    await filled(path)
    execute(path, "PRAGMA user_version = 7")
    assert "was written by a newer offcut (schema 7, this one knows 1): update offcut" in await refusal(path)


@pytest.mark.parametrize(
    "change",
    [
        "ALTER TABLE source DROP COLUMN tokens",
        "ALTER TABLE stand_in DROP COLUMN characters",
        "DROP TABLE tombstone",
    ],
)
async def test_an_archive_of_a_development_version_is_left_alone(tmp_path: Path, change: str) -> None:
    path = tmp_path / "archive.db"
    await filled(path)
    execute(path, change)
    before = path.read_bytes()
    sentence = await refusal(path)
    assert "was written by a development version of offcut (without " in sentence
    assert "): move it away, or set OFFCUT_ARCHIVE to another file" in sentence
    assert path.read_bytes() == before


async def test_a_file_locked_for_too_long_is_a_sentence_and_then_works(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    [small, _] = await filled(path)
    async with Archive.open(path, patience=0.1) as archive:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(
            ArchiveUnavailable, match=r"was locked by another program for 0\.1 seconds: end it"
        ):
            await archive.put_many([NewSource(b"new")])
        assert await archive.get(small) == b"small"  # readers do not wait for writers
        other.execute("ROLLBACK")
        other.close()
        [ref] = await archive.put_many([NewSource(b"new")])
        assert await archive.get(ref) == b"new"


@pytest.mark.parametrize("change", ["zeroblob(length(body))", "substr(body, 2)", "CAST(body || 'x' AS BLOB)"])
async def test_a_changed_piece_is_reported_and_the_other_pieces_are_still_read(
    tmp_path: Path, change: str
) -> None:
    path = tmp_path / "archive.db"
    [small, big] = await filled(path)
    execute(path, f"UPDATE piece SET body = {change} WHERE start = 65536")
    async with Archive.open(path) as archive:
        for read in (archive.get(big), archive.read_text(big), archive.read_characters(big, 70_000, 70_001)):
            with pytest.raises(SourceDamaged, match=f'source "{big}" is damaged'):
                await read
        assert (await archive.read_characters(big, 0, 65_536)).text.encode() == BIG[:65_536]
        assert await archive.get(small) == b"small"


@pytest.mark.parametrize("piece", [0, 65536, 196608])
async def test_a_missing_piece_is_reported(tmp_path: Path, piece: int) -> None:
    path = tmp_path / "archive.db"
    [_, big] = await filled(path)
    execute(path, f"DELETE FROM piece WHERE start = {piece} AND length != 5")
    async with Archive.open(path) as archive:
        lines = (await archive.describe(big)).lines
        for read in (archive.get(big), archive.read_text(big), archive.read_lines(big, 1, lines)):
            with pytest.raises(SourceDamaged):
                await read


def cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def scribble(path: Path) -> None:
    """Overwrite every page but the first."""
    content = path.read_bytes()
    path.write_bytes(content[:8192] + b"\xa5" * (len(content) - 8192))


@pytest.mark.parametrize("damage", [cut, scribble])
async def test_a_file_damaged_as_a_whole_is_a_sentence(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    path = tmp_path / "archive.db"
    await filled(path)
    damage(path)
    async with Archive.open(path) as archive:
        for attempt in (
            archive.put_many([NewSource(b"new")]),
            archive.get("oc_" + "a" * 16),
            archive.stats(),
        ):
            with pytest.raises(
                ArchiveUnavailable, match=r"is damaged \(.*\): restore it from a backup"
            ) as raised:
                await attempt
            assert "\n" not in str(raised.value)


FULL_DISK = """
import anyio, resource, sys
from offcut.archive import Archive
from offcut.errors import ArchiveUnavailable
from offcut.ports import NewSource

async def main(path):
    async with Archive.open(path) as archive:
        [before] = await archive.put_many([NewSource(b"before")])
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))
        try:
            await archive.put_many([NewSource(b"tiny"), NewSource(b"x" * 2_000_000)])
        except ArchiveUnavailable as error:
            print(error)
        assert await archive.get(before) == b"before"
        assert (await archive.stats()).total.count == 1
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        [after] = await archive.put_many([NewSource(b"x" * 2_000_000)])
        assert await archive.get(after) == b"x" * 2_000_000

anyio.run(main, sys.argv[1])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files")
def test_a_full_disk_is_a_sentence_and_costs_nothing_that_was_there(tmp_path: Path) -> None:
    command = [sys.executable, "-c", FULL_DISK, str(tmp_path / "archive.db")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") == 1
    assert "free space, or set OFFCUT_ARCHIVE to another file on another disk" in done.stdout


def delete_all(folder: Path) -> None:
    for file in folder.iterdir():
        file.unlink()


async def test_a_file_that_was_replaced_is_opened_anew_so_that_no_write_goes_nowhere(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    async with Archive.open(path) as archive:
        await archive.put_many([NewSource(b"first")])
        delete_all(tmp_path)
        [ref] = await archive.put_many([NewSource(b"second")])
        async with Archive.open(path) as other:
            assert await other.get(ref) == b"second"
        assert (await archive.stats()).total.count == 1


@pytest.mark.parametrize(
    "left", [[], ["archive.db-wal"], ["archive.db-shm"], ["archive.db-wal", "archive.db-shm"]]
)
async def test_a_file_that_goes_while_it_is_used_is_begun_anew_by_the_call_that_meets_it(
    tmp_path: Path, left: list[str]
) -> None:
    path = tmp_path / "archive.db"
    gone = False

    def meets_it(connection: sqlite3.Connection) -> int:
        nonlocal gone
        if not gone:
            gone = True
            for file in [file for file in tmp_path.iterdir() if file.name not in left]:
                file.unlink()
        with writing(connection):
            connection.execute("INSERT INTO tombstone VALUES ('local', 'oc_', 'forgotten', 0)")
        return int(connection.execute("SELECT count(*) FROM source").fetchone()[0])

    async with Archive.open(path) as archive:
        await archive.put_many([NewSource(b"first")])
        assert await archive._database.write(meets_it) == 0
        [ref] = await archive.put_many([NewSource(b"second")])
        async with Archive.open(path) as other:
            assert await other.get(ref) == b"second"


async def test_a_call_that_meets_an_error_of_the_disk_is_tried_once_more_on_a_new_connection(
    tmp_path: Path,
) -> None:
    met: list[sqlite3.Connection] = []

    def fails_at_first(connection: sqlite3.Connection) -> int:
        met.append(connection)
        if len(met) == 1:
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHORT_READ
            raise error
        return int(connection.execute("SELECT count(*) FROM source").fetchone()[0])

    async with Archive.open(tmp_path / "archive.db") as archive:
        await archive.put_many([NewSource(b"first")])
        assert await archive._database.write(fails_at_first) == 1
    first, second = met
    assert first is not second


async def test_a_closed_archive_says_so() -> None:
    async with Archive.open(":memory:") as archive:
        pass
    with pytest.raises(ArchiveUnavailable, match="the archive in memory is closed"):
        await archive.stats()
