"""Templates of sentences, and the statements that they become.

The notation, one template a line: ``{port}`` is a slot that is filled with a value (``values.py``),
``[...]`` is the core that must survive word for word, ``<...>`` the exact value that a later statement
replaces or that replaces an earlier one. What stands in slots outside the cores must survive too, but
for a value that is named in passing, ``{~city}``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

Kind = Literal["safety_rule", "prohibition", "hard_constraint", "preference", "fact", "goal"]
KINDS: tuple[Kind, ...] = get_args(Kind)

SLOT = re.compile(r"\{(?P<passing>~?)(?P<name>\w+)\}")
CORE = re.compile(r"\[(.*?)\]")
VALUE = re.compile(r"<(.*?)>")
MARKS = str.maketrans("", "", "[]<>")


@dataclass(frozen=True, slots=True)
class Statement:
    """Something the user stated; it still holds unless ``replaced_by`` is given.

    ``text`` is the sentence as it was written, ``probes`` are what must be found to act on it, ``value``
    is the exact value that was replaced or replaces.
    """

    kind: Kind
    text: str
    probes: tuple[str, ...]
    value: str = ""
    replaced_by: Statement | None = None

    @property
    def stale(self) -> str | None:
        """The value that no longer holds, of a statement that was replaced."""
        return self.value if self.replaced_by else None


def lines(block: str) -> list[str]:
    """Return the templates of a block."""
    return [line for line in block.strip().splitlines() if line]


def filled(template: str, draw: Callable[[str], str]) -> str:
    """Return the sentence of a template."""
    return SLOT.sub(lambda slot: draw(slot["name"]), template).translate(MARKS)


def stated(
    kind: Kind, template: str, draw: Callable[[str], str], replaced_by: Statement | None = None
) -> Statement:
    """Return the statement of a template."""
    drawn: list[str] = []

    def drawing(slot: re.Match[str]) -> str:
        value = draw(slot["name"])
        if not slot["passing"]:
            drawn.append(value)
        return value

    marked = SLOT.sub(drawing, template)
    value = "".join(VALUE.findall(marked)[:1]).translate(MARKS)
    cores = [core.translate(MARKS) for core in CORE.findall(marked)]
    beside = [text for text in (*drawn, value) if text and not any(text in core for core in cores)]
    text = marked.translate(MARKS)
    return Statement(kind, text, tuple([*cores, *dict.fromkeys(beside)] or [text]), value, replaced_by)
