"""Usage as each kind of API reports it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from offcut import InvalidInput
from offcut.context_engine.usage import Usage, usage_of


@pytest.mark.requirement("H-09")
@pytest.mark.parametrize(
    ("reported", "expected"),
    [
        ({"prompt_tokens": 70, "completion_tokens": 5, "total_tokens": 75}, Usage(70, 5, 75)),
        ({"prompt_tokens": 70, "input_tokens": 9, "cache_read_input_tokens": 61}, Usage(70, None, 70)),
        ({"input_tokens": 70, "output_tokens": 5, "total_tokens": 75}, Usage(70, 5, 75)),
        (
            {
                "input_tokens": 3,
                "cache_read_input_tokens": 60,
                "cache_creation_input_tokens": 7,
                "output_tokens": 5,
            },
            Usage(70, 5, 75),
        ),
        (
            {
                "promptTokenCount": 70,
                "candidatesTokenCount": 3,
                "thoughtsTokenCount": 2,
                "totalTokenCount": 75,
            },
            Usage(70, 5, 75),
        ),
        ({"output_tokens": 5}, Usage(None, 5, None)),
        ({"prompt_tokens": 0}, Usage(0, None, 0)),
        ({"prompt_tokens": "70", "completion_tokens": True, "total_tokens": -1}, Usage(None, None, None)),
        ({}, Usage(None, None, None)),
        (None, Usage(None, None, None)),
    ],
)
def test_the_usage_of_every_api_is_read(reported: Any, expected: Usage) -> None:
    assert usage_of(reported) == expected


@pytest.mark.parametrize("reported", [70, "70", [70], object()])
def test_what_is_no_usage_is_refused_in_one_sentence(reported: Any) -> None:
    with pytest.raises(InvalidInput, match="usage must be an object"):
        usage_of(reported)


@given(
    st.dictionaries(st.sampled_from(["prompt_tokens", "input_tokens", "total_tokens"]), st.from_type(object))
)
def test_nonsense_in_a_usage_gives_counts_or_nothing(reported: dict[str, Any]) -> None:
    found = usage_of(reported)
    assert all(count is None or count >= 0 for count in (found.prompt, found.completion, found.total))
