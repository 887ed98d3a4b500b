"""The Messages service that Claude Code talks to (``/v1/messages``, streamed or not)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from support.hosts.script import Call, Turn
from support.hosts.service import Event, ModelService, Request

USAGE = {"input_tokens": 1000, "output_tokens": 10}


class AnthropicService(ModelService):
    """A scripted model behind the Messages protocol."""

    def results(self, body: Mapping[str, Any]) -> dict[str, str]:
        return {
            block["tool_use_id"]: _text(block)
            for message in body["messages"]
            if isinstance(message["content"], list)
            for block in message["content"]
            if block["type"] == "tool_result"
        }

    def answer(self, request: Request) -> Sequence[Event] | Mapping[str, Any]:
        if "count_tokens" in request.path:
            return {"input_tokens": 1000}
        turn = self.turn(request.body)
        step = len(self.shown)
        # Rows of one id are one message to those who read the session's file.
        message = _message(f"msg_{step:04}", _block(turn, step), request.body["model"])
        return list(_stream(message)) if request.body.get("stream") else message


def _text(block: Mapping[str, Any]) -> str:
    content = block.get("content", "")
    if isinstance(content, str):
        return content
    return "\n".join(part["text"] for part in content if part["type"] == "text")


def _block(turn: Turn, step: int) -> dict[str, Any]:
    if isinstance(turn, str):
        return {"type": "text", "text": turn}
    return {
        "type": "tool_use",
        "id": f"toolu_{step:04}",
        "name": _name(turn),
        "input": dict(turn.arguments),
    }


def _name(call: Call) -> str:
    return f"mcp__{call.server}__{call.tool}" if call.server else call.tool


def _message(id: str, block: Mapping[str, Any], model: str) -> dict[str, Any]:
    return {
        "id": id,
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [block],
        "stop_reason": "tool_use" if block["type"] == "tool_use" else "end_turn",
        "stop_sequence": None,
        "usage": USAGE,
    }


def _stream(message: Mapping[str, Any]) -> Iterator[Event]:
    block = message["content"][0]
    started = {**message, "content": [], "stop_reason": None}
    yield {"type": "message_start", "message": started}
    yield {"type": "content_block_start", "index": 0, "content_block": _begun(block)}
    yield {"type": "content_block_delta", "index": 0, "delta": _delta(block)}
    yield {"type": "content_block_stop", "index": 0}
    ended = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield {"type": "message_delta", "delta": ended, "usage": USAGE}
    yield {"type": "message_stop"}


def _begun(block: Mapping[str, Any]) -> dict[str, Any]:
    return {**block, "text": ""} if block["type"] == "text" else {**block, "input": {}}


def _delta(block: Mapping[str, Any]) -> dict[str, Any]:
    if block["type"] == "text":
        return {"type": "text_delta", "text": block["text"]}
    return {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
