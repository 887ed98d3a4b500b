"""What SQLite and the operating system refuse, in one sentence each."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

from offcut.archive.location import VARIABLE
from offcut.errors import ArchiveUnavailable

ELSEWHERE = f"set {VARIABLE} to another file"

#: Primary result codes that mean: another connection is at work, try again.
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}

#: Primary result code -> what is wrong and what to do; ``{words}`` are SQLite's own.
_SENTENCES = {
    sqlite3.SQLITE_CANTOPEN: f"cannot be opened ({{words}}): it must be a file you may write, or {ELSEWHERE}",
    sqlite3.SQLITE_PERM: f"may not be opened ({{words}}): check its permissions, or {ELSEWHERE}",
    sqlite3.SQLITE_READONLY: f"is read-only ({{words}}): make file and folder writable, or {ELSEWHERE}",
    sqlite3.SQLITE_FULL: f"cannot grow because the disk is full: free space, or {ELSEWHERE} on another disk",
    sqlite3.SQLITE_IOERR: (
        "cannot be read or written ({words}): the disk may be full or failing; "
        f"free space, or {ELSEWHERE} on another disk"
    ),
    sqlite3.SQLITE_NOTADB: f"is not an offcut archive ({{words}}): move that file away, or {ELSEWHERE}",
    sqlite3.SQLITE_CORRUPT: (
        "is damaged ({words}): restore it from a backup, or move it away so that a new one is begun; "
        "the sqlite3 program's .recover reads what is left of it"
    ),
}
_OTHER = f"failed ({{words}}): check the file, or {ELSEWHERE}"


def is_busy(error: sqlite3.Error) -> bool:
    """Say whether trying again is the answer."""
    return _primary(error) in _BUSY


def is_forbidden(error: BaseException) -> bool:
    """Say whether the file may not be written, but can perhaps be read."""
    if isinstance(error, OSError):
        return error.errno in {errno.EACCES, errno.EPERM, errno.EROFS}
    return _primary(error) in {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY}


def is_of_the_disk(error: BaseException) -> bool:
    """Say whether reading or writing failed, as it also does where the log was deleted under a connection."""
    return _primary(error) == sqlite3.SQLITE_IOERR


def unavailable(path: Path | None, why: str) -> ArchiveUnavailable:
    """Return the error that says which archive fails, why, and what to do."""
    return ArchiveUnavailable(f"the archive {path or 'in memory'} {why}")


def explained(
    path: Path | None, error: sqlite3.Error | OSError | ValueError, patience: float
) -> ArchiveUnavailable:
    """Return the one sentence for what SQLite or the operating system said."""
    if isinstance(error, OSError):
        where = f" at {error.filename}" if error.filename and str(error.filename) != str(path) else ""
        words = error.strerror or type(error).__name__
        return unavailable(
            path, f"cannot be created or opened ({words}{where}): free the way, or {ELSEWHERE}"
        )
    if isinstance(error, sqlite3.Error) and is_busy(error):
        return unavailable(
            path, f"was locked by another program for {patience:g} seconds: end it, then try again"
        )
    sentence = _SENTENCES.get(_primary(error), _OTHER)
    return unavailable(path, sentence.format(words=error))


def _primary(error: BaseException) -> int:
    """Return the low byte of SQLite's extended result code, 0 where there is none."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
