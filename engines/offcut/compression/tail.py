"""Results that stay in the list and are still too much: pruned in the head, previewed in a heavy tail.

Phase 1 of H-33: old results outside the protected tail give way to a placeholder, here with a reference.
A tail of more than 1.5 times its budget is previewed, oldest first, its last group only if it must be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from offcut.compaction.folding import Fold
from offcut.compression.boundaries import newest_request
from offcut.compression.situation import Situation
from offcut.conversation import ToolPair
from offcut.ports import Reference
from offcut.previews import Marker, preview
from offcut.provenance import values

PLACEHOLDER = "[Old tool output cleared to save context space]"
PRUNED_FROM = 200
HEAVY = 1.5
PREVIEW_CHARS = 300
LEAST_SAVING = 32


def relief(situation: Situation, reference: Reference) -> list[Fold]:
    """Return the folds that make head and tail smaller."""
    return [*_pruned(situation, reference), *previewed(situation, reference)]


def previewed(situation: Situation, reference: Reference) -> list[Fold]:
    """Return previews of a heavy tail until it fits its budget, oldest first, the group at the end last."""
    excess = _excess(situation)
    folds: list[Fold] = []
    if situation.request.options.tail_pressure == "keep" or not _is_heavy(situation, excess):
        return folds
    for pair in _foldable(situation, situation.tail):
        if excess <= 0:
            break
        if fold := _worthwhile(_preview(situation, pair, reference)):
            excess -= situation.prior.of(fold.savings)
            folds.append(fold)
    return folds


def shortfall(situation: Situation, folds: Sequence[Fold]) -> list[str]:
    """Return a sentence if the tail is still heavy after these folds; nothing if it is not."""
    tail = situation.tail
    saved = sum(fold.savings for fold in folds if fold.pair.result.place.message in tail)
    excess = _excess(situation, saved)
    if not _is_heavy(situation, excess):
        return []
    budget = situation.window.tail_token_budget
    return [
        f"the tail still has {budget + excess} tokens and its budget is {budget}: "
        "what is left of it is protected or cannot be previewed"
    ]


def _pruned(situation: Situation, reference: Reference) -> Iterator[Fold]:
    for pair in _foldable(situation, situation.boundaries.head):
        if len(pair.result.text) > PRUNED_FROM:
            marker = _marker(pair, reference)
            if fold := _worthwhile(_fold(situation, pair, f"{PLACEHOLDER}\n{marker}", marker)):
                yield fold


def _preview(situation: Situation, pair: ToolPair, reference: Reference) -> Fold:
    text, marker = pair.result.text, _marker(pair, reference)
    shown = preview(text, first_seen=values(text), style="identifiers", limit=PREVIEW_CHARS, marker=marker)
    return _fold(situation, pair, shown, marker)


def _excess(situation: Situation, saved: int = 0) -> int:
    """Return the tokens of the tail above its budget."""
    base = sum(situation.sizes[i] for i in situation.tail) - saved
    return situation.prior.of(base) - situation.window.tail_token_budget


def _is_heavy(situation: Situation, excess: int) -> bool:
    return excess > situation.window.tail_token_budget * (HEAVY - 1)


def _foldable(situation: Situation, messages: range) -> list[ToolPair]:
    """Return the pairs whose result lies there and may give way, oldest first.

    What the newest request carries is none of them: that message stays the same object.
    """
    request = newest_request(situation.conversation.messages, situation.own.messages)
    return [
        pair
        for pair in situation.pairing.pairs
        if pair.result.place.message in messages
        and pair.result.place.message != request
        and pair.result.container != "empty"
        and not pair.result.failed
        and pair.result.place not in situation.recognised
        and pair.result.place.message not in situation.own.messages
    ]


def _marker(pair: ToolPair, reference: Reference) -> Marker:
    return Marker.of(pair.result.text, reference(pair.result.archived_bytes))


def _fold(situation: Situation, pair: ToolPair, text: str, marker: Marker) -> Fold:
    tokens = situation.counter.count(pair.result.text)
    savings = tokens - situation.counter.count(text) if len(text) < len(pair.result.text) else 0
    return Fold(pair, text, marker, tokens, savings, stored=True)


def _worthwhile(fold: Fold) -> Fold | None:
    return fold if fold.savings >= LEAST_SAVING else None
