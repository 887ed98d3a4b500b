"""Configuration files on the disk: all of them checked, then each replaced in one step, or none."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from offcut_mcp.commands.target import write_file
from offcut_mcp.install.backups import keep
from offcut_mcp.install.document import Refused
from offcut_mcp.install.reading import read_file, refused


@dataclass(frozen=True, slots=True)
class Change:
    """What becomes of one file: the bytes it has and those it gets; ``None`` is no file.

    ``backed_up`` says whether the old state is kept beside the file; ``consumed`` are backups of earlier
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


@dataclass(frozen=True, slots=True)
class _Made:
    """A change that was made, and what was written beside the file."""

    change: Change
    kept: Path | None


def apply(changes: Sequence[Change]) -> list[Path | None]:
    """Make all changes or none; return for each the backup of the old file, if one was made.

    A file is replaced in one step; owner and permissions stay, a link stays one. Raises ``Refused`` if a
    file is no longer what its change was planned for, before any is written, or cannot be written; then
    those that were written already are put back, and the sentence says so.
    """
    for change in changes:
        _check(change)
    made: list[_Made] = []
    # A file that is put back after it was removed would have lost its owner and permissions.
    for change in sorted(changes, key=lambda change: change.after is None):
        try:
            _check(change)
            made.append(_make(change))
        except Refused as why:
            raise _undone(made, why) from None
        except OSError as error:
            raise _undone(made, refused(change.path, f"cannot be written ({error.strerror})")) from None
    for needless in (path for change in changes for path in change.consumed):
        with suppress(OSError):  # the change is made; a backup too many harms nobody
            needless.unlink(missing_ok=True)
    kept = {each.change.path: each.kept for each in made if each.change.before is not None}
    return [kept.get(change.path) for change in changes]


def _check(change: Change) -> None:
    """Raise ``Refused`` where it can be known before writing that a change cannot be made."""
    path = change.path
    if read_file(path) != change.before:
        raise Refused(f"{path} was changed by another program meanwhile and was left as it is; try again")
    target = Path(os.path.realpath(path))
    if path.is_symlink() and not target.parent.is_dir():
        raise refused(path, f"is a link into {target.parent}, a folder that is not there")
    for folder in {_existing(path.parent), _existing(target.parent)}:
        if not folder.is_dir():
            raise refused(path, f"cannot be written ({folder} is no folder)")
        if not os.access(folder, os.W_OK | os.X_OK):
            raise refused(path, f"cannot be written ({folder} is write-protected)")


def _make(change: Change) -> _Made:
    """Make one change. Raises ``OSError``; then the file is as it was, with nothing beside it."""
    path = change.path
    if change.after is None:
        _remove(path)
        return _Made(change, None)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    kept = keep(path, change.before, change.after) if change.backed_up else None
    try:
        write_file(path, change.after)
    except OSError:
        if kept:
            kept.unlink(missing_ok=True)
        raise
    return _Made(change, kept)


def _undone(made: Sequence[_Made], why: Refused) -> Refused:
    """Put back what was changed and return the refusal that says so, or says what could not be."""
    for each in reversed(made):
        path, before = each.change.path, each.change.before
        try:
            if before is None:
                _remove(path)
            else:
                write_file(path, before)
            if each.kept:
                each.kept.unlink(missing_ok=True)
        except OSError as error:
            earlier = f"; as it was before: {each.kept}" if each.kept and before is not None else ""
            why = Refused(
                f"{why}; {path} stays changed, since it cannot be put back ({error.strerror}){earlier}"
            )
        else:
            why = Refused(f"{why}; {path}, which was changed already, was put back as it was")
    return why


def _remove(path: Path) -> None:
    Path(os.path.realpath(path)).unlink()  # a symbolic link leads nowhere again


def _existing(folder: Path) -> Path:
    while not os.path.lexists(folder) and folder != folder.parent:
        folder = folder.parent
    return folder
