"""The bullets of a summary: in which section, how early each is chosen, and what fits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from offcut.ports import TokenCounter
from offcut.previews.excerpt import border_before

SECTIONS = (
    "## Goal",
    "## Constraints & Preferences",
    "### Done",
    "### In Progress",
    "### Blocked",
    "## Key Decisions",
    "## Relevant Files",
    "## Next Steps",
    "## Critical Context",
)
GOAL, RULES, DONE, CURRENT, BLOCKED, DECISIONS, FILES, NEXT, FACTS = SECTIONS
#: What a bullet costs beside its text, in tokens.
BULLET = 3


@dataclass(frozen=True, slots=True)
class Entry:
    """One bullet: its section, how early it is chosen (``weight``, lower first), and its place in time.

    ``worth`` decides among entries of one weight, higher first, then the newest. ``sentences`` are the
    user's that it carries.
    """

    section: str
    text: str
    weight: float
    order: int
    worth: float = 0.0
    sentences: tuple[str, ...] = ()


def choose(
    entries: Iterable[Entry], left: int, counter: TokenCounter, rooms: Mapping[str, int] | None = None
) -> list[Entry]:
    """Take entries by weight while what is ``left`` lasts, and what their section may have of it."""
    rooms = dict(rooms or {})
    chosen = []
    for entry in sorted(entries, key=lambda entry: (entry.weight, -entry.worth, -entry.order)):
        cost = cost_of(entry.text, counter)
        if cost <= min(left, rooms.get(entry.section, left)):
            chosen.append(entry)
            left -= cost
            if entry.section in rooms:
                rooms[entry.section] -= cost
    return chosen


def cost_of(text: str, counter: TokenCounter) -> int:
    """Return what a bullet costs, in base tokens."""
    return counter.count(text) + BULLET


def excerpt(pieces: Sequence[str], tokens: int, counter: TokenCounter, joint: str = " ") -> str:
    """Return as many whole sentences or lines from the start as fit; of a first one too long, its start."""
    kept: list[str] = []
    left = tokens
    for piece in pieces:
        left -= counter.count(piece) + 1
        if left < 0:
            break
        kept.append(piece)
    return joint.join(kept) or _start(pieces[0] if pieces else "", tokens, counter)


def _start(text: str, tokens: int, counter: TokenCounter) -> str:
    """Return the start of a text; of rare characters one may be several tokens."""
    cut = text[: border_before(text, max(tokens, 0))]
    while (count := counter.count(cut)) > max(tokens, 0):
        cut = cut[: border_before(cut, len(cut) * max(tokens, 0) // count)]
    return cut
