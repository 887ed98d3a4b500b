"""Is it time to compress, and how much room is there: thresholds and budgets (H-14 to H-31, H-43 to H-45)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from offcut.config import CompressionOptions

#: A safety net for sessions that grew between two turns, deliberately above the ordinary threshold.
HYGIENE_SHARE = 0.85
HYGIENE_LEAST_MESSAGES = 4
SUMMARY_SHARE_OF_CONTENT = 0.20
SUMMARY_SHARE_OF_WINDOW = 0.05
SHORTEST_SUMMARY = 2_000
LONGEST_SUMMARY = 12_000


@dataclass(frozen=True, slots=True)
class Window:
    """A model's context window with the figures derived from it, all in model tokens."""

    context_length: int
    threshold_tokens: int
    tail_token_budget: int
    max_summary_tokens: int
    given_summary_tokens: int | None

    def is_due(self, tokens: int) -> bool:
        """Tell whether a list of so many tokens has reached the threshold (H-24)."""
        return tokens >= self.threshold_tokens

    def summary_budget(self, content_tokens: int) -> int:
        """Return what a summary of so much content may have: a share, a minimum, and the cap, which wins."""
        if self.given_summary_tokens is not None:
            return self.given_summary_tokens
        share = _within(content_tokens, SUMMARY_SHARE_OF_CONTENT)
        return min(self.max_summary_tokens, max(SHORTEST_SUMMARY, share))


@dataclass(frozen=True, slots=True)
class Hygiene:
    """Whether a host's safety net should fire before the next turn, and why (H-16 to H-20)."""

    should_compress: bool
    threshold_tokens: int
    reason: str


def window_of(context_length: int, options: CompressionOptions) -> Window:
    """Return the figures of a window (H-31): 200,000 gives 100,000, 20,000 and 10,000 at the defaults."""
    threshold = _reached_at(context_length, options.threshold)
    cap = min(_within(context_length, SUMMARY_SHARE_OF_WINDOW), LONGEST_SUMMARY)
    given = options.max_summary_tokens
    return Window(
        context_length,
        threshold,
        _within(threshold, options.target_ratio),
        cap if given is None else given,
        given,
    )


def hygiene(tokens: int, messages: int, context_length: int, *, enabled: bool) -> Hygiene:
    """Return what a host's safety net should do at 85 % of the window."""
    threshold = _reached_at(context_length, HYGIENE_SHARE)
    if not enabled:
        return Hygiene(False, threshold, "disabled")
    if messages < HYGIENE_LEAST_MESSAGES:
        return Hygiene(False, threshold, "too_few_messages")
    due = tokens >= threshold
    return Hygiene(due, threshold, "over_threshold" if due else "below_threshold")


def _reached_at(tokens: int, share: float) -> int:
    """Return the fewest tokens that are a share or more; a float's last digit must not move a threshold."""
    return math.ceil(round(tokens * share, 6))


def _within(tokens: int, share: float) -> int:
    """Return the most tokens that are no more than a share."""
    return math.floor(round(tokens * share, 6))
