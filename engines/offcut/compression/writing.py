"""A summary message written within a budget: its frame, and what is known or what a host said of it."""

from __future__ import annotations

from dataclasses import dataclass

from offcut.compression.situation import Situation
from offcut.summary import Memory, framed, render
from offcut.summary.frame import FRAMES, Frame

#: A frame gives way to a shorter one where it would take more than this part of a summary.
SHARE_OF_FRAME = 1 / 3
#: What a reference and its seams cost at most, in tokens: it is made from what is written here.
REFERENCE_TOKENS = 21
#: Above this, a summary that says nothing has nothing to say, in tokens.
ROOM_FOR_ANYTHING = 4_000


@dataclass(frozen=True, slots=True)
class Body:
    """What a summary message says in its frame, and the user's sentences that it carries."""

    text: str
    frame: Frame
    shown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Writing:
    """A summary to be written; ``told`` is a host's own."""

    situation: Situation
    memory: Memory
    told: str | None

    def within(self, budget: int) -> Body | None:
        """Return the body of a message of so many base tokens; nothing where it would hold no statement."""
        frame, around = _frame_within(self.situation, budget)
        counter = self.situation.counter
        if self.told is not None:
            fits = around + counter.count(self.told) <= budget
            return Body(self.told, frame) if fits else None
        rendered = render(self.memory, budget, counter, reserved=around)
        if around > budget or not (rendered.text or not self._says_anything()):
            return None
        return Body(rendered.text, frame, rendered.shown)

    def message(self, body: Body, segment: str) -> str:
        """Return the whole text, with the reference of the removed messages."""
        return _framed(self.situation, body.text, segment, body.frame).rstrip()

    def shortfall(self) -> str:
        """Say how many tokens a summary needs at least."""
        too_small = least = self.situation.base_summary_budget
        while least < ROOM_FOR_ANYTHING and self.within(least) is None:
            too_small, least = least, 2 * least
        while least - too_small > 1:
            middle = (too_small + least) // 2
            too_small, least = (middle, least) if self.within(middle) is None else (too_small, middle)
        needed, given = self.situation.prior.of(least), self.situation.summary_budget
        return (
            f"a summary of these messages needs at least {needed} tokens and may have {given}; "
            "raise max_summary_tokens"
        )

    def _says_anything(self) -> bool:
        return bool(render(self.memory, ROOM_FOR_ANYTHING, self.situation.counter).text)


def told_budget(situation: Situation) -> int:
    """Return what a host's own summary may have, in model tokens: the frame's are taken off."""
    _, tokens = _frame_within(situation, situation.base_summary_budget)
    return situation.summary_budget - situation.prior.of(tokens)


def _frame_within(situation: Situation, budget: int) -> tuple[Frame, int]:
    """Return the frame for a summary of so many base tokens, and what it takes of them at most."""
    for frame in FRAMES:
        tokens = situation.counter.count(_framed(situation, "", "", frame)) + REFERENCE_TOKENS
        if tokens <= budget * SHARE_OF_FRAME:
            break
    return frame, tokens


def _framed(situation: Situation, body: str, segment: str, frame: Frame) -> str:
    removed, note = len(situation.boundaries.removed), situation.note_in_summary
    return framed(body, segment=segment, removed=removed, note=note, frame=frame)
