"""Pages of a source: by characters, exactly as many as asked, and by lines, never cut inside one."""

from __future__ import annotations

from offcut.errors import InvalidInput
from offcut.ports import Excerpt, SourceInfo, SourceStore
from offcut.recovery.selection import Lines, Page, bound
from offcut.recovery.shown import Arguments, Shown, counted, span


async def read_page(store: SourceStore, info: SourceInfo, page: Page) -> Shown:
    """Return the characters from the page's offset on, as many as it may have."""
    start = page.offset or 0
    if start >= max(info.characters, 1):
        raise InvalidInput(
            f"offset {start} is beyond the end: source {info.ref} has {counted(info.characters, 'character')}"
        )
    end = min(start + bound(page), info.characters)
    excerpt = await store.read_characters(info.ref, start, end)
    text = _between(excerpt, start, end)
    first = excerpt.line + 1 + excerpt.text.count("\n", 0, start - excerpt.character)
    lines = span("line", first, first + text.count("\n"))
    where = f"characters {start} to {end} of {info.characters} ({lines} of {info.lines})"
    return Shown(text, where, {"offset": end} if end < info.characters else None)


async def read_lines(store: SourceStore, info: SourceInfo, lines: Lines) -> Shown:
    """Return as many whole lines of the range as fit; of a line that never fits, its beginning."""
    if lines.first > info.lines:
        raise InvalidInput(
            f"line {lines.first} is beyond the end: source {info.ref} has {counted(info.lines, 'line')}"
        )
    last = min(lines.last or info.lines, info.lines)
    most = bound(lines)
    # One character more than may be shown tells whether a line ends exactly at the bound.
    start, window = await _from_line(store, info, lines.first, most + 1)
    text = _whole_lines(window, last - lines.first + 1, most)
    if text is None:
        return _piece_of_line(info, lines.first, start, window[:most])
    reached = lines.first + text.count("\n")
    where = f"{span('line', lines.first, reached)} of {info.lines}"
    return Shown(text, where, _following(reached + 1, last, lines.last) if reached < last else None)


def _whole_lines(window: str, wanted: int, most: int) -> str | None:
    """Return the first ``wanted`` lines of the window, or those that fit; ``None`` if not one does."""
    parts = window.split("\n", wanted)
    complete = "\n".join(parts[:wanted])
    if len(complete) <= most:
        return complete
    end = window.rfind("\n", 0, most + 1)
    return None if end < 0 else window[:end]


def _piece_of_line(info: SourceInfo, line: int, start: int, text: str) -> Shown:
    end = start + len(text)
    where = f"characters {start} to {end} of {info.characters} (line {line} of {info.lines})"
    return Shown(text, where, {"offset": end})


def _following(first: int, last: int, asked: int | None) -> Arguments:
    """Return the lines still to come; a range without an end stays one."""
    if asked is None:
        return {"lines": f"{first}-"}
    return {"lines": str(first) if first == last else f"{first}-{last}"}


async def _from_line(store: SourceStore, info: SourceInfo, line: int, size: int) -> tuple[int, str]:
    """Return where a line starts, and ``size`` characters from there or all there are."""
    start, window = 0, ""
    if line > 1:
        excerpt = await store.read_lines(info.ref, line, line)
        skipped = line - 1 - excerpt.line
        rest = excerpt.text.split("\n", skipped)[skipped]
        start = excerpt.character + len(excerpt.text) - len(rest)
        window = rest[:size]
    end = min(start + size, info.characters)
    if start + len(window) < end:
        window = _between(await store.read_characters(info.ref, start, end), start, end)
    return start, window


def _between(excerpt: Excerpt, start: int, end: int) -> str:
    return excerpt.text[start - excerpt.character : end - excerpt.character]
