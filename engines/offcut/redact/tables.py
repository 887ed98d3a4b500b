"""Secrets in the columns of tables: a head names the column, the rows below hold the values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import regex

from offcut.redact.borders import LINE_END
from offcut.redact.languages import NAMES, NEEDLES, spelled
from offcut.redact.names import any_case
from offcut.redact.rule import MASK

#: A head is one short line of a few cells; longer ones are data.
LONGEST_HEAD, MOST_CELLS = 2_000, 100
#: A value may hold the delimiter itself a few times.
MOST_EXTRA = 3
#: A tab inside JSON is a `t` behind backslashes.
DELIMITERS = ("|", "│", "\t", *("\\" * count + "t" for count in (8, 4, 2, 1)), ";", ",")
_FOREIGN = tuple(way for name in NAMES for way in spelled(name))
_ENGLISH = ("password", "passwd", "passphrase", "pwd", "secret", "key", "token")

#: A text without a name before a delimiter or the end of a line has no head: there is no table.
_HINT = regex.compile(
    rf"(?:{any_case('pass(?:word|wd|phrase)', 'pwd', 'secret', 'token')}"
    rf"|(?:k|K)(?i:ey)(?<=(?i:i|t|s)[_ -]?\w\w\w))"
    rf"(?:[_ -]?[0-9])?[ \\\"'`*]{{0,12}}?(?:[|│\t;,]|\\t|{LINE_END}|\Z)"
)
_LINE_END = regex.compile(f"({LINE_END})")
#: `{"stdout": "user,password`: what stands before the text that is the table.
_BEFORE = regex.compile(r".*[:=(\[]\s{0,8}+\\*+[\"'`]", regex.DOTALL)
_EDGE = r"[\s\\\"'`*#]{0,12}+"
_SURE = "|".join(("password", "passwd", "passphrase", "pwd", *map(regex.escape, _FOREIGN)))
#: The head of a column of secrets: `password`, `db_password`, `API key`.
_NAME = regex.compile(
    rf"{_EDGE}(?:[\w-]{{1,20}}[_ -])??(?:(?P<sure>{_SURE})|(?:client[_ ])?secret"
    rf"|(?:api|secret|access)[_ -]?key"
    rf"|secret[_ -]access[_ -]key|(?:access|auth|api|refresh)[_ -]?token)(?:[_ -]?[0-9])?{_EDGE}",
    regex.IGNORECASE,
)
#: Any other head is a name, without the signs of code.
_HEAD = regex.compile(rf"{_EDGE}[\w .#/%-]{{1,40}}+{_EDGE}")
_HEAD_AT_END = regex.compile(rf"[\w#%-][\w .#/%-]{{0,40}}{_EDGE}\Z")
_RULE = regex.compile(r"[\s|│+:=─━┼├┤-]++")
_CELL = regex.compile(r"(?P<open>[\s\\\"'`*]*+)(?P<value>[^\s\"'`\\*]*+)(?P<close>.*)", regex.DOTALL)
#: A letter as JSON may escape it.
_LETTER = regex.compile(r"\\++u([0-9A-Fa-f]{4})")
_PROSE = regex.compile(r"\s++\w")
_TELLING = regex.compile(r"(?=.*[0-9])(?=.*[A-Za-z]).{6}|(?=.*[!@#$%^&*+=~?]).{6}")
_CODE = regex.compile(r"\w*[(\[{<]")


def may_have_columns(text: str, lower: str) -> bool:
    """Tell whether a text, and the same in lower case, may hold the head of a column of secrets."""
    english = any(name in lower for name in _ENGLISH) and _HINT.search(text)
    return bool(english) or any(needle in lower for needle in NEEDLES)


def without_columns(text: str, secrets: set[str], is_harmless: Callable[[str], bool]) -> str:
    """Return the text with the values of such columns replaced, and add them to ``secrets``.

    Linear: a line is read once as a head and once as a row.
    """
    lines = _LINE_END.split(text)
    table: _Table | None = None
    for at in range(0, len(lines), 2):
        line = lines[at]
        if table and table.has(line):
            lines[at] = table.masked(line, secrets, is_harmless)
        else:
            table = _table_below(line)
    return "".join(lines)


@dataclass(frozen=True, slots=True)
class _Table:
    """How the rows of a table are read: its delimiter, its width in cells, and where its secrets are.

    ``sure`` tells whether any word may be one there; else it takes digits or signs.
    """

    delimiter: str
    width: int
    columns: tuple[int, ...]
    sure: frozenset[int]

    def has(self, line: str) -> bool:
        """Tell whether a line is a row, or the rule between head and rows."""
        extra = line.count(self.delimiter) + 1 - self.width
        return 0 <= extra <= MOST_EXTRA or bool(_RULE.fullmatch(line))

    def masked(self, line: str, secrets: set[str], is_harmless: Callable[[str], bool]) -> str:
        """Return a row with its secrets replaced."""
        cells = line.split(self.delimiter)
        extra = max(len(cells) - self.width, 0)
        for column in self.columns if len(cells) >= self.width else ():
            for at in range(column, column + extra + 1):
                found = _CELL.match(cells[at])
                if found and _is_secret(found, sure=at in self.sure) and not is_harmless(found["value"]):
                    secrets.add(found["value"])
                    cells[at] = f"{found['open']}{MASK}{found['close']}"
        return self.delimiter.join(cells)


def _is_secret(cell: regex.Match[str], *, sure: bool) -> bool:
    value = cell["value"]
    if not value or value == MASK or _PROSE.match(cell["close"]) or _CODE.match(value):
        return False
    return sure or bool(_TELLING.match(value))


def _table_below(line: str) -> _Table | None:
    """Return the table that a line is the head of, if it is one and has a column of secrets."""
    if len(line) > LONGEST_HEAD:
        return None
    before = _BEFORE.match(line)
    head = _LETTER.sub(_letter, line[before.end() :] if before else line)
    tables = (_table_in(head, delimiter) for delimiter in DELIMITERS if delimiter in head)
    return next(filter(None, tables), None)


def _table_in(head: str, delimiter: str) -> _Table | None:
    cells = head.split(delimiter)
    names = {at: found for at, cell in enumerate(cells) if (found := _NAME.fullmatch(cell))}
    if not names or len(cells) > MOST_CELLS or not _are_heads(cells, drawn=delimiter in "|│"):
        return None
    # A list of arguments has spaces after its commas and stands apart from the margin.
    tight = delimiter not in ",;" or (f"{delimiter} " not in head and not head[0].isspace())
    sure = frozenset(at for at, found in names.items() if tight and found["sure"])
    return _Table(delimiter, len(cells), tuple(names), sure)


def _letter(escape: regex.Match[str]) -> str:
    return chr(int(escape[1], 16))


def _are_heads(cells: list[str], *, drawn: bool) -> bool:
    """Tell whether all cells are names; before the first one a sentence may lead to the table."""
    first, *others = cells
    inner = others[:-1] if drawn and not others[-1].strip() else others
    named = all(map(_HEAD.fullmatch, inner)) and len(inner) > 0
    return named and (bool(_HEAD_AT_END.search(first)) or (drawn and len(inner) > 1))
