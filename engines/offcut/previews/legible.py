"""A text as it may be shown, line by line the same as the original, so that line numbers hold for both."""

from __future__ import annotations

from collections.abc import Callable

import regex

from offcut.redact import MASK, Redacted, mask, redact, visible

#: Line ends that ``visible`` would turn into lines which the original does not have.
_OTHER_LINE_ENDS = regex.compile("[\u2028\u2029\x85\v\f]")
#: A terminal shows what was written last: of a progress bar only its end.
_OVERWRITTEN = regex.compile(r"[^\n]*\r(?=[^\n\r])")
_RETURNS = regex.compile(r"\r++")
#: So many secrets of several lines are looked for; a text of more has no exact line numbers.
MANY_LINED = 64


def legible(text: str, check: Callable[[], None]) -> Redacted:
    """Return the text without secrets, control characters and what a terminal would have overwritten."""
    seen = visible(_as_a_terminal_shows(text))
    check()
    clean = redact(seen, check=check)
    if clean.text.count("\n") != seen.count("\n"):
        seen = _with_lines_kept(seen, clean.secrets)
        again = redact(seen, check=check)
        clean = Redacted(again.text, clean.secrets | again.secrets)
    check()
    return Redacted(mask(clean.text, clean.secrets), clean.secrets)


def _as_a_terminal_shows(text: str) -> str:
    if "\r" in text:
        text = _RETURNS.sub("", _OVERWRITTEN.sub("", text.replace("\r\n", "\n")))
    return (
        text if text.isascii() and "\v" not in text and "\f" not in text else _OTHER_LINE_ENDS.sub(" ", text)
    )


def _with_lines_kept(text: str, secrets: frozenset[str]) -> str:
    """Mask secrets of several lines, a private key say, with as many lines."""
    tall = sorted((s for s in secrets if "\n" in s), key=lambda secret: (-len(secret), secret))
    for secret in tall[:MANY_LINED]:
        text = text.replace(secret, MASK + "\n" * secret.count("\n"))
    return text
