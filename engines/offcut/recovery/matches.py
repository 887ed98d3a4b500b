"""Lines that match a pattern, printed as ``grep`` prints them, within a number of characters."""

from __future__ import annotations

import queue
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import regex

from offcut.errors import InvalidInput
from offcut.recovery.pattern import compile_pattern
from offcut.recovery.selection import LONGEST_LIMIT, MOST_MATCHES, Matches, bound
from offcut.recovery.shown import Arguments, Shown, counted

SECONDS = 2.0
#: Seconds to wait for other searches; at most this many of their timeouts one after the other.
PATIENCE = 60.0
SEPARATOR = "--"

#: One token, taken by whoever searches. The timeout of the engine counts the processor time of the whole
#: process, so that searches side by side would spend each other's; and a search that nobody waits for any
#: more still runs on, so that the thread that searches has to hold the token, not the call.
_turn: queue.SimpleQueue[None] = queue.SimpleQueue()
_turn.put(None)


@dataclass(frozen=True, slots=True)
class _Match:
    """A match: number of its line (1-based), where that line starts, and where in it the match does."""

    line: int
    start: int
    column: int


@dataclass(frozen=True, slots=True)
class _Row:
    """A line to be printed."""

    line: int
    text: str
    matched: bool

    def printed(self, raw: bool) -> str:
        return self.text if raw else f"{self.line}{':' if self.matched else '-'}{self.text}"


def select_matches(text: str, selection: Matches, *, raw: bool) -> Shown:
    """Return the matching lines of ``text`` that fit. Searches for at most about two seconds.

    One search runs at a time, the others wait. Raises ``InvalidInput`` for a pattern that cannot be used
    or does not come to an end.
    """
    pattern = compile_pattern(selection.pattern)
    try:
        with _alone():
            found = _find(pattern, text, selection.max_matches + 1)
    except TimeoutError as error:
        raise InvalidInput(
            f"grep did not finish within {SECONDS:g} seconds on this source; "
            "use a simpler pattern, without repeats inside repeats"
        ) from error
    except MemoryError as error:
        raise InvalidInput("grep needs too much memory on this source; use a simpler pattern") from error
    return _render(text.split("\n"), found, selection, raw)


@contextmanager
def _alone() -> Iterator[None]:
    try:
        _turn.get(timeout=PATIENCE)
    except queue.Empty as error:
        raise InvalidInput("grep waits behind too many other searches; try again later") from error
    try:
        yield
    finally:
        _turn.put(None)


def _find(pattern: regex.Pattern[str], text: str, at_most: int) -> list[_Match]:
    """Return the first match of each line, in one search: its timeout covers all of them together."""
    found: list[_Match] = []
    line, start, end = 1, 0, -1
    for match in pattern.finditer(text, timeout=SECONDS, concurrent=True):
        at = match.start()
        if at <= end:
            continue
        line += text.count("\n", start, at)
        start = text.rfind("\n", 0, at) + 1
        end = text.find("\n", at)
        found.append(_Match(line, start, at - start))
        if len(found) == at_most or end < 0:
            break
    return found


def _render(lines: Sequence[str], found: list[_Match], selection: Matches, raw: bool) -> Shown:
    wanted = found[: selection.max_matches]
    if not wanted:
        return Shown("", f"no line matches, of {counted(len(lines), 'line')}")
    rows = list(_rows(lines, wanted, selection))
    kept = rows[: _fitting(rows, bound(selection), raw)]
    count = sum(row.matched for row in kept)
    if count == 0:
        return _first_match_alone(lines, wanted[0], selection, raw)
    text, of_all = "\n".join(_printed(kept, raw)), f"of {counted(len(lines), 'line')}"
    if len(kept) == len(rows) and len(wanted) == len(found):
        return Shown(text, f"{counted(count, 'matching line')} {of_all}")
    rest = _next(selection, kept[-1].line + 1, all_fitted=len(kept) == len(rows))
    return Shown(text, f"the first {counted(count, 'matching line')} {of_all}; more is left", rest)


def _rows(lines: Sequence[str], matches: Sequence[_Match], selection: Matches) -> Iterator[_Row]:
    """Yield the lines to print, each once; context that could never fit is left out."""
    matched = {match.line for match in matches}
    printed = 0
    for match in matches:
        last = min(match.line + selection.context, len(lines))
        for line in range(max(match.line - selection.context, printed + 1), last + 1):
            printed = line
            if line in matched or len(lines[line - 1]) <= bound(selection):
                yield _Row(line, lines[line - 1], line in matched)


def _fitting(rows: Sequence[_Row], most: int, raw: bool) -> int:
    """Return how many of the rows fit into ``most`` characters when printed."""
    size, fitting = -1, 0
    for line in _printed(rows, raw):
        size += len(line) + 1
        if size > most:
            break
        fitting += line is not SEPARATOR
    return fitting


def _printed(rows: Sequence[_Row], raw: bool) -> Iterator[str]:
    """Yield the rows as text, groups parted by a separator; with ``raw`` the lines alone."""
    expected = rows[0].line if rows else 0
    for row in rows:
        if row.line != expected and not raw:
            yield SEPARATOR
        yield row.printed(raw)
        expected = row.line + 1


def _first_match_alone(lines: Sequence[str], match: _Match, selection: Matches, raw: bool) -> Shown:
    """Return the first match without context; of a line that never fits, the stretch around the match."""
    line, most = lines[match.line - 1], bound(selection)
    row = _Row(match.line, line, True).printed(raw)
    where = f"the first matching line of {counted(len(lines), 'line')}"
    if len(row) <= most:
        rest = _next(selection, match.line, all_fitted=False)
        return Shown(row, f"{where}, its context does not fit", rest)
    prefix = row[: len(row) - len(line)]
    room = max(most - len(prefix), 0)
    begin = max(min(match.column - room // 4, len(line) - room), 0)
    end = begin + room
    where = f"{where}, its characters {begin} to {end} of {len(line)}"
    return Shown((prefix + line[begin:end])[:most], where, {"offset": match.start + end})


def _next(selection: Matches, line: int, *, all_fitted: bool) -> Arguments:
    """Return the call that shows more: wider while that is allowed, else the lines from ``line`` on."""
    again: Arguments = {"grep": selection.pattern, "context": selection.context}
    if all_fitted and selection.max_matches < MOST_MATCHES:
        return {**again, "max_matches": min(selection.max_matches * 2, MOST_MATCHES)}
    if not all_fitted and bound(selection) < LONGEST_LIMIT:
        wider = min(bound(selection) * 4, LONGEST_LIMIT)
        return {**again, "max_matches": selection.max_matches, "limit": wider}
    return {"lines": f"{line}-"}
