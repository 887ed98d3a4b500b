"""The names of secrets: those that leave no doubt, and those after which a bare value has to be long."""

from __future__ import annotations

from offcut.redact.borders import begins
from offcut.redact.value import NAME_END


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


#: Even a short value after them is a secret. `pwd` may be the working directory.
_STRONG = "|".join(
    (
        any_case(
            "pass(?:w(?:or|r)?d?|phrase|code)",
            r"pwd(?![\"'`\]]?[ \t]{0,4}[:=][ \t]{0,4}[\"'`]?(?:[/~]|[A-Za-z]:[\\/]))",
            "secret(?:[ _-]?(?:access)?[ _-]?key)?",
        ),
        _key_of("api"),
        r"PASS(?<=_PASS)|pass(?<=requirepass)",
    )
)
#: `pass`, `dbPass`, but not `bypass`.
_WEAK = "|".join(
    (
        any_case("token", "credentials?"),
        _key_of(
            *("access", "account", "admin", "app", "auth", "bearer", "consumer", "encryption"),
            *("functions", "hmac", "license", "master", "private", "refresh", "session", "shared"),
            *("signing", "storage", "subscription", "webhook"),
        ),
        f"{begins('pass')}|Pass(?<=[a-z]Pass)|{begins('Pass')}|{begins('PASS')}",
        f"{begins('pw')}(?=[:=])|{begins('PW')}(?=[:=])|{begins('psw')}(?=d?[:=])d?",
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
NAME = rf"{_NAME}(?P<more>{_MORE_OF_NAME})(?P<closed>{NAME_END})?+(?=[\s:=>?!+,\"'`\\|%：＝-])"
NEEDLES = ("pass", "pwd", "secret", "key", "token", "credential", "pw", "psw")
