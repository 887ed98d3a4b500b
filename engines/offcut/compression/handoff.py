"""A handoff: all of a conversation that nobody will replace, summed up for a session that starts afresh.

Nothing stays beside a handoff as head and tail stay beside a summary, so everything goes into it, and every
message and every larger result is archived. Pure; nothing is stored here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from offcut.compaction.folding import Fold
from offcut.compaction.result import FoldedSource
from offcut.compression.boundaries import Boundaries
from offcut.compression.checkpoint import Checkpoint, checkpoint_of, turns_of
from offcut.compression.situation import Situation
from offcut.compression.writing import Writing
from offcut.conversation import ToolPair
from offcut.ports import Check, NewSource, Reference
from offcut.previews import Marker
from offcut.redact import redact
from offcut.summary import remember

#: Results below this many base tokens are archived with their messages and get no line of their own.
LEAST_TOKENS = 100
#: Characters a token may have in a summary, as a first guess; text that needs more is rendered again.
CHARACTERS_A_TOKEN = 4
SHORTEST_BUDGET, STEP = 100, 50
#: As long as every reference.
UNKNOWN_SEGMENT = "oc_" + 16 * "0"


@dataclass(frozen=True, slots=True)
class Handoff:
    """The summary of everything, and the larger results that get a reference of their own."""

    checkpoint: Checkpoint
    folds: tuple[Fold, ...]

    @property
    def listed(self) -> tuple[FoldedSource, ...]:
        """The entries of a result's ``sources``, in the order of the conversation."""
        return tuple(fold.listed() for fold in self.folds)

    def results(self) -> Iterator[NewSource]:
        """Yield the results to store, one by one: together they may be as large as the session."""
        return (fold.source() for fold in self.folds if fold.stored)


def handoff(
    situation: Situation, reference: Reference, *, told: str, characters: int, check: Check
) -> Handoff | str:
    """Return the handoff of a whole conversation in at most so many characters.

    ``told`` is what a summary of the host's own said about the time before; its words are kept, as many
    as fit. Returns a sentence where nothing fits.
    """
    whole = _whole(situation, told)
    fitting = _within(whole, _budget(whole, characters, check))
    checkpoint = checkpoint_of(fitting, reference, None, check)
    if isinstance(checkpoint, str):
        return checkpoint
    return Handoff(checkpoint, tuple(_folds(situation, reference)))


def _budget(situation: Situation, characters: int, check: Check) -> int:
    """Return the largest budget, in model tokens, that was found to keep the text within its characters."""
    writing = Writing(situation, remember(situation.own.memory, turns_of(situation), check), None)
    budget = min(characters // CHARACTERS_A_TOKEN, situation.summary_budget)
    while budget > SHORTEST_BUDGET:
        body = writing.within(int(budget / situation.prior.factor))
        length = len(writing.message(body, UNKNOWN_SEGMENT)) if body else 0
        if length <= characters:
            break
        budget = min(int(budget * characters / length), budget - STEP)
    return max(budget, SHORTEST_BUDGET)


def _whole(situation: Situation, told: str) -> Situation:
    """Return the situation with neither head nor tail."""
    end = len(situation.raw)
    everything = Boundaries(range(0), range(end, end), tuple(range(end)), (), ())
    memory = situation.own.memory
    if told and not memory.told:
        memory = replace(memory, told=redact(told.strip()).text)
    return replace(situation, boundaries=everything, own=replace(situation.own, memory=memory))


def _within(situation: Situation, budget: int) -> Situation:
    window = replace(situation.window, given_summary_tokens=budget)
    return replace(situation, window=window)


def _folds(situation: Situation, reference: Reference) -> Iterator[Fold]:
    """Yield one entry for each larger text among the results, where it was met first."""
    met: set[str] = set()
    for pair in situation.pairing.pairs:
        tokens = situation.counter.count(situation.text_of(pair.result))
        if tokens < LEAST_TOKENS or pair.result.container == "empty":
            continue
        fold = _fold(situation, pair, tokens, reference)
        if fold.marker.ref not in met:
            met.add(fold.marker.ref)
            yield fold


def _fold(situation: Situation, pair: ToolPair, tokens: int, reference: Reference) -> Fold:
    """Return the entry of a result; one that stands for an archived source has that one's reference."""
    known = situation.recognised.get(pair.result.place)
    text = situation.text_of(pair.result)
    ref = reference(pair.result.archived_bytes) if known is None else known.ref
    return Fold(pair, "", Marker.of(text, ref), tokens, 0, stored=known is None)
