"""How likely a sentence of the user is meant to stand: rules, facts and goals against the talk around them.

By structure first, which every language has: exact values, words that stand nowhere else, length, being a
question, being a phrase that comes again, and being said early, since earlier summaries carried it already.
The general signs of a known language add to it. The weights are rounded from a logistic regression over
generated sessions in three languages, and judged on others (``tests/benchmarks/rounds_curve.py``).
"""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass

from offcut.summary.exact import exact_values
from offcut.summary.signs import Sign, has

_WIDE = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_WORD = re.compile(rf"[{_WIDE}]|[^\W_{_WIDE}]+(?:[._/@-][^\W{_WIDE}]+)*")
_VARIES = re.compile(r"[\d_/@#.]")
_MARKS = ".,;:!?()\"'…"
_NARROW = re.compile(r"[\x21-\x7e]+")
_RULES: tuple[Sign, ...] = ("negation", "obligation", "limit", "generality", "preference")
#: Words count by their first letters, so that an ending does not make another word of them.
STEM = 5
#: As many words make a sentence long enough to say something.
LONG = 8
#: Kinds of values that say more than a bare number, which may count something in passing.
EXACT = frozenset(
    {"address", "amount", "host", "date", "time", "money", "phone", "version", "path", "code", "percent"}
)
#: What so many signs are worth: the first says most.
_SIGNED = (0.0, 0.5, 0.8, 1.0)
#: What a shape is worth that comes once, twice, three times, or more often: twice may be a new value.
_REPEATED = (0.0, 0.15, 0.6, 1.0)
#: A sentence that scores more than this is meant to stand.
STANDING = -1.0


@dataclass(frozen=True, slots=True)
class Features:
    """What is seen of a sentence, each from 0 to 1."""

    signs: float
    exact: float
    novelty: float
    length: float
    question: float
    past: float
    repeated: float
    early: float
    shown: float

    @property
    def score(self) -> float:
        """More than ``STANDING`` for a sentence that is meant to stand."""
        return (
            2.0 * self.signs
            + 2.0 * self.exact
            + 4.0 * self.novelty
            + 2.0 * self.length
            - 2.5 * self.question
            - 1.5 * self.past
            - 7.0 * self.repeated
            + 2.0 * self.early
            + 3.0 * self.shown
            - 7.0
        )


def features(statements: Sequence[str], shown: Container[str] = ()) -> list[Features]:
    """Return the features of all sentences of the user, oldest first; ``shown`` in an earlier summary."""
    words = [stems(text) for text in statements]
    frequency = Counter(word for found in words for word in frozenset(found))
    shapes = [_shape(text) for text in statements]
    shaped = Counter(shapes)
    most = math.log(len(statements) + 1)
    return [
        Features(
            signs=_SIGNED[min(sum(has(sign, text) for sign in _RULES), 3)],
            exact=_exactness(text),
            novelty=_mean([1 - math.log(frequency[word]) / most for word in frozenset(found)]),
            length=min(len(found) / LONG, 1.0),
            question=_asking(text),
            past=float(has("past", text)),
            repeated=_REPEATED[min(shaped[shape], 4) - 1] if shape else 0.0,
            early=1 - number / len(statements),
            shown=float(text in shown),
        )
        for number, (text, found, shape) in enumerate(zip(statements, words, shapes, strict=True))
    ]


def _asking(text: str) -> float:
    """Return 1 for a question, less for a statement that ends in one ("... , all right?")."""
    return (1.0 if has("asking", text) else 0.5) if text.rstrip().endswith(("?", "？")) else 0.0


def _exactness(text: str) -> float:
    values = exact_values(text)
    return 1.0 if any(value.kind in EXACT for value in values) else 0.5 * bool(values)


def stems(text: str) -> list[str]:
    """Return the words of a text by their first letters; pairs of characters where words have no spaces."""
    words = _WORD.findall(text.lower())
    wide = [word for word in words if re.match(f"[{_WIDE}]", word)]
    pairs = [one + other for one, other in itertools.pairwise(wide)]
    return [word[:STEM] for word in words if not re.match(f"[{_WIDE}]", word)] + pairs


def _shape(text: str) -> str:
    """Return a sentence without what varies in a phrase that is said again: values and names."""
    if re.search(f"[{_WIDE}]", text):
        return _NARROW.sub("", text)
    words = (word.strip(_MARKS) for word in text.split())
    return " ".join(word for word in words if word.islower() and not _VARIES.search(word))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
