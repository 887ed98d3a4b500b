"""Configuration files on the disk: read whole or refused, replaced in one step, the old one kept beside."""

from __future__ import annotations

import hashlib
import os
import stat
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from offcut_mcp.commands.target import write_file
from offcut_mcp.install.document import Refused

#: No configuration is longer; what is was not made for us to read.
LONGEST = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Change:
    """What becomes of one file: the bytes it has and those it gets; ``None`` is no file.

    ``backed_up`` says whether the old bytes are kept beside the file; ``consumed`` are backups of earlier
    changes that this one undoes.
    """

    path: Path
    before: bytes | None
    after: bytes | None
    backed_up: bool = True
    consumed: tuple[Path, ...] = ()

    @property
    def changes(self) -> bool:
        """Whether the file will not be as it is."""
        return self.before != self.after


def read_file(path: Path) -> bytes | None:
    """Return the bytes of a file that may be changed, or ``None`` where there is none yet.

    Raises ``Refused`` as ``read_whole`` does, and for a file that is write-protected.
    """
    body = read_whole(path)
    # What nobody may write is protected from root as well.
    if body is not None and not (os.access(path, os.W_OK) and path.stat().st_mode & 0o222):
        raise _refused(path, "is write-protected")
    return body


def read_whole(path: Path) -> bytes | None:
    """Return the bytes of a file, or ``None`` where there is none.

    Raises ``Refused`` for what is no regular file or cannot be read.
    """
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise _refused(path, "is a folder" if stat.S_ISDIR(status.st_mode) else "is no regular file")
        if status.st_size > LONGEST:
            raise _refused(path, f"is longer than {LONGEST} bytes, which no configuration is")
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _refused(path, f"cannot be read ({error.strerror})") from None


def apply(change: Change) -> Path | None:
    """Make a change and return the backup of the old file, if one was made.

    The file is replaced in one step; permissions stay, a symbolic link stays one. Raises ``Refused`` if
    it is no longer what the change was planned for, or cannot be written.
    """
    path = change.path
    if read_file(path) != change.before:
        raise Refused(f"{path} was changed by another program meanwhile and was left as it is; try again")
    try:
        backup = _keep(change) if change.backed_up else None
        if change.after is None:
            Path(os.path.realpath(path)).unlink()  # a symbolic link leads nowhere again
        else:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_file(path, change.after)
        for needless in change.consumed:
            needless.unlink(missing_ok=True)
    except OSError as error:
        raise _refused(path, f"cannot be written ({error.strerror})") from None
    return backup


def backups(path: Path) -> list[Path]:
    """Return the backups beside a file, the oldest first."""
    try:
        return sorted(path.parent.glob(f"{_escaped(path.name)}.offcut-backup-*"))
    except OSError:
        return []


def restorable(path: Path, body: bytes) -> Iterator[tuple[Path, bytes]]:
    """Yield what the file was before each installation that nobody has changed anything since.

    The newest comes first. A backup's name ends in the hash of what the installation wrote.
    """
    by_hash = {backup.name.rpartition("-")[2]: backup for backup in backups(path)}
    while backup := by_hash.pop(_hash(body), None):
        body = backup.read_bytes()
        yield backup, body


def _keep(change: Change) -> Path | None:
    """Write the old bytes beside the file, readable by whom the file is."""
    if change.before is None or change.after is None:
        return None
    moment = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    backup = change.path.with_name(f"{change.path.name}.offcut-backup-{moment}-{_hash(change.after)}")
    mode = stat.S_IMODE(change.path.stat().st_mode)
    backup.unlink(missing_ok=True)
    handle = os.open(backup, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as stream:
        stream.write(change.before)
        stream.flush()
        os.fsync(handle)
    backup.chmod(mode)
    return backup


def _hash(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:16]


def _escaped(name: str) -> str:
    return "".join(f"[{character}]" if character in "*?[" else character for character in name)


def _refused(path: Path, why: str) -> Refused:
    return Refused(f"{path} {why}, and was left as it is; put that right first")
