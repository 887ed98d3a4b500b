"""A memory as the structured summary of H-42, within a budget.

Who may speak: goals, constraints and next steps come from the user alone; what a tool said is quoted under
Critical Context. What survives a short budget: prohibitions, constraints, the request, preferences, facts,
open problems, finished work. If everything the user said fits into 60 % of the budget, it is all there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from offcut.ports import TokenCounter
from offcut.previews.excerpt import border_before
from offcut.summary.memory import File, Memory
from offcut.summary.statements import Weight, is_rule, sentences, still_valid, weigh

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
PROGRESS = "## Progress"
#: What all headings and the lines between sections cost at most, in tokens.
HEADINGS = 4 * (len(SECTIONS) + 1)
PARTS_OF_PROGRESS = (DONE, CURRENT, BLOCKED)
SHARE_OF_USER = 0.6
#: What a summary that a host or a model wrote may keep when the embedded summariser goes on from it.
SHARE_OF_TOLD = 0.3
#: What a section may have of the budget, so that facts do not leave finished work without a line.
SHARES = {FACTS: 0.35, DECISIONS: 0.12, FILES: 0.15, DONE: 0.2}
#: Weights after those of ``Weight``: facts, problems, decisions, files, finished work.
FACT, PROBLEM, DECISION, FILE, WORK = 5.0, 6.0, 6.5, 7.0, 7.5


@dataclass(frozen=True, slots=True)
class _Entry:
    """One bullet: its section, how early it is chosen (``weight``, lower first), and its place in time."""

    section: str
    text: str
    weight: float
    order: int


def render(memory: Memory, budget: int, counter: TokenCounter, *, reserved: int = 0) -> str:
    """Return the summary, at most ``budget`` base tokens less the ``reserved`` ones of its frame.

    Sections without an entry are left out.
    """
    room = budget - reserved
    most = min(room, int(budget * SHARE_OF_TOLD))
    told = _excerpt(memory.told.strip().split("\n"), most, counter, joint="\n")
    room -= counter.count(told) + HEADINGS
    entries = [*_words_of_the_user(memory, budget, counter), *_rest(memory)]
    chosen = sorted(_chosen(entries, budget, room, counter), key=lambda entry: entry.order)
    parts = [told] if told else []
    in_progress = False
    for section in SECTIONS:
        lines = [f"- {entry.text}" for entry in chosen if entry.section == section]
        if not lines:
            continue
        heading = [section] if in_progress or section not in PARTS_OF_PROGRESS else [PROGRESS, section]
        in_progress = in_progress or section in PARTS_OF_PROGRESS
        parts.append("\n".join([*heading, *lines]))
    return "\n\n".join(parts)


def _chosen(entries: list[_Entry], budget: int, left: int, counter: TokenCounter) -> list[_Entry]:
    """Take entries by weight, newest first among equals, while what is ``left`` and their section's share
    of the budget last.
    """
    rooms = {section: int(budget * SHARES.get(section, 1)) for section in SECTIONS}
    chosen = []
    for entry in sorted(entries, key=lambda entry: (entry.weight, -entry.order)):
        cost = counter.count(entry.text) + 3
        if cost <= min(left, rooms[entry.section]):
            chosen.append(entry)
            left -= cost
            rooms[entry.section] -= cost
    return chosen


def _words_of_the_user(memory: Memory, budget: int, counter: TokenCounter) -> Iterator[_Entry]:
    share = int(budget * SHARE_OF_USER)
    if sum(counter.count(text) + 3 for text in memory.said) > share:
        yield from _selected(memory, share, counter)
        return
    for order, text in enumerate(memory.said):
        yield _Entry(_section_of(text, order, memory), text, 0, order)


def _section_of(statement: str, order: int, memory: Memory) -> str:
    if order == len(memory.said) - 1 and memory.unanswered:
        return NEXT
    return RULES if order and is_rule(statement) else GOAL


def _selected(memory: Memory, share: int, counter: TokenCounter) -> list[_Entry]:
    """Return what fits of the user's words: rules that still hold, first and last request, the rest."""
    statements = still_valid([s for text in memory.said for s in sentences(text)])
    entries = []
    for order, sentence in enumerate(statements):
        weight = weigh(sentence)
        entries.append(_Entry(GOAL if weight == Weight.OTHER else RULES, sentence, weight, order))
    first, last = (_excerpt(_valid(memory.said[at], statements), share // 4, counter) for at in (0, -1))
    entries.append(_Entry(GOAL, first, Weight.REQUEST, -1))
    if memory.unanswered:
        entries.append(_Entry(NEXT, last, Weight.REQUEST, len(statements)))
    return _chosen([entry for entry in entries if entry.text], share, share, counter)


def _valid(text: str, statements: Sequence[str]) -> list[str]:
    """Return the sentences of a text that no later one replaced."""
    valid = frozenset(statements)
    return [sentence for sentence in sentences(text) if sentence in valid]


def _excerpt(pieces: Sequence[str], tokens: int, counter: TokenCounter, joint: str = " ") -> str:
    """Return as many whole sentences or lines from the start as fit; of a first one too long, its start."""
    kept: list[str] = []
    left = tokens
    for piece in pieces:
        left -= counter.count(piece) + 1
        if left < 0:
            break
        kept.append(piece)
    start = pieces[0] if pieces else ""
    return joint.join(kept) or start[: border_before(start, tokens)]


def _rest(memory: Memory) -> Iterator[_Entry]:
    for section, texts, weight in (
        (FACTS, memory.facts, FACT),
        (BLOCKED, memory.blocked, PROBLEM),
        (DECISIONS, memory.decisions, DECISION),
        (FILES, tuple(map(_file, memory.files)), FILE),
        (DONE, memory.done, WORK),
        (CURRENT, (memory.current,) if memory.current else (), PROBLEM),
    ):
        for order, text in enumerate(texts):
            yield _Entry(section, text, weight, order)


def _file(file: File) -> str:
    how = [f"{verb} {times}×" for verb, times in (("read", file.read), ("changed", file.changed)) if times]
    return f"{file.path} ({', '.join(how)})"
