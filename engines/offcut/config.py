"""Frozen limits of the passes, checked when they are built."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Self

from offcut.errors import InvalidInput

PreviewStyle = Literal["identifiers", "head_tail"]


def _limit(default: Any, low: float, high: float | None = None, *, kind: type = int) -> Any:
    return field(default=default, metadata={"low": low, "high": high, "kind": kind})


@dataclass(frozen=True, slots=True, kw_only=True)
class CompactionOptions:
    """Options of ``compact_context`` (R-52 to R-60, DESIGN 4). Out of range raises ``InvalidInput``.

    ``drop_threshold`` is a probability; ``*_chars`` are code points; ``*_tokens`` are tokens;
    ``preserve_recent_pairs`` takes the place of ``preserve_recent_messages`` when it is given.
    """

    drop_threshold: float = _limit(0.1, 0, 1, kind=float)
    preserve_recent_messages: int = _limit(6, 0)
    preserve_recent_pairs: int | None = _limit(None, 0)
    evidence_chars: int = _limit(2000, 1)
    preview_chars: int = _limit(300, 0)
    preview_style: PreviewStyle = "identifiers"
    min_savings_tokens: int = _limit(32, 1)
    max_state_tokens: int = _limit(25_000, 1)
    max_request_tokens: int = _limit(30_000, 1)
    max_output_tokens: int | None = _limit(None, 1)
    max_concurrency: int = _limit(4, 1, 32)
    total_timeout_seconds: float = _limit(30.0, 0.001, 3600, kind=float)

    def __post_init__(self) -> None:
        problems = [p for f in dataclasses.fields(self) if (p := _problem(f, getattr(self, f.name)))]
        if problems:
            raise InvalidInput(*problems)

    @classmethod
    def read(cls, options: Mapping[str, Any] | None) -> Self:
        """Build from wire options; ``null`` means the default, an unknown name is an error."""
        if not isinstance(options, Mapping | None):
            raise InvalidInput("options must be an object that maps names to values")
        given = {name: value for name, value in (options or {}).items() if value is not None}
        names = [f.name for f in dataclasses.fields(cls)]
        unknown = [str(name) for name in given if name not in names]
        if unknown:
            raise InvalidInput(
                *(f"options.{name[:60]} is not an option; use {', '.join(names)}" for name in unknown)
            )
        return cls(**given)


def _problem(option: dataclasses.Field[Any], value: Any) -> str | None:
    """Say what is wrong with one option, or nothing."""
    name = f"options.{option.name}"
    if option.name == "preview_style":
        return (
            None if value in ("identifiers", "head_tail") else f'{name} must be "identifiers" or "head_tail"'
        )
    if value is None and option.default is None:
        return None
    kind, low, high = option.metadata["kind"], option.metadata["low"], option.metadata["high"]
    numeric = isinstance(value, (int, float) if kind is float else int) and not isinstance(value, bool)
    # Comparisons refuse NaN and infinity, and unlike isfinite take an integer of any size.
    if numeric and low <= value and (high is None or value <= high):
        return None
    noun = "a number" if kind is float else "an integer"
    bounds = f"of at least {low}" if high is None else f"from {low} to {high}"
    return f"{name} must be {noun} {bounds}, not {_shown(value)}"


def _shown(value: Any) -> str:
    text = repr(value) if isinstance(value, (str, int, float, bool)) else type(value).__name__
    return text if len(text) <= 40 else text[:40] + "…"
