"""Source code: what it defines, with line numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from offcut.previews.lines import cut, listed, richest

#: What the first word, or the first few, of a definition are in common languages.
_DEFINITION = re.compile(
    r"(?P<indent>[ \t]{0,12})"
    r"(?:(?:export|default|public|private|protected|internal|static|final|abstract|async|pub(?:\([a-z]+\))?"
    r"|unsafe|extern|override|virtual|inline|sealed|partial|open|suspend|data|declare|const)\s+){0,5}"
    r"(?:(?:def|class|fn|func|function\*?|fun|struct|enum|trait|interface|impl|module|namespace|type|object"
    r"|protocol|extension|macro_rules!|sub|package|mod)\s+[A-Za-z_$<(]"
    r"|(?:var|let|val)\s+[A-Za-z_$]\w*\s*=\s*(?:async\s*)?(?:function\b|\([^()]{0,200}\)\s*=>)"
    r"|#define\s+\w|template\s*<|CREATE\s+(?:TABLE|VIEW|INDEX|FUNCTION)\b)"
)
#: What programs say of themselves, never indented: no line of a program looks like it.
_MESSAGE = re.compile(
    r"(?:[\w./\[\]-]{1,60}: ){1,3}[^\n]{0,300}?(?:no such file|permission denied|is a directory|not found"
    r"|cannot |can't |could not |failed|error|denied|refused|timed out|too large|\*\*\* )"
    r"|(?:fatal|panic|error|killed|aborted|segmentation fault|traceback \(most recent)(?:[:\s(\[]|$)"
    r"|[A-Za-z_.]{1,80}(?:Error|Exception): ",
    re.IGNORECASE,
)
WIDTH = 140


def is_definition(line: str) -> bool:
    """Tell whether a line of code defines something."""
    return _DEFINITION.match(line) is not None


def is_no_message(line: str) -> bool:
    """Tell whether a line may be code, and is not what a program says when something went wrong."""
    return _MESSAGE.match(line) is None


def code_preview(text: str, limit: int, *, first: int) -> str:
    """Return the outline: definitions with their line numbers, the outer ones only if not all fit."""
    lines = text.split("\n")
    title = f"code, {len(lines)} lines; outline:"
    found = [(at + first, match, line) for at, line in enumerate(lines) if (match := _DEFINITION.match(line))]
    everything = [f"{number}: {cut(line.rstrip(), WIDTH)}" for number, _, line in found]
    outer = [f"{number}: {cut(line.rstrip(), WIDTH)}" for number, match, line in found if not match["indent"]]

    def whole() -> Iterator[str]:
        yield title
        yield from everything

    fits = richest([whole], limit)
    return "\n".join(fits) if fits else listed(title, outer or everything, limit, "definitions")
