"""Is the archive's place usable: folder and file, and a source stored and found again."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import anyio

from offcut import Archive
from offcut.archive.location import MEMORY, VARIABLE, locate
from offcut.errors import InvalidInput, OffcutError, SourceNotFound
from offcut.ports import NewSource
from offcut.settings import read_configuration
from offcut_mcp.doctor.finding import Finding

ELSEWHERE = f"make it writable, or set {VARIABLE} to a file that you may write"
#: Seconds for storing and redeeming one source; a disk that needs more is not usable.
PATIENCE = 60
BODY = ("offcut doctor: what is stored comes back\n" * 2_000).encode()


async def check_archive() -> Finding:
    """Look whether the archive, or the folder it will lie in, can be written and is private."""
    path = _archive_file()
    if path is None:
        return Finding(
            "archive",
            "note",
            f"{MEMORY}, so nothing is kept",
            f"unset {VARIABLE} and archive.path to keep it",
        )
    if not path.is_absolute():
        return Finding("archive", "broken", f"{path}: no home folder is known", f"set {VARIABLE} to a file")
    folder = _existing(path.parent)
    wanted = path if path.exists() else folder
    if not folder.is_dir() or path.is_dir() or not os.access(wanted, os.W_OK | os.R_OK):
        return Finding("archive", "broken", f"{path}: {wanted} cannot be written", ELSEWHERE)
    if not path.exists():
        return Finding("archive", "ok", f"{path} (not there yet; it is made at first use, for you alone)")
    return _permissions(path)


async def check_references() -> Finding:
    """Store a source, redeem its reference and forget it, in an archive of its own on the same disk."""
    path = _archive_file()
    beside = path.parent if path is not None and path.parent.is_dir() else None
    try:
        with (
            tempfile.TemporaryDirectory(prefix=".offcut-doctor-", dir=beside) as folder,
            anyio.fail_after(PATIENCE),
        ):
            return await _round_trip(Path(folder) / "archive.db")
    except TimeoutError:
        return Finding("references", "broken", f"storing took more than {PATIENCE} seconds", "check the disk")
    except (OffcutError, OSError) as error:
        return Finding("references", "broken", str(error), ELSEWHERE)


async def _round_trip(path: Path) -> Finding:
    async with Archive.open(path) as archive:
        [ref] = await archive.put_many([NewSource(BODY)])
        same = await archive.get(ref) == BODY
        await archive.forget(refs=[ref])
        try:
            await archive.get(ref)
        except SourceNotFound:
            if same:
                size = f"{len(BODY):,} bytes"
                return Finding("references", "ok", f"stored {size}, got them back by reference, forgot them")
    return Finding("references", "broken", "a stored source did not come back as it was", "check the disk")


def _permissions(path: Path) -> Finding:
    """Judge what others may do with an archive that is there."""
    size = f"{path} ({path.stat().st_size:,} bytes)"
    if os.name != "posix":
        return Finding("archive", "ok", size)
    modes = {file: file.stat().st_mode & 0o777 for file in (path.parent, path)}
    if modes[path] & 0o077:
        return Finding("archive", "note", f"{size} can be read by others", f"chmod 600 {path}")
    return Finding(
        "archive", "ok", f"{size}, for you alone (folder {modes[path.parent]:04o}, file {modes[path]:04o})"
    )


def _archive_file() -> Path | None:
    """Return the archive of the settings; where they are broken, that of the environment or the user."""
    try:
        return locate(read_configuration().settings.archive.path)
    except InvalidInput:
        return locate(None)


def _existing(folder: Path) -> Path:
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder
