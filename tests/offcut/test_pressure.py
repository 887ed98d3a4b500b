"""Thresholds and budgets: the figures of H-31, the exact token at which it fires, and the cap that wins."""

from __future__ import annotations

from typing import Any

import pytest

from offcut.config import CompressionOptions
from offcut.errors import InvalidInput
from offcut.pressure import hygiene, window_of
from support.compressing import compress, plan, size
from support.conversations import RECORD, Step, chat
from support.memory_store import MemoryStore

DEFAULTS = CompressionOptions()


@pytest.mark.requirement("H-24", "H-25", "H-31", "H-45")
@pytest.mark.parametrize(
    ("length", "threshold", "tail", "summary"),
    [
        (200_000, 100_000, 20_000, 10_000),
        (1_000_000, 500_000, 100_000, 12_000),
        (32_000, 16_000, 3_200, 1_600),
        (101, 51, 10, 5),
    ],
)
def test_the_figures_of_a_window_are_those_of_the_seed(
    length: int, threshold: int, tail: int, summary: int
) -> None:
    window = window_of(length, DEFAULTS)
    assert (window.threshold_tokens, window.tail_token_budget) == (threshold, tail)
    assert window.max_summary_tokens == summary


@pytest.mark.requirement("H-24", "H-73")
@pytest.mark.parametrize(
    ("length", "share", "least"),
    [(200_000, 0.5, 100_000), (101, 0.5, 51), (100, 0.29, 29), (1000, 0.0, 0), (1000, 1.0, 1000)],
)
def test_compression_is_due_from_exactly_the_share_of_the_window(
    length: int, share: float, least: int
) -> None:
    window = window_of(length, CompressionOptions(threshold=share))
    assert window.is_due(least) and not window.is_due(least - 1)


@pytest.mark.requirement("H-24", "H-72", "H-73")
def test_a_pass_starts_at_the_threshold_and_says_below_it_why_not() -> None:
    messages = chat([Step(f"{RECORD} {n}") for n in range(12)])
    tokens = size(messages)
    at = compress(messages, context_length=2 * tokens, protect_last_n=4)
    below = compress(messages, context_length=2 * tokens + 1, protect_last_n=4)
    assert (at.status, at.stats.threshold_tokens) == ("compressed", tokens)
    assert (below.status, below.stats.threshold_tokens) == ("below_threshold", tokens + 1)
    assert (below.messages, below.warnings) == (messages, ())
    assert below.reason == f"{tokens} tokens are below the threshold of {tokens + 1}"


@pytest.mark.requirement("H-23")
@pytest.mark.parametrize("force", [False, True])
def test_switched_off_means_off_also_when_forced(force: bool) -> None:
    messages = chat([Step(RECORD)] * 12)
    result = compress(messages, enabled=False, force=force, context_length=100)
    assert (result.status, result.reason) == ("below_threshold", "disabled")


@pytest.mark.requirement("H-43", "H-44", "H-45")
@pytest.mark.parametrize(
    ("length", "content", "budget"),
    [
        (200_000, 40_000, 8_000),  # a fifth
        (200_000, 1_000, 2_000),  # the minimum
        (200_000, 90_000, 10_000),  # 5 % of the window
        (1_000_000, 90_000, 12_000),  # the maximum
        (32_000, 1_000, 1_600),  # the cap wins over the minimum
    ],
)
def test_a_summary_may_have_a_fifth_with_a_minimum_and_the_cap_wins(
    length: int, content: int, budget: int
) -> None:
    assert window_of(length, DEFAULTS).summary_budget(content) == budget


@pytest.mark.requirement("H-45")
@pytest.mark.parametrize("given", [1, 700, 50_000])
def test_a_given_summary_size_replaces_formula_minimum_and_cap(given: int) -> None:
    window = window_of(32_000, CompressionOptions(max_summary_tokens=given))
    assert window.max_summary_tokens == window.summary_budget(90_000) == given


@pytest.mark.requirement("H-25")
def test_the_tail_may_have_its_share_of_the_threshold() -> None:
    window = window_of(200_000, CompressionOptions(threshold=0.8, target_ratio=0.3))
    assert (window.threshold_tokens, window.tail_token_budget) == (160_000, 48_000)


@pytest.mark.requirement("H-24", "H-25", "H-26", "H-27")
def test_the_defaults_are_the_seeds() -> None:
    assert (DEFAULTS.threshold, DEFAULTS.target_ratio) == (0.5, 0.2)
    assert (DEFAULTS.protect_last_n, DEFAULTS.protect_first_n) == (20, 3)


@pytest.mark.requirement("H-24", "H-25", "H-26")
@pytest.mark.parametrize(
    "wrong", [{"threshold": 1.01}, {"target_ratio": 0.09}, {"target_ratio": 0.81}, {"protect_last_n": 0}]
)
def test_options_out_of_range_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(InvalidInput, match=next(iter(wrong))):
        CompressionOptions(**wrong)  # type: ignore[arg-type]


@pytest.mark.requirement("H-14", "H-15", "H-16", "H-18", "H-74")
@pytest.mark.parametrize(
    ("tokens", "messages", "enabled", "fires", "reason"),
    [
        (170_000, 4, True, True, "over_threshold"),
        (169_999, 4, True, False, "below_threshold"),
        (170_000, 3, True, False, "too_few_messages"),
        (170_000, 4, False, False, "disabled"),
    ],
)
def test_the_safety_net_fires_at_85_percent_from_four_messages_on(
    tokens: int, messages: int, enabled: bool, fires: bool, reason: str
) -> None:
    found = hygiene(tokens, messages, 200_000, enabled=enabled)
    assert (found.should_compress, found.threshold_tokens, found.reason) == (fires, 170_000, reason)


@pytest.mark.requirement("H-14", "H-19", "H-20")
@pytest.mark.parametrize("threshold", [0.1, 0.5, 0.8])
def test_the_net_hangs_above_the_pass_and_does_not_move_with_its_threshold(threshold: float) -> None:
    window = window_of(100_000, CompressionOptions(threshold=threshold))
    net = hygiene(window.threshold_tokens, 50, 100_000, enabled=True)
    assert window.is_due(window.threshold_tokens) and not net.should_compress
    assert net.threshold_tokens == 85_000


@pytest.mark.requirement("H-14", "H-17")
def test_reported_tokens_move_the_threshold_and_neither_boundaries_nor_previews() -> None:
    messages = chat([Step(f"{RECORD} {n}") for n in range(40)])
    tokens = size(messages)
    arguments: dict[str, Any] = {"context_length": 3 * tokens, "protect_last_n": 4}
    wide: dict[str, Any] = {
        "context_length": 400_000,
        "force": True,
        "protect_last_n": 4,
        "target_ratio": 0.1,
    }
    wide["threshold"] = 0.01
    assert compress(messages, **arguments).status == "below_threshold"
    reported = compress(messages, reported_tokens=2 * tokens, **arguments)
    forced = compress(messages, force=True, **arguments)
    assert reported.messages == forced.messages
    planned = [plan(messages, MemoryStore(), reported_tokens=n, **wide) for n in (0, 2 * tokens)]
    assert len({made.max_summary_tokens for made in planned}) == 1
    assert (reported.stats.tokens_before, reported.stats.token_method) == (2 * tokens, "calibrated")
