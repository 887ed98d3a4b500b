"""What installations leave beside a file, from which they are undone: the file as it was before each.

A backup's name ends in the hash of what the installation wrote. Where there was no file, an empty one
called ``made`` says so; without it nobody knows who made the file, and it is never deleted.
"""

from __future__ import annotations

import hashlib
import os
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from offcut_mcp.commands.target import give_as
from offcut_mcp.install.document import Refused
from offcut_mcp.install.reading import read_whole

Kind = Literal["backup", "made"]
_ENDING = re.compile(r"\.offcut-(?P<kind>backup|made)-(?P<moment>\d{8}T\d{6}Z)-(?P<hash>[0-9a-f]{16})")


@dataclass(frozen=True, slots=True)
class Backup:
    """A file as it was before an installation that wrote what has this hash; ``None`` is no file."""

    path: Path
    moment: str
    hash: str
    body: bytes | None


def backups(path: Path) -> list[Backup]:
    """Return the backups beside a file, the oldest first; what only has such a name is none."""
    try:
        names = sorted(
            entry.name for entry in os.scandir(path.parent) if entry.is_file(follow_symlinks=False)
        )
    except OSError:
        return []
    found = (_backup(path.with_name(name), name.removeprefix(path.name)) for name in names
             if name.startswith(path.name))  # fmt: skip
    return sorted((backup for backup in found if backup), key=lambda backup: backup.moment)


def restorable(path: Path, body: bytes, fits: Callable[[Backup, bytes], bool]) -> Iterator[Backup]:
    """Yield what the file was before each installation that nobody has changed anything since.

    The newest comes first. ``fits`` says whether a backup differs from the bytes of the file by what an
    installation writes: anybody can give a file such a name.
    """
    by_hash = {backup.hash: backup for backup in backups(path)}
    current: bytes | None = body
    while current is not None and (backup := by_hash.pop(hash_of(current), None)):
        if not fits(backup, current):
            return
        yield backup
        current = backup.body


def keep(path: Path, before: bytes | None, after: bytes) -> Path:
    """Write beside a file what it was before it becomes ``after``, for whom the file belongs to.

    Raises ``OSError``; then nothing is left beside it.
    """
    kind: Kind = "made" if before is None else "backup"
    moment = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    backup = path.with_name(f"{path.name}.offcut-{kind}-{moment}-{hash_of(after)}")
    backup.unlink(missing_ok=True)
    handle = os.open(backup, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(before or b"")
            stream.flush()
            os.fsync(handle)
        if before is not None:
            give_as(path, backup)
    except OSError:
        backup.unlink(missing_ok=True)
        raise
    return backup


def hash_of(body: bytes) -> str:
    """Return what the name of a backup says of the bytes that were written."""
    return hashlib.sha256(body).hexdigest()[:16]


def _backup(path: Path, ending: str) -> Backup | None:
    named = _ENDING.fullmatch(ending)
    if named is None:
        return None
    try:
        body = read_whole(path)
    except Refused:
        return None
    made = named["kind"] == "made"
    if body is None or (made and body):
        return None
    return Backup(path, named["moment"], named["hash"], None if made else body)
