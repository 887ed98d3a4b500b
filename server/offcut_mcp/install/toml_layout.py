"""Where the statements of a TOML text lie: headers, and keys with values over however many lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import regex

_TOKEN = regex.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}|'
    r"'''.*?'{3,5}|"
    r'"(?:[^"\\\n]|\\.)*+"|'
    r"'[^'\n]*+'|"
    r"#[^\n]*+|[=\[\]{}\n]",
    regex.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Statement:
    """A header, a key with its value, or a line that says nothing; with its line end and its comment.

    ``value`` is where the text behind the first equals sign starts and ends, without a comment; a header
    has none.
    """

    text: str
    value: tuple[int, int] | None

    @property
    def is_header(self) -> bool:
        """Whether it begins a table."""
        return self.text.lstrip().startswith("[")

    @property
    def is_quiet(self) -> bool:
        """Whether it is empty or a comment."""
        return not self.text.partition("#")[0].strip()


def statements(text: str) -> list[Statement]:
    """Return the statements of a TOML text; joined they are that text."""
    return list(_statements(text))


def _statements(text: str) -> Iterator[Statement]:
    start, depth = 0, 0
    equals = comment = None
    for token in _TOKEN.finditer(text):
        character = token[0][0]
        if character in "[{":
            depth += 1
        elif character in "]}":
            depth -= 1
        elif character == "=" and equals is None:
            equals = token.end()
        elif character == "#" and depth == 0:
            comment = token.start()
        elif character == "\n" and depth == 0:
            yield _statement(text[start : token.end()], start, equals, comment)
            start, equals, comment = token.end(), None, None
    if start < len(text):
        yield _statement(text[start:], start, equals, comment)


def _statement(text: str, start: int, equals: int | None, comment: int | None) -> Statement:
    """Return a statement whose equals sign and comment lie at these places of the whole text."""
    if equals is None or text.lstrip().startswith("["):
        return Statement(text, None)
    first, last = equals - start, len(text) if comment is None else comment - start
    value = text[first:last]
    return Statement(text, (first + len(value) - len(value.lstrip()), first + len(value.rstrip())))
