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


#: A character by its number, as JSON and many languages write it; quoted twice it has more backslashes.
_ESCAPED = regex.compile(
    r"(?<!\\)\\++u([dD][89abAB][0-9a-fA-F]{2}\\++u[dD][c-fC-F][0-9a-fA-F]{2}|[0-9a-fA-F]{4})"
)
#: Joiners, selectors and tags do nothing between two ASCII characters but part a name that is known.
_PARTING = regex.compile("(?<=[!-~])[\u034f\u200c\u200d\ufe00-\ufe0f\U000e0000-\U000e0fff]++(?=[!-~])")
#: Characters that keep their escape: they would end a string or a line, or are half of a pair.
_STAY_ESCAPED = frozenset('"\\\n\r\t\v\f\x85\u2028\u2029')


def _go_on() -> None:
    """Check nothing: the caller cannot be cancelled."""


def legible(text: str, check: Callable[[], None] = _go_on) -> Redacted:
    """Return the text without secrets, control characters and what a terminal would have overwritten.

    Characters that are written by their numbers are decoded before: a name or a value may be a secret that
    only a reader of JSON sees.
    """
    seen = visible(decoded(_as_a_terminal_shows(text)))
    seen = seen if seen.isascii() else _PARTING.sub("", seen)
    check()
    clean = redact(seen, check=check)
    if clean.text.count("\n") != seen.count("\n"):
        seen = _with_lines_kept(seen, clean.secrets)
        again = redact(seen, check=check)
        clean = Redacted(again.text, clean.secrets | again.secrets)
    check()
    return Redacted(mask(clean.text, clean.secrets), clean.secrets)


def decoded(text: str) -> str:
    """Return the text with characters instead of their escapes; lines and strings stay what they are."""
    return _ESCAPED.sub(_character, text) if "\\u" in text else text


def _character(escape: regex.Match[str]) -> str:
    numbers = [int(number[-4:], 16) for number in (escape[1][:4], escape[1][4:]) if number]
    units = b"".join(number.to_bytes(2, "little") for number in numbers)
    character = units.decode("utf-16-le", "surrogatepass")
    stays = character in _STAY_ESCAPED or "\ud800" <= character <= "\udfff"
    return escape[0] if stays else character


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
