"""One thing that one place says about one setting, and the check of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from offcut.limits import problem
from offcut.redact import redact
from offcut.settings.keys import SETTINGS, SYNONYMS

#: From the weakest to the strongest.
Origin = Literal["default", "project file", "user file", "environment file", "environment", "command line"]


@dataclass(frozen=True, slots=True)
class Stated:
    """A value with the place that gave it; ``where`` is a variable, or a file and its line."""

    key: str
    value: Any = field(repr=False)  # it may be a key
    origin: Origin
    where: str

    @property
    def wrong(self) -> str | None:
        """Say in one sentence what is wrong with it, or nothing. ``None`` stands for the default."""
        found = None if self.value is None else problem(SETTINGS[self.key], self.value)
        return found and redact(f"{self.key} {found} (in {self.where})").text

    @property
    def settled(self) -> Any:
        """The value as the settings hold it."""
        if self.value is None:
            return SETTINGS[self.key].default
        return tuple(self.value) if isinstance(self.value, list) else self.value


def stated(key: str, value: Any, origin: Origin, where: str) -> Stated:
    """Return what a place says, in our own words where it uses another program's."""
    known = SYNONYMS.get((key, value), value) if isinstance(value, str) else value
    return Stated(key, known, origin, where)


def line_and_column(before: str) -> str:
    """Say where in a file a text stands that follows ``before``."""
    return f"at line {before.count(chr(10)) + 1}, column {len(before) - before.rfind(chr(10))}"


def from_text(key: str, words: str) -> Any:
    """Read a value from a place that only has text; what cannot be read stays text, to be refused.

    ``null`` is the default. A list is JSON, or names between commas.
    """
    if words == "null":
        return None
    try:
        return _READERS.get(SETTINGS[key].metadata["kind"], str)(words)
    except (ValueError, KeyError, RecursionError):
        return words


def _names(words: str) -> Any:
    if words.lstrip().startswith("["):
        return json.loads(words)
    return [name for part in words.split(",") if (name := part.strip())]


_FLAGS = {
    "true": True,
    "1": True,
    "yes": True,
    "on": True,
    "false": False,
    "0": False,
    "no": False,
    "off": False,
}
_READERS: Mapping[str, Callable[[str], Any]] = {
    "integer": int,
    "number": float,
    "flag": lambda words: _FLAGS[words.lower()],
    "names": _names,
}
