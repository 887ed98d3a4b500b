"""The library's functions: the core, wired to the counter and the decider that this package carries."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from offcut.coefficients import local_regression
from offcut.compaction import CompactionRequest, CompactionResult, Progress, compact
from offcut.compaction.request import names
from offcut.config import CompactionOptions
from offcut.conversation import Json
from offcut.ports import SourceStore
from offcut.vocabulary import exact_counter

__all__ = ["compact_context"]


async def compact_context(
    messages: Sequence[Json],
    *,
    archive: SourceStore,
    goal: str | None = None,
    next_action: str | None = None,
    eligible_tool_names: Collection[str] | None = None,
    source_refs: Mapping[str, str] | None = None,
    protected_message_ids: Collection[str] | None = None,
    protected_call_ids: Collection[str] | None = None,
    format: str = "auto",
    model: str | None = None,
    reported_tokens: int = 0,
    include_messages: bool = True,
    include_decisions: bool = True,
    options: Mapping[str, Any] | CompactionOptions | None = None,
    warnings: Sequence[str] = (),
    progress: Progress | None = None,
) -> CompactionResult:
    """Fold old tool results into short previews; every original is archived first, byte for byte.

    ``messages`` is a list of raw message objects and is never changed; messages that nothing folds come
    back as the same objects. ``options`` are the wire's (see ``CompactionOptions``). Raises
    ``InvalidInput`` for unusable input and ``ArchiveError`` when the archive cannot be written; in both
    cases nothing was stored and the caller still has its list.
    """
    started = time.perf_counter()
    request = CompactionRequest(
        goal=goal,
        next_action=next_action,
        eligible_tool_names=None
        if eligible_tool_names is None
        else names(eligible_tool_names, "eligible_tool_names"),
        source_refs={} if source_refs is None else source_refs,
        protected_message_ids=names(protected_message_ids, "protected_message_ids"),
        protected_call_ids=names(protected_call_ids, "protected_call_ids"),
        model=model,
        reported_tokens=reported_tokens,
        options=options if isinstance(options, CompactionOptions) else CompactionOptions.read(options),
    )
    result = await compact(
        messages,
        request,
        format=format,
        store=archive,
        counter=await exact_counter(),
        regression=local_regression(),
        warnings=warnings,
        progress=progress,
    )
    elapsed = round((time.perf_counter() - started) * 1000)
    return dataclasses.replace(
        result,
        stats=dataclasses.replace(result.stats, elapsed_ms=elapsed),
        messages=result.messages if include_messages else None,
        decisions=result.decisions if include_decisions else None,
    )
