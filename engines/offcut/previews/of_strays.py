"""What a preview by kind would drop: lines that are none of their kind, and lines that tell of trouble.

A program's output is rarely pure: compilers write errors among warnings, and whatever ends a program stands
below its results.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from offcut.previews.lines import cut
from offcut.previews.of_log import BAD, severity

#: The part of a preview that these lines may take: one of so many.
SHARE = 3
#: Last lines that are shown before any other, if they are strays.
LAST = 3
#: Characters that make two lines alike, if they are the same but for numbers.
FORM = 160
#: A line with its number is hardly shorter.
SHORTEST = 12
_NUMBERS = re.compile(r"\d+")

Fits = Callable[[str], bool]


def stray_lines(text: str, limit: int, *, first: int, fits: Fits, troubled: bool) -> list[str]:
    """Return a title that counts them and the most telling lines with their numbers, within ``limit``.

    ``first`` is the number of the text's first line, ``fits`` tells what is of the kind. With ``troubled``,
    lines of the kind that tell of trouble are shown too.
    """
    lines = text.split("\n")
    strays = [at for at, line in enumerate(lines) if line.strip() and not fits(line)]
    apart = set(strays)
    trouble = [at for at in _troubled(lines) if at not in apart] if troubled else []
    if not strays and not trouble:
        return []
    title = f"{', '.join(_counts(len(strays), len(trouble)))}:"
    if len(title) > limit:
        return []
    telling = _alike_once(_by_importance(lines, strays, trouble), lines)
    chosen = _fitting(lines, telling, limit - len(title) - 1, first)
    return [title if chosen else title.rstrip(":"), *chosen]


def _fitting(lines: Sequence[str], telling: Iterator[int], room: int, first: int) -> list[str]:
    """Return the lines that fit with their numbers, in their order in the text."""
    chosen: dict[int, str] = {}
    for at in telling:
        shown = f"{at + first}: {cut(lines[at].strip())}"
        if len(shown) < room:
            room -= len(shown) + 1
            chosen[at] = shown
        if room < SHORTEST:
            break
    return [chosen[at] for at in sorted(chosen)]


def _counts(strays: int, trouble: int) -> Iterator[str]:
    if strays:
        yield f"{strays} {'lines do' if strays > 1 else 'line does'} not fit"
    if trouble:
        yield f"{trouble} {'lines tell' if trouble > 1 else 'line tells'} of trouble"


def _troubled(lines: Sequence[str]) -> Iterator[int]:
    return (at for at, line in enumerate(lines) if severity(line) >= BAD)


def _by_importance(lines: Sequence[str], strays: Sequence[int], trouble: Sequence[int]) -> Iterator[int]:
    """Yield the last strays, then the worst lines, then the other strays."""
    yield from reversed(strays[-LAST:])
    worst = {at: severity(lines[at]) for at in (*strays, *trouble)}
    yield from sorted(worst, key=lambda at: -worst[at])  # of the same, strays first


def _alike_once(chosen: Iterator[int], lines: Sequence[str]) -> Iterator[int]:
    known: set[str] = set()
    for at in chosen:
        form = _NUMBERS.sub("0", lines[at][:FORM].strip())
        if form not in known:
            known.add(form)
            yield at
