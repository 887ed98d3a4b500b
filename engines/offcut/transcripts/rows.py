"""The rows of a session file: one JSON object a line, read while the host may still be writing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from offcut.conversation import Json
from offcut.ports import Check

RawRow = dict[str, Json]
#: Codex's rows that say where it works; those of its tools name the folders of their own.
_CODEX_PLACES = frozenset({"session_meta", "turn_context"})
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(slots=True)
class Rows:
    """Reads a file row by row, and counts the lines that are no rows.

    A last line without its end is one that the host is writing: it counts only if it is whole already.
    Nothing that is appended after the reading began is read. ``check`` is called before each row.
    """

    file: BinaryIO
    end: int
    check: Check = lambda: None
    unreadable: int = 0

    def __iter__(self) -> Iterator[tuple[int, RawRow]]:
        """Yield the rows with the byte at which each starts."""
        self.file.seek(0)
        start = 0
        while start < self.end and (line := self.file.readline(self.end - start)):
            self.check()
            row = parsed(line)
            if row is not None:
                yield start, row
            elif line.endswith(b"\n") and line.strip():
                self.unreadable += 1
            start += len(line)

    def at(self, start: int) -> RawRow | None:
        """Return the row that starts at a byte, or nothing where the host has rewritten its file."""
        self.check()
        self.file.seek(start)
        return parsed(self.file.readline())

    def warnings(self) -> Iterator[str]:
        """Yield what has to be said about the lines that were left out."""
        if self.unreadable:
            lines = "1 line" if self.unreadable == 1 else f"{self.unreadable} lines"
            yield f"{lines} of the session file could not be read as JSON and were left out"


def parsed(line: bytes) -> RawRow | None:
    """Return the object that a line holds, or nothing; half characters in it become U+FFFD."""
    try:
        row = json.loads(line, parse_constant=_refuse)
        if b"\\ud" in line or b"\\uD" in line:
            row = json.loads(_LONE_SURROGATE.sub("\ufffd", json.dumps(row, ensure_ascii=False)))
    except (ValueError, RecursionError):  # bytes that are no UTF-8 are a ValueError too
        return None
    return row if isinstance(row, dict) else None


def folder_named(row: RawRow) -> Path | None:
    """Return the folder that a row says the session is in, or nothing."""
    payload = row.get("payload")
    if isinstance(payload, dict):
        row = payload if row.get("type") in _CODEX_PLACES else {}
    folder = text_of(row.get("cwd"))
    return Path(folder) if folder else None


def text_of(value: Json) -> str | None:
    """Return a text that is not empty, or nothing."""
    return value if isinstance(value, str) and value else None


def count_of(value: Json) -> int:
    """Return a number of tokens, or 0 where there is none."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def _refuse(constant: str) -> None:
    raise ValueError(constant)
