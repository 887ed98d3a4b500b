"""Sizes before and after, the last check before anything is archived, and the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from offcut.compaction.budget import Budget
from offcut.compaction.plan import Plan
from offcut.compaction.request import CompactionRequest
from offcut.compaction.result import CompactionResult, CompactionStats, ResultReason
from offcut.conversation import Conversation, Json, RawMessage, ReplaceResult
from offcut.errors import InvalidInput, OffcutError
from offcut.formats import apply, compact_json, read
from offcut.ports import Check, TokenCounter
from offcut.tokens import TokenScale, conversation_tokens, message_tokens, scale_for

SCHEMA_VERSION = 2


@dataclass(frozen=True, slots=True)
class Measured:
    """Size of a list: base tokens, characters of its compact JSON, and the scale of the model."""

    base: int
    chars: int
    scale: TokenScale
    budget: Budget | None

    @property
    def tokens(self) -> int:
        """The size in model tokens."""
        return self.scale.of(self.base)


def measure(
    conversation: Conversation,
    messages: Sequence[Json],
    request: CompactionRequest,
    counter: TokenCounter,
    check: Check,
) -> Measured:
    """Return the size of the given list, in the units of the request's model."""
    try:
        # One message at a time: the JSON of a whole session would be in memory a second time.
        chars = sum(len(compact_json(message)) + 1 for message in messages) + 1 + (not messages)
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidInput(
            "messages hold something that is not JSON, or nest too deeply; give plain JSON values"
        ) from error
    base = conversation_tokens(conversation, counter, check)
    scale = scale_for(request.model, reported_tokens=request.reported_tokens, base=base, counter=counter)
    limit = request.options.max_output_tokens
    budget = None if limit is None else Budget(limit, base, scale)
    return Measured(base, chars, scale, budget)


def fold(messages: Sequence[RawMessage], conversation: Conversation, plan: Plan) -> list[RawMessage]:
    """Return the list with every planned preview in place."""
    edits = [ReplaceResult(fold.pair.result.place, fold.text) for fold in plan.folds]
    return apply(messages, conversation.format, edits)


def verify(
    messages: Sequence[RawMessage],
    folded: Sequence[RawMessage],
    conversation: Conversation,
    plan: Plan,
    before: Measured,
    counter: TokenCounter,
) -> Measured:
    """Return the size of the folded list, having checked what a pass promises.

    Only messages with a fold changed, and the list has fewer characters and tokens. A violation is an
    error of ours: it is raised before anything is archived, so the host keeps its list.
    """
    changed = {fold.pair.result.place.message for fold in plan.folds}
    untouched = len(messages) == len(folded) and all(
        before is after
        for i, (before, after) in enumerate(zip(messages, folded, strict=True))
        if i not in changed
    )
    shrunk = sum(len(compact_json(messages[i])) - len(compact_json(folded[i])) for i in changed)
    saved = sum(
        _tokens(conversation, messages, i, counter) - _tokens(conversation, folded, i, counter)
        for i in changed
    )
    if not untouched or (changed and (shrunk <= 0 or saved <= 0)):
        raise OffcutError(
            "compact_context broke its own promise and changed nothing; please report this list's shape"
        )
    return Measured(before.base - saved, before.chars - shrunk, before.scale, before.budget)


def _tokens(
    conversation: Conversation, messages: Sequence[RawMessage], index: int, counter: TokenCounter
) -> int:
    """Return the base tokens of one message, read anew."""
    (view,) = read([messages[index]], conversation.format).messages
    return message_tokens(view, counter)


def report(
    folded: list[RawMessage], plan: Plan, before: Measured, after: Measured, warnings: Sequence[str]
) -> CompactionResult:
    """Return the result of a pass, complete but for the time it took."""
    budget = before.budget
    met = None if budget is None else budget.met_by(before.base - after.base)
    return CompactionResult(
        schema_version=SCHEMA_VERSION,
        messages=folded,
        changed=bool(plan.folds),
        reason=_reason(plan, met),
        budget_met=met,
        decisions=plan.decisions,
        stats=_stats(len(folded), plan, before, after),
        first_changed_index=min((fold.pair.result.place.message for fold in plan.folds), default=None),
        sources=tuple(fold.listed() for fold in plan.folds),
        warnings=tuple(warnings),
    )


def _reason(plan: Plan, met: bool | None) -> ResultReason:
    if met is False:
        return "budget_exceeded"
    if plan.folds:
        return "compacted"
    return "no_change" if plan.candidates else "no_candidates"


def _stats(messages: int, plan: Plan, before: Measured, after: Measured) -> CompactionStats:
    return CompactionStats(
        messages_before=messages,
        messages_after=messages,
        chars_before=before.chars,
        chars_after=after.chars,
        tokens_before=before.tokens,
        tokens_after=after.tokens,
        candidates=plan.candidates,
        protected=plan.protected,
        state_tokens=0,
        requests=0,
        usage=(),
        elapsed_ms=0,
        asked=None,
        token_method=before.scale.method,
        token_factor=round(before.scale.factor, 4),
    )
