"""A removed stretch: a manifest of message references, read as one JSON document, one message a line."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence

OPEN, SEPARATOR, CLOSE = "[", ",\n", "]"


def references_in(manifest: bytes) -> list[str]:
    """Return the references of a segment's messages, in order."""
    return list(json.loads(manifest)["messages"])


def compose(messages: Sequence[str]) -> str:
    """Return the document of a segment from the JSON of its messages."""
    return OPEN + SEPARATOR.join(messages) + CLOSE


def measure(connection: sqlite3.Connection, namespace: str, manifest: bytes) -> tuple[int, int]:
    """Return characters and lines of a segment's document, from what is known of its messages."""
    refs = references_in(manifest)
    sizes = [_size(connection, namespace, ref) for ref in refs]
    between = max(len(refs) - 1, 0)
    characters = len(OPEN) + sum(size for size, _ in sizes) + between * len(SEPARATOR) + len(CLOSE)
    return characters, 1 + between + sum(lines - 1 for _, lines in sizes)


def document(manifest: bytes, read: Callable[[str], str]) -> str:
    """Return the document of a segment; ``read`` gives the text of a message by its reference."""
    return compose([read(ref) for ref in references_in(manifest)])


def _size(connection: sqlite3.Connection, namespace: str, ref: str) -> tuple[int, int]:
    row = connection.execute(
        "SELECT characters, lines FROM source WHERE namespace = ? AND ref = ?", (namespace, ref)
    ).fetchone()
    return (int(row[0]), int(row[1])) if row else (0, 1)
