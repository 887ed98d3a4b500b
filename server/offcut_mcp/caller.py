"""Who calls a tool: the host's current session, as the environment or the request tells it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from offcut.transcripts import Caller

CLAUDE_CODE_SESSION = "CLAUDE_CODE_SESSION_ID"
#: Where Codex says more of a turn; its rollouts are named after the thread.
CODEX_TURN = "x-codex-turn-metadata"


def caller_of(meta: Mapping[str, Any] | None, environment: Mapping[str, str]) -> Caller:
    """Return who calls. Codex says it in each request, Claude Code in the environment of the server."""
    from offcut.settings import project_folder
    from offcut.transcripts import Caller

    project = project_folder()
    if thread := next(_codex_threads(meta or {}), None):
        return Caller("codex", thread, project)
    if session := environment.get(CLAUDE_CODE_SESSION):
        return Caller("claude-code", session, project)
    return Caller(project=project)


def _codex_threads(meta: Mapping[str, Any]) -> Iterator[str]:
    """Yield what names the thread, the surest first."""
    turn = _object(meta.get(CODEX_TURN))
    for value in (meta.get("threadId"), turn.get("thread_id"), meta.get("sessionId"), turn.get("session_id")):
        if isinstance(value, str) and value:
            yield value


def _object(value: Any) -> Mapping[str, Any]:
    """Return an object that is given as it is or as its JSON, else an empty one."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return {}
    return value if isinstance(value, dict) else {}
