"""Where a word begins and a line ends, in plain text as in JSON strings of any depth."""

from __future__ import annotations

#: What ends a word though it ends in a letter or digit: an escape of JSON or of an address, a colour.
_ESCAPE = r"\\[abefnrtv0]|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|%[0-9A-Fa-f]{2}|\[[0-9;]{0,12}m"

#: A line end: the `n` of `\n`, `\\n`, … has as many backslashes before it as the text is deep in JSON.
ESCAPED_LINE_END = r"\\{1,16}+(?:r\\{1,16}+)?n"
LINE_END = rf"(?:\r?\n|{ESCAPED_LINE_END})"
#: A backslash at the end of a line; inside JSON both are escaped, so that there are three times a power of 2.
CONTINUED = r"(?:\\\r?\n|(?:\\{24}|\\{12}|\\{6}|\\{3})n)[ \t]{0,40}+"


def begins(start: str, *, word: str = "A-Za-z0-9") -> str:
    """Return the pattern of a start before which no word goes on.

    It looks back from the end of the start: a literal is searched far faster than a border.
    """
    return rf"{start}(?:(?<![{word}]{start})|(?<=(?:{_ESCAPE}){start}))"
