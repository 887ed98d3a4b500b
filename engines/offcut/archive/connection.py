"""Connections to the archive's file: opened on first use, one to write and one to read.

Each connection is used by one thread at a time, and every piece of work is a whole transaction, so a
cancelled call leaves nothing open: it is told at the next ``check`` and rolls back, or it finishes.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

import anyio
from anyio.from_thread import check_cancelled

from offcut.archive import references, schema
from offcut.archive.failures import ELSEWHERE, explained, unavailable
from offcut.archive.location import MEMORY, identity, make_private, tighten
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
        self._reader = _Lane(self) if path else self._writer

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

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: sqlite3.Connection | None = None
        self._file: tuple[int, int] | None = None
        self._closed = False
        self._turn = anyio.CapacityLimiter(1)
        self._lock = threading.Lock()

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        return await anyio.to_thread.run_sync(self._run, work, limiter=self._turn)

    async def aclose(self) -> None:
        await anyio.to_thread.run_sync(self._close, limiter=self._turn)

    def _run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        path, patience = self._database.path, self._database.patience
        with self._lock:
            try:
                connection = self._connected()
                return patiently(partial(work, connection), patience=patience, check=check_cancelled)
            except sqlite3.ProgrammingError:
                raise
            except (sqlite3.DatabaseError, OSError) as error:
                raise explained(path, error, patience) from error

    def _connected(self) -> sqlite3.Connection:
        """Return the connection; a new one if the file it belongs to is no longer the one at the path."""
        path = self._database.path
        if self._closed:
            raise unavailable(path, "is closed: open it again")
        if self._connection is not None and path is not None and identity(path) != self._file:
            self._disconnect()
        if self._connection is None:
            try:
                self._connection = _connect(path, self._database.patience)
            except ValueError as error:  # a path that no file can have
                raise unavailable(path, f"cannot have that name ({error}): {ELSEWHERE}") from error
            self._file = identity(path) if path else None
        return self._connection

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
        make_private(path)
    connection = sqlite3.connect(
        path or MEMORY, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )
    try:
        # Each step may be tried again: several processes can be making the same file at once.
        for step in (partial(_admit, path), _configure, schema.migrate, references.ensure_key):
            patiently(partial(step, connection), patience=patience, check=check_cancelled)
        if path is not None:
            tighten(path)
    except BaseException:
        connection.close()
        raise
    return connection


def _admit(path: Path | None, connection: sqlite3.Connection) -> None:
    """Refuse files that are not ours to change, before anything is written to them."""
    if refusal := schema.refusal(connection):
        raise unavailable(path, f"{refusal}: update offcut or move that file away, or {ELSEWHERE}")


def _configure(connection: sqlite3.Connection) -> None:
    if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        for setting in _SETTINGS_OF_NEW_FILES:
            connection.execute(setting)
    for setting in _SETTINGS:
        connection.execute(setting)
