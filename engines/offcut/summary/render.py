"""A memory as the structured summary of H-42, within a budget.

Who may speak: goals, constraints and next steps come from the user alone; what a tool said is quoted under
Critical Context. What survives a short budget: prohibitions, constraints, the request, preferences, facts,
open problems, finished work. If everything the user said fits into 60 % of the budget, it is all there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from offcut.ports import TokenCounter
from offcut.summary.entries import (
    BLOCKED,
    CURRENT,
    DECISIONS,
    DONE,
    FACTS,
    FILES,
    SECTIONS,
    Entry,
    choose,
    cost_of,
    excerpt,
)
from offcut.summary.memory import File, Memory
from offcut.summary.said import words_of_the_user

PROGRESS = "## Progress"
#: What all headings and the lines between sections cost at most, in tokens.
HEADINGS = 4 * (len(SECTIONS) + 1)
PARTS_OF_PROGRESS = (DONE, CURRENT, BLOCKED)
#: What a summary that a host or a model wrote may keep when the embedded summariser goes on from it.
SHARE_OF_TOLD = 0.3
#: What a section may have of the budget, so that facts do not leave finished work without a line.
SHARES = {FACTS: 0.35, DECISIONS: 0.12, FILES: 0.15, DONE: 0.2}
#: Weights after those of ``Weight``: facts, problems, decisions, files, finished work.
FACT, PROBLEM, DECISION, FILE, WORK = 5.0, 6.0, 6.5, 7.0, 7.5


@dataclass(frozen=True, slots=True)
class Rendered:
    """A summary's text, and the user's sentences that it carries."""

    text: str
    shown: tuple[str, ...] = ()


def render(memory: Memory, budget: int, counter: TokenCounter, *, reserved: int = 0) -> Rendered:
    """Return the summary, at most ``budget`` base tokens less the ``reserved`` ones of its frame.

    Sections without an entry are left out. What a host or a model told has a share of its own, and what the
    other entries leave.
    """
    told = memory.told.strip().split("\n")
    room = budget - reserved - HEADINGS
    least = min(counter.count(memory.told), int(budget * SHARE_OF_TOLD))
    words = words_of_the_user(memory, budget, room - least, counter)
    rooms = {section: int(budget * share) for section, share in SHARES.items()}
    chosen = choose([*words, *_rest(memory)], room - least, counter, rooms)
    left = room - sum(cost_of(entry.text, counter) for entry in chosen)
    parts = [excerpt(told, left, counter, joint="\n"), *_sections(chosen)]
    shown = tuple(sentence for entry in chosen for sentence in entry.sentences)
    return Rendered("\n\n".join(filter(None, parts)), shown)


def _sections(chosen: Sequence[Entry]) -> Iterator[str]:
    in_order = sorted(chosen, key=lambda entry: entry.order)
    in_progress = False
    for section in SECTIONS:
        lines = [f"- {entry.text}" for entry in in_order if entry.section == section]
        if not lines:
            continue
        heading = [section] if in_progress or section not in PARTS_OF_PROGRESS else [PROGRESS, section]
        in_progress = in_progress or section in PARTS_OF_PROGRESS
        yield "\n".join([*heading, *lines])


def _rest(memory: Memory) -> Iterator[Entry]:
    for section, texts, weight in (
        (FACTS, memory.facts, FACT),
        (BLOCKED, memory.blocked, PROBLEM),
        (DECISIONS, memory.decisions, DECISION),
        (FILES, tuple(map(_file, memory.files)), FILE),
        (DONE, memory.done, WORK),
        (CURRENT, (memory.current,) if memory.current else (), PROBLEM),
    ):
        for order, text in enumerate(texts):
            yield Entry(section, text, weight, order)


def _file(file: File) -> str:
    how = [f"{verb} {times}×" for verb, times in (("read", file.read), ("changed", file.changed)) if times]
    return f"{file.path} ({', '.join(how)})"
