"""Codex's rollouts: rows whose ``response_item`` payloads are OpenAI Responses items.

A ``compacted`` row replaces everything before it; a rollback takes turns away from the end. Texts that Codex
puts in the user's place (environment, instructions of the project, its own summary) read as ``developer``.
"""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

from offcut.conversation import Json, RawMessage
from offcut.transcripts.rows import RawRow, Rows, count_of, text_of
from offcut.transcripts.session import Transcript

#: How texts begin that Codex writes in the user's place.
CODEX_SPEAKS = (
    "<environment_context>", "<user_instructions>", "<permissions instructions>", "<turn_aborted>", "<skill>",
    "<subagent_notification>", "<collaboration_mode>", "# AGENTS.md instructions",
)  # fmt: skip
OWN_SUMMARY = "Another language model started to solve this problem"
#: Rows of the file system's state, which no model is sent.
NOT_SENT = frozenset({"ghost_snapshot"})


def read(file: BinaryIO, size: int, path: Path) -> Transcript:
    """Return the live conversation of an open rollout, of which ``size`` bytes are read."""
    rows = Rows(file, size)
    rollout = _Rollout()
    for _, row in rows:
        rollout.add(row)
    warnings = list(rows.warnings())
    if rollout.meta.get("history_mode") == "paginated" and rollout.begins_in_the_middle:
        warnings.append("Codex keeps a part of this session elsewhere; the oldest messages may be missing")
    return Transcript(
        "codex",
        text_of(rollout.meta.get("id")) or id_of_file(path),
        Path(folder) if (folder := text_of(rollout.meta.get("cwd"))) else None,
        path,
        "openai-responses",
        rollout.items,
        rollout.model,
        rollout.reported_tokens,
        rollout.context_length,
        tuple(warnings),
        rollout.summary,
    )


def id_of_file(path: Path) -> str:
    """Return the id of the thread, which a rollout's name ends in (``rollout-<time>-<uuid>``)."""
    return "-".join(path.stem.split("-")[-5:])


class _Rollout:
    """What the rows add up to."""

    def __init__(self) -> None:
        self.items: list[RawMessage] = []
        self.meta: RawRow = {}
        self.model: str | None = None
        self.reported_tokens = 0
        self.context_length = 0
        self.summary = ""

    def add(self, row: RawRow) -> None:
        """Add what a row says; a row of an unknown kind says nothing."""
        payload = row.get("payload")
        if not isinstance(payload, dict):
            return
        match row.get("type"):
            case "response_item":
                self._add_item(payload)
            case "compacted":
                self._compact(payload)
            case "session_meta":
                # A forked session repeats the rows of its parent, the parent's own included.
                self.meta = self.meta or payload
            case "turn_context":
                self.model = text_of(payload.get("model")) or self.model
            case "event_msg":
                self._hear(payload)

    @property
    def begins_in_the_middle(self) -> bool:
        """Whether nobody asked for the first thing that is there."""
        return bool(self.items) and self.items[0].get("role") not in ("user", "developer", "system")

    def _add_item(self, item: RawMessage) -> None:
        if str(item.get("type")) in NOT_SENT:
            return
        text = _said_for_user(item)
        if text.startswith(OWN_SUMMARY):
            self.summary = text
        by_codex = text.startswith((*CODEX_SPEAKS, OWN_SUMMARY))
        self.items.append({**item, "role": "developer"} if by_codex else item)

    def _compact(self, payload: RawRow) -> None:
        """Begin anew with what Codex kept: a whole list, or the user's words and its summary."""
        kept = payload.get("replacement_history")
        before, self.items, self.reported_tokens = self.items, [], 0
        if isinstance(kept, list):
            for item in kept:
                if isinstance(item, dict):
                    self._add_item(item)
            return
        self.items = [item for item in before if _is_message(item) and item.get("role") != "assistant"]
        if summary := text_of(payload.get("message")):
            self.items.append(_message("developer", summary))
            self.summary = summary

    def _hear(self, payload: RawRow) -> None:
        info = payload.get("info")
        if payload.get("type") == "token_count" and isinstance(info, dict):
            last = info.get("last_token_usage")
            used = count_of(last.get("input_tokens")) if isinstance(last, dict) else 0
            self.reported_tokens = used or self.reported_tokens
            self.context_length = count_of(info.get("model_context_window")) or self.context_length
        elif payload.get("type") == "thread_rolled_back":
            self._roll_back(count_of(payload.get("num_turns")))

    def _roll_back(self, turns: int) -> None:
        begun = [at for at, item in enumerate(self.items) if _is_message(item) and item.get("role") == "user"]
        if turns and begun:
            del self.items[begun[max(len(begun) - turns, 0)] :]


def _is_message(item: RawMessage) -> bool:
    return str(item.get("type", "message")) == "message"


def _said_for_user(item: RawMessage) -> str:
    """Return the text of a message in the user's role, which Codex may have written itself."""
    spoken = _is_message(item) and item.get("role") == "user"
    return _first_text(item.get("content")).lstrip() if spoken else ""


def _first_text(content: Json) -> str:
    if isinstance(content, str):
        return content
    blocks = content if isinstance(content, list) else []
    texts = (block.get("text") for block in blocks if isinstance(block, dict))
    return next((text for text in texts if isinstance(text, str)), "")


def _message(role: str, text: str) -> RawMessage:
    return {"type": "message", "role": role, "content": [{"type": "input_text", "text": text}]}
