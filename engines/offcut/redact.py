"""Secrets, kept out of everything that is shown in place of a source.

The archive holds the exact bytes; previews, listings and snippets must not repeat a key that the fold
was meant to move out of sight. Every pattern is linear: bounded or possessive repeats, none nested.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MASK = "[secret]"


@dataclass(frozen=True, slots=True)
class _Rule:
    """A pattern, and lower-case needles: a text without any of them cannot match and is not searched."""

    needles: tuple[str, ...]
    pattern: re.Pattern[str]


#: Keys that are known by their own form.
_FORMS = (
    ("sk-", r"\bsk-[A-Za-z0-9_-]{16,200}"),  # OpenAI, Anthropic and others
    ("k_live_", r"\b[srp]k_live_[A-Za-z0-9]{10,200}"),  # Stripe
    ("k_test_", r"\b[srp]k_test_[A-Za-z0-9]{10,200}"),
    ("gh", r"\bgh[pousr]_[A-Za-z0-9]{20,255}"),
    ("github_pat_", r"\bgithub_pat_[A-Za-z0-9_]{20,255}"),
    ("glpat-", r"\bglpat-[A-Za-z0-9_-]{16,200}"),
    ("xox", r"\bxox[abeprs]-[A-Za-z0-9-]{10,250}"),
    ("akia", r"\bAKIA[A-Z0-9]{16}\b"),
    ("asia", r"\bASIA[A-Z0-9]{16}\b"),
    ("aiza", r"\bAIza[A-Za-z0-9_-]{30,60}"),
    ("ya29.", r"\bya29\.[A-Za-z0-9_-]{20,500}"),
    ("hf_", r"\bhf_[A-Za-z0-9]{20,100}"),
    ("npm_", r"\bnpm_[A-Za-z0-9]{30,100}"),
    ("pypi-", r"\bpypi-[A-Za-z0-9_-]{40,300}"),
    ("sg.", r"\bSG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,100}"),
    ("eyj", r"\beyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{8,8000}\.[A-Za-z0-9_-]{0,2000}"),  # JSON Web Token
    (
        "private key-----",
        r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?:[^-]++|-(?!----))*+"
        r"(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?",
    ),
)
_NEEDLES_OF_NAMES = ("pass", "pwd", "secret", "key", "token", "credential")
#: Names after which a value is a secret whatever its form: `name=value`, `"name": "value"`.
_NAMES = (
    r"pass(?:word|wd|phrase)|pwd|secret(?:[_-]?(?:access)?[_-]?key)?|api[_-]?key"
    r"|(?:access|auth|refresh|bearer|session|private)[_-]?key|token|credentials?"
)
_NAMED = rf"""(?i:(?:{_NAMES})["']?[ \t]{{0,4}}[:=][ \t]{{0,4}}["']?)"""
#: A value that is called is code (`token = next_token()`); possessive, so that no shorter one matches.
_VALUE = r"""(?P<value>[^\s"',;&<>(){}\[\]]{6,4000}+)(?!\()"""
_HEADER = r"(?i:\bauthorization[\"']?[ \t]{0,4}[:=][ \t]{0,4}[\"']?(?:bearer|basic|token)?[ \t]{1,4})"
_BEARER = r"(?i:\bbearer[ \t]{1,4})"
_DSN = r"://[^\s:/@\"']{0,100}:(?P<value>[^\s@/\"']{1,200})@"

_RULES = (
    *(_Rule((needle,), re.compile(form)) for needle, form in _FORMS),
    _Rule(_NEEDLES_OF_NAMES, re.compile(_NAMED + _VALUE)),
    _Rule(("authorization",), re.compile(_HEADER + r"(?P<value>[A-Za-z0-9._~+/=-]{6,4000})")),
    _Rule(("bearer",), re.compile(_BEARER + r"(?P<value>[A-Za-z0-9._~+/=-]{16,4000})")),
    _Rule(("://",), re.compile(_DSN)),
)
#: Values that stand where a secret would, and are none.
_HARMLESS = re.compile(
    r"(?i:none|null|true|false|undefined|required|optional|string|\*+|x{3,}|\$\{?\w+\}?|process\.env.*|os\.environ.*)\Z"
)


@dataclass(frozen=True, slots=True)
class Redacted:
    """A text with its secrets replaced by ``[secret]``, and the secrets as they stood there."""

    text: str
    secrets: frozenset[str]


def redact(text: str) -> Redacted:
    """Replace every recognised secret, where it was recognised; linear in the text.

    The same value may stand elsewhere without a name before it: pass what is shown through ``mask``.
    """
    secrets: set[str] = set()
    lower = text.lower()
    for rule in _RULES:
        if any(needle in lower for needle in rule.needles):
            text = rule.pattern.sub(lambda match: _masked(match, secrets), text)
    return Redacted(text, frozenset(secrets))


def mask(shown: str, secrets: frozenset[str]) -> str:
    """Replace every occurrence of these secrets in a short text that is about to be shown."""
    for secret in sorted(secrets, key=lambda secret: (-len(secret), secret)):
        shown = shown.replace(secret, MASK)
    return shown


def _masked(match: re.Match[str], secrets: set[str]) -> str:
    named = "value" in match.re.groupindex
    secret = match["value"] if named else match[0]
    if _HARMLESS.match(secret) or secret == MASK:
        return match[0]
    secrets.add(secret)
    start = match.start("value") - match.start() if named else 0
    return match[0][:start] + MASK + match[0][start + len(secret) :]
