"""What a provider reports of a request: its tokens, under the names of each kind of API (H-09)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from offcut.errors import InvalidInput

#: Names that are added up; of several rows the first whose first name is there counts. Anthropic counts
#: what it read from a cache or wrote to one beside ``input_tokens``, everybody else within the prompt.
PROMPT = (
    ("prompt_tokens",),
    ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"),
    ("promptTokenCount",),
)
COMPLETION = (
    ("completion_tokens",),
    ("output_tokens",),
    ("candidatesTokenCount", "thoughtsTokenCount"),
)
TOTAL = (("total_tokens",), ("totalTokenCount",))


@dataclass(frozen=True, slots=True)
class Usage:
    """The model tokens of one request; ``None`` for what was not reported."""

    prompt: int | None
    completion: int | None
    total: int | None


def usage_of(reported: Mapping[str, Any] | None) -> Usage:
    """Return what a response's ``usage`` says; figures that are no counts say nothing.

    Raises ``InvalidInput`` for anything but a mapping or ``None``, which a stream's parts may hold.
    """
    if reported is None:
        return Usage(None, None, None)
    if not isinstance(reported, Mapping):
        raise InvalidInput(
            'usage must be an object such as {"prompt_tokens": 1200, "completion_tokens": 80}, '
            f"not {type(reported).__name__}; give the usage of the API's response as a dict"
        )
    prompt, completion = _sum(reported, PROMPT), _sum(reported, COMPLETION)
    total = _sum(reported, TOTAL)
    if total is None and prompt is not None:
        total = prompt + (completion or 0)
    return Usage(prompt, completion, total)


def _sum(reported: Mapping[str, Any], rows: Sequence[Sequence[str]]) -> int | None:
    for names in rows:
        counts = [_count(reported.get(name)) for name in names]
        if counts[0] is not None:
            return sum(count or 0 for count in counts)
    return None


def _count(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
