"""Lines within a budget of characters: what every preview is put together from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

from offcut.previews.excerpt import border_before

#: Characters of one line of a preview; a longer one is cut.
WIDEST = 240
#: Lines of a sample from the start, the middle and the end each, and characters of each line.
SAMPLED, LOOKED_AT = 70, 1_000


def cut(line: str, limit: int = WIDEST) -> str:
    """Return a line of at most ``limit`` characters; what was cut leaves an ellipsis."""
    return line if len(line) <= limit else line[: border_before(line, max(0, limit - 1))] + "…"[:limit]


def spread(text: str) -> list[str]:
    """Return a sample of lines from start, middle and end, without splitting the whole text.

    A line that is longer than all of the sample may stand there in part.
    """
    reach = SAMPLED * LOOKED_AT
    if len(text) <= 3 * reach and text.count("\n") <= 3 * SAMPLED:
        lines = text.split("\n")
    else:
        middle = text.find("\n", len(text) // 2, len(text) // 2 + reach) + 1
        between = text[middle : middle + reach].split("\n", SAMPLED)[:-1] if middle else []
        start = text[:reach].split("\n", SAMPLED)
        lines = [*(start[:-1] or start), *between[:SAMPLED], *text[-reach:].rsplit("\n", SAMPLED)[1:]]
    return [line[:LOOKED_AT] for line in lines]


def fitting(lines: Iterable[str], limit: int) -> list[str]:
    """Return the lines that fit, from the first on, with a newline between any two; lines are cut."""
    taken: list[str] = []
    room = limit + 1
    for line in lines:
        shown = cut(line)
        room -= len(shown) + 1
        if room < 0:
            break
        taken.append(shown)
    return taken


def listed(title: str, lines: Sequence[str], limit: int, what: str) -> str:
    """Return a title and the lines that fit; what is left out is counted in the last line."""
    whole = fitting(chain([title], lines), limit)
    if len(whole) == len(lines) + 1:
        return "\n".join(whole)
    reserved = len(f"\n… {len(lines)} more {what}")
    some = fitting(chain([title], lines), limit - reserved)
    return "\n".join([*some, f"… {len(lines) - max(0, len(some) - 1)} more {what}"]) if some else ""


def richest(levels: Iterable[Callable[[], Iterator[str]]], limit: int) -> list[str] | None:
    """Return the lines of the first level that fits whole, or nothing; the richest level comes first."""
    for level in levels:
        lines, used = [], -1
        for line in level():
            lines.append(cut(line))
            used += len(lines[-1]) + 1
            if used > limit:
                break
        else:
            return lines
    return None
