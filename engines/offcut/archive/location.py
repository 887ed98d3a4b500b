"""Where the archive's file lies, and that nobody but its owner can read it."""

from __future__ import annotations

import contextlib
import os
import stat
import threading
from pathlib import Path

import platformdirs

VARIABLE = "OFFCUT_ARCHIVE"
MEMORY = ":memory:"

#: Closing any descriptor of a file drops this process's POSIX locks on it, those of SQLite included.
#: A new file is therefore made and closed before any other thread can connect to it.
_creating = threading.Lock()


def locate(path: str | os.PathLike[str] | None) -> Path | None:
    """Return the absolute path of the archive, or ``None`` for one in memory.

    Without a path it is the file that ``OFFCUT_ARCHIVE`` names, else ``archive.db`` in the user's
    data directory. It stays relative, from ``~`` on, where the user has no home folder: opening must not
    fail, and the first operation does (``connection``).
    """
    given = os.fspath(path) if path is not None else os.environ.get(VARIABLE, "")
    if given == MEMORY:
        return None
    if not given:
        return _data_folder() / "archive.db"
    # pathlib's expanduser raises where a home folder is unknown.
    found = Path(os.path.expanduser(given))  # noqa: PTH111
    return found if found.parts[:1] == ("~",) else found.absolute()


def companions(path: Path) -> tuple[Path, Path, Path]:
    """Return the files in which SQLite keeps an archive: database, write-ahead log, its index."""
    return path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")


def make_private(path: Path) -> None:
    """Create missing folders as 0700 and a missing file as 0600.

    What exists is left alone: folders may be shared ones such as ``/tmp``, and whose file it is shows
    only when it is opened. An empty file is nobody's, and becomes an archive.
    """
    _make_folders(path.parent)
    with _creating:
        try:
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        except FileExistsError:
            _make_empty_file_private(path)


def tighten(path: Path) -> None:
    """Make an archive of ours and its companions readable by their owner alone, if they are looser."""
    if os.name == "posix":
        for file in companions(path):
            with contextlib.suppress(FileNotFoundError):
                _tighten(file)


def identity(path: Path) -> tuple[int, int] | None:
    """Return what tells this file from another one that takes its place, or ``None`` if it is gone."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def sizes(path: Path) -> tuple[int, int, int]:
    """Return the bytes of the database and of its log, and when the database was changed (nanoseconds)."""
    database, log, _ = companions(path)
    status = database.stat()
    return status.st_size, log.stat().st_size if log.exists() else 0, status.st_mtime_ns


def _data_folder() -> Path:
    try:
        return platformdirs.user_data_path("offcut", appauthor=False)
    except RuntimeError:  # neither a variable nor the user database knows a home folder
        return Path("~", "offcut")


def _make_empty_file_private(path: Path) -> None:
    """Like ``tighten``, but of whoever's file: where modes cannot be changed the file is taken as it is."""
    status = path.stat()
    if os.name == "posix" and stat.S_ISREG(status.st_mode) and not status.st_size and status.st_mode & 0o077:
        with contextlib.suppress(PermissionError):
            path.chmod(0o600)


def _make_folders(folder: Path) -> None:
    """Like ``mkdir -p``, with every folder made private, not only the last one."""
    if folder.is_dir():
        return
    _make_folders(folder.parent)
    folder.mkdir(mode=0o700, exist_ok=True)


def _tighten(file: Path) -> None:
    status = file.stat()
    if status.st_mode & 0o077 and status.st_uid == os.geteuid():
        file.chmod(0o600)
