"""What a session file gives: the values that the readers and the finder return."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from offcut.conversation import FormatName, RawMessage

Host = Literal["claude-code", "codex"]
HOSTS: tuple[Host, ...] = ("claude-code", "codex")
#: How a host is called in a sentence.
TITLES: dict[Host, str] = {"claude-code": "Claude Code", "codex": "Codex"}


@dataclass(frozen=True, slots=True)
class Transcript:
    """What a host's model has before it, as far as its session file tells.

    ``messages`` are valid in ``format``; ``project`` is the folder that the session was started in;
    ``summary`` is what the host itself wrote of the time before, if it compacted the session.
    ``reported_tokens`` is the input size of the newest request, ``context_length`` the model's window, both
    in tokens and 0 where the file does not say. ``warnings`` are sentences about what could not be read.
    """

    host: Host
    session: str
    project: Path | None
    path: Path
    format: FormatName
    messages: list[RawMessage]
    model: str | None = None
    reported_tokens: int = 0
    context_length: int = 0
    warnings: tuple[str, ...] = ()
    summary: str = ""


@dataclass(frozen=True, slots=True)
class Session:
    """One session file of a host; ``modified`` is in seconds since the epoch."""

    id: str
    host: Host
    project: Path | None
    path: Path
    modified: float
    bytes: int

    def to_wire(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {
            "id": self.id,
            "host": self.host,
            "project": None if self.project is None else str(self.project),
            "path": str(self.path),
            "modified": self.modified,
            "bytes": self.bytes,
        }


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks for a session: the host with its current session, and the project of the caller."""

    host: Host | None = None
    session: str | None = None
    project: Path | None = None
