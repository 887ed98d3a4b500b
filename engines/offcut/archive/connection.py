"""Connections to the archive's file: opened on first use, one to write and one to read.

Each connection is used by one thread at a time, and every piece of work is a whole transaction, so a
cancelled call leaves nothing open: it is told at the next ``check`` and rolls back, or it finishes.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

import anyio
from anyio.from_thread import check_cancelled

from offcut.archive import references, schema
from offcut.archive.admission import admit, admit_to_read
from offcut.archive.failures import ELSEWHERE, explained, is_forbidden, is_of_the_disk, unavailable
from offcut.archive.location import MEMORY, VARIABLE, identity, make_private, sizes, tighten
from offcut.archive.transactions import patiently

T = TypeVar("T")

#: Seconds that SQLite itself waits for a lock before the caller's wish to cancel is looked at.
_BUSY_SECONDS = 1.0

#: Only a file without pages takes the first two, and on any other they would wait for its writer.
_SETTINGS_OF_NEW_FILES = (
    # Big pages make big bodies cheaper and small ones no dearer.
    "PRAGMA page_size = 8192",
    # Lets the pages of what was forgotten be given back to the disk.
    "PRAGMA auto_vacuum = INCREMENTAL",
    "PRAGMA journal_mode = WAL",
)

_SETTINGS = (
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    # Always, not only when forgetting: pages are also rearranged while nothing is deleted.
    "PRAGMA secure_delete = ON",
    "PRAGMA journal_size_limit = 16777216",
    # Overwriting a short log is cheaper than growing a long one: each growth is a change of the file's
    # size, which the file system has to make durable too.
    "PRAGMA wal_autocheckpoint = 300",
)


class Database:
    """The file of one archive, or one in memory if ``path`` is ``None``."""

    def __init__(self, path: Path | None, *, patience: float) -> None:
        self.path = path
        self.patience = patience
        self._writer = _Lane(self)
        # A second connection to ``:memory:`` would be another, empty archive.
        self._reader = _Lane(self, reads_only=True) if path else self._writer

    @property
    def shown(self) -> str:
        """The file's path, or ``:memory:``."""
        return str(self.path or MEMORY)

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run ``work`` in a worker thread on the connection that writes."""
        return await self._writer.run(work)

    async def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run ``work`` in a worker thread on the connection that reads, beside any writing."""
        return await self._reader.run(work)

    async def aclose(self) -> None:
        """Close both connections; later work raises ``ArchiveUnavailable``."""
        with anyio.CancelScope(shield=True):
            for lane in {self._reader, self._writer}:
                await lane.aclose()


class _Lane:
    """One connection, made when first needed and made again when its file was replaced."""

    def __init__(self, database: Database, *, reads_only: bool = False) -> None:
        self._database = database
        self._reads_only = reads_only
        self._read_only = False
        self._connection: sqlite3.Connection | None = None
        self._file: tuple[object, ...] | None = None
        self._closed = False
        self._turn = anyio.CapacityLimiter(1)
        self._lock = threading.Lock()

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        return await anyio.to_thread.run_sync(self._run, work, limiter=self._turn)

    async def aclose(self) -> None:
        await anyio.to_thread.run_sync(self._close, limiter=self._turn)

    def _run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        with self._lock:
            try:
                return self._once_more_if_moved(work)
            except sqlite3.ProgrammingError:
                raise
            except (sqlite3.DatabaseError, OSError) as error:
                raise explained(self._database.path, error, self._database.patience) from error

    def _once_more_if_moved(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run ``work``, once more on a new connection if the file or its log went meanwhile.

        SQLite goes on with a deleted file until it fails, and what it wrote there would be lost.
        """
        opened = self._connection
        try:
            result = self._patiently(work, self._connected())
        except sqlite3.DatabaseError as error:
            if self._connection is None or self._connection is not opened:
                raise
            if self._is_current() and not is_of_the_disk(error):
                raise
        else:
            if self._is_current():
                return result
        self._disconnect()
        return self._patiently(work, self._connected())

    def _is_current(self) -> bool:
        path = self._database.path
        return path is None or self._state(path) == self._file

    def _patiently(self, work: Callable[[sqlite3.Connection], T], connection: sqlite3.Connection) -> T:
        return patiently(partial(work, connection), patience=self._database.patience, check=check_cancelled)

    def _connected(self) -> sqlite3.Connection:
        """Return the connection; a new one if the file it belongs to is no longer the one at the path."""
        path = self._database.path
        if self._closed:
            raise unavailable(path, "is closed: open it again")
        if self._connection is not None and not self._is_current():
            self._disconnect()
        if self._connection is None:
            try:
                self._connection = self._connect(path)
            except ValueError as error:  # a path that no file can have
                raise unavailable(path, f"cannot have that name ({error}): {ELSEWHERE}") from error
            self._file = self._state(path) if path else None
        return self._connection

    def _connect(self, path: Path | None) -> sqlite3.Connection:
        """Open the file to read and write; to read, a file that may not be written will do."""
        self._read_only = False
        try:
            return _connect(path, self._database.patience)
        except (sqlite3.OperationalError, OSError) as error:
            if path is None or not self._reads_only or not is_forbidden(error):
                raise
            with suppress(sqlite3.OperationalError):  # the first error is the one to tell
                connection = _connect_to_read(path, self._database.patience)
                self._read_only = True
                return connection
            raise

    def _state(self, path: Path) -> tuple[object, ...] | None:
        """Return what may not change under the connection: which file it is, or all that shows a change."""
        file = identity(path)
        return (file, sizes(path)) if file and self._read_only else file

    def _close(self) -> None:
        with self._lock:
            self._closed = True
            self._disconnect()

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _connect(path: Path | None, patience: float) -> sqlite3.Connection:
    """Open the file, make it an archive if it is new, and bring it to the newest schema."""
    if path is not None:
        if not path.is_absolute():
            raise unavailable(path, f"has no home folder to lie in: set {VARIABLE} to a file")
        make_private(path)
    connection = sqlite3.connect(
        path or MEMORY, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )
    try:
        # Each step may be tried again: several processes can be making the same file at once.
        for step in (partial(admit, path), _configure, schema.migrate, references.ensure_key):
            patiently(partial(step, connection), patience=patience, check=check_cancelled)
        if path is not None:
            tighten(path)
    except BaseException:
        connection.close()
        raise
    return connection


def _connect_to_read(path: Path, patience: float) -> sqlite3.Connection:
    """Open a file that may not be written; nothing is made beside it, and no migration runs."""
    # Without a log nobody has the file open, and SQLite need not make the log's index to read it.
    how = "mode=ro" if sizes(path)[1] else "mode=ro&immutable=1"
    connection = sqlite3.connect(
        f"{path.as_uri()}?{how}",
        uri=True,
        timeout=_BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )
    try:
        patiently(partial(admit_to_read, path, connection), patience=patience, check=check_cancelled)
    except BaseException:
        connection.close()
        raise
    return connection


def _configure(connection: sqlite3.Connection) -> None:
    if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        for setting in _SETTINGS_OF_NEW_FILES:
            connection.execute(setting)
    for setting in _SETTINGS:
        connection.execute(setting)
