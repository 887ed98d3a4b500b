"""What the recoverable pass returns: values with the wire's names as attributes."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

from offcut.conversation import RawMessage

Action = Literal["keep", "preview"]
DecisionReason = Literal[
    "protected",
    "not_eligible",
    "unpaired",
    "already_preview",
    "duplicate",
    "superseded",
    "within_budget",
    "unobserved",
    "too_large",
    "model_error",
    "timeout",
    "invalid_answer",
    "needed_or_uncertain",
    "no_savings",
    "low_relevance",
]
ResultReason = Literal["compacted", "no_candidates", "no_change", "budget_exceeded"]


@dataclass(frozen=True, slots=True)
class Decision:
    """What became of one tool call: exactly one entry for each (R-49).

    ``probability`` is that of being needed, ``None`` where nobody was asked; ``source_ref`` is what the
    preview points to, or for a kept result of the host's own reference, else ``None``.
    """

    id: str
    call_id: str | None
    action: Action
    reason: DecisionReason
    probability: float | None = None
    source_ref: str | None = None


@dataclass(frozen=True, slots=True)
class FoldedSource:
    """One source that this call folded: ``summary`` is the tool's name and its arguments cut to 80."""

    ref: str
    tool: str
    summary: str
    chars: int
    tokens: int


@dataclass(frozen=True, slots=True)
class CompactionStats:
    """Sizes before and after, and what it took (R-51): model tokens, and characters of compact JSON."""

    messages_before: int
    messages_after: int
    chars_before: int
    chars_after: int
    tokens_before: int
    tokens_after: int
    candidates: int
    protected: int
    state_tokens: int
    requests: int
    usage: tuple[dict[str, int], ...]
    elapsed_ms: int
    asked: str | None
    token_method: str
    token_factor: float


@dataclass(frozen=True, slots=True)
class CompactionResult:
    """The answer of ``compact_context`` (R-48): the wire's keys as attributes."""

    schema_version: int
    messages: list[RawMessage] | None
    changed: bool
    reason: ResultReason
    budget_met: bool | None
    decisions: tuple[Decision, ...] | None
    stats: CompactionStats
    first_changed_index: int | None
    sources: tuple[FoldedSource, ...]
    warnings: tuple[str, ...]

    def to_wire(self) -> dict[str, Any]:
        """Return plain JSON values; ``messages`` and ``decisions`` are absent where they were not wanted."""
        wire: dict[str, Any] = {"schema_version": self.schema_version}
        if self.messages is not None:
            wire["messages"] = self.messages
        wire |= {"changed": self.changed, "reason": self.reason, "budget_met": self.budget_met}
        if self.decisions is not None:
            wire["decisions"] = [asdict(decision) for decision in self.decisions]
        return wire | {
            "stats": {**asdict(self.stats), "usage": list(self.stats.usage)},
            "first_changed_index": self.first_changed_index,
            "sources": [asdict(source) for source in self.sources],
            "warnings": list(self.warnings),
        }
