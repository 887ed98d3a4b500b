"""Codex's rollouts: rows whose ``response_item`` payloads are OpenAI Responses items.

A ``compacted`` row replaces everything before it; a rollback takes turns away from the end. Texts that Codex
puts in the user's place (environment, instructions of the project, its own summary) read as ``developer``;
what the user said beside them stays the user's.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from pathlib import Path
from typing import BinaryIO

from offcut.conversation import Json, RawMessage
from offcut.ports import Check
from offcut.transcripts.client_texts import Client, split
from offcut.transcripts.rows import RawRow, Rows, count_of, folder_named, text_of
from offcut.transcripts.session import Transcript

OWN_SUMMARY = "Another language model started to solve this problem"
CLIENT = Client(
    frozenset(
        (
            "INSTRUCTIONS", "collaboration_mode", "environment_context", "permissions", "skill",
            "subagent_notification", "turn_aborted", "user_action", "user_instructions", "user_shell_command",
        )
    ),
    re.compile(
        rf"{OWN_SUMMARY}[\s\S]*"
        r"|# AGENTS\.md instructions(?: for [^\n]*)?\s*(?=<INSTRUCTIONS>|\Z)"
        r"|# Context from my IDE setup:\n[\s\S]*?\n## My request for Codex:[ \t]*(?=\n)"
    ),
)  # fmt: skip
#: Rows of the file system's state, which no model is sent.
NOT_SENT = frozenset({"ghost_snapshot"})


def read(file: BinaryIO, size: int, path: Path, check: Check) -> Transcript:
    """Return the live conversation of an open rollout, of which ``size`` bytes are read."""
    rows = Rows(file, size, check)
    rollout = _Rollout()
    for _, row in rows:
        rollout.add(row)
    warnings = list(rows.warnings())
    if rollout.meta.get("history_mode") == "paginated" and rollout.begins_in_the_middle:
        warnings.append("Codex keeps a part of this session elsewhere; the oldest messages may be missing")
    return Transcript(
        "codex",
        text_of(rollout.meta.get("id")) or id_of_file(path),
        rollout.project,
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
        self.project: Path | None = None
        self.model: str | None = None
        self.reported_tokens = 0
        self.context_length = 0
        self.summary = ""
        #: Where the user's messages begin, and how many of the first items have outlived a compaction.
        self._begun: list[int] = []
        self._outlived = 0

    def add(self, row: RawRow) -> None:
        """Add what a row says; a row of an unknown kind says nothing."""
        self.project = self.project or folder_named(row)
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
        if not (_is_message(item) and item.get("role") == "user"):
            self.items.append(item)
            return
        runs = split(item.get("content"), CLIENT.spans)
        for by_codex, content in runs:
            if by_codex and (text := _first_text(content)).lstrip().startswith(OWN_SUMMARY):
                self.summary = text
        if not all(by_codex for by_codex, _ in runs):
            self._begun.append(len(self.items))
        self.items += _items(item, runs)

    def _compact(self, payload: RawRow) -> None:
        """Begin anew with what Codex kept: a whole list, or the user's words and its summary."""
        kept, self.reported_tokens = payload.get("replacement_history"), 0
        if isinstance(kept, list):
            self.items, self._begun, self._outlived = [], [], 0
            for item in kept:
                if isinstance(item, dict):
                    self._add_item(item)
            return
        self._keep_requests()
        if summary := text_of(payload.get("message")):
            self.items.append(_message("developer", summary))
            self.summary = summary
        self._outlived = len(self.items)

    def _keep_requests(self) -> None:
        """Drop what the model said and did since the last compaction; before it, all of that is gone."""
        newer, first = self.items[self._outlived :], bisect_left(self._begun, self._outlived)
        begun, self._begun[first:] = {at - self._outlived for at in self._begun[first:]}, []
        del self.items[self._outlived :]
        for at, item in enumerate(newer):
            if at in begun:
                self._begun.append(len(self.items))
            if _is_message(item) and item.get("role") != "assistant":
                self.items.append(item)

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
        if turns and self._begun:
            first = max(len(self._begun) - turns, 0)
            del self.items[self._begun[first] :]
            del self._begun[first:]
            self._outlived = min(self._outlived, len(self.items))


def _is_message(item: RawMessage) -> bool:
    return str(item.get("type", "message")) == "message"


def _items(item: RawMessage, runs: list[tuple[bool, Json]]) -> list[RawMessage]:
    """Return an item of the user's, or one for each writer; then the id, if any, is the user's part's."""
    if len(runs) == 1:
        return [{**item, "role": "developer"}] if runs[0][0] else [item]
    bare = {name: value for name, value in item.items() if name != "id"}
    own = next(at for at, (by_codex, _) in enumerate(runs) if not by_codex)
    return [
        {**(item if at == own else bare), "role": "developer" if by_codex else "user", "content": content}
        for at, (by_codex, content) in enumerate(runs)
    ]


def _first_text(content: Json) -> str:
    if isinstance(content, str):
        return content
    blocks = content if isinstance(content, list) else []
    texts = (block.get("text") for block in blocks if isinstance(block, dict))
    return next((text for text in texts if isinstance(text, str)), "")


def _message(role: str, text: str) -> RawMessage:
    return {"type": "message", "role": role, "content": [{"type": "input_text", "text": text}]}
