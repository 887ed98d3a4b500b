"""What the lossy pass returns: values with the wire's names as attributes."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

from offcut.compaction.result import FoldedSource
from offcut.conversation import RawMessage

CompressionStatus = Literal[
    "compressed", "nothing_to_compress", "below_threshold", "no_progress", "aborted", "planned"
]
SCHEMA_VERSION = 1


@dataclass(frozen=True, slots=True)
class CompressionStats:
    """Sizes before and after, and the figures of the window; all in model tokens."""

    messages_before: int
    messages_after: int
    tokens_before: int
    tokens_after: int
    token_method: str
    token_factor: float
    context_length: int
    threshold_tokens: int
    tail_token_budget: int
    max_summary_tokens: int
    messages_removed: int = 0
    summary_tokens: int = 0
    elapsed_ms: int = 0
    asked: str | None = None


@dataclass(frozen=True, slots=True)
class CompressionResult:
    """The answer of ``compress``. Unless ``status`` is ``compressed``, ``messages`` is the given list."""

    status: CompressionStatus
    reason: str
    messages: list[RawMessage] | None
    stats: CompressionStats
    summary: str | None = None
    summary_ref: str | None = None
    segment_ref: str | None = None
    summarized_by: str | None = None
    first_changed_index: int | None = None
    sources: tuple[FoldedSource, ...] = ()
    warnings: tuple[str, ...] = ()
    plan_id: str | None = None
    prompt: str | None = None
    max_summary_tokens: int | None = None

    def to_wire(self) -> dict[str, Any]:
        """Return plain JSON values; without ``messages`` where they were not wanted."""
        wire: dict[str, Any] = {
            "schema_version": SCHEMA_VERSION,
            "status": self.status,
            "reason": self.reason,
        }
        if self.messages is not None:
            wire["messages"] = self.messages
        if self.plan_id is not None:
            plan = ("plan_id", "prompt", "max_summary_tokens")
            wire |= {name: getattr(self, name) for name in plan}
        names = ("summary", "summary_ref", "segment_ref", "summarized_by", "first_changed_index")
        return wire | {
            **{name: getattr(self, name) for name in names},
            "sources": [asdict(source) for source in self.sources],
            "stats": asdict(self.stats),
            "warnings": list(self.warnings),
        }
