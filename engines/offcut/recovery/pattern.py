"""Regular expressions from outside: compiled, or refused before they cost time or memory."""

from __future__ import annotations

import re

import regex

from offcut.errors import InvalidInput

LONGEST_PATTERN = 1_000
MOST_REPEATS = 1_000
MOST_NESTED_REPEATS = 10_000

#: ``(?R)``, ``(?1)``, ``(?&name)``: a pattern that calls itself fills gigabytes within the timeout.
_CALL = re.compile(r"\(\?(?:R|[+-]?[0-9]+|&\w+|P>\w+)\)")
#: An item and the count that repeats it: ``x{3}``, ``\d{2,4}``, ``){,9}``.
_COUNT = re.compile(r"(\\.|.)\{([0-9]*)(?:,([0-9]*))?\}", re.DOTALL)
#: Escapes for one character, which the engine repeats at no cost.
_ONE_CHARACTER = frozenset({r"\d", r"\D", r"\w", r"\W", r"\s", r"\S"})


def compile_pattern(pattern: str) -> regex.Pattern[str]:
    """Return the compiled pattern (``MULTILINE``). Raises ``InvalidInput`` in one sentence."""
    if len(pattern) > LONGEST_PATTERN:
        raise InvalidInput(f"grep has {len(pattern)} characters: use a pattern of at most {LONGEST_PATTERN}")
    if problem := _too_costly(pattern):
        raise InvalidInput(f"grep {problem}; use a simpler pattern")
    try:
        compiled = regex.compile(pattern, regex.MULTILINE)
        if compiled.flags & regex.REVERSE:
            raise InvalidInput("grep searches forwards; leave out the flag r")
        return compiled
    except InvalidInput:
        raise
    except regex.error as error:
        raise InvalidInput(f"grep is not a valid regular expression: {str(error)[:200]}") from error
    except RecursionError as error:
        raise InvalidInput("grep nests too many groups; use a simpler pattern") from error
    except Exception as error:  # the parser answers some malformed patterns with whatever it ran into
        raise InvalidInput("grep is not a valid regular expression; use a simpler pattern") from error


def _too_costly(pattern: str) -> str | None:
    """Say what would take memory without bound. The timeout bounds time; nothing bounds memory."""
    if _CALL.search(pattern):
        return "calls itself or one of its groups"
    nested = 1
    for item, low, high in _COUNT.findall(pattern):
        count = max(_number(low), _number(high))
        if count > MOST_REPEATS:
            return f"repeats something more than {MOST_REPEATS} times"
        if item == ")" or (item[0] == "\\" and item not in _ONE_CHARACTER):
            nested *= max(count, 1)
    return (
        f"repeats groups more than {MOST_NESTED_REPEATS} times in all"
        if nested > MOST_NESTED_REPEATS
        else None
    )


def _number(digits: str) -> int:
    """Return the number; anything long enough to be absurd is just above what is allowed."""
    return int(digits) if digits and len(digits) <= 9 else (MOST_REPEATS + 1 if digits else 0)
