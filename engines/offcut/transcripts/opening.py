"""Opens a session file so that what is read is what was checked, whatever happens to names meanwhile."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
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
#: Characters of a path in an error.
LONGEST_SHOWN = 200


@contextmanager
def opened(path: Path, folders: SessionFolders) -> Iterator[tuple[BinaryIO, Path, Host]]:
    """Open a session file; yield it with its resolved path and the host in whose folder it lies.

    The path is resolved again after opening and must still name the very file that was opened. Raises
    ``InvalidInput`` for a path outside the folders, a file of another user, and what is no regular file.
    """
    resolved, host = _inside(path, folders)
    root = folders.root(host).resolve()
    with _regular(path, lambda: _open_below(root, resolved)) as file:
        _require_users(file, path)
        again, _ = _inside(path, folders)
        if again != resolved or not _is_named(os.fstat(file.fileno()), again):
            raise InvalidInput(f"{_shown(path)} was exchanged while it was opened; try again")
        yield file, resolved, host


@contextmanager
def own_file(path: Path) -> Iterator[BinaryIO]:
    """Open a file that a host names, wherever it lies: a regular one of this user, and nothing that waits.

    Raises ``InvalidInput`` for anything else.
    """
    with regular_file(path) as file:
        _require_users(file, path)
        yield file


def regular_file(path: Path) -> AbstractContextManager[BinaryIO]:
    """Open a regular file, and nothing that waits. Raises ``InvalidInput`` for anything else."""
    return _regular(path, lambda: os.open(path.resolve(), FLAGS))


@contextmanager
def _regular(path: Path, open: Callable[[], int]) -> Iterator[BinaryIO]:
    try:
        handle = open()
    except (OSError, RuntimeError, ValueError) as error:  # a circle of links, a NUL in the name
        reason = getattr(error, "strerror", None) or "unknown reason"
        raise InvalidInput(f"the file {_shown(path)} cannot be read ({reason})") from error
    try:  # the file object of a folder is never made, so it could not close the handle
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise InvalidInput(f"{_shown(path)} is no regular file, so it is not read")
        with os.fdopen(handle, "rb", closefd=False) as file:
            yield file
    finally:
        os.close(handle)


def _open_below(root: Path, path: Path) -> int:
    """Open a resolved path folder by folder, because a link may take the place of any of them meanwhile."""
    if os.open not in os.supports_dir_fd:
        return os.open(path, FLAGS)
    handle = os.open(root, FLAGS)
    for name in path.relative_to(root).parts:
        try:
            below = os.open(name, FLAGS, dir_fd=handle)
        finally:
            os.close(handle)
        handle = below
    return handle


def _require_users(file: BinaryIO, path: Path) -> None:
    if hasattr(os, "geteuid") and os.fstat(file.fileno()).st_uid != os.geteuid():
        raise InvalidInput(f"{_shown(path)} belongs to another user, so it is not read")


def _inside(path: Path, folders: SessionFolders) -> tuple[Path, Host]:
    """Return the resolved path and the host whose folder holds it."""
    try:
        resolved = path.resolve()
    except (OSError, RuntimeError, ValueError) as error:  # a circle of links, a NUL in the name
        raise InvalidInput(f"{_shown(path)} is no path that can be read") from error
    host = folders.host_of(resolved)
    if host is None or resolved.suffix != ".jsonl":
        raise InvalidInput(
            f"{_shown(path)} is no session file below {folders.claude_code} or {folders.codex}, and nothing "
            "else is read; `offcut sessions` lists them"
        )
    return resolved, host


def _shown(path: Path) -> str:
    return repr(str(path)[:LONGEST_SHOWN])


def _is_named(status: os.stat_result, path: Path) -> bool:
    try:
        return os.path.samestat(status, path.stat())
    except OSError:
        return False
