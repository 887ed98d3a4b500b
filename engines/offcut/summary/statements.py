"""What kind of thing a user's sentence is: a prohibition outlives everything, small talk does not."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

_SENTENCE_END = re.compile(r"(?<=[.!?。！？])\s+|\n+")
_PROHIBITION = re.compile(
    r"\b(?:never|do not|don't|must not|mustn't|may not|cannot|can't|avoid|forbid\w*|not allowed)\b"
    r"|\bwithout asking\b|không được|đừng|cấm|禁止|不要|不得|请勿"
    r"|\bnicht\b|\bniemals\b|\bne\b[^.]{1,40}\bpas\b|\bnunca\b",
    re.IGNORECASE,
)
_CONSTRAINT = re.compile(
    r"\b(?:must|always|only|exactly|at least|at most|required?|have to|has to)\b"
    r"|\b(?:needs? to|no more than|deadline)\b"
    r"|phải|luôn|chỉ|必须|只能|\bmuss\b|\bimmer\b|\bdoit\b|\btoujours\b|\bdebe\b",
    re.IGNORECASE,
)
_PREFERENCE = re.compile(
    r"\b(?:prefer\w*|rather|instead|i like|i want|style|please use|keep it)\b|thích|muốn|最好|希望",
    re.IGNORECASE,
)
#: Words that turn a rule around without changing what it is about.
_POLARITY = frozenset(
    {"never", "not", "don", "t", "do", "must", "may", "always", "only", "please", "cannot", "can"}
    | {"no", "longer", "now", "instead", "should", "the", "a", "an", "to", "is", "are", "it"}
)
#: Ways to say that something said before no longer holds.
_REPLACING = re.compile(
    r"\b(?:instead|no longer|from now on|rather than|changed? my mind|forget|actually|correction|scrap)\b"
    r"|\b(?:stattdessen|ab jetzt|désormais|ahora|en lugar)\b|thay vì|từ giờ|改为|不再|改成",
    re.IGNORECASE,
)
#: Words of scripts with spaces; of those without, each character.
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W_]+(?:[._/-]\w+)*")
#: A number, with a unit or without; ``t1`` and ``3.py`` are names.
_NUMBER = re.compile(r"\d[\d.,:/%-]*[a-z]{0,3}\Z")
_LIMIT = re.compile(
    r"\b(?:than|above|below|over|under|beyond|exceed\w*|within|als|über|unter|plus de|más de)\b"
    r"|hơn|quá|vượt|超过|多于|少于|超出",
    re.IGNORECASE,
)
#: How many earlier statements with a word in common are looked at: the newest.
MOST_COMPARED = 64
#: Two rules about the same thing share at least this part of their words.
SAME_SUBJECT = 0.6


class Weight(IntEnum):
    """Order in which sentences survive when there is little room; lower first."""

    PROHIBITION = 1
    CONSTRAINT = 2
    REQUEST = 3
    PREFERENCE = 4
    OTHER = 8


def sentences(text: str) -> list[str]:
    """Return the sentences and lines of a text, without blank ones."""
    return [part.strip() for part in _SENTENCE_END.split(text) if part.strip()]


def weigh(sentence: str) -> Weight:
    """Return what kind of thing a sentence is."""
    if _PROHIBITION.search(sentence):
        return Weight.PROHIBITION
    if _CONSTRAINT.search(sentence):
        return Weight.CONSTRAINT
    return Weight.PREFERENCE if _PREFERENCE.search(sentence) else Weight.OTHER


def is_rule(statement: str) -> bool:
    """Tell whether a statement holds a prohibition, a constraint or a preference."""
    return any(weigh(sentence) != Weight.OTHER for sentence in sentences(statement))


def still_valid(rules: Sequence[str]) -> list[str]:
    """Return the rules, oldest first, without those that a later one about the same thing replaces.

    Two that share most words may well be two rules ("never touch A", "never touch B"): a later one
    replaces an earlier one only if nothing but a number differs, if it turns it around, or if it says so.
    A prohibition gives way to nothing but a rule.
    """
    read = [_Rule.of(text) for text in rules]
    frequency = Counter(word for rule in read for word in rule.subject)
    by_word: dict[str, deque[int]] = defaultdict(lambda: deque(maxlen=MOST_COMPARED))
    replaced: set[int] = set()
    for number, rule in enumerate(read):
        rarest = sorted(rule.subject, key=lambda word: (frequency[word], word))
        # Of two with enough in common, the rarest words of one are among those of the other.
        for word in rarest[: len(rarest) - math.ceil(SAME_SUBJECT * len(rarest)) + 1]:
            replaced.update(older for older in by_word[word] if rule.replaces(read[older]))
            by_word[word].append(number)
    return [text for number, text in enumerate(rules) if number not in replaced]


@dataclass(frozen=True, slots=True)
class _Rule:
    """A statement with the words that say what it is about; a number is not one of them, a name is."""

    text: str
    subject: frozenset[str]
    weight: Weight

    @classmethod
    def of(cls, text: str) -> _Rule:
        words = _WORD.findall(text.lower())
        return cls(
            text, frozenset(w for w in words if w not in _POLARITY and not _NUMBER.match(w)), weigh(text)
        )

    def replaces(self, older: _Rule) -> bool:
        prohibited = older.weight == Weight.PROHIBITION
        if prohibited and self.weight > Weight.PREFERENCE:
            return False
        union = self.subject | older.subject
        if not union or len(self.subject & older.subject) / len(union) < SAME_SUBJECT:
            return False
        turned = (self.weight == Weight.PROHIBITION) != prohibited
        # "Never use port 1" and "never use port 2" are two rules, "never more than 1" and "than 2" are not.
        revalued = self.subject == older.subject and (not prohibited or bool(_LIMIT.search(self.text)))
        return turned or revalued or bool(_REPLACING.search(self.text))
