"""Messages that a pass inserts, in each format: a summary as speech, as a tool exchange, and a note."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from offcut.conversation import Json, RawMessage
from offcut.formats.contents import blocks_of

#: The tool that an inserted exchange seems to have called.
EXCHANGE_TOOL = "compress"
Speaker = Literal["assistant", "user"]


@dataclass(frozen=True, slots=True)
class Identity:
    """Where ids and times of inserted messages come from: content, never a clock or chance."""

    name: str
    created_at: Json = None


@dataclass(frozen=True, slots=True)
class Insertions:
    """How one format writes what a pass inserts. ``alternates`` is whether roles have to."""

    alternates: bool
    speech: Callable[[Speaker, str, Identity], RawMessage]
    exchange: Callable[[str, Identity], list[RawMessage]]
    with_note: Callable[[RawMessage, str], RawMessage]


def _noted(raw: RawMessage, note: str, block: str = "text") -> RawMessage:
    """Return a copy of a system message with a note behind its text; blocks get one more text block."""
    content = raw.get("content")
    if isinstance(content, str):
        return {**raw, "content": f"{content}\n\n{note}"}
    return {**raw, "content": [*blocks_of(content), {"type": block, "text": note}]}


def _chat_speech(speaker: Speaker, text: str, identity: Identity) -> RawMessage:
    return {"role": speaker, "content": text}


def _chat_exchange(text: str, identity: Identity) -> list[RawMessage]:
    id = f"call_{identity.name}"
    call = {"id": id, "type": "function", "function": {"name": EXCHANGE_TOOL, "arguments": "{}"}}
    return [
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": id, "content": text},
    ]


def _anthropic_exchange(text: str, identity: Identity) -> list[RawMessage]:
    id = f"toolu_{identity.name}"
    use = {"type": "tool_use", "id": id, "name": EXCHANGE_TOOL, "input": {}}
    result = {"type": "tool_result", "tool_use_id": id, "content": text}
    return [{"role": "assistant", "content": [use]}, {"role": "user", "content": [result]}]


def _responses_speech(speaker: Speaker, text: str, identity: Identity) -> RawMessage:
    part = {"type": "output_text", "text": text, "annotations": []}
    return {
        **{"type": "message", "id": f"msg_{identity.name}", "role": "assistant", "status": "completed"},
        "content": [part],
    }


def _responses_noted(raw: RawMessage, note: str) -> RawMessage:
    return _noted(raw, note, "input_text")


def _agentscope_speech(speaker: Speaker, text: str, identity: Identity) -> RawMessage:
    block = {"type": "text", "id": f"text_{identity.name}", "text": text}
    made = {} if identity.created_at is None else {"created_at": identity.created_at}
    message = {"id": f"msg_{identity.name}", "name": "assistant", "role": "assistant", "content": [block]}
    return {**message, "metadata": {}, **made}


def _gemini_speech(speaker: Speaker, text: str, identity: Identity) -> RawMessage:
    return {"role": "model" if speaker == "assistant" else "user", "parts": [{"text": text}]}


def _gemini_exchange(text: str, identity: Identity) -> list[RawMessage]:
    call = {"functionCall": {"name": EXCHANGE_TOOL, "args": {}}}
    response = {"functionResponse": {"name": EXCHANGE_TOOL, "response": {"output": text}}}
    return [{"role": "model", "parts": [call]}, {"role": "user", "parts": [response]}]


def _only_speech(
    speech: Callable[[Speaker, str, Identity], RawMessage],
) -> Callable[[str, Identity], list[RawMessage]]:
    """Return the exchange of a format whose roles need not alternate: plain speech."""
    return lambda text, identity: [speech("assistant", text, identity)]


INSERTIONS: dict[str, Insertions] = {
    "openai-chat": Insertions(True, _chat_speech, _chat_exchange, _noted),
    "anthropic": Insertions(True, _chat_speech, _anthropic_exchange, _noted),
    "openai-responses": Insertions(
        False, _responses_speech, _only_speech(_responses_speech), _responses_noted
    ),
    "agentscope": Insertions(False, _agentscope_speech, _only_speech(_agentscope_speech), _noted),
    "gemini": Insertions(True, _gemini_speech, _gemini_exchange, _noted),
}
