"""Fold a conversation inside your own agent loop, without a server.

    python examples/fold_in_process.py

Sends a small session through ``compact_context``, prints what the model would see, and takes the original
back by its reference. Everything is archived in a file that this example makes and removes again.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import anyio

from offcut import Archive, compact_context

ORDERS = [{"order": f"ORD-{n:05d}", "payment": f"pay_{n * 7919}", "state": "settled"} for n in range(40)]


def session() -> list[dict[str, Any]]:
    """A chat in which an old listing is no longer needed."""
    call = {"id": "c1", "type": "function", "function": {"name": "list_orders", "arguments": "{}"}}
    talk: list[dict[str, Any]] = [
        {"role": "assistant", "content": "ORD-00007 is the one that failed."},
        {"role": "user", "content": "Good. Now write the release notes."},
    ]
    newest = {
        "id": "c2",
        "type": "function",
        "function": {"name": "read_file", "arguments": '{"path":"NOTES"}'},
    }
    return [
        {"role": "user", "content": "Which order failed?"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": json.dumps(ORDERS, indent=1)},
        *talk,
        {"role": "assistant", "content": None, "tool_calls": [newest]},
        {"role": "tool", "tool_call_id": "c2", "content": "- nothing yet"},
        *({"role": "assistant", "content": f"Draft {n} is ready."} for n in range(4)),
    ]


async def main(path: Path) -> None:
    messages = session()
    async with Archive.open(path) as archive:
        result = await compact_context(
            messages,
            archive=archive,
            goal="write the release notes",
            # Fold everything old: this session is too short for the decider to be sure of anything.
            options={"drop_threshold": 1.0},
        )
        assert result.messages is not None
        print("The model sees:", result.messages[2]["content"], sep="\n")
        print(f"{result.stats.tokens_before} tokens became {result.stats.tokens_after}")

        (source,) = result.sources
        original = await archive.get(source.ref)
        assert original.decode() == messages[2]["content"]
        print(f"{source.ref} gives all {len(original)} bytes back")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        anyio.run(main, Path(folder) / "archive.db")
