"""Whether words or a value stand in a text, whatever the case and the space between them."""

from __future__ import annotations

import re
import unicodedata


def normal(text: str) -> str:
    """Return a text in one case, with single spaces."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def stands(words: str, text: str) -> bool:
    """Say whether words stand in a normalised text; a number does not stand in a longer one."""
    sought = normal(words)
    before = r"(?<!\d)(?<!\d[.,:])" if sought[:1].isdecimal() else ""
    after = r"(?![.,:]?\d)" if sought[-1:].isdecimal() else ""
    return re.search(before + re.escape(sought) + after, text) is not None
