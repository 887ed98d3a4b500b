"""Configuration files as they are read: whole, or refused with the reason."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from offcut_mcp.install.document import Refused

#: No configuration is longer; what is was not made for us to read.
LONGEST = 64 * 1024 * 1024


def read_file(path: Path) -> bytes | None:
    """Return the bytes of a file that may be changed, or ``None`` where there is none yet.

    Raises ``Refused`` as ``read_whole`` does, and for a file that is write-protected.
    """
    body = read_whole(path)
    if body is not None and not is_writable(path):
        raise refused(path, "is write-protected")
    return body


def read_whole(path: Path) -> bytes | None:
    """Return the bytes of a file, or ``None`` where there is none.

    Raises ``Refused`` for what is no regular file or cannot be read.
    """
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise refused(path, "is a folder" if stat.S_ISDIR(status.st_mode) else "is no regular file")
        if status.st_size > LONGEST:
            raise refused(path, f"is longer than {LONGEST} bytes, which no configuration is")
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise refused(path, f"cannot be read ({error.strerror})") from None


def is_writable(path: Path) -> bool:
    """Say whether a file may be written; what nobody may write is protected from root as well."""
    return os.access(path, os.W_OK) and bool(path.stat().st_mode & 0o222)


def refused(path: Path, why: str) -> Refused:
    """Return the refusal of a file for this reason."""
    return Refused(f"{path} {why}, and was left as it is; put that right first")
