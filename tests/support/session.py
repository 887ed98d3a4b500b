"""A small conversation with one old, large tool result; what it takes to fold it for certain."""

from __future__ import annotations

import json
from typing import Any

LISTING = "\n".join(f"-rw-r--r-- 1 build build {4096 + 7 * n} report_{n:03}.txt" for n in range(60))
CALL_ID = "call_listing"
TOOL = "list_files"
#: Fold everything that is eligible, however likely it is needed.
FOLD_ALL = ("--drop-threshold", "1")


def conversation(result: str = LISTING) -> list[dict[str, Any]]:
    """Return OpenAI Chat messages in which only the third can be folded; the newest result never is."""
    return [
        {"role": "user", "content": "Rename the reports."},
        _call(CALL_ID, {"path": "/srv/reports"}),
        {"role": "tool", "tool_call_id": CALL_ID, "content": result},
        _call("call_newest", {"path": "/srv"}),
        {"role": "tool", "tool_call_id": "call_newest", "content": "reports"},
        *(
            {"role": role, "content": f"Step {n} of {role}."}
            for n in range(4)
            for role in ("assistant", "user")
        ),
    ]


def as_bytes(value: Any) -> bytes:
    """Return JSON with every non-ASCII character escaped."""
    return json.dumps(value).encode()


def _call(id: str, arguments: dict[str, str]) -> dict[str, Any]:
    function = {"name": TOOL, "arguments": json.dumps(arguments)}
    return {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": id, "type": "function", "function": function}],
    }
