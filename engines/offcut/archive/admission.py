"""Which files this program may use: refused before anything is written to them."""

from __future__ import annotations

import sqlite3
from functools import lru_cache
from pathlib import Path

from offcut.archive import schema
from offcut.archive.failures import ELSEWHERE, unavailable
from offcut.archive.transactions import reading

_COLUMNS = """SELECT m.name || '.' || c.name FROM sqlite_master AS m, pragma_table_info(m.name) AS c
              WHERE m.type = 'table'"""


def admit(path: Path | None, connection: sqlite3.Connection) -> None:
    """Refuse a file that is not ours to change. Raises ``ArchiveUnavailable``."""
    if refusal := schema.refusal(connection):
        raise unavailable(path, f"{refusal}: update offcut or move that file away, or {ELSEWHERE}")
    # One snapshot: another process may be making these tables right now.
    with reading(connection):
        missing = _needed() - _columns(connection) if _is_newest(connection) else None
    if missing:
        raise unavailable(
            path,
            f"was written by a development version of offcut (without {min(missing)}): "
            f"move it away, or {ELSEWHERE}",
        )


def admit_to_read(path: Path, connection: sqlite3.Connection) -> None:
    """Refuse also a file that would have to be brought to the newest schema first."""
    admit(path, connection)
    if not _is_newest(connection):
        raise unavailable(
            path,
            "is read-only and from before this version of offcut: make file and folder writable, "
            f"or {ELSEWHERE}",
        )


def _is_newest(connection: sqlite3.Connection) -> bool:
    return bool(connection.execute("PRAGMA user_version").fetchone()[0] == len(schema.MIGRATIONS))


@lru_cache(maxsize=1)
def _needed() -> frozenset[str]:
    """Return the columns of a new archive."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        schema.migrate(connection)
        return _columns(connection)
    finally:
        connection.close()


def _columns(connection: sqlite3.Connection) -> frozenset[str]:
    return frozenset(name for (name,) in connection.execute(_COLUMNS))
