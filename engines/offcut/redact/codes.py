"""Short secrets that only their name tells from ordinary words: one-time codes, seeds, signatures."""

from __future__ import annotations

from offcut.redact.borders import begins
from offcut.redact.rule import Rule
from offcut.redact.value import ANY_QUOTE, DIGIT_AND_LETTER, ESCAPES, NAME_END, SPACE, WIDE_EQUALS

_EQUALS = rf"(?:[ \t]{{1,4}}+is(?=[ \t:]))?+(?:{SPACE}(?:[:=](?![:=>])|{WIDE_EQUALS})|(?<= is))"
_OPEN = rf"[ \t]{{0,8}}+{ESCAPES}{ANY_QUOTE}?"
#: Four digits after a plain word are anything; a code is told by its name and stands alone.
_CODE = (
    r"(?P<name>(?:"
    rf"(?:{begins('PIN')}(?:[ _-](?i:code))?|(?:p|P)in[ _-]?(?i:code)){NAME_END}?+{_EQUALS}"
    rf"|(?:{begins('OTP')}|{begins('otp')}|(?:o|O)(?i:ne[- ]time)|(?:v|V)(?i:erification)|2(?i:fa)|MFA"
    rf"|TOTP|CVV"
    rf"|(?:s|S)(?i:ecurity)(?=[ _-]code)|(?:r|R)(?i:ecovery)(?=[ _-]code))(?:[ _-](?i:code|password))?"
    rf"{NAME_END}?+(?:{_EQUALS}|(?<=(?i:code))(?=[ \t]))"
    rf"){_OPEN})"
    r"(?P<value>(?:[0-9]{3}[ -]?[0-9]{3}|[0-9]{4,10}"
    rf"|{DIGIT_AND_LETTER}[A-Za-z0-9]{{6,64}}+))(?![A-Za-z0-9]|[.:/-][0-9])"
)
#: Twelve words or more, or one that cannot be a word.
_SEED = (
    rf"(?P<name>(?:(?:m|M)(?i:nemonic)|(?:s|S)(?i:eed[ _-]?(?:phrase|words))|(?:r|R)(?i:ecovery[ _-]?phrase))"
    rf"{NAME_END}?+{_EQUALS}{_OPEN})"
    rf"(?P<value>(?:[a-z]{{3,10}}+[ ,]{{1,2}}+){{11,23}}[a-z]{{3,10}}|{DIGIT_AND_LETTER}[\w+/=-]{{16,200}}+)"
)
_SIGNATURE = (
    rf"(?P<name>(?:s|S)(?i:ignature)(?:[-_]?256)?{NAME_END}?+{_EQUALS}{_OPEN}(?:sha(?:1|256)=)?)"
    rf"{DIGIT_AND_LETTER}(?P<value>[\w+/=%-]{{16,}}+)(?![.(\[])"
)

CODES = (
    Rule(
        ("pin", "otp", "one-time", "one time", "verification", "2fa", "mfa", "cvv", "ty code", "ry code"),
        _CODE,
    ),
    Rule(("mnemonic", "seed", "recovery"), _SEED),
    Rule(("signature",), _SIGNATURE),
)
