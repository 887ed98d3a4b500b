"""Calling ``compress`` over the wire, and what its answers are checked with."""

from __future__ import annotations

import json
from typing import Any

from offcut.formats import read
from support.servers import Wire

#: The keys of a result in their order, and those that a plan has after the first four.
KEYS = [
    "schema_version", "status", "reason", "messages", "summary", "summary_ref", "segment_ref",
    "summarized_by", "first_changed_index", "sources", "stats", "warnings",
]  # fmt: skip
PLAN_KEYS = ["plan_id", "prompt", "max_summary_tokens"]
#: What a host's own model could answer.
TOLD = "## Goal\nSettle the orders.\n\n## Next Steps\nGo on with part 5."


def compressed(wire: Wire, messages: Any, **arguments: Any) -> Any:
    """Return the structure of a call that worked; its text is the same without the messages."""
    result = wire.call("compress", {"messages": messages, **arguments})
    assert result["isError"] is False, result
    whole = result["structuredContent"]
    [block] = result["content"]
    short = {name: value for name, value in whole.items() if name != "messages"}
    assert block["text"] == json.dumps(short, ensure_ascii=False, separators=(",", ":"))
    return whole


def sentence(wire: Wire, arguments: dict[str, Any]) -> str:
    """Return the one sentence of a call that failed."""
    result = wire.call("compress", arguments)
    assert result["isError"] is True and "structuredContent" not in result, result
    text = str(result["content"][0]["text"])
    assert "\n" not in text and len(text) < 600
    return text


def resource(wire: Wire, ref: str) -> str:
    reply = wire.ask("resources/read", {"uri": f"offcut://source/{ref}"})
    return str(reply["result"]["contents"][0]["text"])


def texts(messages: Any) -> list[str]:
    """Return what the messages and the tool results of a list say."""
    views = read(messages).messages
    return [text for view in views for text in (view.text, *(result.text for result in view.results))]


def removed_from(before: list[Any], removed: list[Any], result: Any) -> bool:
    """Say whether these are messages of the list, in its order, and as many as the result counts."""
    rest = iter(before)
    in_order = all(any(message == other for other in rest) for message in removed)
    inserted = len(result["messages"]) - (len(before) - len(removed))
    return in_order and len(removed) == result["stats"]["messages_removed"] and inserted in (0, 1, 2)
