"""What grep and find print: matches grouped by file, paths grouped by folder."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from offcut.previews.lines import cut, listed, richest

_GREP = re.compile(r"([^\s:][^:\n]{0,300}?)[:-](\d{1,9})[:-](.*)")
_PATH = re.compile(r"(?:\.{0,2}/|[\w@.+-]+/|[A-Za-z]:\\)[^\0:*?\"<>|]{0,400}")
#: Matches shown of each file, and the width of one.
SHOWN = 3
WIDTH = 120
#: Names shown of each folder.
NAMES = 12

Matches = Mapping[str, list[str]]


def match_of_grep(line: str) -> tuple[str, str, str] | None:
    """Return path, line number and text of a line that grep wrote, or nothing."""
    found = _GREP.match(line)
    if found is None or not re.search(r"[./\\]", found[1]) or re.search(r"\d\d$", found[1]):
        return None  # a time of day has the same form
    return found[1], found[2], found[3]


def is_match(line: str) -> bool:
    """Tell whether grep wrote a line: a match, or what stands between groups of them."""
    return match_of_grep(line) is not None or line.rstrip() == "--"


def is_path(line: str) -> bool:
    """Tell whether a line is a path and nothing else."""
    stripped = line.strip()
    return bool(_PATH.fullmatch(stripped)) and stripped.count(" ") <= 2


def grep_preview(text: str, limit: int) -> str:
    """Return the files with their number of matches and the first of them, as far as they fit."""
    files: dict[str, list[str]] = {}
    for line in text.split("\n"):
        if found := match_of_grep(line):
            path, number, match = found
            files.setdefault(path, []).append(f"  {number}: {cut(match.strip(), WIDTH)}")
    title = f"{sum(map(len, files.values()))} matches in {len(files)} files"
    levels = [lambda: _files(title, files, SHOWN), lambda: _files(title, files, 1)]
    lines = richest(levels, limit)
    if lines is not None:
        return "\n".join(lines)
    return listed(title, list(_files(title, files, 0))[1:], limit, "files")


def path_preview(text: str, limit: int) -> str:
    """Return the folders with their number of paths and the first names, as far as they fit."""
    folders: dict[str, list[str]] = {}
    for line in text.split("\n"):
        path = line.strip()
        if is_path(path):
            folder, _, name = path.rstrip("/").rpartition("/")
            folders.setdefault(folder + "/" if "/" in path else "", []).append(name)
    title = f"{sum(map(len, folders.values()))} paths in {len(folders)} folders"
    lines = richest([lambda: _folders(title, folders, 1_000), lambda: _folders(title, folders, NAMES)], limit)
    if lines is not None:
        return "\n".join(lines)
    return listed(title, list(_folders(title, folders, 2))[1:], limit, "folders")


def _files(title: str, files: Matches, shown: int) -> Iterator[str]:
    yield title
    for path, matches in files.items():
        yield f"{path}: {len(matches)} matches"
        yield from matches[:shown]


def _folders(title: str, folders: Mapping[str, list[str]], shown: int) -> Iterator[str]:
    yield title
    for folder, names in folders.items():
        more = ", …" if len(names) > shown else ""
        yield f"{folder} ({len(names)}): {', '.join(names[:shown])}{more}"
