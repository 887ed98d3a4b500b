"""Running a pass in a test, with the real counter and decider and a store in memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import anyio

from offcut.api import compact_context
from offcut.compaction.result import CompactionResult, Decision
from support.memory_store import MemoryStore


def compact(messages: Sequence[Any], store: MemoryStore | None = None, **arguments: Any) -> CompactionResult:
    """Run ``compact_context``; keyword arguments that are options are passed as such."""

    async def run() -> CompactionResult:
        return await compact_context(messages, archive=store or MemoryStore(), **arguments)

    return anyio.run(run)


def decisions(result: CompactionResult) -> list[Decision]:
    """Return the decisions of a result that has them."""
    assert result.decisions is not None
    return list(result.decisions)


def reasons(result: CompactionResult) -> list[str]:
    """Return the reason of each decision, in order."""
    return [decision.reason for decision in decisions(result)]


def folded(result: CompactionResult) -> list[str]:
    """Return the ids of the pairs that were folded, in order."""
    return [decision.id for decision in decisions(result) if decision.action == "preview"]
