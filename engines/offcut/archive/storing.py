"""Writing sources, their occurrences and their stand-ins; every function runs inside a transaction."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from offcut.archive import segments
from offcut.archive.pieces import BODY, Parts, is_intact, keyed, keys, part_of, split
from offcut.archive.references import shown
from offcut.errors import ArchiveError, InvalidInput
from offcut.ports import Check, NewSource, NewStandIn, Occurrence, Reference

NO_POSITION = -1


@dataclass(frozen=True, slots=True)
class Prepared:
    """A source with its reference and pieces, made before the file is locked."""

    ref: str
    source: NewSource
    parts: Parts


def prepare(sources: Sequence[NewSource], reference: Reference, check: Check) -> list[Prepared]:
    """Cut all sources into pieces. Raises ``InvalidInput`` if a body said to be text is not UTF-8."""
    prepared = []
    for index, source in enumerate(sources):
        check()
        try:
            parts = split(source)
        except UnicodeError as error:
            raise InvalidInput(
                f'sources[{index}].body is not UTF-8: give its text, or text="" if it is no text'
            ) from error
        prepared.append(Prepared(reference(source.body), source, parts))
    return prepared


@dataclass(frozen=True, slots=True)
class Store:
    """Writes into one namespace; ``now`` is seconds since the epoch."""

    connection: sqlite3.Connection
    namespace: str
    project: str | None
    now: float

    def sources(self, prepared: Iterable[Prepared], check: Check) -> None:
        """Store each source that is not there yet, and where each was met."""
        for index, item in enumerate(prepared):
            check()
            self._refuse_stand_in(index, item)
            self._occurrence(self._source(item), item.source.occurrence)

    def stand_ins(self, stand_ins: Sequence[NewStandIn]) -> None:
        """Register what was shown in place of sources; a digest keeps its first meaning.

        Raises ``ArchiveError`` for a reference that would not redeem: its source was forgotten meanwhile.
        """
        for ref in dict.fromkeys(s.ref for s in stand_ins if not s.by_host):
            self._require(ref)
        self.connection.executemany(
            """INSERT OR IGNORE INTO stand_in
                   (namespace, digest, ref, kind, by_host, characters, lines, shown_at)
                   VALUES (?, ?, ?, ?, ?, ?, ?, ?)""",
            [
                (self.namespace, s.digest, stored(s.ref), s.kind, s.by_host, s.characters, s.lines, self.now)
                for s in stand_ins
            ],
        )

    def uses(self, used: Mapping[str, float]) -> None:
        """Write down when sources were last read."""
        self.connection.executemany(
            "UPDATE source SET used_at = max(used_at, ?) WHERE namespace = ? AND ref = ?",
            [(at, self.namespace, ref) for ref, at in used.items()],
        )

    def _require(self, ref: str) -> None:
        found = self.connection.execute(
            "SELECT 1 FROM source WHERE namespace = ? AND ref = ?", (self.namespace, ref)
        ).fetchone()
        if found is None:
            raise ArchiveError(f"source {shown(ref)} is no longer there; nothing was stored, call again")

    def _refuse_stand_in(self, index: int, item: Prepared) -> None:
        """A stand-in stored as a source would hide the original behind one more reference (F-34)."""
        if item.source.kind != "tool_result":
            return
        row = self.connection.execute(
            "SELECT ref FROM stand_in WHERE namespace = ? AND digest = ?",
            (self.namespace, item.parts.text_sha256),
        ).fetchone()
        if row:
            raise InvalidInput(
                f"sources[{index}] is what was shown in place of {shown(row[0])}, "
                "not an original: leave it as it is"
            )

    def _source(self, item: Prepared) -> int:
        """Return the row of a source, storing it unless it is there already."""
        row = self.connection.execute(
            "SELECT id FROM source WHERE namespace = ? AND ref = ?", (self.namespace, item.ref)
        ).fetchone()
        if row is None:
            return self._new_source(item)
        self.uses({item.ref: self.now})
        self._prolong(int(row[0]), item.source.lifetime)
        self._mend(int(row[0]), item)
        return int(row[0])

    def _new_source(self, item: Prepared) -> int:
        source, parts = item.source, item.parts
        cursor = self.connection.execute(
            """INSERT INTO source (namespace, ref, kind, media_type, blocks, tokens, sha256, bytes,
                   characters, lines, text_part, tool, created_at, used_at, expires_at)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
            (self.namespace, item.ref, source.kind, stored(source.media_type), source.blocks, source.tokens,
             parts.sha256, len(source.body), parts.characters, parts.lines, parts.text_part,
             stored(source.occurrence.tool), self.now, self.now,
             None if source.lifetime is None else self.now + source.lifetime),
        )  # fmt: skip
        row = int(cursor.lastrowid or 0)
        self._pieces(row, parts)
        if source.kind == "segment":
            self._measure(row, source.body)
        self.connection.execute(
            "DELETE FROM tombstone WHERE namespace = ? AND ref = ?", (self.namespace, item.ref)
        )
        return row

    def _prolong(self, row: int, lifetime: float | None) -> None:
        """Let a source live as long as whoever stores it last wants; without a limit, for good."""
        until = None if lifetime is None else self.now + lifetime
        self.connection.execute(
            "UPDATE source SET expires_at = ? WHERE id = ? AND expires_at IS NOT NULL", (until, row)
        )

    def _measure(self, row: int, manifest: bytes) -> None:
        """Note the size of a segment's document: its messages were stored before it."""
        size = segments.measure(self.connection, self.namespace, manifest)
        self.connection.execute("UPDATE source SET characters = ?, lines = ? WHERE id = ?", (*size, row))

    def _mend(self, row: int, item: Prepared) -> None:
        """Write a stored source anew if it is damaged: its reference is about to be promised again."""
        if _is_intact(self.connection, row, item.parts.sha256):
            return
        self.connection.execute("DELETE FROM piece WHERE id BETWEEN ? AND ?", keys(row))
        self.connection.execute(
            "UPDATE source SET sha256 = ?, bytes = ?, characters = ?, lines = ?, text_part = ? WHERE id = ?",
            (item.parts.sha256, len(item.source.body), item.parts.characters, item.parts.lines,
             item.parts.text_part, row),
        )  # fmt: skip
        self._pieces(row, item.parts)
        if item.source.kind == "segment":
            self._measure(row, item.source.body)

    def _pieces(self, row: int, parts: Parts) -> None:
        self.connection.executemany(
            """INSERT INTO piece (id, start, length, first_line, last_line, sha256, body)
                   VALUES (?, ?, ?, ?, ?, ?, ?)""",
            [
                (key, p.start, p.length, p.first_line, p.last_line, p.sha256, p.body)
                for key, p in keyed(row, parts.pieces)
            ],
        )

    def _occurrence(self, row: int, met: Occurrence) -> None:
        names = (stored(name) for name in (met.call_id, met.session, met.tool, self.project))
        self.connection.execute(
            """INSERT OR IGNORE INTO occurrence (source, call_id, session, tool, project, position, seen_at)
                   VALUES (?, ?, ?, ?, ?, ?, ?)""",
            (row, *names, NO_POSITION if met.position is None else met.position, self.now),
        )


def stored(name: str | None) -> str:
    """Return a name as the archive holds it: none is empty, and a lone surrogate becomes ``?``."""
    return (name or "").encode("utf-8", "replace").decode("utf-8")


def _is_intact(connection: sqlite3.Connection, row: int, sha256: bytes) -> bool:
    whole = hashlib.sha256()
    for key, body, piece_sha256 in connection.execute(
        "SELECT id, body, sha256 FROM piece WHERE id BETWEEN ? AND ? ORDER BY id", keys(row)
    ):
        if not is_intact(body, piece_sha256):
            return False
        if part_of(key) == BODY:
            whole.update(body)
    return whole.digest() == sha256
