"""Values that are secrets because of the name before them, whatever their form."""

from __future__ import annotations

import regex

from offcut.redact.rule import Rule
from offcut.redact.value import ANY_QUOTE, BARE, ESCAPES, NAME_END, QUOTED


def any_case(*names: str) -> str:
    """Return a choice of names in any case, each with a literal first letter: those are found fast."""
    firsts = [(first, name[1:]) for name in names for first in (name[0], name[0].upper())]
    return "|".join(f"{first}(?i:{rest})" for first, rest in firsts)


def _key_of(*owners: str) -> str:
    """Return the pattern of `key` after one of these words, with or without a sign between them.

    It looks back from `key`: those words begin with every letter there is, and would be tried everywhere.
    """
    last = "".join(sorted({owner[-1] for owner in owners}))
    widths = {len(owner): "|".join(o for o in owners if len(o) == len(owner)) for owner in owners}
    behind = "|".join(
        f"(?<=(?i:{same})(?i:key))|(?<=(?i:{same})[_ -](?i:key))" for _, same in sorted(widths.items())
    )
    return rf"(?:k|K)(?i:ey)(?<=(?i:[{last} _-]key))(?:{behind})"


#: Names that leave no doubt: even a short value after them is a secret. `pwd` may be the working directory.
_STRONG = "|".join(
    (
        any_case(
            "pass(?:word|wd|phrase|code)",
            r"pwd(?![\"'`\]]?[ \t]{0,4}[:=][ \t]{0,4}[\"'`]?(?:[/~]|[A-Za-z]:[\\/]))",
            "secret(?:[ _-]?(?:access)?[ _-]?key)?",
        ),
        _key_of("api"),
        r"PASS(?<=_PASS)|pass(?<=requirepass)",
    )
)
#: The others: after them a bare value has to be long. `pass`, `dbPass`, but not `bypass`.
_WEAK = "|".join(
    (
        any_case("token", "credentials?"),
        _key_of(
            *("access", "account", "admin", "app", "auth", "bearer", "consumer", "encryption"),
            *("functions", "hmac", "license", "master", "private", "refresh", "session", "shared"),
            *("signing", "storage", "subscription", "webhook"),
        ),
        r"pass(?<![A-Za-z]pass)|Pass(?<=[a-z]Pass)|Pass(?<!\wPass)|PASS(?<!\wPASS)",
    )
)
_NAME = rf"(?>(?P<strong>{_STRONG})|(?P<weak>{_WEAK}))"

#: What may follow in the name: `DB_PASSWORD_PROD`, `passwordConfirm`, `token2`; not `token_count`.
_NO_SECRET = (
    "AGE|ALGORITHM|ARN|AUDIENCE|BACKEND|COUNT|DIR|ENABLED|ENDPOINT|EXPIR[A-Z]*|FIELD|FILE|HEADER|ID|IDS"
    "|ISSUER|LEN|LENGTH|LIMIT|MANAGER|MAX|MIN|NAME|NAMES|PATH|PATTERN|POLICY|PROVIDER|REGEX|REGION"
    "|REQUIRED|RESET|ROTATION|SIZE|STORE|TTL|TYPE|URI|URL|VALIDAT[A-Z]*|VERSION"
)
_MORE_OF_NAME = (
    r"(?:[_-]?(?i:base|prod(?:uction)?|dev(?:elopment)?|test(?:ing)?|stag(?:e|ing)|live|local|main|primary"
    r"|secondary|old|new|current|previous|value|confirm(?:ation)?|again|v?[0-9]{1,3})(?![A-Za-z0-9])"
    rf"|_(?!(?:[A-Z0-9]{{1,20}}_){{0,3}}(?:{_NO_SECRET})(?![A-Z0-9]))[A-Z0-9_]{{1,40}}+)?+"
)
NAME = rf"{_NAME}(?P<more>{_MORE_OF_NAME})(?P<closed>{NAME_END})?+(?=[\s:=>?!+,\"'`\\-])"

