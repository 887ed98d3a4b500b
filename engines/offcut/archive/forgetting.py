"""Deleting sources for good: rows, pages, write-ahead log; what stays is a tombstone with a date."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass

from offcut.archive.pieces import keys
from offcut.archive.references import is_reference, shown
from offcut.archive.storing import stored
from offcut.archive.transactions import writing
from offcut.errors import InvalidInput
from offcut.ports import Check

#: Bytes of sources deleted in one transaction; each deleted page passes through the write-ahead log.
_BATCH_BYTES = 16_777_216
#: Free pages given back to the disk in one transaction.
_BATCH_PAGES = 4096
#: About what the rows of a source take besides its body.
_ROW_BYTES = 1024
#: How long to wait for the readers of other processes, which keep the log from being emptied.
_CHECKPOINT_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was deleted: sources and the bytes of their bodies, and occurrences.

    ``missing`` are the given references under which nothing was stored. ``wiped`` is false if another
    program kept the write-ahead log in use, so that plaintext may lie in it until that program ends.
    """

    sources: int
    bytes: int
    occurrences: int
    missing: tuple[str, ...]
    wiped: bool


@dataclass(frozen=True, slots=True)
class Selection:
    """What is to be forgotten in one namespace: all given conditions must hold."""

    namespace: str
    refs: tuple[str, ...] | None = None
    session: str | None = None
    tool: str | None = None
    project: str | None = None
    everything: bool = False

    def __post_init__(self) -> None:
        chosen = [self.refs, self.session, self.tool, self.project]
        if self.everything and any(value is not None for value in chosen):
            raise InvalidInput(
                "everything leaves nothing to select: give it alone, or refs, session, tool or project"
            )
        if not self.everything and not self.refs and all(value is None for value in chosen[1:]):
            raise InvalidInput(
                "nothing is selected to be forgotten: give refs, session, tool, project or everything"
            )

    @property
    def matches(self) -> tuple[str, list[str]]:
        """The SQL condition on an occurrence ``o``, and its parameters."""
        given = {"session": self.session, "tool": self.tool, "project": self.project}
        held = {name: stored(value) for name, value in given.items() if value is not None}
        condition = " AND ".join(f"o.{name} = ?" for name in held) or "1"
        return f"({condition})", list(held.values())


@dataclass(frozen=True, slots=True)
class Candidates:
    """What a selection may meet, in batches of references, and the references that are not stored."""

    batches: tuple[tuple[str, ...], ...]
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Deleted:
    """What one batch deleted."""

    sources: int = 0
    bytes: int = 0
    occurrences: int = 0

    def __add__(self, other: Deleted) -> Deleted:
        return Deleted(
            self.sources + other.sources, self.bytes + other.bytes, self.occurrences + other.occurrences
        )


def candidates(connection: sqlite3.Connection, selection: Selection) -> Candidates:
    """Return the sources with an occurrence that matches."""
    if selection.refs is None:
        return Candidates(_batches(_matching(connection, selection)), ())
    given = list(dict.fromkeys(selection.refs))
    stored_sizes = {
        ref: size for ref in given if (size := _size(connection, selection.namespace, ref)) is not None
    }
    missing = tuple(ref if is_reference(ref) else shown(ref) for ref in given if ref not in stored_sizes)
    return Candidates(_batches(list(stored_sizes.items())), missing)


def delete(selection: Selection, refs: Sequence[str], now: float, connection: sqlite3.Connection) -> Deleted:
    """Delete one batch in one transaction; a source that was also met elsewhere loses only occurrences."""
    with writing(connection):
        return sum((_delete(connection, selection, ref, now) for ref in refs), Deleted())


def wipe(connection: sqlite3.Connection, patience: float, check: Check) -> bool:
    """Give free pages back to the disk and empty the write-ahead log; false if others keep it in use."""
    _shrink(connection, check)
    give_up = time.monotonic() + min(patience, _CHECKPOINT_SECONDS)
    while connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
        if time.monotonic() >= give_up:
            return False
        check()
    return True


def _shrink(connection: sqlite3.Connection, check: Check) -> None:
    """Give free pages back to the disk; a file that another program began may keep them, zeroed."""
    before, free = -1, _free_pages(connection)
    while free and free != before:
        check()
        connection.execute(f"PRAGMA incremental_vacuum({_BATCH_PAGES})").fetchall()
        before, free = free, _free_pages(connection)


def _free_pages(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA freelist_count").fetchone()[0])


def _matching(connection: sqlite3.Connection, selection: Selection) -> list[tuple[str, int]]:
    condition, parameters = selection.matches
    return connection.execute(
        f"""SELECT ref, bytes FROM source WHERE namespace = ? AND EXISTS (
                SELECT 1 FROM occurrence AS o WHERE o.source = source.id AND {condition})""",
        (selection.namespace, *parameters),
    ).fetchall()


def _size(connection: sqlite3.Connection, namespace: str, ref: str) -> int | None:
    if not is_reference(ref):
        return None
    row = connection.execute(
        "SELECT bytes FROM source WHERE namespace = ? AND ref = ?", (namespace, ref)
    ).fetchone()
    return None if row is None else int(row[0])


def _batches(sized: list[tuple[str, int]]) -> tuple[tuple[str, ...], ...]:
    batches: list[tuple[str, ...]] = []
    batch: list[str] = []
    total = 0
    for ref, size in sized:
        batch.append(ref)
        total += size + _ROW_BYTES
        if total >= _BATCH_BYTES:
            batches.append(tuple(batch))
            batch, total = [], 0
    return (*batches, tuple(batch)) if batch else tuple(batches)


def _delete(connection: sqlite3.Connection, selection: Selection, ref: str, now: float) -> Deleted:
    condition, parameters = selection.matches
    # Looked up again: since the candidates were chosen another process may have met or forgotten it.
    found = connection.execute(
        f"""SELECT id, bytes, (
                SELECT count(*) FROM occurrence AS o WHERE o.source = source.id AND NOT {condition})
            FROM source WHERE namespace = ? AND ref = ?""",
        (*parameters, selection.namespace, ref),
    ).fetchone()
    if found is None:
        return Deleted()
    row, size, met_elsewhere = found
    gone = connection.execute(
        f"DELETE FROM occurrence AS o WHERE source = ? AND {condition}", (row, *parameters)
    )
    if met_elsewhere:
        return Deleted(occurrences=gone.rowcount)
    connection.execute("DELETE FROM piece WHERE id BETWEEN ? AND ?", keys(row))
    connection.execute("DELETE FROM source WHERE id = ?", (row,))
    connection.execute(
        "INSERT OR REPLACE INTO tombstone (namespace, ref, reason, at) VALUES (?, ?, 'forgotten', ?)",
        (selection.namespace, ref, now),
    )
    return Deleted(1, size, gone.rowcount)
