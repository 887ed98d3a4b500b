"""Where ``-o`` points: checked before any work, and a file that is whole or untouched in the end."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from io import FileIO
from pathlib import Path

from offcut.errors import InvalidInput
from offcut_mcp.commands.output import write_bytes

STANDARD_OUTPUT = Path("-")

Write = Callable[[bytes], None]


def check_target(path: Path | None, archive: Path) -> None:
    """Raise ``InvalidInput`` now if a file can never be written there, before any work is done."""
    if path is None or path == STANDARD_OUTPUT:
        return
    if path.is_dir():
        raise InvalidInput(f"{path} is a folder; -o needs the name of a file.")
    if not path.parent.is_dir():
        raise InvalidInput(f"the folder {path.parent} does not exist; -o writes into an existing one.")
    if _belongs_to(archive, path):
        raise InvalidInput(f"{path} belongs to the archive, which -o would destroy; give -o another file.")
    if path.exists() and not _is_writable(path):
        raise InvalidInput(f"{path} is write-protected; give -o another file.")


@contextmanager
def opened(path: Path | None) -> Iterator[Write]:
    """Yield what writes the one content of ``path``, in one step: a reader finds the old or the new.

    What the disk refuses is refused on entering where that can be known. Without a write, or when one
    fails, the file stays as it was. A file that has other names is written where it lies, so that they
    stay names of it. Without a path nothing is written.
    """
    if path is None:
        yield _discard
    elif path == STANDARD_OUTPUT:
        yield write_bytes
    elif path.exists() and not path.is_file():
        yield partial(_fill, path)  # a device or a pipe cannot be replaced
    elif path.exists() and path.stat().st_nlink > 1:
        yield partial(_overwrite, path)
    else:
        with _replacing(path) as write:
            yield write


def write_file(path: Path, body: bytes) -> None:
    """Put ``body`` at ``path`` in one step."""
    with opened(path) as write:
        write(body)


@contextmanager
def _replacing(path: Path) -> Iterator[Write]:
    target = path.resolve()  # a symbolic link stays one
    with _named(path):
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:100]}.")
    draft = Path(name)

    def write(body: bytes) -> None:
        with _named(path):
            with open(handle, "wb", closefd=False) as stream:
                stream.write(body)
            os.fsync(handle)
            give_as(target, draft)
            draft.replace(target)

    try:
        yield write
    finally:
        os.close(handle)
        with suppress(OSError):
            draft.unlink()


def give_as(file: Path, copy: Path) -> None:
    """Give a copy to whom a file belongs, as far as that is permitted, with its permissions.

    Where the group cannot stay, the group that takes its place may do nothing. A file that is not there
    yet counts as one with the permissions that a new one gets.
    """
    try:
        status = file.stat()
    except FileNotFoundError:
        copy.chmod(_mode_of_new())
        return
    mode = stat.S_IMODE(status.st_mode)
    if hasattr(os, "chown"):
        for owner, group in ((status.st_uid, -1), (-1, status.st_gid)):
            with suppress(PermissionError):
                os.chown(copy, owner, group)
        if copy.stat().st_gid != status.st_gid:
            mode &= ~0o070
    copy.chmod(mode)


def _discard(body: bytes) -> None:
    """Take bytes that nobody wants."""


def _fill(path: Path, body: bytes) -> None:
    path.write_bytes(body)


def _overwrite(path: Path, body: bytes) -> None:
    """Write a file where it lies; where that fails, what it held is put back, whose place it still has."""
    with _named(path), path.open("r+b", buffering=0) as stream:
        before = stream.read()
        try:
            _refill(stream, body)
        except OSError:
            _refill(stream, before)
            raise


def _refill(stream: FileIO, body: bytes) -> None:
    """Put a new content into an open file; it is cut only when all of it is written."""
    stream.seek(0)
    rest = memoryview(body)
    while rest:
        rest = rest[stream.write(rest) :]
    stream.truncate(len(body))
    os.fsync(stream.fileno())


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Let errors name the file that was asked for, not the draft beside it."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def _belongs_to(archive: Path, path: Path) -> bool:
    """Say whether a name, through whatever links, is one of the files in which an archive is kept."""
    from offcut.archive.location import companions

    # SQLite keeps its log beside the file that a link leads to.
    files = [file for name in {archive, _real(archive)} for file in companions(name)]
    return any(_real(path) == _real(file) or _is_same(path, file) for file in files)


def _is_same(path: Path, file: Path) -> bool:
    with suppress(OSError):
        return path.samefile(file)
    return False


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))


def _is_writable(path: Path) -> bool:
    """Say whether a file may be written; one that nobody may write is protected from root as well."""
    return os.access(path, os.W_OK) and bool(path.stat().st_mode & 0o222)


def _mode_of_new() -> int:
    """Return the permissions that a new file gets."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
