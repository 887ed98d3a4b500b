"""Tables of separated values: the header, the number of rows, the first and the last ones."""

from __future__ import annotations

from collections.abc import Sequence

from offcut.previews.lines import cut, fitting, spread

#: In the order of preference.
SEPARATORS = ("\t", "|", ";", ",")
#: Of the sampled rows so many have as many separators as the header.
EVEN = 0.9
#: Prose has commas too; a table has columns.
FEWEST = {"\t": 1, "|": 2, ";": 2, ",": 2}
#: Room for the words about size.
TITLE = 80
FIRST_ROWS = 0.7


def separator_of(sample: Sequence[str]) -> str | None:
    """Return what separates the columns of these lines, or nothing if they are no table."""
    for separator in SEPARATORS:
        columns = sample[0].count(separator)
        if columns < FEWEST[separator]:
            continue
        even = sum(line.count(separator) == columns for line in sample)
        if even >= EVEN * len(sample):
            return separator
    return None


def table_preview(text: str, limit: int) -> str:
    """Return the number of rows and columns, the header, first and last rows."""
    header, *lines = [line for line in text.split("\n") if line.strip()]
    separator = separator_of(spread("\n".join([header, *lines]))) or ","
    rows = [line for line in lines if line.count(separator) == header.count(separator)]
    title = (
        f"table of {len(rows)} rows and {header.strip('|').count(separator) + 1} columns; header and rows:"
    )
    room = limit - len(title) - TITLE
    if room < TITLE:
        return cut(title, limit)
    top = [title, cut(header, room // 2)]
    room -= len(top[1]) + 1
    first = fitting(rows, int(room * FIRST_ROWS))
    last = fitting(reversed(rows[len(first) :]), room - sum(len(row) + 1 for row in first))[::-1]
    left = len(rows) - len(first) - len(last)
    return "\n".join([*top, *first, *([f"… {left} rows …"] if left else []), *last])
