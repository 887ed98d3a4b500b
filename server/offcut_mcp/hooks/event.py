"""An event as a host tells it: one JSON object on standard input."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, BinaryIO, Literal

Host = Literal["claude-code", "codex"]
HOSTS = ("claude-code", "codex")

#: Bytes of the largest event that is read; a longer one passes unread.
LARGEST = 128 * 1024 * 1024
#: And the piece by which its rest is taken, so that the host can finish writing.
PIECE = 1024 * 1024


class Unanswerable(Exception):
    """The event cannot be answered, so everything stays as the host has it; says why in one sentence."""


@dataclass(frozen=True, slots=True)
class Event:
    """What happened in a host. A field that is missing or no text is empty."""

    host: Host
    fields: dict[str, Any]

    @property
    def name(self) -> str:
        return self.text("hook_event_name")

    @property
    def tool(self) -> str:
        return self.text("tool_name")

    @property
    def session(self) -> str:
        return self.text("session_id")

    @property
    def response(self) -> Any:
        """What the tool gave, in the host's own shape."""
        return self.fields.get("tool_response")

    def text(self, field: str) -> str:
        """Return a field that holds text."""
        value = self.fields.get(field)
        return value if isinstance(value, str) else ""


def read_event(host: Host, stream: BinaryIO) -> Event:
    """Return the event that the host wrote, reading to the end. Raises ``Unanswerable`` if it is none."""
    body = stream.read(LARGEST + 1)
    if len(body) > LARGEST:
        while stream.read(PIECE):
            pass
        raise Unanswerable(f"the event is longer than {LARGEST} bytes")
    try:
        fields = json.loads(body)
    except (ValueError, RecursionError):
        raise Unanswerable("standard input holds no JSON; a host writes an event there") from None
    if not isinstance(fields, dict):
        raise Unanswerable("standard input holds no JSON object; a host writes an event there")
    return Event(host, fields)
