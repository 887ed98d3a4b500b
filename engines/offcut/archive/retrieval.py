"""Reading sources, whole or by pieces, and saying why one is missing; inside one snapshot each."""

from __future__ import annotations

import hashlib
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from offcut.archive import segments
from offcut.archive.pieces import BODY, is_intact, joined, keys
from offcut.archive.references import is_reference, shown
from offcut.errors import SourceDamaged, SourceNotFound
from offcut.ports import Excerpt, SourceInfo, StandIn

#: SQLite allowed 999 parameters in a statement before 3.32.
_PARAMETERS = 500

#: Where a piece begins and ends, 0-based, end excluded; a line may belong to several pieces.
_CHARACTERS = ("start", "start + length")
_LINES = ("first_line", "last_line + 1")

#: Reason of a tombstone -> what happened and what to do; ``{day}`` is when.
_REASONS = {
    "forgotten": "it was forgotten on {day} at the user's request; run the tool again if it is needed",
    "evicted": "it was evicted on {day} to stay under the size limit; run the tool again if it is needed",
    "expired": "it expired on {day}; make it again if it is needed",
}
_NEVER = "nothing was ever stored under it here; copy the reference exactly as its marker shows it"
_NO_REFERENCE = (
    'it is no reference of offcut, which is "oc_" and 16 characters; copy it exactly from its marker'
)


@dataclass(frozen=True, slots=True)
class Source:
    """A row of the archive: what is known, which part is the text, how large the body is."""

    row: int
    info: SourceInfo
    text_part: int | None


def find(connection: sqlite3.Connection, namespace: str, ref: str) -> Source:
    """Return the source under a reference. Raises ``SourceNotFound`` with the reason."""
    if not is_reference(ref):
        raise SourceNotFound(f"no source {shown(ref)}: {_NO_REFERENCE}")
    found = connection.execute(
        """SELECT id, text_part, kind, media_type, sha256, bytes, characters, lines, blocks, created_at,
               tool, expires_at
           FROM source WHERE namespace = ? AND ref = ?""",
        (namespace, ref),
    ).fetchone()
    if found is None:
        raise SourceNotFound(f"no source {shown(ref)}: {_why_missing(connection, namespace, ref)}")
    *found, expires = found
    if expires is not None and expires <= time.time():
        raise SourceNotFound(f"no source {shown(ref)}: {_because('expired', expires)}")
    row, text_part, kind, media_type, sha256, size, characters, lines, blocks, created, tool = found
    info = SourceInfo(ref, kind, media_type, sha256, size, characters, lines, blocks, tool or None, created)
    return Source(row, info, text_part)


def describe(connection: sqlite3.Connection, namespace: str, ref: str) -> SourceInfo:
    """Return what is known of a source; of a segment the hash and size of the document that one reads."""
    source = find(connection, namespace, ref)
    if source.info.kind != "segment":
        return source.info
    document = body(connection, namespace, source)
    return replace(source.info, sha256=hashlib.sha256(document).digest(), bytes=len(document))


def body(connection: sqlite3.Connection, namespace: str, source: Source) -> bytes:
    """Return the exact bytes; of a segment the document of its messages."""
    if source.info.kind == "segment":
        return _document(connection, namespace, source).encode("utf-8", "surrogatepass")
    return stored_body(connection, source)


def stored_body(connection: sqlite3.Connection, source: Source) -> bytes:
    """Return the bytes as they were stored. Raises ``SourceDamaged`` if they are not those anymore."""
    rows = connection.execute(
        "SELECT body FROM piece WHERE id BETWEEN ? AND ? ORDER BY id", keys(source.row, BODY)
    )
    whole = b"".join(row[0] for row in rows)
    if not is_intact(whole, source.info.sha256):
        raise damaged(source.info.ref)
    return whole


def text(connection: sqlite3.Connection, namespace: str, source: Source) -> str:
    """Return the whole text."""
    return characters(connection, namespace, source, 0, source.info.characters).text


def characters(
    connection: sqlite3.Connection, namespace: str, source: Source, start: int, end: int
) -> Excerpt:
    """Return the pieces that meet the code points ``start`` to ``end``; nothing beyond the text."""
    if source.info.kind == "segment":
        return Excerpt(_document(connection, namespace, source), 0, 0)
    low = max(start, 0)
    return _excerpt(connection, source, _CHARACTERS, low, min(max(end, low + 1), source.info.characters))


