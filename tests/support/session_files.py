"""Session files as the hosts write them, made row by row."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from offcut.transcripts.folders import folder_name

Row = dict[str, Any]
SESSION = "5a1c0042-0000-4000-8000-000000000042"
THREAD = "0199aa42-0000-7000-8000-000000000042"


class ClaudeFile:
    """Rows of one Claude Code session; each hangs on the one before, unless told otherwise."""

    def __init__(self, project: Path | str = "/srv/shop", session: str = SESSION) -> None:
        self.project = str(project)
        self.session = session
        self.rows: list[Row] = []
        self.newest: str | None = None
        self.made = 0

    def row(self, type: str, *, parent: str | None = "newest", uuid: str | None = None, **fields: Any) -> str:
        """Add a row and return its uuid."""
        id = uuid or f"{self.made:08x}-0000-4000-8000-000000000000"
        self.made += 1
        row = {"parentUuid": self.newest if parent == "newest" else parent, "isSidechain": False}
        self.rows.append(
            {**row, "cwd": self.project, "sessionId": self.session, "type": type, "uuid": id, **fields}
        )
        self.newest = id
        return id

    def user(self, content: Any, **fields: Any) -> str:
        """Add what the user, or the client in the user's place, says."""
        return self.row("user", message={"role": "user", "content": content}, **fields)

    def result(self, call: str, text: str, **fields: Any) -> str:
        """Add the result of a call."""
        block = {"type": "tool_result", "tool_use_id": call, "content": text}
        return self.user([block], toolUseResult={"stdout": text, "stderr": ""}, **fields)

    def model(self, id: str, *blocks: Row, model: str = "claude-opus-4-6", **fields: Any) -> str:
        """Add blocks of one model message."""
        usage = {"input_tokens": 7, "cache_creation_input_tokens": 100, "cache_read_input_tokens": 1000}
        message = {"id": id, "role": "assistant", "model": model, "content": list(blocks), "usage": usage}
        return self.row("assistant", message=message, **fields)

    def round(self, number: int, output: str, command: str = "") -> None:
        """Add one call of a shell and its result."""
        call = f"toolu_{number:04d}"
        self.model(f"msg_{number:04d}", bash(call, command or f"cat part_{number}.log"))
        self.result(call, output)

    def boundary(self, *, parent: str | None = None) -> str:
        """Add the row at which a compaction begins anew."""
        return self.row("system", parent=parent, subtype="compact_boundary", logicalParentUuid=self.newest)

    def text(self) -> str:
        """Return the file's text."""
        return lines(self.rows)

    def write(self, projects: Path) -> Path:
        """Write the file where Claude Code would, below its folder of projects."""
        path = projects / folder_name(Path(self.project)) / f"{self.session}.jsonl"
        return written(path, self.text())


def bash(call: str, command: str) -> Row:
    return {"type": "tool_use", "id": call, "name": "Bash", "input": {"command": command}}


def said(text: str) -> Row:
    return {"type": "text", "text": text}


def item(**payload: Any) -> Row:
    """Return a rollout's row with a Responses item."""
    return {"timestamp": "2026-03-04T09:00:00.000Z", "type": "response_item", "payload": payload}


def spoken(role: str, text: str) -> Row:
    kind = "output_text" if role == "assistant" else "input_text"
    return item(type="message", role=role, content=[{"type": kind, "text": text}])


def codex_round(number: int, output: str) -> list[Row]:
    """Return one call of a shell and its output."""
    call = f"call_{number:04d}"
    asked = json.dumps({"cmd": f"cat part_{number}.log"})
    return [
        item(type="function_call", name="exec_command", call_id=call, arguments=asked),
        item(type="function_call_output", call_id=call, output=output),
    ]


def event(type: str, **payload: Any) -> Row:
    return {"type": "event_msg", "payload": {"type": type, **payload}}


def meta(project: Path | str = "/srv/shop", thread: str = THREAD, **payload: Any) -> Row:
    """Return the first row of a rollout."""
    return {"type": "session_meta", "payload": {"id": thread, "cwd": str(project), **payload}}


def write_rollout(sessions: Path, rows: list[Row], thread: str = THREAD) -> Path:
    """Write a rollout where Codex would, below its folder of sessions."""
    path = sessions / "2026" / "03" / "04" / f"rollout-2026-03-04T09-00-00-{thread}.jsonl"
    return written(path, lines(rows))


def lines(rows: list[Row]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path
