"""What of a session's statements stands in a text: those that hold, and values that hold no more."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from support.five_rounds.sessions import Session
from support.five_rounds.standing import normal, stands
from support.five_rounds.templates import Kind, Statement

#: What says in any language that something is no longer so.
SIGNS = ("~~", "→", "->", "=>", "replaced", "superseded", "outdated", "no longer", "formerly", "obsolete")
HEADING = re.compile(r"\s*(#+ |\*\*.*\*\*:?\s*$)")


@dataclass(frozen=True, slots=True)
class Lost:
    """A statement that holds and cannot be acted on, and what of it is missing."""

    statement: Statement
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """``standing``: replaced values that read as current. ``unmarked``: all those in a line that does not
    say so, also where the new value follows in the same line."""

    kept: tuple[Statement, ...]
    lost: tuple[Lost, ...]
    standing: tuple[Statement, ...]
    unmarked: tuple[Statement, ...]

    def count(self, kind: Kind) -> tuple[int, int]:
        """Return how many statements of a kind are kept, and how many hold."""
        kept = sum(statement.kind == kind for statement in self.kept)
        return kept, kept + sum(lost.statement.kind == kind for lost in self.lost)


def judge(session: Session, text: str) -> Verdict:
    """Say what of a session's statements stands in a text."""
    holding = [statement for statement in session.statements if not statement.replaced_by]
    replaced = [statement for statement in session.statements if statement.replaced_by]
    whole = normal(text)
    missing = {s: tuple(probe for probe in s.probes if not stands(probe, whole)) for s in holding}
    signs = (*SIGNS, *session.marks)
    # What the user stated says nothing about whether the line marks it.
    own = [normal(statement.text) for statement in session.statements]
    passages = [_Passage(line, _is_marked(line, heading, own, signs)) for line, heading in _lines(text)]
    return Verdict(
        kept=tuple(statement for statement in holding if not missing[statement]),
        lost=tuple(Lost(statement, missing[statement]) for statement in holding if missing[statement]),
        standing=tuple(s for s in replaced if any(_unmarked(s, passages, followed="excused"))),
        unmarked=tuple(s for s in replaced if any(_unmarked(s, passages, followed="counted"))),
    )


@dataclass(frozen=True, slots=True)
class _Passage:
    """A normalised line, and whether it says of itself that something was replaced."""

    text: str
    marked: bool


def _lines(text: str) -> Iterator[tuple[str, str]]:
    """Yield each line with the heading that it stands under."""
    heading = ""
    for line in text.splitlines():
        if HEADING.match(line):
            heading = normal(line)
        yield normal(line), heading


def _is_marked(line: str, heading: str, own: Sequence[str], signs: Sequence[str]) -> bool:
    for text in own:
        line = line.replace(text, " ")
    return any(sign in line or sign in heading for sign in signs)


def _unmarked(
    statement: Statement, passages: Sequence[_Passage], *, followed: Literal["excused", "counted"]
) -> Iterator[bool]:
    """Yield, for each line with the replaced value and no mark, whether it counts."""
    assert statement.replaced_by is not None
    for passage in passages:
        if passage.marked or not stands(statement.value, passage.text):
            continue
        after = passage.text[passage.text.rfind(normal(statement.value)) :]
        yield followed == "counted" or not stands(statement.replaced_by.value, after)
