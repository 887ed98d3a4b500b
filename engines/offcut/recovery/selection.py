"""What part of a source is asked for: reading and checking the arguments, nothing else."""

from __future__ import annotations

import re
from dataclasses import dataclass

from offcut.errors import InvalidInput

#: Hosts truncate tool results beyond about this many characters.
DEFAULT_CHARACTERS = 10_000
LONGEST_LIMIT = 100_000
DEFAULT_CONTEXT = 2
DEFAULT_MATCHES = 50
MOST_MATCHES = 1_000
MOST_CONTEXT = 100

#: Twelve digits are more lines than any file has, and cheap to read.
_LINES = re.compile(r"\s*(?:(?P<only>[0-9]{1,12})|(?P<first>[0-9]{0,12})\s*-\s*(?P<last>[0-9]{0,12}))\s*")
_LINE_FORMS = '"120-180", "120-", "-40" or "7"'


@dataclass(frozen=True, slots=True)
class Page:
    """Code points from ``offset`` on (0-based); without an offset the first page."""

    offset: int | None = None
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Lines:
    """Whole lines ``first`` to ``last`` (1-based, inclusive); ``None`` is the last line of the source."""

    first: int
    last: int | None
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Matches:
    """Lines in which a match of ``pattern`` begins, with ``context`` lines around each."""

    pattern: str
    context: int = DEFAULT_CONTEXT
    max_matches: int = DEFAULT_MATCHES
    limit: int | None = None


Selection = Page | Lines | Matches


def bound(selection: Selection) -> int:
    """Return how many characters the selection may have."""
    return DEFAULT_CHARACTERS if selection.limit is None else selection.limit


def parse_selection(
    *,
    lines: str | None = None,
    grep: str | None = None,
    context: int | None = None,
    max_matches: int | None = None,
    offset: int | None = None,
    limit: int | None = None,
) -> Selection:
    """Return the one selection that is asked for. Raises ``InvalidInput`` for more, or a wrong one."""
    problems = [
        *_not_text("lines", lines, _LINE_FORMS),
        *_not_text("grep", grep, '"error|failed"'),
        *_out_of_range("offset", offset, 0, None),
        *_out_of_range("limit", limit, 1, LONGEST_LIMIT),
        *_out_of_range("context", context, 0, MOST_CONTEXT),
        *_out_of_range("max_matches", max_matches, 1, MOST_MATCHES),
        *_several(lines=lines, grep=grep, offset=offset),
    ]
    if problems:
        raise InvalidInput(*problems)
    if lines is not None:
        return _line_range(lines, limit)
    if grep is not None:
        return Matches(
            grep,
            DEFAULT_CONTEXT if context is None else context,
            DEFAULT_MATCHES if max_matches is None else max_matches,
            limit,
        )
    return Page(offset, limit)


def _not_text(name: str, value: object, example: str) -> list[str]:
    return [] if value is None or isinstance(value, str) else [f"{name} must be a string such as {example}"]


def _out_of_range(name: str, value: object, low: int, high: int | None) -> list[str]:
    if value is None or (
        isinstance(value, int)
        and not isinstance(value, bool)
        and low <= value
        and (high is None or value <= high)
    ):
        return []
    bounds = f"of at least {low}" if high is None else f"from {low} to {high}"
    return [f"{name} must be an integer {bounds}"]


def _several(**given: object) -> list[str]:
    names = [name for name, value in given.items() if value is not None]
    if len(names) < 2:
        return []
    return [f"{' and '.join(names)} exclude each other: give one of lines, grep and offset"]


def _line_range(text: str, limit: int | None) -> Lines:
    match = _LINES.fullmatch(text)
    if match is None or not any(match.groups()):
        raise InvalidInput(f"lines must be {_LINE_FORMS}, not {_quoted(text)}")
    first = int(match["only"] or match["first"] or 1)
    last = int(match["only"] or match["last"]) if match["only"] or match["last"] else None
    if first < 1 or (last is not None and last < first):
        raise InvalidInput(f"lines {_quoted(text)} is no range: lines count from 1, the smaller number first")
    return Lines(first, last, limit)


def _quoted(text: str) -> str:
    shown = text if len(text) <= 40 else text[:40] + "…"
    return ascii(shown) if not shown.isprintable() else f'"{shown}"'
