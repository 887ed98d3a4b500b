"""What an argument, an option or a setting may be, and the sentence when it is not.

A value class states each field by one of the functions here: its kind, its range, its default. Everything
else (checks, help texts, the table of settings) is read from that one statement.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from typing import Any, Literal, Self

from offcut.errors import InvalidInput

Kind = Literal["integer", "number", "flag", "choice", "text", "names"]
LONGEST_SHOWN = 40
#: Python writes no integer of more than 4,300 digits, which are a few more bits than these.
MOST_BITS = 14_000
ENDLESS = "an integer of more than 4,000 digits"
#: Levels of a message; a result holds its messages a few levels deeper.
DEEPEST = 200
_PLAIN = frozenset({str, bool, float, type(None)})


def integer(default: int | None, low: int, high: int | None = None) -> Any:
    """State an integer between two bounds, both included."""
    return _stated(default, kind="integer", low=low, high=high)


def number(default: float | None, low: float, high: float | None = None) -> Any:
    """State a finite number between two bounds, both included."""
    return _stated(default, kind="number", low=low, high=high)


def flag(default: bool) -> Any:
    """State a value that is true or false."""
    return _stated(default, kind="flag")


def choice(default: str, *others: str, instead: Mapping[str, str] | None = None) -> Any:
    """State one of a few words. ``instead`` gives words that are refused with advice of their own."""
    return _stated(default, kind="choice", choices=(default, *others), instead=instead or {})


def text(
    default: str | None,
    *,
    words: str = "a text",
    fits: Callable[[str], bool] = bool,
    secret: bool = False,
) -> Any:
    """State a text that ``fits``, which ``words`` describes. A ``secret`` is shown nowhere."""
    return _stated(default, kind="text", words=words, fits=fits, secret=secret)


def names() -> Any:
    """State a list of names, empty by default."""
    return _stated((), kind="names")


def problem(option: dataclasses.Field[Any], value: Any) -> str | None:
    """Say what is wrong with a value, in words that follow its name; or nothing."""
    if (value is None and option.default is None) or _CHECKS[option.metadata["kind"]](option, value):
        return None
    advice = option.metadata.get("instead", {}).get(value) if isinstance(value, str) else None
    shown = "" if option.metadata.get("secret") else f", not {_shown(value)}"
    return f"must be {described(option)}{shown}" + (f"; {advice}" if advice else "")


def wrong_types(words: str, kind: Any, **arguments: Any) -> Iterator[str]:
    """Say which arguments are not of a kind; a flag is no integer, and neither is a number without end."""
    for name, value in arguments.items():
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            yield f"{name} must be {words}, not {_shown(value)}"
        elif kind is int and _is_endless(value):
            yield f"{name} must be {words} that can be written, not {ENDLESS}"


def not_json(value: Any) -> str | None:
    """Say why a value cannot be written as JSON, in words that follow its name; or nothing."""
    open = [(value, 1)]
    while open:
        item, depth = open.pop()
        if depth > DEEPEST:
            return f"holds values that nest too deeply, more than {DEEPEST} levels"
        if isinstance(item, dict):
            if not all(isinstance(name, str) for name in item):
                return "has a key that is no string"
            items: Any = item.values()
        elif isinstance(item, list | tuple):
            items = item
        elif not isinstance(item, str | int | float | None):
            return f"holds a value of type {type(item).__name__}, which is not JSON"
        elif isinstance(item, int) and _is_endless(item):
            return f"holds {ENDLESS}"
        else:
            continue
        open += [(inner, depth + 1) for inner in items if type(inner) not in _PLAIN]
    return None


def described(option: dataclasses.Field[Any]) -> str:
    """Say what an option may be: ``a number from 0 to 1``."""
    rule = option.metadata
    match rule["kind"]:
        case "integer" | "number" as kind:
            noun = "an integer" if kind == "integer" else "a number"
            low, high = rule["low"], rule["high"]
            return f"{noun} of at least {low}" if high is None else f"{noun} from {low} to {high}"
        case "flag":
            return "true or false"
        case "choice":
            *most, last = (f'"{word}"' for word in rule["choices"])
            return f"{', '.join(most)} or {last}"
        case "names":
            return "a list of names"
        case _:
            return str(rule["words"])


class Limits:
    """Base of a set of options: checked when it is built. Out of range raises ``InvalidInput``."""

    __slots__ = ()

    def __post_init__(self) -> None:
        stated = ((f, problem(f, getattr(self, f.name))) for f in dataclasses.fields(self))  # type: ignore[arg-type]
        problems = [f"options.{option.name} {wrong}" for option, wrong in stated if wrong]
        if problems:
            raise InvalidInput(*problems)

    @classmethod
    def read(cls, options: Mapping[str, Any] | None, defaults: Self | None = None) -> Self:
        """Build from wire options; ``null`` means the default, an unknown name is an error.

        ``defaults`` may be of a subclass that knows more; the answer never is.
        """
        if not isinstance(options, Mapping | None):
            raise InvalidInput("options must be an object that maps names to values")
        given = {name: value for name, value in (options or {}).items() if value is not None}
        known = [option.name for option in dataclasses.fields(cls)]  # type: ignore[arg-type]
        unknown = [str(name) for name in given if name not in known]
        if unknown:
            listed = ", ".join(known)
            raise InvalidInput(*(f"options.{name[:60]} is not an option; use {listed}" for name in unknown))
        stated = {} if defaults is None else {name: getattr(defaults, name) for name in known}
        return cls(**{**stated, **cls._completed(given)})

    @classmethod
    def _completed(cls, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what was given and what it implies, so that a default cannot overrule it."""
        return given


def _stated(default: Any, **rule: Any) -> Any:
    return field(default=default, metadata=rule, repr=not rule.get("secret"))


def _is_number(option: dataclasses.Field[Any], value: Any) -> bool:
    rule = option.metadata
    numeric = isinstance(value, int if rule["kind"] == "integer" else int | float)
    if not numeric or isinstance(value, bool) or (isinstance(value, float) and not math.isfinite(value)):
        return False
    within = value >= rule["low"] and (rule["high"] is None or value <= rule["high"])
    return bool(within) and not (isinstance(value, int) and _is_endless(value))


def _is_endless(number: int) -> bool:
    return number.bit_length() > MOST_BITS


def _is_names(option: dataclasses.Field[Any], value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(name, str) and name for name in value)


_CHECKS: Mapping[Kind, Callable[[dataclasses.Field[Any], Any], bool]] = {
    "integer": _is_number,
    "number": _is_number,
    "flag": lambda option, value: isinstance(value, bool),
    "choice": lambda option, value: isinstance(value, str) and value in option.metadata["choices"],
    "text": lambda option, value: isinstance(value, str) and option.metadata["fits"](value),
    "names": _is_names,
}


def _shown(value: Any) -> str:
    if isinstance(value, int) and _is_endless(value):
        return ENDLESS
    text = repr(value) if isinstance(value, str | int | float | bool) else type(value).__name__
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"
