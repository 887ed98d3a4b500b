"""The last line of every preview.

"Archived intact" matters: readers took other wordings for a damaged file. Nothing is ever trusted
because it has this form; a text is ours only if the archive knows its hash.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from offcut.redact import visible

_LAST_LINE = re.compile(r"(?:\A|\n)\[offcut: \d+ chars, \d+ lines [^\n]{1,400}\]\s*\Z")


@dataclass(frozen=True, slots=True)
class Marker:
    """How much was folded, and where it is. ``by_host`` means the reference is the host's own."""

    characters: int
    lines: int
    ref: str
    by_host: bool = False

    @classmethod
    def of(cls, text: str, ref: str, *, by_host: bool = False) -> Marker:
        """Return the marker of a text; its lines are the number of ``\\n`` plus 1."""
        return cls(len(text), text.count("\n") + 1, ref, by_host)

    def __str__(self) -> str:
        size = f"{self.characters} chars, {self.lines} lines"
        if self.by_host:
            # The host's own words: they may not break the line, nor hide in it.
            ref = visible(self.ref).replace("\n", " ")
            return f"[offcut: {size} kept by the host; original: {ref}]"
        return f'[offcut: {size} archived intact; recover_source(ref="{self.ref}")]'


def ends_in_marker(text: str) -> bool:
    """Tell whether the last line has the form of a marker; only a filter before the archive is asked."""
    return bool(_LAST_LINE.search(text, max(0, len(text) - 600)))
