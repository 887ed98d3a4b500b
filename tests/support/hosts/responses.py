"""The Responses service that Codex talks to (``/v1/responses``, always streamed)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from support.hosts.script import Turn
from support.hosts.service import Event, ModelService, Request


class ResponsesService(ModelService):
    """A scripted model behind the Responses protocol."""

    def results(self, body: Mapping[str, Any]) -> dict[str, str]:
        return {
            item["call_id"]: _text(item["output"])
            for item in body["input"]
            if item.get("type") == "function_call_output"
        }

    def answer(self, request: Request) -> Sequence[Event] | Mapping[str, Any]:
        turn = self.turn(request.body)
        step = len(self.shown)
        item = _item(turn, step)
        response: Event = {"id": f"resp_{step}", "object": "response", "status": "in_progress", "output": []}
        completed = {**response, "status": "completed", "output": [item], "usage": _usage(turn)}
        events: list[Event] = [
            {"type": "response.created", "response": response},
            {"type": "response.output_item.added", "output_index": 0, "item": item},
            {"type": "response.output_item.done", "output_index": 0, "item": item},
            {"type": "response.completed", "response": completed},
        ]
        return [{**event, "sequence_number": number} for number, event in enumerate(events)]


def _usage(turn: Turn) -> dict[str, Any]:
    tokens = 1000 if isinstance(turn, str) else turn.tokens
    return {
        "input_tokens": tokens,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": 10,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": tokens + 10,
    }


def _text(output: str | list[dict[str, Any]]) -> str:
    if isinstance(output, str):
        return output
    return "\n".join(part["text"] for part in output if part["type"] == "input_text")


def _item(turn: Turn, step: int) -> dict[str, Any]:
    if isinstance(turn, str):
        content = [{"type": "output_text", "text": turn, "annotations": []}]
        return {"type": "message", "id": f"msg_{step}", "role": "assistant", "content": content}
    item = {
        "type": "function_call",
        "id": f"fc_{step}",
        "call_id": f"call_{step}",
        "name": turn.tool,
        "arguments": json.dumps(turn.arguments),
        "status": "completed",
    }
    # A flat mcp__SERVER__TOOL is an "unsupported call" to Codex.
    return {**item, "namespace": f"mcp__{turn.server}"} if turn.server else item
