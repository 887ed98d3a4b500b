"""Secrets and control characters, kept out of everything that is shown in place of a source.

The archive holds the exact bytes; previews, listings and snippets must not repeat a key that the fold
was meant to move out of sight. Every pattern does linear work: bounded or possessive repeats, and no
stretch is read again because a match failed in it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import regex

from offcut.redact.characters import plain, visible
from offcut.redact.codes import CODES
from offcut.redact.forms import FORMS
from offcut.redact.harmless import is_harmless
from offcut.redact.languages import LANGUAGES
from offcut.redact.named import NAMED
from offcut.redact.places import PLACES
from offcut.redact.programs import PROGRAMS
from offcut.redact.rule import MASK, Rule, replace_values
from offcut.redact.tables import may_have_columns, without_columns

__all__ = ["MASK", "Redacted", "mask", "plain", "redact", "visible"]

_RULES: tuple[Rule, ...] = (*FORMS, *PLACES, *PROGRAMS, *NAMED, *LANGUAGES, *CODES)
#: Each needle with the number of its rule, in one list: most texts hold hardly any, and are read often.
_NEEDLES = tuple((needle, number) for number, rule in enumerate(_RULES) for needle in rule.needles)

#: Shorter secrets are masked where they were named only: everywhere else they are ordinary words.
SHORTEST_REPEATED = 4
#: From here on a secret is masked inside a longer word as well.
SHORTEST_INSIDE = 6
#: So many characters may be searched for secrets one by one; beyond, whole tokens are compared.
SEARCHED = 20_000_000
#: So many secrets, the longest, are searched for in a text of any length.
SEARCHED_ALWAYS = 32

_TOKEN = regex.compile(r"""[^\s"'`,;&<>(){}\[\]|=]++""")
#: What a value breaks at when it holds more than the secret: `hunter2_9,` or `sid=a1b2c3; path=/`.
_BREAKS = regex.compile(r"""[\s"'`,;&<>(){}\[\]|=\\]++|[.:!?]++\Z""")
_DIGIT = regex.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Redacted:
    """A text with its secrets replaced by ``[secret]``, and the secrets as they stood there."""

    text: str
    secrets: frozenset[str]


def _go_on() -> None:
    """Check nothing: the caller cannot be cancelled."""


def redact(text: str, *, check: Callable[[], None] = _go_on) -> Redacted:
    """Replace every recognised secret, where it was recognised; linear in the text.

    The same value may stand elsewhere without a name before it: pass the text through ``mask`` before
    it is cut. ``check`` is called between rules and may raise to stop the work.
    """
    secrets: set[str] = set()
    lower = text.lower()
    wanted = {number for needle, number in _NEEDLES if needle in lower}
    for number, rule in enumerate(_RULES):
        check()
        if number in wanted:
            text = replace_values(rule.compiled, text, secrets, is_harmless)
    check()
    if may_have_columns(text, lower):
        text = without_columns(text, secrets, is_harmless)
    check()
    return Redacted(text, frozenset(secrets.union(*map(_parts, secrets))))


def mask(shown: str, secrets: frozenset[str]) -> str:
    """Replace every occurrence of these secrets in a text that is about to be cut or shown.

    Linear in the text: with a great many secrets in a long text only the longest are found inside
    longer words, the others where they stand as a word.
    """
    repeated = sorted(filter(_is_telling, secrets), key=lambda secret: (-len(secret), secret))
    searched = max(SEARCHED_ALWAYS, SEARCHED // (len(shown) + 1))
    for secret in repeated[:searched]:
        if secret in shown:
            shown = _without(shown, secret)
    if len(repeated) > searched:
        known = frozenset(repeated)
        shown = _TOKEN.sub(lambda token: MASK if token[0] in known else token[0], shown)
    return shown


def _without(shown: str, secret: str) -> str:
    if len(secret) >= SHORTEST_INSIDE:
        return shown.replace(secret, MASK)
    return regex.sub(rf"(?<!\w){regex.escape(secret)}(?!\w)", MASK, shown)


def _is_telling(secret: str) -> bool:
    """Tell whether a secret can be looked for without a name before it: `root` would hit every path."""
    return len(secret) >= SHORTEST_INSIDE or (len(secret) >= SHORTEST_REPEATED and not secret.isalpha())


def _parts(secret: str) -> list[str]:
    """Return the parts of a value that are secrets by themselves, when more was taken than one word."""
    if secret.isalnum():
        return []
    parts = _BREAKS.split(secret)
    return [part for part in parts if SHORTEST_INSIDE <= len(part) < len(secret) and _DIGIT.search(part)]
