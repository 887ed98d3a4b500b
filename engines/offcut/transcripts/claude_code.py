"""Claude Code's session files: a tree of rows, of which one branch is the live conversation.

- The live branch goes from the newest message row back over ``parentUuid``, until a compact boundary.
- Rows of one model message (one ``message.id``) are one message. Calls that ran in parallel are branches of
  their own beside the live one; they and their results belong to it all the same.
- What only the client says in the user's place (compact summaries, ``isMeta`` rows, local commands) reads as
  ``system``: the model has seen it, but it is nobody's request.
- Rows of sub-agents are left out, unless the file holds nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from offcut.conversation import Json, RawMessage
from offcut.transcripts.branch import Branch
from offcut.transcripts.rows import RawRow, Rows, count_of, text_of
from offcut.transcripts.session import Transcript

#: How the client's own texts begin: commands that it ran itself, what they printed, and its notices.
LOCAL = (
    "<command-name>", "<command-message>", "<command-args>", "<local-command", "<bash-input>",
    "<bash-stdout>", "<bash-stderr>", "<system-reminder>", "[Request interrupted by user",
)  # fmt: skip
USAGE = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")


def read(file: BinaryIO, size: int, path: Path) -> Transcript:
    """Return the live conversation of an open session file, of which ``size`` bytes are read."""
    rows = Rows(file, size)
    branch = Branch(rows)
    messages = _Messages()
    session = path.stem
    for row in branch.rows():
        session = text_of(row.get("sessionId")) or session
        messages.add(row)
    return Transcript(
        "claude-code",
        session,
        branch.project,
        path,
        "anthropic",
        messages.all,
        messages.model,
        messages.reported_tokens,
        warnings=(*rows.warnings(), *branch.warnings()),
        summary=messages.summary,
    )


class _Messages:
    """Joins rows to messages, in the order of the file."""

    def __init__(self) -> None:
        self.all: list[RawMessage] = []
        self.model: str | None = None
        self.reported_tokens = 0
        self.summary = ""
        #: Where the message with an id stands, the message that made a call, and the one that answers it.
        self._by_id: dict[str, int] = {}
        self._asked: dict[str, int] = {}
        self._answers: dict[int, RawMessage] = {}

    def add(self, row: RawRow) -> None:
        """Add what a row says."""
        message = row["message"]
        content = message["content"]
        if message["role"] == "assistant":
            self._add_model(message, content)
        elif results := _results(content):
            self._add_results(results, content)
        elif content:
            role = "system" if _is_clients(row, content) else "user"
            if row.get("isCompactSummary"):
                self.summary = content if isinstance(content, str) else "\n".join(_texts(content))
            self.all.append({"role": role, "content": content})

    def _add_model(self, message: RawRow, content: Json) -> None:
        blocks = _blocks(content)
        id = text_of(message.get("id"))
        at = self._by_id.get(id) if id else None
        if at is not None:
            self.all[at]["content"] += blocks
        elif blocks:
            at = len(self.all)
            self.all.append({"role": "assistant", "content": blocks})
        if at is not None:
            self._asked.update(dict.fromkeys(_calls(blocks), at))
            if id:
                self._by_id[id] = at
        self.model = text_of(message.get("model")) or self.model
        usage = message.get("usage")
        if isinstance(usage, dict):
            self.reported_tokens = sum(count_of(usage.get(key)) for key in USAGE) or self.reported_tokens

    def _add_results(self, results: list[str], content: Json) -> None:
        """Put results beside those that answer the same model message: the API wants them in one, first."""
        asked = self._asked.get(results[0])
        beside = None if asked is None else self._answers.get(asked)
        if beside is not None:
            beside["content"] += _blocks(content)
            beside["content"].sort(key=lambda block: block.get("type") != "tool_result")
            return
        message: RawMessage = {"role": "user", "content": _blocks(content)}
        self.all.append(message)
        if asked is not None:
            self._answers[asked] = message


def _is_clients(row: RawRow, content: Json) -> bool:
    """Tell whether the client wrote this in the user's place."""
    if row.get("isMeta") or row.get("isCompactSummary"):
        return True
    first = content if isinstance(content, str) else next(_texts(content), "")
    return first.lstrip().startswith(LOCAL)


def _texts(content: Json) -> Iterator[str]:
    for block in _blocks(content):
        if isinstance(text := block.get("text"), str):
            yield text


def _results(content: Json) -> list[str]:
    return [str(b.get("tool_use_id")) for b in _blocks(content) if b.get("type") == "tool_result"]


def _calls(blocks: list[RawRow]) -> list[str]:
    return [str(block.get("id")) for block in blocks if block.get("type") == "tool_use"]


def _blocks(content: Json) -> list[RawRow]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}] if content else []
    return [block for block in content if isinstance(block, dict)]
