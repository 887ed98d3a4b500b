"""Sizes of messages, and model tokens."""

from __future__ import annotations

import pytest

from offcut.conversation import Message, Place, ToolCall, ToolResult
from offcut.errors import InvalidInput
from offcut.families import factor_of
from offcut.tokens import IMAGE_TOKENS, message_tokens, scale_for
from support.counting import counter


@pytest.mark.requirement("F-10")
def test_a_message_is_its_texts_argument_strings_tool_names_results_and_four() -> None:
    message = Message(
        0,
        None,
        "assistant",
        texts=("hello world",),
        calls=(ToolCall(Place(0), "c", "hello", "hello world"),),
        results=(ToolResult(Place(0), "c", "hello world", "text", "hello world"),),
        hidden=("hello world",),
        images=2,
    )
    assert message_tokens(message, counter()) == 2 + 1 + 2 + 2 + 2 + 2 * IMAGE_TOKENS + 4


@pytest.mark.parametrize(
    ("model", "factor"),
    [
        (None, 1.0),
        ("", 1.0),
        ("gpt-5", 1.0),
        ("openai/gpt-4o-mini", 1.0),
        ("o3-mini", 1.0),
        ("claude-sonnet-4-5", 1.25),
        ("claude-3-opus-20240229", 1.25),
        ("claude-3-5-haiku", 1.25),
        ("claude-sonnet-4-20250514", 1.25),
        ("anthropic/claude-opus-4.8", 1.6),
        ("claude-opus-5", 1.6),
        ("gemini-3-pro", 1.3),
        ("qwen3.8-max", 1.2),
    ],
)
def test_a_model_counts_by_its_family(model: str | None, factor: float) -> None:
    assert factor_of(model) == factor


@pytest.mark.parametrize(
    ("model", "reported", "factor", "method"),
    [
        (None, 0, 1.0, "exact"),
        ("gpt-5", 0, 1.0, "exact"),
        ("claude-opus-5", 0, 1.6, "prior"),
        ("claude-opus-5", 1500, 1.5, "calibrated"),
    ],
)
def test_every_figure_says_how_well_it_is_known(
    model: str | None, reported: int, factor: float, method: str
) -> None:
    scale = scale_for(model, reported_tokens=reported, base=1000, counter=counter())
    assert (scale.factor, scale.method) == (factor, method)
    assert scale.of(1000) == round(1000 * factor) and scale.of(1) == (1 if factor == 1.0 else 2)


@pytest.mark.requirement("R-38")
@pytest.mark.parametrize("reported", [1, 249, 20_001])
def test_a_report_that_cannot_be_true_is_refused(reported: int) -> None:
    with pytest.raises(
        InvalidInput, match=f"reported_tokens is {reported}, but these messages have about 1000"
    ):
        scale_for(None, reported_tokens=reported, base=1000, counter=counter())
