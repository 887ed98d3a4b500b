"""The tables of an archive, as numbered migrations, each run in a transaction of its own.

``PRAGMA user_version`` is the number of migrations a file has seen. A migration that was released is
never edited; the next change is appended.
"""

from __future__ import annotations

import sqlite3

from offcut.archive.transactions import reading, writing

#: Written into the file's header ("ofct"), so that a database of another program is left alone.
APPLICATION_ID = 0x6F666374

_FIRST = (
    f"PRAGMA application_id = {APPLICATION_ID}",
    "CREATE TABLE archive_key (id INTEGER PRIMARY KEY CHECK (id = 1), key BLOB NOT NULL)",
    # text_part: 0 the body is the text, 1 the text has pieces of its own, NULL there is no text.
    # used_at, pinned, expires_at and indexed wait for eviction, expiring plans and search; an index on
    # one of them is a migration of its own that rewrites nothing, and costs a page in every write.
    """CREATE TABLE source (
        id INTEGER PRIMARY KEY,
        namespace TEXT NOT NULL,
        ref TEXT NOT NULL,
        kind TEXT NOT NULL,
        media_type TEXT NOT NULL,
        sha256 BLOB NOT NULL,
        bytes INTEGER NOT NULL,
        characters INTEGER NOT NULL,
        lines INTEGER NOT NULL,
        blocks INTEGER NOT NULL,
        text_part INTEGER,
        tokens INTEGER,
        tool TEXT NOT NULL,
        created_at REAL NOT NULL,
        used_at REAL NOT NULL,
        expires_at REAL,
        pinned INTEGER NOT NULL DEFAULT 0,
        indexed INTEGER NOT NULL DEFAULT 0,
        UNIQUE (namespace, ref)
    )""",
    # The id is made of source, part and number (pieces.py), which spares an index and its page in every
    # write. The body is the last column: a scan for lines then never walks the pages of the bodies.
    """CREATE TABLE piece (
        id INTEGER PRIMARY KEY,
        start INTEGER NOT NULL,
        length INTEGER NOT NULL,
        first_line INTEGER NOT NULL,
        last_line INTEGER NOT NULL,
        sha256 BLOB NOT NULL,
        body BLOB NOT NULL
    )""",
    # '' and -1 stand for none: NULLs would count as different from each other.
    """CREATE TABLE occurrence (
        source INTEGER NOT NULL REFERENCES source (id),
        call_id TEXT NOT NULL,
        session TEXT NOT NULL,
        position INTEGER NOT NULL,
        tool TEXT NOT NULL,
        project TEXT NOT NULL,
        seen_at REAL NOT NULL,
        PRIMARY KEY (source, call_id, session, position, tool, project)
    ) WITHOUT ROWID""",
    """CREATE TABLE stand_in (
        namespace TEXT NOT NULL,
        digest BLOB NOT NULL,
        ref TEXT NOT NULL,
        kind TEXT NOT NULL,
        by_host INTEGER NOT NULL,
        characters INTEGER NOT NULL,
        lines INTEGER NOT NULL,
        shown_at REAL NOT NULL,
        PRIMARY KEY (namespace, digest)
    ) WITHOUT ROWID""",
    """CREATE TABLE tombstone (
        namespace TEXT NOT NULL,
        ref TEXT NOT NULL,
        reason TEXT NOT NULL,
        at REAL NOT NULL,
        PRIMARY KEY (namespace, ref)
    ) WITHOUT ROWID""",
)

MIGRATIONS: tuple[tuple[str, ...], ...] = (_FIRST,)


def refusal(connection: sqlite3.Connection) -> str | None:
    """Say why this program must not touch the file, or nothing."""
    # One snapshot: another process may be making these tables right now.
    with reading(connection):
        version, application = _pragma(connection, "user_version"), _pragma(connection, "application_id")
        tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if application != APPLICATION_ID and (application or version or tables):
        return "is a database of another program"
    if version > len(MIGRATIONS):
        return f"was written by a newer offcut (schema {version}, this one knows {len(MIGRATIONS)})"
    return None


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the file to the newest schema; safe when several processes do so at once."""
    while _pragma(connection, "user_version") < len(MIGRATIONS):
        with writing(connection):
            # Read again inside the transaction: another process may just have done this step.
            step = _pragma(connection, "user_version")
            if step < len(MIGRATIONS):
                for statement in MIGRATIONS[step]:
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {step + 1}")


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])
