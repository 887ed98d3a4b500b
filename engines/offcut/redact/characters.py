"""Characters that act on a terminal or hide text are not shown, and nothing that is no UTF-8 leaves."""

from __future__ import annotations

import regex

#: ANSI escapes: colours and cursor movements, window titles and links.
_ESCAPE = regex.compile(
    r"(?:\x1b\[|\x9b)[0-?]*+[ -/]*+[@-~]?|\x1b[\]P_^X][^\x07\x1b\n]*+(?:\x07|\x1b\\)?|\x1b[ -/][0-~]"
)
_LINE_END = regex.compile("\r\n?|[\u2028\u2029\x85\v\f]")
#: Control characters but newline and tab, marks and overrides of direction, invisible letters. The
#: joiners U+200C and U+200D stay: scripts and emoji need them.
_HIDDEN = regex.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb]++"
)


def visible(text: str) -> str:
    """Return the text as a reader sees it: without escape sequences, control and bidi characters.

    Only ``\\n`` and ``\\t`` stay of the control characters; other line ends become ``\\n``. Two
    surrogates that make a pair become their character, a lone one U+FFFD: the text can be encoded.
    """
    if not _can_be_encoded(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return _HIDDEN.sub("", _LINE_END.sub("\n", _ESCAPE.sub("", text)))


def plain(text: str) -> str:
    """Return the visible text in one line, with single spaces: fit for a listing."""
    return " ".join(visible(text).split())


def _can_be_encoded(text: str) -> bool:
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
