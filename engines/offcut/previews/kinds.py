"""What kind of content a text is, told from its shape: JSON is parsed, the rest is judged by a sample."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Literal

from offcut.previews.of_binary import looks_binary
from offcut.previews.of_code import is_definition
from offcut.previews.of_diff import is_file_header
from offcut.previews.of_paths import is_path, match_of_grep
from offcut.previews.of_table import separator_of
from offcut.redact import MASK

KindName = Literal["binary", "json", "json lines", "diff", "grep", "paths", "table", "code", "text"]

#: Lines of the sample, and the characters of each that are looked at.
SAMPLED = 200
LOOKED_AT = 1_000
#: Of the sample's lines so many must be of a kind.
MOST = 0.8
MANY = 0.6
#: One line in so many of a program defines something.
DEFINING = 40
#: Fewer lines say too little about their kind.
FEWEST = 5

#: A masked value that was no string: with quotes around it the document is JSON again.
_BARE_MASK = re.compile(rf"(?<=[:,\[\s])\s?{re.escape(MASK)}(?=\s*[,}}\]])")


@dataclass(frozen=True, slots=True)
class Kind:
    """The kind of a text, and for JSON what it holds: for lines of JSON the list of their values."""

    name: KindName
    value: Any = None


def kind_of(text: str) -> Kind:
    """Return the kind of a text from which secrets and control characters are gone."""
    if looks_binary(text):
        return Kind("binary")
    return _json(text) or _json_lines(text) or Kind(_by_sample(text))


def _by_sample(text: str) -> KindName:
    sample = [line[:LOOKED_AT] for line in _head_lines(text) if line.strip()]
    if any(map(is_file_header, sample)):
        return "diff"
    if len(sample) < FEWEST:
        return "text"
    if sum(match_of_grep(line) is not None for line in sample) >= MOST * len(sample):
        return "grep"
    if sum(map(is_path, sample)) >= MOST * len(sample):
        return "paths"
    if separator_of(sample) is not None:
        return "table"
    return "code" if sum(map(is_definition, sample)) * DEFINING >= len(sample) else "text"


def _head_lines(text: str) -> list[str]:
    """Return the first lines without splitting the whole text."""
    return text[: SAMPLED * LOOKED_AT].split("\n", SAMPLED)[:SAMPLED]


def _json(text: str) -> Kind | None:
    start = text.lstrip()[:1]
    if start not in ("{", "["):
        return None
    value = _parsed(text)
    return Kind("json", value) if isinstance(value, (dict, list)) else None


def _json_lines(text: str) -> Kind | None:
    if not text.lstrip().startswith(("{", "[")):
        return None
    sample = [line for line in _head_lines(text) if line.strip()]
    if len(sample) < FEWEST or sum(_is_record(line) for line in sample) < MOST * len(sample):
        return None
    values = [_parsed(line) for line in text.split("\n") if line.strip()]
    return Kind("json lines", [value for value in values if value is not None])


def _is_record(line: str) -> bool:
    return line.lstrip()[:1] in ("{", "[") and isinstance(_parsed(line), (dict, list))


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
