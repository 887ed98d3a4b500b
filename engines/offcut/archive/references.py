"""References: unguessable names made of the content itself."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
import sqlite3
from functools import lru_cache

from offcut.archive.transactions import writing
from offcut.errors import InvalidInput
from offcut.ports import Reference

KEY_BYTES = 32
SHOWN_CHARACTERS = 40

_REFERENCE = re.compile(r"oc_[a-z2-7]{16}", re.ASCII)


@lru_cache(maxsize=16)
def referencer(key: bytes, namespace: str) -> Reference:
    """Return ``bytes -> reference``: ``oc_`` and 80 bits of HMAC-SHA256(key, namespace, NUL, bytes)."""
    keyed = hmac.new(key, namespace.encode() + b"\0", hashlib.sha256)

    def reference(body: bytes) -> str:
        mac = keyed.copy()
        mac.update(body)
        return "oc_" + base64.b32encode(mac.digest()[:10]).decode("ascii").lower()

    return reference


def is_reference(text: object) -> bool:
    """Say whether ``text`` has the form of a reference; whether it exists only the archive knows."""
    return isinstance(text, str) and _REFERENCE.fullmatch(text) is not None


def shown(text: object) -> str:
    """Return anything given as a reference, quoted, printable and cut to 40 characters."""
    given = text if isinstance(text, str) else f"a {type(text).__name__}"
    cut = given if len(given) <= SHOWN_CHARACTERS else given[: SHOWN_CHARACTERS - 1] + "…"
    return (
        '"' + "".join(c if c.isprintable() and c != '"' else "\N{REPLACEMENT CHARACTER}" for c in cut) + '"'
    )


def checked_namespace(namespace: str) -> str:
    """Return the namespace; ``InvalidInput`` unless it is 1 to 200 printable characters.

    A NUL inside it would let one namespace compute the references of another.
    """
    if not (0 < len(namespace) <= 200 and namespace.isprintable()):
        raise InvalidInput(f"namespace must be 1 to 200 printable characters, not {shown(namespace)}")
    return namespace


def ensure_key(connection: sqlite3.Connection) -> None:
    """Make the archive's key once; whichever process comes first decides, and it never changes."""
    if connection.execute("SELECT 1 FROM archive_key").fetchone() is None:
        with writing(connection):
            made = secrets.token_bytes(KEY_BYTES)
            connection.execute("INSERT OR IGNORE INTO archive_key (id, key) VALUES (1, ?)", (made,))


def read_key(connection: sqlite3.Connection) -> bytes:
    """Return the archive's key."""
    key = connection.execute("SELECT key FROM archive_key").fetchone()[0]
    return bytes(key)
