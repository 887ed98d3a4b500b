"""Running the lossy pass in a test, with the real counter and a store in memory or on disk."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from typing import Any

import anyio

from offcut import compression
from offcut.compression import CompressionRequest, CompressionResult
from offcut.config import CompressionOptions
from offcut.formats import read
from offcut.ports import SourceStore
from offcut.tokens import conversation_tokens
from support.counting import counter, no_check
from support.memory_store import MemoryStore

#: Arguments that are no options.
ASKED = ("context_length", "force", "enabled", "model", "reported_tokens")


def size(messages: Sequence[Any], format: str = "auto") -> int:
    """Return the base tokens of a list."""
    return conversation_tokens(read(messages, format), counter(), no_check)


def request(**arguments: Any) -> CompressionRequest:
    """Return a request; arguments that are no arguments of ``compress`` are options."""
    asked = {name: arguments.pop(name) for name in ASKED if name in arguments}
    return CompressionRequest(**asked, options=CompressionOptions(**arguments))


def compress(
    messages: Sequence[Any], store: SourceStore | None = None, *, format: str = "auto", **arguments: Any
) -> CompressionResult:
    """Run the pass with the embedded summariser."""
    return _run(
        compression.compress(
            messages,
            request(**arguments),
            format=format,
            store=MemoryStore() if store is None else store,
            counter=counter(),
        )
    )


def squeeze(messages: Sequence[Any], store: SourceStore | None = None, **options: Any) -> CompressionResult:
    """Run the pass whatever the size, in a window of the list's own tokens, with a short tail."""
    arguments = {"context_length": max(size(messages), 1), "force": True, "protect_last_n": 4, **options}
    return compress(messages, store, **arguments)


def plan(messages: Sequence[Any], store: SourceStore, **arguments: Any) -> CompressionResult:
    """Run step ``plan``."""
    return _run(compression.plan(messages, request(**arguments), store=store, counter=counter()))


def apply(
    messages: Sequence[Any], plan_id: str, summary: str | None, store: SourceStore
) -> CompressionResult:
    """Run step ``apply``."""
    return _run(compression.apply(messages, plan_id, summary, store=store, counter=counter()))


def made(result: CompressionResult) -> list[Any]:
    """Return the messages of a result that compressed."""
    assert result.status == "compressed" and result.messages is not None, result.reason
    return result.messages


def summary_of(result: CompressionResult) -> str:
    """Return the summary of a result that compressed."""
    assert result.summary is not None, result.reason
    return result.summary


def texts(messages: Sequence[Any], format: str = "auto") -> list[str]:
    """Return what the messages and results of a list say."""
    views = read(messages, format).messages
    return [text for view in views for text in (*view.texts, *(result.text for result in view.results))]


def _run(work: Coroutine[Any, Any, CompressionResult]) -> CompressionResult:
    async def run() -> CompressionResult:
        return await work

    return anyio.run(run)
