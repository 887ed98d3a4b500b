"""What a tool is: a name, words for models, a table of arguments, and a function that answers a call."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from offcut_mcp.arguments import Table, input_schema
from offcut_mcp.results import WireResult

if TYPE_CHECKING:
    from offcut.ports import SearchableStore
    from offcut.settings import Settings
    from offcut.transcripts import Caller

#: ``progress(done, total, message)``; nothing happens if nobody listens.
Progress = Callable[[float, float | None, str | None], Awaitable[None]]


#: Hints for hosts: what a tool that only reads does, and one that adds to the archive.
READING = {"readOnlyHint": True, "destructiveHint": False, "idempotentHint": True, "openWorldHint": False}
ARCHIVING = {**READING, "readOnlyHint": False}


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a tool, its arguments checked. ``warnings`` belong in front of the result's own."""

    arguments: Mapping[str, Any]
    archive: Callable[[], SearchableStore]
    settings: Settings
    caller: Callable[[], Caller]
    progress: Progress
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool of the server. Title, annotations and ``meta`` are for hosts; the rest is for models."""

    name: str
    title: str
    description: str
    arguments: Table
    answer: Callable[[Call], Awaitable[WireResult]]
    annotations: Mapping[str, bool] = field(default_factory=dict)
    meta: Mapping[str, Any] = field(default_factory=dict)

    def definition(self) -> dict[str, Any]:
        """Return the tool as ``tools/list`` shows it."""
        return {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": input_schema(self.arguments),
            "annotations": dict(self.annotations),
            "_meta": dict(self.meta),
        }
