"""What a check of the doctor found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

#: ``note``: it works, and something is worth knowing. ``broken``: something will not work.
Status = Literal["ok", "note", "broken"]


@dataclass(frozen=True, slots=True)
class Finding:
    """The outcome of one check: what was looked at, what was found, and what to do about it."""

    check: str
    status: Status
    found: str
    advice: str | None = None
