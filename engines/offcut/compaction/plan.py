"""The plan of a recoverable pass: what becomes of every call, and why. Pure; CPU work only."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass

from offcut.compaction.budget import Budget, needed_folds
from offcut.compaction.folding import Fold
from offcut.compaction.protection import Protection
from offcut.compaction.recognition import Recognised
from offcut.compaction.repeats import Repeat, repeats
from offcut.compaction.request import CompactionRequest
from offcut.compaction.result import Decision, DecisionReason
from offcut.conversation import Conversation, Place, ToolPair, ToolResult
from offcut.formats.contents import replace_text
from offcut.pairing import Pairing
from offcut.ports import Check, Reference, TokenCounter
from offcut.previews import Marker, preview
from offcut.provenance import trace, units_of
from offcut.relevance import Regression, probabilities

#: What a preview brings along where it takes the place of an object (Gemini).
OBJECT_AROUND_PREVIEW = '{"output":}'


@dataclass(frozen=True, slots=True)
class Plan:
    """A decision for every call, in order, and the folds that carry out those that say ``preview``."""

    decisions: tuple[Decision, ...]
    folds: tuple[Fold, ...]
    candidates: int
    protected: int


@dataclass(frozen=True, slots=True)
class Inputs:
    """Everything a plan is made from."""

    conversation: Conversation
    pairing: Pairing
    recognised: Mapping[Place, Recognised]
    host_refs: Mapping[str, str]
    request: CompactionRequest
    reference: Reference
    counter: TokenCounter
    regression: Regression
    budget: Budget | None
    check: Check

    def text_of(self, result: ToolResult) -> str:
        """Return the text that a result stands for: its own, or the original behind a recognised one."""
        known = self.recognised.get(result.place)
        return result.text if known is None or known.original is None else known.original


def make_plan(inputs: Inputs) -> Plan:
    """Decide about every call.

    In order: unpaired, protected, no savings, repeated, then the decider; within a budget only as much
    as it needs, lowest probability first.
    """
    protection = Protection(inputs.conversation, inputs.pairing, inputs.recognised, inputs.request)
    kept = {pair.id: reason for pair in inputs.pairing.pairs if (reason := protection.reason(pair))}
    candidates = [pair for pair in inputs.pairing.pairs if pair.id not in kept]
    if inputs.budget and inputs.budget.is_met:
        kept |= {pair.id: "within_budget" for pair in candidates}
        return _plan(inputs, kept, {}, len(candidates))
    judged = _judge(inputs, candidates)
    wanted = [fold for fold in judged.values() if fold.reason not in ("no_savings", "needed_or_uncertain")]
    needed = {fold.pair.id for fold in needed_folds(wanted, inputs.budget)}
    for fold in wanted:
        if fold.pair.id not in needed:
            judged[fold.pair.id] = dataclasses.replace(fold, reason="within_budget")
    return _plan(inputs, kept, judged, len(candidates))


def _judge(inputs: Inputs, candidates: list[ToolPair]) -> dict[str, Fold]:
    """Return a fold with its reason for every candidate, by pair id."""
    request = inputs.request
    history = trace(units_of(inputs.conversation, inputs.text_of), inputs.check)
    texts, calls = _texts_and_calls(inputs)
    chances = probabilities(
        history.sharing(lambda place: texts.get(place, place)),
        inputs.regression,
        goal=request.goal,
        next_action=request.next_action,
        check=inputs.check,
    )
    # What a preview shows is another matter: each version of an answer shows all that its call brought in.
    shown = history.sharing(lambda place: calls.get(place, place))
    repeated = repeats(
        inputs.pairing.pairs,
        text_of=lambda pair: inputs.text_of(pair.result),
        whole=lambda pair: pair.result.place not in inputs.recognised,
    )
    folds = {}
    for pair in candidates:
        inputs.check()
        place = pair.result.place
        fold = _fold(inputs, pair, shown.first_seen(shown.number_of[place]))
        folds[pair.id] = _with_reason(fold, request, repeated.get(place), chances.get(place))
    return folds


def _texts_and_calls(inputs: Inputs) -> tuple[dict[Place, str], dict[Place, Hashable]]:
    """Return for each paired result the text it stands for, and its call: alike in every pass."""
    pairs = inputs.pairing.pairs
    texts = {pair.result.place: inputs.text_of(pair.result) for pair in pairs}
    return texts, {pair.result.place: (pair.call.name, pair.call.arguments) for pair in pairs}


def _fold(inputs: Inputs, pair: ToolPair, first_seen: frozenset[str]) -> Fold:
    result = pair.result
    text = inputs.text_of(result)
    marker, stored = _marker(inputs, pair, text)
    options = inputs.request.options
    shown = preview(
        text,
        first_seen=first_seen,
        style=options.preview_style,
        limit=options.preview_chars,
        marker=marker,
        check=inputs.check,
    )
    count = inputs.counter.count
    savings = count(result.text) - count(shown) if _is_shorter(shown, result) else 0
    return Fold(pair, shown, marker, count(text), savings, stored)


def _marker(inputs: Inputs, pair: ToolPair, text: str) -> tuple[Marker, bool]:
    if known := inputs.recognised.get(pair.result.place):
        whole = known.whole
        marker = Marker(whole.characters, whole.lines, known.ref) if whole else Marker.of(text, known.ref)
        return marker, False
    host_ref = inputs.host_refs.get(pair.call.id or "")
    if host_ref is not None:
        return Marker.of(text, host_ref, by_host=True), False
    return Marker.of(text, inputs.reference(pair.result.archived_bytes)), True


def _is_shorter(shown: str, result: ToolResult) -> bool:
    """Tell whether fewer characters are returned, in the text and in its JSON, however that is written.

    Of blocks it is the list as it will stand: a bare string becomes a block, a cache marker moves.
    """
    if len(shown) >= len(result.text):
        return False
    after = replace_text(json.loads(result.source), shown) if result.blocks else shown
    return all(
        len(json.dumps(after, ensure_ascii=ascii)) < _written(result, ascii) for ascii in (False, True)
    )


def _written(result: ToolResult, ascii: bool) -> int:
    """Return the characters of the JSON that a result is now: an object's own, which no string escapes."""
    if result.blocks:
        return len(json.dumps(json.loads(result.source), ensure_ascii=ascii))
    quoted = len(json.dumps(result.text, ensure_ascii=ascii))
    if result.container != "object":
        return quoted
    escapes = len(json.dumps(result.text, ensure_ascii=False)) - len(result.text)
    return quoted - escapes - len(OBJECT_AROUND_PREVIEW)


