"""Exact values of a sentence, each with its kind: two statements about one thing have values of one kind."""

from __future__ import annotations

import re
from dataclasses import dataclass

_CURRENCY = (
    r"€|\$|£|¥|₫|EUR|USD|GBP|CHF|VND|CNY|JPY|PLN|euros?|dollars?|pounds?|francs?|yuan|đồng|złotych|zł"
    r"|元|块|欧元?|美元"
)
_MONTH = (
    r"jan\w*|feb\w*|mar\w*|apr\w*|may|mai\w*|jun\w*|jul\w*|aug\w*|sep\w*|oct\w*|okt\w*|nov\w*|dec\w*|dez\w*"
    r"|ene\w*|abr\w*|ago\w*|dic\w*|févr\w*|avr\w*|juin|juil\w*|août|déc\w*|maj\w*"
)
_DAY = r"\b\d{1,2}\.?(?:st|nd|rd|th)?\s+(?:of\s+|de\s+)?"
_DATE = (
    r"\b\d{4}-\d\d-\d\d\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}|\b\d{1,2}\.\s?\d{1,2}\.(?!\d)"
    rf"|{_DAY}(?:{_MONTH})\b|\b(?:{_MONTH})\s+\d{{1,2}}\b"
    r"|\d+\s*月\s*\d+\s*[日号]|(?:ngày\s+)?\d{1,2}\s+tháng\s+\d{1,2}"
)
_TIME = r"\b\d{1,2}[:h.]\d\d\b(?:\s*(?:[ap]m|uhr|h\b|giờ))?|\b\d{1,2}\s*(?:[ap]m|uhr|h|giờ|点)(?!\w)"
_MONEY = rf"[€$£¥]\s?\d[\d.,]*|(?:\d[\d.,]*\s?|\b[a-zà-ỹ-]+\s)(?:{_CURRENCY})(?![a-z])"
_PERCENT = r"\d[\d.,]*\s?%|\d[\d.,]*\s(?:percent|prozent|por ciento|pour cent|phần trăm|procent)"
_PATH = r"(?<![\w/])(?:~|\.{1,2})?/?[\w.@~-]+/[\w./@~-]*|\b[\w-]+\.[A-Za-z]{1,5}\b(?!\.)"
_CODE = (
    r"\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)+\b|\b[A-Z]+\d+\w*\b"
    r"|\b[a-z]+(?:_[a-z0-9]+)+\b"
)
#: General measures: what makes a number an amount, in the languages that are known.
_MEASURE = (
    r"[kmgt]i?b|[mµ]?s|secs?|mins?|hrs?|k?g|mg|m?l|[kcm]?m|px|°c?|seconds?|minutes?|hours?|days?|weeks?|months?"
    r"|years?|times|people|persons?|guests|pages?|lines?|rows?|columns?|characters?|words?|tokens?|requests?|items"
    r"|degrees|sekunden?|minuten?|stunden?|tagen?|wochen?|monaten?|jahren?|mal|leute|personen|gäste|seiten?|zeilen?"
    r"|zeichen|wörter|grad|secondes?|heures?|jours?|semaines?|mois|ans|fois|personnes|lignes?|mots|degrés|segundos?"
    r"|minutos?|horas?|días?|semanas?|meses|años?|veces|personas|páginas?|líneas?|palabras|grados|giây|phút|tiếng"
    r"|ngày|tuần|tháng|năm|lần|người|trang|dòng|chữ|độ|秒|分钟|分鐘|小时|天|周|个月|年|次|人|页|頁|行|字|度|分|時間"
)
#: In the order in which they are looked for; what one kind has taken is not looked at again.
_KINDS = {
    "address": r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b[a-z]+://\S+",
    "host": r"\b\d{1,3}(?:\.\d{1,3}){3}\b",
    "version": r"\bv?\d+\.\d+(?:\.\d+)+\b|\bv\d+(?:\.\d+)*\b",
    "date": _DATE,
    "time": _TIME,
    "money": _MONEY,
    "percent": _PERCENT,
    "phone": r"\+?\d[\d ()/-]{6,}\d",
    "amount": rf"\d[\d.,]*\s?(?P<unit>{_MEASURE})(?![^\W\d_])",
    "path": _PATH,
    "code": _CODE,
    "number": r"\d[\d.,]*\d|\d",
}
#: Of letters without spaces between words a number is a word of its own: borders are those of ASCII.
_FINDERS = tuple((kind, re.compile(pattern, re.IGNORECASE | re.ASCII)) for kind, pattern in _KINDS.items())


@dataclass(frozen=True, slots=True)
class Value:
    """A value as it stands in the text, its kind, and the measure of an amount (``minutes``)."""

    kind: str
    text: str
    unit: str = ""

    def is_like(self, other: Value) -> bool:
        """Tell whether both may be values of one thing; an amount may also be told without its measure."""
        if {self.kind, other.kind} == {"amount", "number"}:
            return True
        return self.kind == other.kind and self.unit[:3] == other.unit[:3]


def exact_values(text: str) -> list[Value]:
    """Return the values of a text, kind by kind."""
    found: list[Value] = []
    for kind, finder in _FINDERS:
        taken = list(finder.finditer(text))
        found += [Value(kind, match.group().strip(), _unit(match)) for match in taken]
        for match in taken:
            text = f"{text[: match.start()]}{chr(0) * len(match.group())}{text[match.end() :]}"
    return found


def _unit(match: re.Match[str]) -> str:
    return (match.groupdict().get("unit") or "").lower()
