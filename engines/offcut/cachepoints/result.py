"""What ``cache_breakpoints`` returns: values with the wire's names as attributes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from offcut.cachepoints.carriers import Breakpoint
from offcut.conversation import RawMessage


@dataclass(frozen=True, slots=True)
class CacheBreakpoints:
    """The messages with their markers, where these stand, and in one line whether caching is on (H-71)."""

    messages: list[RawMessage]
    breakpoints: tuple[Breakpoint, ...]
    enabled: bool
    status: str
    warnings: tuple[str, ...] = ()

    def to_wire(self) -> dict[str, Any]:
        """Return the result in the shape of the wire."""
        return {
            "schema_version": 1,
            "messages": self.messages,
            "breakpoints": [{"message": at.message, "part": at.part} for at in self.breakpoints],
            "enabled": self.enabled,
            "status": self.status,
            "warnings": list(self.warnings),
        }
