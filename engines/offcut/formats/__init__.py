"""Message formats: raw JSON in, frozen views out, and edits written back copy-on-write.

Each module of this folder is one format. A message that no edit touches comes back as the very same
object, unknown fields and all; nothing is ever re-dumped through a class of ours.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Protocol

from offcut.conversation import Conversation, FormatName, Json, Message, RawMessage, ReplaceResult, Role
from offcut.errors import InvalidInput, UnknownFormat
from offcut.formats import agentscope, anthropic, gemini, openai_chat, openai_responses
from offcut.formats.contents import compact_json
from offcut.formats.detection import detect

__all__ = ["FORMATS", "apply", "compact_json", "read"]


class Format(Protocol):
    """What a module of this folder offers."""

    def role_of(self, raw: RawMessage) -> Role | None:
        """Return who speaks, or nothing for a message of a kind that the format does not know."""
        ...

    def read_message(self, index: int, raw: RawMessage) -> Message:
        """Return the view of one message."""
        ...

    def replace_result(self, raw: RawMessage, block: int, text: str) -> RawMessage:
        """Return a copy of the message whose result at ``block`` holds ``text`` in place of its text."""
        ...


#: In the order of preference where a list has no signs of its own.
FORMATS: dict[FormatName, Format] = {
    "openai-chat": openai_chat,
    "openai-responses": openai_responses,
    "anthropic": anthropic,
    "agentscope": agentscope,
    "gemini": gemini,
}


def read(messages: Sequence[Json], format: str = "auto") -> Conversation:
    """Return the views of a message list; the list itself is never changed.

    Raises ``InvalidInput`` when an item is no message object and ``UnknownFormat`` when ``format`` is
    unknown, or is ``auto`` and none or more than one fits.
    """
    _require_objects(messages)
    name = detect(messages) if format == "auto" else _named(format)
    reader = FORMATS[name]
    odd = tuple(i for i, raw in enumerate(messages) if reader.role_of(raw) is None)
    return Conversation(name, tuple(reader.read_message(i, raw) for i, raw in enumerate(messages)), odd)


def apply(
    messages: Sequence[RawMessage], format: FormatName, edits: Sequence[ReplaceResult]
) -> list[RawMessage]:
    """Return the list with the edits in place; messages without an edit are the same objects."""
    by_message: dict[int, list[ReplaceResult]] = defaultdict(list)
    for edit in edits:
        by_message[edit.place.message].append(edit)
    edited = list(messages)
    for index, changes in by_message.items():
        for change in changes:
            edited[index] = FORMATS[format].replace_result(edited[index], change.place.block, change.text)
    return edited


def _require_objects(messages: Sequence[Json]) -> None:
    if not isinstance(messages, Sequence) or isinstance(messages, (str, bytes)):
        raise InvalidInput("messages must be a list of message objects")
    problems = [
        f"messages[{i}] is {_kind(item)}, not a message object"
        for i, item in enumerate(messages)
        if not isinstance(item, dict)
    ]
    if problems:
        raise InvalidInput(*problems)


def _named(format: str) -> FormatName:
    for name in FORMATS:
        if name == format:
            return name
    raise UnknownFormat(f'format "{str(format)[:40]}" is not known; use auto, {", ".join(FORMATS)}')


def _kind(value: Json) -> str:
    names = {
        str: "a string",
        bool: "a boolean",
        int: "a number",
        float: "a number",
        list: "a list",
        type(None): "null",
    }
    return names.get(type(value), f"a {type(value).__name__}")
