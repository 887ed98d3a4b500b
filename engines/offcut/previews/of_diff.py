"""Diffs: which files, how much, and where the hunks are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from offcut.previews.lines import listed, richest

_GIT = re.compile(r"diff --git \"?a/(.*?)\"? \"?b/(.*?)\"?$")
_HUNK = re.compile(r"@@+ .{1,80}? @@+")
#: What begins a line of a diff, of a commit before it included.
_LINE = re.compile(
    r"[ +\-@\\]|diff |index |(?:new|deleted) file mode |(?:old|new) mode |(?:dis)?similarity index "
    r"|(?:rename|copy) (?:from|to) |Binary files |GIT binary patch|Only in |commit |Author: |Date: |Merge: "
    r"|$"
)
#: Changed lines that are kept of a hunk, as far as there is room.
SHOWN = 4


@dataclass(slots=True)
class _Hunk:
    head: str
    changed: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _File:
    path: str
    added: int = 0
    removed: int = 0
    hunks: list[_Hunk] = field(default_factory=list)


def is_file_header(line: str) -> bool:
    """Tell whether a line begins a file's part of a diff."""
    return line.startswith("diff --git a/") or (line.startswith("@@ -") and bool(_HUNK.match(line)))


def is_diff_line(line: str) -> bool:
    """Tell whether a line may stand in a diff."""
    return _LINE.match(line) is not None


def diff_preview(text: str, limit: int) -> str:
    """Return files with counts, then hunks, then first changed lines, as far as they fit."""
    files = _files(text)
    total = f"diff of {len(files)} files, +{sum(f.added for f in files)} -{sum(f.removed for f in files)}"
    levels = [
        lambda: _told(total, files, hunks=True, changed=True),
        lambda: _told(total, files, hunks=True, changed=False),
    ]
    lines = richest(levels, limit)
    if lines is not None:
        return "\n".join(lines)
    return listed(total, list(_told("", files, hunks=False, changed=False))[1:], limit, "files")


def _told(total: str, files: list[_File], *, hunks: bool, changed: bool) -> Iterator[str]:
    yield total
    for file in files:
        yield f"{file.path}: +{file.added} -{file.removed}, {len(file.hunks)} hunks"
        for hunk in file.hunks if hunks else ():
            yield f"  {hunk.head}"
            yield from (f"    {line}" for line in (hunk.changed if changed else ()))


def _files(text: str) -> list[_File]:
    files: list[_File] = []
    before = ""
    for line in text.split("\n"):
        if named := _GIT.match(line):
            files.append(_File(named[2]))
        elif line.startswith("+++ ") and before.startswith("--- "):
            _name_by_signs(files, before, line)
        elif line.startswith("@@") and _HUNK.match(line):
            _current(files).hunks.append(_Hunk(line))
        elif files and files[-1].hunks:
            _count(files[-1], line)
        before = line
    return files


def _name_by_signs(files: list[_File], before: str, line: str) -> None:
    """Begin a file at its ``+++`` line, unless the line ``diff --git`` has begun it."""
    if files and files[-1].hunks and files[-1].hunks[-1].changed[-1:] == [before]:
        # The ``---`` line of the next file was counted as a removed one.
        files[-1].hunks[-1].changed.pop()
        files[-1].removed -= 1
    if not files or files[-1].hunks:
        name = line[4:].split("\t")[0]
        old = before[4:].split("\t")[0]
        files.append(_File(old if name == "/dev/null" else name.removeprefix("b/")))


def _current(files: list[_File]) -> _File:
    if not files:
        files.append(_File("(no file name)"))
    return files[-1]


def _count(file: _File, line: str) -> None:
    if line[:1] not in ("+", "-"):
        return
    if line[0] == "+":
        file.added += 1
    else:
        file.removed += 1
    if len(file.hunks[-1].changed) < SHOWN:
        file.hunks[-1].changed.append(line)
