"""Where the file lies, and who may read it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest

from offcut.archive import Archive
from offcut.ports import NewSource

posix = pytest.mark.skipif(os.name != "posix", reason="modes are those of POSIX systems")

PROGRAM = """
import anyio, os, sys
from pathlib import Path
from offcut.archive import Archive
from offcut.ports import NewSource

async def main(path):
    os.umask(0)
    async with Archive.open(path) as archive:
        await archive.put_many([NewSource(b"secret")])
        await archive.stats()
        for file in sorted([*path.parent.iterdir(), path.parent, path.parent.parent]):
            print(file.name, oct(file.stat().st_mode & 0o777))

anyio.run(main, Path(sys.argv[1]))
"""


def modes(path: Path) -> dict[str, str]:
    """Return name -> mode of the archive's files and folders, in a process without an umask."""
    command = [sys.executable, "-c", PROGRAM, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    return dict(line.rsplit(" ", 1) for line in done.stdout.splitlines())


@posix
def test_files_and_new_folders_are_private_whatever_the_umask(tmp_path: Path) -> None:
    found = modes(tmp_path / "new" / "deeper" / "archive.db")
    files = dict.fromkeys(("archive.db", "archive.db-wal", "archive.db-shm"), "0o600")
    assert found == {"new": "0o700", "deeper": "0o700", **files}


@posix
def test_a_looser_file_of_ours_is_tightened_and_a_folder_that_was_there_is_not(tmp_path: Path) -> None:
    folder = tmp_path / "shared" / "folder"
    folder.mkdir(parents=True)
    folder.chmod(0o755)
    modes(folder / "archive.db")
    (folder / "archive.db").chmod(0o644)
    found = modes(folder / "archive.db")
    assert (found["folder"], found["archive.db"]) == ("0o755", "0o600")
    assert {mode for name, mode in found.items() if name.startswith("archive.db")} == {"0o600"}


@posix
@pytest.mark.parametrize("owner", [None, 54321])
def test_an_empty_file_that_is_taken_over_becomes_private(tmp_path: Path, owner: int | None) -> None:
    path = tmp_path / "archive.db"
    path.touch()
    path.chmod(0o666)
    if owner is not None:
        if os.geteuid() != 0:
            pytest.skip("only root can give a file away")
        os.chown(path, owner, owner)
    found = modes(path)
    assert {mode for name, mode in found.items() if name.startswith("archive.db")} == {"0o600"}


HOMELESS = """
import anyio, os, sys
from offcut.archive import Archive
from offcut.errors import ArchiveUnavailable
from offcut.ports import NewSource

async def main():
    async with Archive.open(":memory:") as archive:
        await archive.put_many([NewSource(b"warm")])
    for name in [name for name in os.environ if name == "HOME" or name.startswith(("XDG_", "OFFCUT_"))]:
        del os.environ[name]
    os.setuid(54321)
    os.chdir("/")
    for path in (None, "~/archive.db"):
        async with Archive.open(path) as archive:
            for attempt in (archive.stats, lambda: archive.put_many([NewSource(b"new")])):
                try:
                    await attempt()
                except ArchiveUnavailable as error:
                    print(error)

anyio.run(main)
"""


@pytest.mark.skipif(
    os.name != "posix" or os.geteuid() != 0, reason="only root can become a user without a home"
)
def test_a_user_without_a_home_is_told_to_name_a_file_and_not_before_the_first_operation() -> None:
    command = [sys.executable, "-c", HOMELESS]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    words = "has no home folder to lie in: set OFFCUT_ARCHIVE to a file"
    assert done.stdout.splitlines() == [
        f"the archive {path} {words}" for path in ("~/offcut/archive.db", "~/archive.db") for _ in range(2)
    ]


def test_opening_touches_nothing(tmp_path: Path) -> None:
    Archive.open(tmp_path / "new" / "archive.db")
    assert list(tmp_path.iterdir()) == []


def test_a_given_path_wins_over_the_environment_and_that_over_the_users_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OFFCUT_ARCHIVE", str(tmp_path / "environment.db"))
    assert Archive.open(str(tmp_path / "given.db")).path == str(tmp_path / "given.db")
    assert Archive.open().path == str(tmp_path / "environment.db")
    monkeypatch.setenv("OFFCUT_ARCHIVE", ":memory:")
    assert Archive.open().path == ":memory:"
    monkeypatch.setenv("OFFCUT_ARCHIVE", "")
    assert Path(Archive.open().path) == platformdirs.user_data_path("offcut", appauthor=False) / "archive.db"


@pytest.mark.anyio
async def test_a_relative_path_stays_the_same_file_when_the_process_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with Archive.open("archive.db") as archive:
        monkeypatch.chdir("/")
        await archive.put_many([NewSource(b"body")])
    assert (tmp_path / "archive.db").exists()


@pytest.mark.anyio
async def test_closing_leaves_one_file(tmp_path: Path) -> None:
    async with Archive.open(tmp_path / "archive.db") as archive:
        await archive.put_many([NewSource(b"body")])
        await archive.stats()
    assert os.listdir(tmp_path) == ["archive.db"]  # noqa: PTH208
