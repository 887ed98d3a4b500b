"""What the archive holds for one namespace, in numbers."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from offcut.archive.location import MEMORY, companions
from offcut.archive.pieces import SOURCE_SHIFT

TOP_TOOLS = 10


@dataclass(frozen=True, slots=True)
class Amount:
    """How many sources, and the bytes of their bodies."""

    count: int
    bytes: int


@dataclass(frozen=True, slots=True)
class ToolAmount:
    """What came from one tool; ``tool`` is ``None`` where no tool was named."""

    tool: str | None
    count: int
    bytes: int


@dataclass(frozen=True, slots=True)
class ArchiveStats:
    """What a namespace holds.

    ``sources`` is by kind, ``tools`` the ten with the most bytes (a source met under two tools counts
    for both), ``stored_bytes`` what the pieces take, ``tombstones`` by reason, ``oldest`` and
    ``newest`` seconds since the epoch, ``file_bytes`` database and write-ahead log of all namespaces.
    """

    path: str
    sources: Mapping[str, Amount]
    pieces: int
    stored_bytes: int
    tools: tuple[ToolAmount, ...]
    stand_ins: int
    tombstones: Mapping[str, int]
    oldest: float | None
    newest: float | None
    file_bytes: int

    @property
    def total(self) -> Amount:
        """All sources together."""
        amounts = self.sources.values()
        return Amount(sum(a.count for a in amounts), sum(a.bytes for a in amounts))


def measure(connection: sqlite3.Connection, namespace: str, path: Path | None) -> ArchiveStats:
    """Return the numbers of one namespace."""
    here = (namespace,)
    kinds = connection.execute(
        "SELECT kind, count(*), sum(bytes) FROM source WHERE namespace = ? GROUP BY kind ORDER BY kind", here
    ).fetchall()
    pieces, stored_bytes = connection.execute(
        f"""SELECT count(*), ifnull(sum(length(body)), 0) FROM piece
            WHERE id >> {SOURCE_SHIFT} IN (SELECT id FROM source WHERE namespace = ?)""",
        here,
    ).fetchone()
    oldest, newest = connection.execute(
        "SELECT min(created_at), max(created_at) FROM source WHERE namespace = ?", here
    ).fetchone()
    stand_ins = connection.execute("SELECT count(*) FROM stand_in WHERE namespace = ?", here).fetchone()[0]
    tombstones = connection.execute(
        "SELECT reason, count(*) FROM tombstone WHERE namespace = ? GROUP BY reason ORDER BY reason", here
    ).fetchall()
    return ArchiveStats(
        path=str(path or MEMORY),
        sources={kind: Amount(count, size) for kind, count, size in kinds},
        pieces=pieces,
        stored_bytes=stored_bytes,
        tools=_tools(connection, namespace),
        stand_ins=stand_ins,
        tombstones=dict(tombstones),
        oldest=oldest,
        newest=newest,
        file_bytes=_file_bytes(connection, path),
    )


def _tools(connection: sqlite3.Connection, namespace: str) -> tuple[ToolAmount, ...]:
    rows = connection.execute(
        """SELECT tool, count(*), sum(bytes) FROM (
               SELECT DISTINCT o.tool AS tool, s.id, s.bytes AS bytes
               FROM occurrence AS o JOIN source AS s ON s.id = o.source WHERE s.namespace = ?
           ) GROUP BY tool ORDER BY 3 DESC, tool LIMIT ?""",
        (namespace, TOP_TOOLS),
    )
    return tuple(ToolAmount(tool or None, count, size) for tool, count, size in rows)


def _file_bytes(connection: sqlite3.Connection, path: Path | None) -> int:
    if path is None:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        return int(pages * connection.execute("PRAGMA page_size").fetchone()[0])
    database, log, _ = companions(path)
    return sum(file.stat().st_size for file in (database, log) if file.exists())