_SPACE = r"[ \t]{0,40}+"
#: `name: DB_PASSWORD, value: x`, in YAML, JSON and XML attributes alike.
_APART = (
    rf"{ESCAPES}{ANY_QUOTE}?[\s,]{{1,80}}+{ESCAPES}{ANY_QUOTE}?(?i:value){NAME_END}?+{_SPACE}[:=]{_SPACE}"
)
_BEFORE_QUOTE = (
    rf"{_SPACE}(?::=|=>|->|[=!]==?|[?+]=|[:=])\s{{0,40}}+"
    r"|[ \t]{0,4}:[ \t]{0,4}[&A-Za-z][\w.\[\] |'&<>?]{0,40}?=(?![=>])[ \t]{0,4}"  # token: str = "…"
    rf"|{_APART}"
)
#: An arrow also leads to the body of a function: there a name that goes on is code.
_BEFORE_BARE = (
    rf"{_SPACE}(?::=|[?+]=|[:=](?![:=>])){_SPACE}"
    rf"|(?:{_SPACE}=>|[ \t]{{1,40}}+->(?=[ \t])){_SPACE}(?![A-Za-z_$][\w$]{{0,100}}+[.(\[])"
    rf"|{_APART}"
)
_BLOCK = (
    r"(?P<block>:[ \t]{1,4}[|>][+-]?[ \t]{0,4}\r?)"
    r"(?P<indent>\n[ \t]{1,40}+)(?P<value_block>[^\r\n]++(?:(?P=indent)[^\r\n]++)*+)"
)
_NEXT_LINE = (
    r"(?P<next>:[ \t]{0,4}\r?\n[ \t]{1,40}+)(?!(?:continue|break|return|raise|yield|pass|else)\b|[-{#|])"
    r"(?P<value_next>[^\s:=.(){}\[\]<>,;\"'`]{6,200}+)(?=[ \t]{0,4}(?:[\r\n]|\Z))"
)
_ELEMENT = (
    r"(?P<element>(?:[ \t]{1,8}+[\w:-]{1,40}+=[^<>\r\n]{0,200}+)?>(?:<!\[CDATA\[)?)"
    r"(?P<value_element>(?:[^<>\]\r\n]++|\](?!\]>))++)(?=</|\]\]>)"
)
#: `aws_secret_access_key X`, `login me password X`: only what cannot be a word of prose.
_SPACED = (
    r"(?P<spaced>[ \t]{1,8}+)(?=[^\s\"'`]{0,100}?[0-9])(?=[^\s\"'`]{0,100}?[A-Za-z])"
    r"(?P<value_spaced>(?(strong)[^\s\"'`,;()<>\\]{8,}+|[^\s\"'`,;()<>\\]{16,}+))"
)
_NAMED = (
    rf"{NAME}(?:(?P<before_quote>{_BEFORE_QUOTE}){QUOTED}|(?P<before_bare>{_BEFORE_BARE}){BARE}"
    rf"|{_BLOCK}|{_NEXT_LINE}|{_ELEMENT}|{_SPACED})"
)
#: `--password X`, `-token X`, `["--api-key", "X"]`; with `=` it is a name like any other.
_FLAG = (
    rf"(?P<flag>-(?<![\w-]-)-?(?:[A-Za-z0-9]{{1,20}}-){{0,3}}){NAME}"
    rf"(?P<before>[ \t]{{1,8}}+|,\s{{0,8}}+)(?!-)(?:{QUOTED}|{BARE}"
    r"|(?P<value_word>[^\s\"'`<>(){}\[\]]{1,5}+(?=\s)))"
)

NEEDLES = ("pass", "pwd", "secret", "key", "token", "credential")
NAMED = (Rule(NEEDLES, regex.compile(_FLAG)), Rule(NEEDLES, regex.compile(_NAMED)))
