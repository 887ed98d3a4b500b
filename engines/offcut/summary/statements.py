"""What kind of thing a user's sentence is: a prohibition outlives everything, small talk does not."""

from __future__ import annotations

import re
from enum import IntEnum

from offcut.summary.exact import exact_values
from offcut.summary.signs import has

#: Not after a short number or one letter: "am 12. Februar", "e. g.".
_SENTENCE_END = re.compile(r"(?<=[.!?])(?<!\b\d\.)(?<!\b\d\d\.)(?<!\b[A-Za-z]\.)\s+|(?<=[。！？])\s*")
#: Characters of a fragment at most.
FRAGMENT = 16


class Weight(IntEnum):
    """Order in which sentences survive when there is little room; lower first."""

    PROHIBITION = 1
    CONSTRAINT = 2
    REQUEST = 3
    PREFERENCE = 4
    FACT = 5
    OTHER = 8


def sentences(text: str) -> list[str]:
    """Return the sentences and lines of a text, without blank ones.

    A fragment of one or two words belongs to the sentence before it ("The ledger? Hands off."), and a rule
    to the question before it that names what it is about ("You heard of port 81? Forget that.").
    """
    found: list[str] = []
    for line in text.split("\n"):
        start = len(found)
        for part in filter(None, map(str.strip, _SENTENCE_END.split(line))):
            if len(found) > start and (_is_fragment(part) or _answers(found[-1], part)):
                found[-1] = f"{found[-1]} {part}"
            else:
                found.append(part)
    return found


def _is_fragment(part: str) -> bool:
    return len(part) <= FRAGMENT and part.count(" ") < 2


def _answers(question: str, part: str) -> bool:
    asked = question.endswith(("?", "？")) and bool(exact_values(question))
    return asked and has("negation", part) and not exact_values(part)


def weigh(sentence: str) -> Weight:
    """Return what kind of thing a sentence is, by the general signs of the languages that are known."""
    if has("negation", sentence):
        return Weight.PROHIBITION
    if has("obligation", sentence) or has("limit", sentence) or has("generality", sentence):
        return Weight.CONSTRAINT
    return Weight.PREFERENCE if has("preference", sentence) else Weight.OTHER


def is_rule(statement: str) -> bool:
    """Tell whether a statement holds a prohibition, a constraint or a preference."""
    return any(weigh(sentence) != Weight.OTHER for sentence in sentences(statement))
