"""Opens a session file so that what is read is what was checked, whatever happens to names meanwhile."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from offcut.errors import InvalidInput
from offcut.transcripts.folders import SessionFolders
from offcut.transcripts.session import Host

#: Neither follow a link that took the file's place, nor wait for the writer of a pipe.
FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


@contextmanager
def opened(path: Path, folders: SessionFolders) -> Iterator[tuple[BinaryIO, Path, Host]]:
    """Open a session file; yield it with its resolved path and the host in whose folder it lies.

    The path is resolved again after opening and must still name the very file that was opened. Raises
    ``InvalidInput`` for a path outside the folders, a file of another user, and what is no regular file.
    """
    resolved, host = _inside(path, folders)
    with _open(resolved, path) as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise InvalidInput(f"{path} is no regular file, so it is not read as a session")
        if hasattr(os, "geteuid") and status.st_uid != os.geteuid():
            raise InvalidInput(
                f"{path} belongs to another user, so it is not read; give a session of your own"
            )
        again, _ = _inside(path, folders)
        if again != resolved or not _is_named(status, again):
            raise InvalidInput(f"{path} was exchanged while it was opened, so it is not read; try again")
        yield file, resolved, host


def _inside(path: Path, folders: SessionFolders) -> tuple[Path, Host]:
    """Return the resolved path and the host whose folder holds it."""
    try:
        resolved = path.resolve()
    except (OSError, RuntimeError, ValueError) as error:  # a circle of links, a NUL in the name
        raise InvalidInput(f"{str(path)[:200]!r} is no path that can be read") from error
    host = folders.host_of(resolved)
    if host is None or resolved.suffix != ".jsonl":
        raise InvalidInput(
            f"{path} is no session file below {folders.claude_code} or {folders.codex}, and nothing else is "
            "read; `offcut sessions` lists them"
        )
    return resolved, host


def _open(resolved: Path, shown: Path) -> BinaryIO:
    try:
        return os.fdopen(os.open(resolved, FLAGS), "rb")
    except OSError as error:
        reason = error.strerror or "unknown reason"
        raise InvalidInput(f"the session file {shown} cannot be read ({reason})") from error


def _is_named(status: os.stat_result, path: Path) -> bool:
    try:
        return os.path.samestat(status, path.stat())
    except OSError:
        return False
