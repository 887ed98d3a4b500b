"""Logs, program output and prose: the beginning, lines that stand out with their numbers, the end."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from offcut.previews.excerpt import head_and_tail
from offcut.previews.lines import cut, fitting

#: The share of the budget that lines which stand out may take, and that of the beginning in the rest.
STANDING_OUT = 0.5
BEGINNING = 0.5
#: A form that occurs more often is no rare one.
RARE = 2
#: Characters of a line that make its form, and those that are searched for words of trouble.
FORM = 160
SEARCHED = 2_000
#: Room for the lines between the parts, numbers of any size included.
BETWEEN = 120

#: Only whole runs are tried: letters of hexadecimal without a digit would be searched again from each one.
VARIABLE = re.compile(r"0x[0-9a-fA-F]+|(?<![0-9a-fA-F])(?=[a-fA-F]*[0-9])[0-9a-fA-F]+")
_WORST = re.compile(r"\b(?:FATAL|PANIC|panic|CRITICAL|Traceback|Segmentation fault|core dumped|OOM)\b")
_BAD = re.compile(
    r"\b(?:errors?|failed|failures?|failing|fail|fatal|aborted|refused|denied|unreachable|killed)\b"
    r"|\bno such (?:file|column|table)\b|\bnot found\b|: \*\*\* "
    r"|[A-Za-z](?:Error|Exception)\b|\bE:|\bnot ok\b|✗|✘|❌",
    re.IGNORECASE,
)
_DOUBTFUL = re.compile(
    r"\b(?:warn(?:ing)?s?|deprecated|timed? ?out|retry(?:ing)?|cannot|could not)\b", re.IGNORECASE
)
#: "0 errors" is good news.
_NONE = re.compile(
    r"\b(?:0|no|without) (?:\w+ )?(?:errors?|fail(?:ed|ures?)|warnings?)\b"
    r"|\"(?:errors?|failed|failures?)\": ?(?:null|0|false|\[\]|\{\}|\"\")",
    re.IGNORECASE,
)
#: How bad a line is.
WORST, BAD, DOUBTFUL, HARMLESS = 3, 2, 1, 0


@dataclass(slots=True)
class _Form:
    """Lines that differ in numbers only: where the first stands, and how many there are."""

    first: int
    count: int
    trouble: int


def log_preview(text: str, limit: int, *, first: int) -> str:
    """Return head, lines that stand out and tail; ``first`` is the number of the first line."""
    lines = text.rstrip("\n").split("\n")
    if len(text) <= limit:
        return text.rstrip("\n")
    if limit <= 2 * BETWEEN or len(lines) < 3:
        return head_and_tail(text.strip(), limit)
    told = _standing_out(lines, int((limit - BETWEEN) * STANDING_OUT), first)
    room = limit - BETWEEN - sum(len(line) + 1 for line in told.values())
    head = fitting(lines, int(room * BEGINNING))
    tail = fitting(reversed(lines[len(head) :]), room - sum(len(line) + 1 for line in head))[::-1]
    return "\n".join(_joined(lines, head, tail, told, first))


def _joined(
    lines: Sequence[str], head: list[str], tail: list[str], told: dict[int, str], first: int
) -> Iterator[str]:
    begin, end = len(head), len(lines) - len(tail)
    yield from head
    between = [line for at, line in told.items() if begin <= at < end]
    if begin < end:
        how = "; these stand out:" if between else " …"
        yield f"… lines {begin + first} to {end - 1 + first} left out{how}"
    yield from between
    if between:
        yield f"… the end, from line {end + first}:"
    yield from tail


def _standing_out(lines: Sequence[str], limit: int, first: int) -> dict[int, str]:
    """Return the lines of trouble and the rare ones that fit, by index, with their numbers."""
    forms = _forms(lines)
    repetitive = len(forms) * 2 <= len(lines)
    candidates = [f for f in forms if f.trouble or (repetitive and f.count <= RARE)]
    candidates.sort(key=lambda form: (-form.trouble, form.count, form.first))
    chosen: dict[int, str] = {}
    for form in candidates:
        line = _numbered(lines[form.first], form, first)
        limit -= len(line) + 1
        if limit < 0:
            break
        chosen[form.first] = line
    return dict(sorted(chosen.items()))


def _numbered(line: str, form: _Form, first: int) -> str:
    more = f" (and {form.count - 1} like it)" if form.count > 1 else ""
    return f"{form.first + first}: {cut(line.strip())}{more}"


def _forms(lines: Iterable[str]) -> list[_Form]:
    forms: dict[str, _Form] = {}
    for at, line in enumerate(lines):
        form = VARIABLE.sub("0", line[:FORM].strip())
        if not form:
            continue
        if form in forms:
            forms[form].count += 1
        else:
            forms[form] = _Form(at, 1, severity(line))
    return list(forms.values())


def severity(line: str) -> int:
    """Return how bad the news of a line is, judged by its first ``SEARCHED`` characters."""
    line = line[:SEARCHED]
    if _WORST.search(line):
        return WORST
    if _BAD.search(line):
        return HARMLESS if _NONE.search(line) and not _BAD.search(_NONE.sub("", line)) else BAD
    return DOUBTFUL if _DOUBTFUL.search(line) else HARMLESS
