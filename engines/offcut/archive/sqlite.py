"""The archive in one SQLite file: what everything above calls; SQL and files are in the modules beside."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from types import TracebackType
from typing import Self, TypeVar

import anyio
from anyio.from_thread import check_cancelled

from offcut.archive import forgetting, references, retrieval, searching, statistics
from offcut.archive.connection import Database
from offcut.archive.forgetting import Deleted, Forgotten, Selection
from offcut.archive.location import locate
from offcut.archive.session_sources import SessionSource, sources_of_session
from offcut.archive.statistics import ArchiveStats
from offcut.archive.storing import Store, prepare
from offcut.archive.transactions import reading, writing
from offcut.errors import ArchiveError
from offcut.ports import (
    Excerpt,
    NewSource,
    NewStandIn,
    Reference,
    SearchedProjects,
    SearchResult,
    SourceInfo,
    StandIn,
)

T = TypeVar("T")

#: Seconds to wait for other processes before an error says that the file is locked.
PATIENCE = 60.0


class Archive:
    """Keeps sources for one namespace, byte for byte; a ``SourceStore``.

    Used as ``async with Archive.open() as archive``. Nothing is opened before the first operation,
    so that a program can start where nothing can be written; that operation then raises
    ``ArchiveUnavailable``, and the next one tries again.
    """

    def __init__(self, database: Database, namespace: str, project: str | None) -> None:
        self._database = database
        self._namespace = namespace
        self._project = project
        self._used: dict[str, float] = {}

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str] | None = None,
        *,
        namespace: str = "local",
        project: str | None = None,
        patience: float = PATIENCE,
    ) -> Self:
        """Return the archive in the file ``path``; without one, that of ``OFFCUT_ARCHIVE`` or the user's own.

        ``:memory:`` keeps nothing. ``project`` is noted with each source. ``patience`` is in seconds.
        """
        database = Database(locate(path), patience=patience)
        return cls(database, references.checked_namespace(namespace), project)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.aclose()

    @property
    def path(self) -> str:
        """The file, or ``:memory:``."""
        return self._database.shown

    async def referencer(self) -> Reference:
        """Return the pure function that gives the reference of any bytes in this namespace."""
        key = await self._database.read(references.read_key)
        return references.referencer(key, self._namespace)

    async def put_many(self, sources: Sequence[NewSource], stand_ins: Sequence[NewStandIn] = ()) -> list[str]:
        """Store everything in one durable transaction and return the references, in order.

        Equal content is stored once. When this returns, the bytes survive a kill of the process; when
        it raises, nothing was stored.
        """
        if not sources and not stand_ins:
            return []
        return await self._database.write(partial(self._put, sources, stand_ins))

    async def get(self, ref: str) -> bytes:
        """Return the exact bytes. Raises ``SourceNotFound`` with the reason, or ``SourceDamaged``."""
        return await self._read(ref, lambda c, source: retrieval.body(c, self._namespace, source))

    async def manifest(self, ref: str) -> bytes:
        """Return a segment as it is stored: the references of its messages, not the messages."""
        return await self._read(ref, retrieval.stored_body)

    async def describe(self, ref: str) -> SourceInfo:
        """Return what is known of a source. Raises ``SourceNotFound`` with the reason."""
        return await self._snapshot(lambda c: retrieval.describe(c, self._namespace, ref))

    async def read_text(self, ref: str) -> Excerpt:
        """Return the whole text of a source; empty where the bytes are no text."""
        return await self._read(
            ref, lambda c, source: Excerpt(retrieval.text(c, self._namespace, source), 0, 0)
        )

    async def read_characters(self, ref: str, start: int, end: int) -> Excerpt:
        """Return at least the code points ``start`` to ``end`` (0-based, end excluded), whole pieces.

        Beyond the end of the text the excerpt is empty and starts there.
        """
        return await self._read(
            ref, lambda c, source: retrieval.characters(c, self._namespace, source, start, end)
        )

    async def read_lines(self, ref: str, first: int, last: int) -> Excerpt:
        """Return at least the lines ``first`` to ``last`` (1-based, inclusive), whole pieces.

        Beyond the end of the text the excerpt is empty and starts there.
        """
        return await self._read(
            ref, lambda c, source: retrieval.lines(c, self._namespace, source, first, last)
        )

    async def known(self, digests: Sequence[bytes]) -> Mapping[bytes, StandIn]:
        """Return the registered stand-ins among these sha256 digests, with their originals."""
        found = await self._snapshot(lambda c: retrieval.known(c, self._namespace, digests))
        # A stand-in that is still in somebody's context keeps its original from being evicted.
        for stand_in in found.values():
            self._note_use(stand_in.ref)
        return found

    async def search(
        self,
        query: str,
        *,
        tool: str | None = None,
        limit: int = searching.DEFAULT_HITS,
        projects: SearchedProjects = "own",
    ) -> SearchResult:
        """Return the sources that hold every word and quoted phrase of the query, best first.

        At most ``limit`` (1 to 50), one best line each, of this archive's project unless ``projects`` is
        ``all``, only of ``tool`` where it is given. Raises ``InvalidInput`` for an empty query.
        """
        wanted = searching.wanted(query, limit)
        scope = searching.Scope(self._namespace, None if projects == "all" else self._project or "", tool)
        return await self._snapshot(lambda c: searching.search(c, scope, wanted, check_cancelled))

    async def of_session(self, session: str) -> list[SessionSource]:
        """Return the segments and tool results that were met in a session of a host, the newest first."""
        return await self._snapshot(lambda c: sources_of_session(c, self._namespace, session))

    async def forget(
        self,
        *,
        refs: Sequence[str] | None = None,
        session: str | None = None,
        tool: str | None = None,
        project: str | None = None,
        everything: bool = False,
    ) -> Forgotten:
        """Delete sources for good, in the file and its log; a tombstone with the date remains.

        All given conditions must hold. A source that was also met outside the selection stays, and
        loses only the matching occurrences. Raises ``InvalidInput`` if nothing is selected.
        """
        chosen = None if refs is None else tuple(refs)
        selection = Selection(self._namespace, chosen, session, tool, project, everything)
        found = await self._snapshot(lambda c: forgetting.candidates(c, selection))
        deleted, wiped = Deleted(), True
        try:
            for batch in found.batches:
                now = time.time()
                deleted += await self._database.write(partial(forgetting.delete, selection, batch, now))
        finally:
            # Also when cancelled half-way: what is already deleted must not linger in the log.
            with anyio.CancelScope(shield=True):
                wiped = not found.batches or await self._database.write(
                    lambda c: forgetting.wipe(c, self._database.patience, check_cancelled)
                )
        return Forgotten(deleted.sources, deleted.bytes, deleted.occurrences, found.missing, wiped)

    async def stats(self) -> ArchiveStats:
        """Return what the archive holds for this namespace, and the size of its file."""
        return await self._snapshot(lambda c: statistics.measure(c, self._namespace, self._database.path))

    async def aclose(self) -> None:
        """Write down when sources were last used, and close the file."""
        with anyio.CancelScope(shield=True):
            if self._used:
                # Losing these times only makes eviction a little less fair.
                with suppress(ArchiveError):
                    await self._database.write(self._flush)
            await self._database.aclose()

    async def _snapshot(self, work: Callable[[sqlite3.Connection], T]) -> T:
        return await self._database.read(partial(_reading, work))

    async def _read(self, ref: str, work: Callable[[sqlite3.Connection, retrieval.Source], T]) -> T:
        found = await self._snapshot(lambda c: work(c, retrieval.find(c, self._namespace, ref)))
        self._note_use(ref)
        return found

    def _put(
        self, sources: Sequence[NewSource], stand_ins: Sequence[NewStandIn], connection: sqlite3.Connection
    ) -> list[str]:
        # The key is read each time: a file that took the place of another one has its own.
        reference = references.referencer(references.read_key(connection), self._namespace)
        prepared = prepare(sources, reference, check_cancelled)
        used = dict(self._used)
        with writing(connection):
            store = Store(connection, self._namespace, self._project, time.time())
            store.sources(prepared, check_cancelled)
            store.stand_ins(stand_ins)
            store.uses(used)
        self._forget_uses(used)
        return [item.ref for item in prepared]

    def _flush(self, connection: sqlite3.Connection) -> None:
        with writing(connection):
            Store(connection, self._namespace, self._project, time.time()).uses(dict(self._used))

    def _note_use(self, ref: str) -> None:
        self._used[ref] = time.time()

    def _forget_uses(self, written: Mapping[str, float]) -> None:
        for ref, at in written.items():
            if self._used.get(ref) == at:
                self._used.pop(ref, None)


def _reading(work: Callable[[sqlite3.Connection], T], connection: sqlite3.Connection) -> T:
    with reading(connection):
        return work(connection)
