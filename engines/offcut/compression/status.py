"""How full a context is, what could be reclaimed, and what to do about it: ``context_status``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, Literal

from offcut.compaction.protection import Protection
from offcut.compaction.request import CompactionRequest
from offcut.compression.situation import Situation
from offcut.pressure import Hygiene, hygiene

#: What a preview with its marker costs at most, about.
PREVIEW_TOKENS = 110
LEAST_SAVING = 32
SCHEMA_VERSION = 1


@dataclass(frozen=True, slots=True)
class Reclaimable:
    """Old results of one tool that could be folded, and the model tokens that this would save."""

    tool: str
    results: int
    tokens: int


@dataclass(frozen=True, slots=True)
class ContextStatus:
    """The answer of ``context_status``; the wire's keys as attributes."""

    tokens: int
    token_method: str
    token_factor: float
    context_length: int
    usage_percent: float
    threshold_tokens: int
    tail_token_budget: int
    max_summary_tokens: int
    should_compress: bool
    reason: str
    hygiene: Hygiene
    reclaimable: tuple[Reclaimable, ...]
    recommendation: Literal["none", "compact_context", "compress"]
    warnings: tuple[str, ...] = ()

    def to_wire(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {
            "schema_version": SCHEMA_VERSION,
            **asdict(self),
            "reclaimable": [asdict(entry) for entry in self.reclaimable],
            "warnings": list(self.warnings),
        }


def status_of(
    situation: Situation, compaction: CompactionRequest, warnings: tuple[str, ...] = ()
) -> ContextStatus:
    """Return the status of a conversation; nothing is stored or changed."""
    window, tokens = situation.window, situation.scale.of(situation.base)
    enabled = situation.request.enabled
    due = enabled and window.is_due(tokens)
    reclaimable = tuple(_reclaimable(situation, compaction))
    return ContextStatus(
        tokens=tokens,
        token_method=situation.scale.method,
        token_factor=round(situation.scale.factor, 4),
        context_length=window.context_length,
        usage_percent=round(100 * tokens / window.context_length, 1),
        threshold_tokens=window.threshold_tokens,
        tail_token_budget=window.tail_token_budget,
        max_summary_tokens=window.max_summary_tokens,
        should_compress=due,
        reason="over_threshold" if due else "below_threshold" if enabled else "disabled",
        hygiene=hygiene(tokens, len(situation.raw), window.context_length, enabled=enabled),
        reclaimable=reclaimable,
        recommendation=_recommendation(due, tokens - window.threshold_tokens, reclaimable),
        warnings=warnings,
    )


def _recommendation(
    due: bool, excess: int, reclaimable: tuple[Reclaimable, ...]
) -> Literal["none", "compact_context", "compress"]:
    """Fold first where that alone brings the list below the threshold: it hides results and nothing else."""
    if not due:
        return "none"
    return "compact_context" if sum(entry.tokens for entry in reclaimable) > excess else "compress"


def _reclaimable(situation: Situation, request: CompactionRequest) -> Iterator[Reclaimable]:
    protection = Protection(situation.conversation, situation.pairing, situation.recognised, request)
    found: dict[str, list[int]] = defaultdict(list)
    for pair in situation.pairing.pairs:
        saving = situation.counter.count(pair.result.text) - PREVIEW_TOKENS
        if saving >= LEAST_SAVING and protection.reason(pair) is None:
            found[pair.call.name].append(situation.scale.of(saving))
    for tool, savings in sorted(found.items(), key=lambda entry: (-sum(entry[1]), entry[0])):
        yield Reclaimable(tool, len(savings), sum(savings))
