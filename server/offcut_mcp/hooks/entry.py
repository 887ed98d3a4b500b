"""The start of a hook: read one event, answer it or stay silent, and never get in the host's way."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from typing import cast

from offcut_mcp.hooks import claude_code, codex
from offcut_mcp.hooks.deadline import SECONDS, Deadline
from offcut_mcp.hooks.event import Event, Host, Unanswerable, read_event
from offcut_mcp.hooks.limits import Limits, limits_of
from offcut_mcp.hooks.outputs import Answer, is_ours


def main(host: str, options: Sequence[str], *, seconds: float = SECONDS) -> int:
    """Answer the event on standard input; always 0, and nothing on standard output if anything fails.

    A host takes any other exit code, or words it does not expect, for a complaint about the tool call. What
    is not done within ``seconds`` has failed.
    """
    events: list[Event] = []
    deadline = Deadline(seconds, lambda: _report(host, events, Unanswerable(f"{seconds:g} seconds are over")))
    try:
        answer = _answer(cast(Host, host), options, events)
        deadline.meet()
        if answer is not None:
            _write(answer)
    except Exception as error:  # whatever it is, the output has to pass
        _report(host, events, error)
    return 0


def _answer(host: Host, options: Sequence[str], events: list[Event]) -> Answer | None:
    """Read the event, note it for whoever reports a failure, and return its answer."""
    if sys.stdin is None or sys.stdout is None:
        raise Unanswerable("standard input or output is closed; a host opens both")
    limits = limits_of(host, options)
    events.append(read_event(host, sys.stdin.buffer))
    return answer_to(events[0], limits)


def _report(host: str, events: Sequence[Event], error: Exception) -> None:
    from offcut_mcp.hooks.failures import report

    report(host, events[0] if events else None, error)


def answer_to(event: Event, limits: Limits) -> Answer | None:
    """Return what the host is to do, or nothing to let things be as they are."""
    match event.name:
        case "PostToolUse":
            return _to_tool_call(event, limits)
        case "PreCompact":
            from offcut_mcp.hooks.sessions import archive_session

            archive_session(event)
            return None
        case "SessionStart":
            return _to_session_start(event)
        case "PostCompact":
            return None  # its answer reaches no model; a start with the source "compact" follows
        case name:
            raise Unanswerable(f"the hook knows no event {name[:60]!r}; take it out of the host's hooks")


def _to_tool_call(event: Event, limits: Limits) -> Answer | None:
    shapes = codex if event.host == "codex" else claude_code
    output = shapes.output_of(event)
    if output is None or output.seen <= limits.threshold or is_ours(event):
        return None
    from offcut_mcp.hooks.folding import fold

    return fold(event, output, limits)


def _to_session_start(event: Event) -> Answer | None:
    if event.text("source") != "compact":
        return None
    from offcut_mcp.hooks.sessions import index_of_session

    index = index_of_session(event)
    return claude_code.with_context(index) if index else None


def _write(answer: Answer) -> None:
    """Write past the stream's buffer: what nobody takes must not fail again when the process ends."""
    body = json.dumps(answer, allow_nan=False, separators=(",", ":")).encode("ascii") + b"\n"
    while body:
        body = body[os.write(sys.stdout.fileno(), body) :]
