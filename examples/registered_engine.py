"""A context engine that a program registers, and an asynchronous agent loop that uses it.

    python examples/registered_engine.py

The engine is the built-in one with a rule of its own. Registering it activates nothing: it is made because
the settings name it. Without that line they would name the built-in one.
"""

from __future__ import annotations

import json
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import anyio

from offcut import (
    Archive,
    CompressionOptions,
    ContextCompressor,
    open_context_engine,
    register_context_engine,
)
from offcut.settings.sections import ContextSettings, Settings

TASK = "Settle all orders. Never refund more than 40 EUR."
ORDERS = [
    "\n".join(f"ORD-{day}{n:03} was paid with pay_{n * 7919 + day}" for n in range(40)) for day in range(30)
]


class Unhurried(ContextCompressor):
    """Compresses like the built-in engine, but never twice within ten messages."""

    name = "unhurried"
    _messages_then = 0

    def should_compress_preflight(self, messages: Any) -> bool:
        """Tell whether it is time, and long enough since the last time."""
        return len(messages) - self._messages_then >= 10 and super().should_compress_preflight(messages)

    async def acompress(self, messages: Any, *arguments: Any, **named: Any) -> list[Any]:
        """Compress, and note how long the list is then."""
        smaller = await super().acompress(messages, *arguments, **named)
        self._messages_then = len(smaller)
        return smaller


async def main(path: Path) -> None:
    """Work through the days; before each request the engine is asked whether the list is too long."""
    async with Archive.open(path) as archive:
        options = CompressionOptions(protect_last_n=6)
        register_context_engine("unhurried", partial(Unhurried, archive=archive, options=options))
        settings = Settings(context=ContextSettings(engine="unhurried"))  # or in config.yaml
        chosen = open_context_engine(settings, archive=archive, context_length=24_000)
        engine = chosen.engine
        print(f"engine {engine.name}, {chosen.origin}")

        messages: list[dict[str, Any]] = [{"role": "user", "content": TASK}]
        for day, orders in enumerate(ORDERS):
            messages += turn(day, orders)
            if engine.should_compress_preflight(messages):
                messages = await engine.acompress(messages, focus_topic="payments")
                print(f"day {day}: {len(messages)} messages, {engine.last_prompt_tokens} tokens")

        # What a model would do that misses a detail: the engine's own tools lead back to every original.
        found = await engine.ahandle_tool_call("search_archive", {"query": "ORD-3017"})
        print("found again:", json.loads(found)["hits"][0]["snippet"])
        print("the rule is still there:", "Never refund more than 40 EUR" in json.dumps(messages))


def turn(day: int, orders: str) -> list[dict[str, Any]]:
    """One round of an agent: a call and its result."""
    function = {"name": "list_orders", "arguments": json.dumps({"day": day})}
    call = {"id": f"c{day}", "type": "function", "function": function}
    return [
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": f"c{day}", "content": orders},
    ]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        anyio.run(main, Path(folder) / "archive.db")