def _with_reason(
    fold: Fold, request: CompactionRequest, repeat: Repeat | None, probability: float | None
) -> Fold:
    reason: DecisionReason
    if fold.savings < request.options.min_savings_tokens:
        return dataclasses.replace(fold, reason="no_savings")
    if repeat:
        return dataclasses.replace(fold, reason=repeat)
    if probability is None:
        return dataclasses.replace(fold, reason="needed_or_uncertain")
    reason = "low_relevance" if probability <= request.options.drop_threshold else "needed_or_uncertain"
    return dataclasses.replace(fold, reason=reason, probability=probability)


def _plan(
    inputs: Inputs, kept: Mapping[str, DecisionReason], judged: Mapping[str, Fold], candidates: int
) -> Plan:
    decisions = tuple(_decisions(inputs, kept, judged))
    folds = tuple(judged[decision.id] for decision in decisions if decision.action == "preview")
    return Plan(decisions, folds, candidates, sum(reason == "protected" for reason in kept.values()))


def _decisions(
    inputs: Inputs, kept: Mapping[str, DecisionReason], judged: Mapping[str, Fold]
) -> Iterator[Decision]:
    for entry in inputs.pairing.calls:
        id, call_id = entry.id, entry.call.id
        if not isinstance(entry, ToolPair):
            yield Decision(id, call_id, "keep", "unpaired")
        elif id in kept:
            known = inputs.recognised.get(entry.result.place)
            host_ref = inputs.host_refs.get(call_id or "")
            yield Decision(id, call_id, "keep", kept[id], source_ref=known.ref if known else host_ref)
        else:
            fold = judged[id]
            folded = fold.reason in ("duplicate", "superseded", "low_relevance")
            ref = fold.marker.ref if folded or not fold.stored else None
            yield Decision(id, call_id, "preview" if folded else "keep", fold.reason, fold.probability, ref)
