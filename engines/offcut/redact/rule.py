"""A rule finds secrets; everything it matches is taken apart into groups, so that one can be replaced."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import regex

MASK = "[secret]"


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern, and lower-case needles: a text without any of them cannot match and is not searched.

    Every character of a match stands in exactly one group. Those named ``value…`` hold a secret. The
    pattern is compiled when the first text needs it: most never do, and together they take long to compile.
    """

    needles: tuple[str, ...]
    pattern: str
    ascii: bool = False

    @property
    def compiled(self) -> regex.Pattern[str]:
        """The pattern, compiled once."""
        return _compiled(self.pattern, regex.ASCII if self.ascii else 0)


@cache
def _compiled(pattern: str, flags: int) -> regex.Pattern[str]:
    return regex.compile(pattern, flags)


def replace_values(
    pattern: regex.Pattern[str], text: str, secrets: set[str], is_harmless: Callable[[str], bool]
) -> str:
    """Return the text with every value replaced by the mask, and add the values to ``secrets``.

    One ``split`` does the matching: a callback for each match would cost several times as much.
    """
    pieces: list[str | None] = pattern.split(text)
    if len(pieces) == 1:
        return text
    for name, column in pattern.groupindex.items():
        if name.startswith("value"):
            values = pieces[column :: pattern.groups + 1]
            found = {value for value in set(values) if value and value != MASK and not is_harmless(value)}
            secrets |= found
            pieces[column :: pattern.groups + 1] = [MASK if value in found else value for value in values]
    return "".join(filter(None, pieces))
