"""Values that are secrets because of the name before them, in other languages than English."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator

from offcut.redact.borders import begins
from offcut.redact.rule import Rule
from offcut.redact.value import (
    ANY_QUOTE,
    BARE,
    DIGIT_AND_LETTER,
    ESCAPES,
    NAME_END,
    QUOTED,
    SPACE,
    WIDE_EQUALS,
    WORD,
)

#: Words for a password, and for a key where a secret is meant.
NAMES = (
    *("passwort", "kennwort", "mot de passe", "contraseña", "contrasena", "senha", "palavra-passe"),
    *("hasło", "wachtwoord", "lösenord", "adgangskode", "passord", "salasana", "heslo", "jelszó", "parolă"),
    *("şifre", "parola", "пароль", "парола", "κωδικός", "mật khẩu", "mat khau", "kata sandi"),
    *(
        "密码",
        "密碼",
        "口令",
        "密钥",
        "秘钥",
        "密鑰",
        "パスワード",
        "비밀번호",
        "암호",
        "كلمة المرور",
        "كلمة السر",
    ),
    *("סיסמה", "पासवर्ड", "รหัสผ่าน", "رمز عبور", "api-schlüssel", "clé api"),
)
_IS = (
    "ist",
    "lautet",
    "est",
    "es",
    "è",
    "é",
    "is",
    "är",
    "er",
    "jest",
    "это",
    "là",
    "είναι",
    "是",
    "为",
    "為",
)
#: Scripts from here on have no capitals, and some no spaces: anything may stand before a word.
_NO_CAPITALS = "\u0590"


def spelled(name: str) -> tuple[str, ...]:
    """Return both ways to write a name whose letters have marks."""
    return tuple(sorted({unicodedata.normalize(form, name) for form in ("NFC", "NFD")}))


def _escaped(letter: str) -> str:
    """Return the pattern of a letter as JSON may escape it, at any depth and in either case."""
    cases = sorted({f"{ord(case):04x}" for case in (letter, letter.upper()) if len(case) == 1})
    return rf"\\{{1,16}}+u(?i:{'|'.join(cases)})"


def _written(name: str) -> str:
    """Return the pattern of a name, its letters beyond ASCII also as escapes."""
    return "".join(letter if letter.isascii() else f"(?:{letter}|{_escaped(letter)})" for letter in name)


def _starts(name: str) -> Iterator[str]:
    """Yield the patterns of a name, each with a literal first letter: those are found fast."""
    first, rest = name[0], f"(?i:{_written(name[1:])})"
    for letter in sorted({first, first.upper()}):
        yield (letter if letter > _NO_CAPITALS else begins(letter)) + rest
    if not first.isascii():
        yield _escaped(first) + rest


def _needle(name: str) -> str:
    """Return what a text that holds the escaped name has in any case, however deep the escapes are."""
    return max(reversed(json.dumps(name)[1:-1].split("\\")), key=len)


_SPACE = rf"(?:{SPACE}(?:\\{{1,16}}+u(?:00[Aa]0|202[Ff]|3000))?+)"
_EQUALS = rf"{_SPACE}(?:[:=](?![:=>])|{WIDE_EQUALS}){SPACE}[“„«「『]?"
_VALUE = (
    rf"(?:(?P<before_quote>{_EQUALS}){QUOTED}|(?P<before_bare>{_EQUALS}){BARE}"
    rf"|(?P<said>{SPACE}(?:{'|'.join(map(_written, _IS))}){SPACE}{ESCAPES}{ANY_QUOTE}?)"
    rf"{DIGIT_AND_LETTER}(?P<value_said>{WORD}))"
)


def _rule(name: str) -> Rule:
    """Return the rule of one name: a pattern of all would be slow in every text that holds one."""
    ways = spelled(name)
    starts = "|".join(start for way in ways for start in _starts(way))
    named = rf"(?P<name>(?:{starts})(?P<strong>(?!))?+(?P<closed>{NAME_END})?+)"
    return Rule((*ways, *map(_needle, ways)), named + _VALUE)


LANGUAGES = tuple(map(_rule, NAMES))
#: A text without any of these holds no such name.
NEEDLES = tuple(needle for rule in LANGUAGES for needle in rule.needles)
