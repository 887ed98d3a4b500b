"""Frozen limits of the passes, checked when they are built."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from offcut.limits import Limits, choice, integer, number

PreviewStyle = Literal["identifiers", "head_tail"]
TailPressure = Literal["preview", "keep"]
OnSummaryFailure = Literal["fallback", "abort"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CompactionOptions(Limits):
    """Options of ``compact_context`` (R-52 to R-60, DESIGN 4). Out of range raises ``InvalidInput``.

    ``drop_threshold`` is a probability; ``*_chars`` are code points; ``*_tokens`` are tokens;
    ``preserve_recent_pairs`` takes the place of ``preserve_recent_messages`` when it is given.
    """

    drop_threshold: float = number(0.1, 0, 1)
    preserve_recent_messages: int = integer(6, 0)
    preserve_recent_pairs: int | None = integer(None, 0)
    evidence_chars: int = integer(2000, 1)
    preview_chars: int = integer(300, 0)
    preview_style: PreviewStyle = choice("identifiers", "head_tail")
    min_savings_tokens: int = integer(32, 1)
    max_state_tokens: int = integer(25_000, 1)
    max_request_tokens: int = integer(30_000, 1)
    max_output_tokens: int | None = integer(None, 1)
    max_concurrency: int = integer(4, 1, 32)
    total_timeout_seconds: float = number(30.0, 0.001, 3600)

    @classmethod
    def _completed(cls, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """A caller who counts messages is not overruled by a default that counts pairs."""
        return {"preserve_recent_pairs": None, **given} if "preserve_recent_messages" in given else given


@dataclass(frozen=True, slots=True, kw_only=True)
class CompressionOptions(Limits):
    """Options of ``compress`` (H-24 to H-27, DESIGN 4). Out of range raises ``InvalidInput``.

    ``threshold`` is a share of the context window, ``target_ratio`` a share of that threshold;
    ``protect_*`` are messages. A given ``max_summary_tokens`` replaces formula, minimum and cap.
    """

    threshold: float = number(0.50, 0, 1)
    target_ratio: float = number(0.20, 0.10, 0.80)
    protect_last_n: int = integer(20, 1)
    protect_first_n: int = integer(3, 0)
    tail_pressure: TailPressure = choice("preview", "keep")
    on_summary_failure: OnSummaryFailure = choice("fallback", "abort")
    max_summary_tokens: int | None = integer(None, 1)
