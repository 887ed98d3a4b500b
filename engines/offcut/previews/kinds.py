"""What kind of content a text is, told from its shape: JSON is parsed, the rest is judged by a sample."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from offcut.previews.lines import spread
from offcut.previews.of_binary import is_binary_line, looks_binary
from offcut.previews.of_code import is_definition, is_no_message
from offcut.previews.of_diff import is_diff_line, is_file_header
from offcut.previews.of_paths import is_match, is_path
from offcut.previews.of_table import separator_of
from offcut.redact import MASK

KindName = Literal["binary", "json", "json lines", "diff", "grep", "paths", "table", "code", "text"]

#: Of all lines, or of those of a sample, so many must be of a kind; the others are shown beside it.
MOST = 0.9
#: One line in so many of a program defines something.
DEFINING = 40
#: Fewer lines say too little about their kind.
FEWEST = 5

#: A masked value that was no string: with quotes around it the document is JSON again.
_BARE_MASK = re.compile(rf"(?<=[:,\[\s])\s?{re.escape(MASK)}(?=\s*[,}}\]])")

Fits = Callable[[str], bool]


def _anything(line: str) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Kind:
    """The kind of a text, and for JSON what it holds: for lines of JSON the list of their values.

    ``fits`` tells which lines are of the kind; a text without lines of a kind has none that are not.
    """

    name: KindName
    value: Any = None
    fits: Fits = _anything


def kind_of(text: str) -> Kind:
    """Return the kind of a text from which secrets and control characters are gone."""
    if looks_binary(text):
        return Kind("binary", fits=is_binary_line)
    return _json(text) or _json_lines(text) or _by_sample(text)


def _by_sample(text: str) -> Kind:
    sample = [line for line in spread(text) if line.strip()]
    if any(map(is_file_header, sample)) and _most(is_diff_line, sample):
        return Kind("diff", fits=is_diff_line)
    if len(sample) < FEWEST:
        return Kind("text")
    if _most(is_match, sample):
        return Kind("grep", fits=is_match)
    if _most(is_path, sample):
        return Kind("paths", fits=is_path)
    if separator := separator_of(sample):
        columns = sample[0].count(separator)
        return Kind("table", fits=lambda line: line.count(separator) == columns)
    if _defines(sample):
        return Kind("code", fits=is_no_message)
    return Kind("text")


def _most(fits: Fits, sample: list[str]) -> bool:
    return sum(map(fits, sample)) >= MOST * len(sample)


def _defines(sample: list[str]) -> bool:
    """Tell whether lines are a program's: of start, middle and end two define something at least."""
    third = -(-len(sample) // 3)
    defining = [sum(map(is_definition, sample[at : at + third])) for at in range(0, len(sample), third)]
    return sum(defining) * DEFINING >= len(sample) and sum(map(bool, defining)) > 1


def _json(text: str) -> Kind | None:
    start = text.lstrip()[:1]
    if start not in ("{", "["):
        return None
    value = _parsed(text)
    return Kind("json", value) if isinstance(value, (dict, list)) else None


def _json_lines(text: str) -> Kind | None:
    if not text.lstrip().startswith(("{", "[")):
        return None
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) < FEWEST or not _most(_is_record, lines[:FEWEST]):
        return None
    values = [_record(line) for line in lines]
    records = [value for value in values if value is not None]
    return Kind("json lines", records, _is_record) if len(records) >= MOST * len(lines) else None


def _is_record(line: str) -> bool:
    return _record(line) is not None


def _record(line: str) -> Any:
    value = _parsed(line) if line.lstrip()[:1] in ("{", "[") else None
    return value if isinstance(value, (dict, list)) else None


def _parsed(text: str) -> Any:
    """Return what JSON holds, or nothing where it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    if MASK not in text:
        return None
    try:
        return json.loads(_BARE_MASK.sub(f'"{MASK}"', text))
    except (ValueError, RecursionError):
        return None
