"""What a caller asks of the lossy pass, checked."""

from __future__ import annotations

from dataclasses import dataclass, field

from offcut.config import CompressionOptions
from offcut.errors import InvalidInput
from offcut.families import window_of_model

LONGEST_WINDOW = 100_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class CompressionRequest:
    """The arguments of ``compress`` beside the messages. Raises ``InvalidInput`` when unusable.

    ``context_length`` 0 means the model's window, 200,000 for one that is not known. ``force`` skips the
    threshold and nothing else. ``enabled`` is the configuration's switch.
    """

    context_length: int = 0
    force: bool = False
    enabled: bool = True
    model: str | None = None
    reported_tokens: int = 0
    options: CompressionOptions = field(default_factory=CompressionOptions)

    def __post_init__(self) -> None:
        problems = []
        if not 0 <= self.context_length <= LONGEST_WINDOW:
            problems.append(f"context_length must be an integer from 0 to {LONGEST_WINDOW}")
        if self.reported_tokens < 0:
            problems.append("reported_tokens must be 0 or more")
        if problems:
            raise InvalidInput(*problems)

    @property
    def window(self) -> int:
        """The context window in model tokens."""
        return self.context_length or window_of_model(self.model)
