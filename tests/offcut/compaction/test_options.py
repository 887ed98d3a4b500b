"""Options are checked when they are built."""

from __future__ import annotations

import math
from typing import Any

import pytest

from offcut.config import CompactionOptions
from offcut.errors import InvalidInput


@pytest.mark.requirement("R-52", "R-53", "R-55", "R-58")
def test_the_defaults_are_the_specifications() -> None:
    options = CompactionOptions.read(None)
    assert (options.drop_threshold, options.preserve_recent_messages, options.evidence_chars) == (
        0.1,
        6,
        2000,
    )
    assert (options.preview_chars, options.max_state_tokens, options.max_request_tokens) == (
        300,
        25_000,
        30_000,
    )
    assert (options.max_output_tokens, options.max_concurrency, options.total_timeout_seconds) == (
        None,
        4,
        30,
    )
    assert (options.min_savings_tokens, options.preserve_recent_pairs) == (32, None)
    assert options.preview_style == "identifiers"


@pytest.mark.parametrize(
    ("option", "good", "bad", "sentence"),
    [
        ("drop_threshold", [0, 1, 0.5], [-0.1, 1.1, math.nan, True, "0.1"], "a number from 0 to 1"),
        ("preserve_recent_messages", [0, 10**6], [-1, 1.5, "3", True], "an integer of at least 0"),
        ("preserve_recent_pairs", [0, 3], [-1, []], "an integer of at least 0"),
        ("evidence_chars", [1], [0], "an integer of at least 1"),
        ("preview_chars", [0], [-1], "an integer of at least 0"),
        ("min_savings_tokens", [1], [0], "an integer of at least 1"),
        ("max_state_tokens", [1], [0], "an integer of at least 1"),
        ("max_request_tokens", [1], [0], "an integer of at least 1"),
        ("max_output_tokens", [1], [0, False], "an integer of at least 1"),
        ("max_concurrency", [1, 32], [0, 33], "an integer from 1 to 32"),
        ("total_timeout_seconds", [0.5, 3600], [0, math.inf], "a number from 0.001 to 3600"),
    ],
)
def test_a_value_out_of_range_is_refused_with_its_range(
    option: str, good: list[Any], bad: list[Any], sentence: str
) -> None:
    for value in good:
        assert getattr(CompactionOptions.read({option: value}), option) == value
    for value in bad:
        with pytest.raises(InvalidInput, match=f"options.{option} must be {sentence}, not "):
            CompactionOptions.read({option: value})


def test_null_means_the_default_and_an_unknown_name_is_refused_with_the_known_ones() -> None:
    assert CompactionOptions.read({"preview_chars": None}).preview_chars == 300
    with pytest.raises(
        InvalidInput, match=r"options.colour is not an option; use drop_threshold, preserve_rec"
    ):
        CompactionOptions.read({"colour": "red"})


def test_a_preview_style_is_one_of_two() -> None:
    with pytest.raises(InvalidInput, match='must be "identifiers" or "head_tail"'):
        CompactionOptions.read({"preview_style": "haiku"})