def lines(connection: sqlite3.Connection, namespace: str, source: Source, first: int, last: int) -> Excerpt:
    """Return the pieces that meet the lines ``first`` to ``last``; nothing beyond the text."""
    if source.info.kind == "segment":
        return Excerpt(_document(connection, namespace, source), 0, 0)
    low = max(first, 1) - 1
    return _excerpt(connection, source, _LINES, low, min(max(last, low + 1), source.info.lines))


def known(connection: sqlite3.Connection, namespace: str, digests: Sequence[bytes]) -> dict[bytes, StandIn]:
    """Return the registered stand-ins among the digests, with the original text where it can be read."""
    found: dict[bytes, StandIn] = {}
    originals: dict[str, str | None] = {}
    for some in _chunks(digests):
        marks = ",".join("?" * len(some))
        for digest, ref, kind, by_host in connection.execute(
            f"SELECT digest, ref, kind, by_host FROM stand_in WHERE namespace = ? AND digest IN ({marks})",
            (namespace, *some),
        ).fetchall():
            if not by_host and kind == "preview" and ref not in originals:
                originals[ref] = _original(connection, namespace, ref)
            found[digest] = StandIn(ref, kind, bool(by_host), originals.get(ref))
    return found


def damaged(ref: str) -> SourceDamaged:
    """Return the error for a source whose bytes changed on the disk."""
    return SourceDamaged(
        f"source {shown(ref)} is damaged: its bytes no longer match their hash, so they are not given out; "
        "run the tool again, or restore the archive from a backup"
    )


def _excerpt(
    connection: sqlite3.Connection, source: Source, measure: tuple[str, str], low: int, high: int
) -> Excerpt:
    """Return the pieces from ``low`` to ``high``: checked, joined, following each other without a gap."""
    if low >= high or not source.info.characters:
        return Excerpt("", source.info.characters, source.info.lines - 1)
    begin, end = measure
    rows = connection.execute(
        f"""SELECT {begin}, {end}, start, length, first_line, sha256, body FROM piece
            WHERE id BETWEEN ? AND ? AND {begin} < ? AND {end} > ? ORDER BY id""",
        (*keys(source.row, source.text_part), high, low),
    ).fetchall()
    covered = rows and rows[0][0] <= low and rows[-1][1] >= high
    gaps = any(left[2] + left[3] != right[2] for left, right in pairwise(rows))
    if not covered or gaps or not all(is_intact(row[6], row[5]) for row in rows):
        raise damaged(source.info.ref)
    return Excerpt(joined([row[6] for row in rows]), rows[0][2], rows[0][4])


def _document(connection: sqlite3.Connection, namespace: str, source: Source) -> str:
    """Return the messages of a segment as one JSON document."""
    manifest = stored_body(connection, source)
    return segments.document(
        manifest, lambda ref: text(connection, namespace, find(connection, namespace, ref))
    )


def _original(connection: sqlite3.Connection, namespace: str, ref: str) -> str | None:
    """Return the text of a stand-in's original; ``None`` where it is gone or damaged.

    One damaged source must not stop a whole conversation from being folded; whoever asks for that
    source is told.
    """
    try:
        return text(connection, namespace, find(connection, namespace, ref))
    except (SourceNotFound, SourceDamaged):
        return None


def _why_missing(connection: sqlite3.Connection, namespace: str, ref: str) -> str:
    row = connection.execute(
        "SELECT reason, at FROM tombstone WHERE namespace = ? AND ref = ?", (namespace, ref)
    ).fetchone()
    if row is None:
        return _NEVER
    return _because(*row)


def _because(reason: str, at: float) -> str:
    return _REASONS[reason].format(day=time.strftime("%Y-%m-%d", time.gmtime(at)))


def _chunks(digests: Iterable[bytes]) -> Iterator[list[bytes]]:
    every = list(dict.fromkeys(digests))
    for at in range(0, len(every), _PARAMETERS):
        yield every[at : at + _PARAMETERS]
