"""One compression made up, not yet archived: the new list, its summary, and what has to be stored for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from offcut.compaction.folding import Fold
from offcut.compaction.request import CompactionRequest
from offcut.compaction.result import FoldedSource
from offcut.compaction.warnings import warnings_for
from offcut.compression.assembly import Assembled, assemble
from offcut.compression.checkpoint import Checkpoint, checkpoint_of, empty_segment
from offcut.compression.situation import Situation
from offcut.compression.tail import previewed, relief, shortfall
from offcut.conversation import RawMessage, ReplaceResult
from offcut.formats import apply, compact_json, read
from offcut.pairing import Pairing
from offcut.ports import Check, NewSource, NewStandIn, Reference
from offcut.tokens import message_tokens

#: A result that is not smaller by this part is no progress.
LEAST_GAIN = 0.05


@dataclass(frozen=True, slots=True)
class Draft:
    """A compression that keeps every promise; ``after`` is its size in base tokens.

    Without a ``checkpoint`` nothing was removed, and results of the tail became previews. ``sources`` is
    everything to store before the list may be shown.
    """

    messages: list[RawMessage]
    first_changed: int
    after: int
    checkpoint: Checkpoint | None
    segment: str
    folds: tuple[Fold, ...]
    sources: tuple[NewSource, ...]
    warnings: tuple[str, ...]

    @property
    def folded(self) -> tuple[FoldedSource, ...]:
        """The entries of a result's ``sources``."""
        return tuple(fold.listed() for fold in self.folds)

    @property
    def stand_ins(self) -> tuple[NewStandIn, ...]:
        """What makes the previews and the summary known to the archive."""
        return (*(f.stand_in() for f in self.folds), *([self.checkpoint.stand_in] if self.checkpoint else []))


def draft(situation: Situation, reference: Reference, told: str | None, check: Check) -> Draft | str:
    """Return the compression with the embedded summary, or with the host's own (``told``).

    Where nothing lies between head and tail, it is the list with a heavy tail previewed. Returns the reason
    where there would be no progress. CPU work only; nothing is stored.
    """
    if situation.verdict is not None:
        return _tail_alone(situation, reference)
    conversation, boundaries = situation.conversation, situation.boundaries
    folds = relief(situation, reference)
    checkpoint = checkpoint_of(situation, reference, told, check)
    if isinstance(checkpoint, str):
        return checkpoint
    made = assemble(
        conversation,
        _edited(situation, folds),
        boundaries,
        form=situation.form or "assistant",
        summary=checkpoint.text,
        identity=checkpoint.identity,
        note_at=situation.note_at,
    )
    return _checked(situation, reference, made, folds, checkpoint)


def _tail_alone(situation: Situation, reference: Reference) -> Draft | str:
    folds = previewed(situation, reference)
    if not folds:
        return "no result of the tail can give way"
    made = Assembled(_edited(situation, folds), len(situation.raw))
    return _checked(situation, reference, made, folds, None)


def _edited(situation: Situation, folds: Sequence[Fold]) -> list[RawMessage]:
    edits = [ReplaceResult(fold.pair.result.place, fold.text) for fold in folds]
    return apply(situation.raw, situation.conversation.format, edits)


def _checked(
    situation: Situation,
    reference: Reference,
    made: Assembled,
    folds: Sequence[Fold],
    checkpoint: Checkpoint | None,
) -> Draft | str:
    """Return the draft, or the promise that it would break."""
    removed = frozenset(situation.boundaries.removed) if checkpoint else frozenset()
    view = read(made.messages, situation.conversation.format)
    after = sum(message_tokens(message, situation.counter) for message in view.messages)
    if problem := _no_progress(situation, made.messages, after):
        return problem
    kept = _without(situation.pairing, removed)
    oddities = warnings_for(situation.conversation, kept, CompactionRequest())
    stored = checkpoint.sources if checkpoint else (empty_segment(),)
    return Draft(
        messages=made.messages,
        first_changed=min([made.first_changed, *(fold.pair.result.place.message for fold in folds)]),
        after=after,
        checkpoint=checkpoint,
        segment=checkpoint.segment if checkpoint else reference(stored[0].body),
        folds=tuple(folds),
        sources=(*(fold.source() for fold in folds), *stored),
        warnings=(*oddities, *shortfall(situation, folds)),
    )


def _no_progress(situation: Situation, messages: Sequence[RawMessage], after: int) -> str | None:
    if after > situation.base * (1 - LEAST_GAIN):
        return f"the summary would leave {after} of {situation.base} tokens, a gain of less than 5 %"
    if len(compact_json(list(messages))) > len(compact_json(list(situation.raw))):
        return "the compressed list would have more characters than the given one"
    return None


def _without(pairing: Pairing, removed: frozenset[int]) -> Pairing:
    """Return a pairing without the orphans that go, so that no warning says they were left."""
    orphans = tuple(result for result in pairing.orphans if result.place.message not in removed)
    return replace(pairing, orphans=orphans)
