"""The library's functions: the core, wired to the counter and the decider that this package carries."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeVar

import anyio.to_thread

from offcut import compression
from offcut.archive.absent import AbsentArchive
from offcut.coefficients import local_regression
from offcut.compaction import CompactionRequest, CompactionResult, compact
from offcut.compaction.request import names
from offcut.compression import CompressionRequest, CompressionResult
from offcut.compression.status import ContextStatus, status_of
from offcut.config import CompactionOptions, CompressionOptions
from offcut.conversation import Json
from offcut.errors import ArchiveError, InvalidInput
from offcut.limits import Limits, not_json, wrong_types
from offcut.ports import SourceStore
from offcut.vocabulary import exact_counter
from offcut.worker import Progress

Step = Literal["run", "plan", "apply"]
Options = TypeVar("Options", bound=Limits)

__all__ = ["compact_context", "compress", "context_status", "hand_over"]


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
    protected_tools: Collection[str] | None = None,
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
    back as the same objects. Results of ``protected_tools`` are never folded. ``options`` are the wire's
    (see ``CompactionOptions``). Raises ``InvalidInput`` for unusable input and ``ArchiveError`` when the
    archive cannot be written; in both cases nothing was stored and the caller still has its list.
    """
    started = time.perf_counter()
    flags = {"include_messages": include_messages, "include_decisions": include_decisions}
    _refuse(messages, integers={"reported_tokens": reported_tokens}, flags=flags)
    request = CompactionRequest(
        goal=goal,
        next_action=next_action,
        eligible_tool_names=None
        if eligible_tool_names is None
        else names(eligible_tool_names, "eligible_tool_names"),
        source_refs={} if source_refs is None else source_refs,
        protected_message_ids=names(protected_message_ids, "protected_message_ids"),
        protected_call_ids=names(protected_call_ids, "protected_call_ids"),
        protected_tools=names(protected_tools, "protected_tools"),
        model=model,
        reported_tokens=reported_tokens,
        options=_read(CompactionOptions, options),
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
    return dataclasses.replace(
        result,
        stats=dataclasses.replace(result.stats, elapsed_ms=_elapsed(started)),
        messages=result.messages if include_messages else None,
        decisions=result.decisions if include_decisions else None,
    )


async def compress(
    messages: Sequence[Json],
    *,
    archive: SourceStore,
    context_length: int = 0,
    focus: str | None = None,
    force: bool = False,
    evidence_top_n: int = 0,
    step: Step = "run",
    plan_id: str | None = None,
    summary: str | None = None,
    format: str = "auto",
    model: str | None = None,
    reported_tokens: int = 0,
    include_messages: bool = True,
    options: Mapping[str, Any] | CompressionOptions | None = None,
    enabled: bool = True,
    warnings: Sequence[str] = (),
    progress: Progress | None = None,
) -> CompressionResult:
    """Put a structured summary in the place of the conversation's middle; what goes is archived first.

    ``messages`` is never changed, and comes back as it is unless the status is ``compressed``. Step
    ``plan`` returns a prompt for a model of the caller's own, ``apply`` takes the ``summary`` that it wrote
    and the ``plan_id``. ``options`` are the wire's (see ``CompressionOptions``); lengths are model tokens.
    Raises ``InvalidInput`` for unusable input and ``ArchiveError`` when the archive cannot be written; in
    both cases nothing was stored.
    """
    started = time.perf_counter()
    numbers = {"context_length": context_length, "reported_tokens": reported_tokens}
    flags = {"force": force, "include_messages": include_messages, "enabled": enabled}
    texts = {"focus": focus, "model": model, "plan_id": plan_id, "summary": summary}
    _refuse(messages, integers={**numbers, "evidence_top_n": evidence_top_n}, flags=flags, texts=texts)
    _check_step(step, plan_id, summary)
    notes = (*warnings, *_without_effect(focus, evidence_top_n))
    request = CompressionRequest(
        context_length=context_length,
        force=force,
        enabled=enabled,
        model=model,
        reported_tokens=reported_tokens,
        options=_read(CompressionOptions, options),
    )
    counter = await exact_counter()
    outside: dict[str, Any] = {"store": archive, "counter": counter, "warnings": notes, "progress": progress}
    match step:
        case "run":
            result = await compression.compress(messages, request, format=format, **outside)
        case "plan":
            result = await compression.plan(messages, request, format=format, **outside)
        case "apply":
            result = await compression.apply(messages, plan_id or "", summary, enabled=enabled, **outside)
    return dataclasses.replace(
        result,
        stats=dataclasses.replace(result.stats, elapsed_ms=_elapsed(started)),
        messages=result.messages if include_messages else None,
    )


async def hand_over(
    messages: Sequence[Json],
    *,
    archive: SourceStore,
    told: str = "",
    characters: int = 6_000,
    context_length: int = 0,
    force: bool = False,
    format: str = "auto",
    model: str | None = None,
    reported_tokens: int = 0,
    options: Mapping[str, Any] | CompressionOptions | None = None,
    enabled: bool = True,
    warnings: Sequence[str] = (),
) -> CompressionResult:
    """Sum up a whole conversation for a session that starts afresh, and archive every message of it.

    For hosts whose history nobody can replace. The ``summary`` has at most so many ``characters`` and keeps
    what ``told``, a summary by the host itself, says; ``sources`` are the larger results. The status tells
    whether it is time (``force`` makes it so), and there is a summary all the same, unless compression is not
    ``enabled`` or there are no messages. Raises what ``compress`` raises.
    """
    started = time.perf_counter()
    request = CompressionRequest(
        context_length=context_length,
        force=force,
        enabled=enabled,
        model=model,
        reported_tokens=reported_tokens,
        options=_read(CompressionOptions, options),
    )
    result = await compression.hand_over(
        messages,
        request,
        told=told,
        characters=characters,
        format=format,
        store=archive,
        counter=await exact_counter(),
        warnings=warnings,
    )
    return dataclasses.replace(
        result, stats=dataclasses.replace(result.stats, elapsed_ms=_elapsed(started)), messages=None
    )


async def context_status(
    messages: Sequence[Json],
    *,
    archive: SourceStore,
    context_length: int = 0,
    format: str = "auto",
    model: str | None = None,
    reported_tokens: int = 0,
    options: Mapping[str, Any] | CompressionOptions | None = None,
    compaction: CompactionOptions | None = None,
    protected_tools: Collection[str] | None = None,
    enabled: bool = True,
    warnings: Sequence[str] = (),
) -> ContextStatus:
    """Tell how full a context is, what could be reclaimed from old tool results, and what to do about it.

    Nothing is changed or stored. ``options`` are those of ``compress``; ``compaction`` and
    ``protected_tools`` say which results count as reclaimable. Without a usable archive it goes on and
    warns. Raises ``InvalidInput`` for unusable input.
    """
    numbers = {"context_length": context_length, "reported_tokens": reported_tokens}
    _refuse(messages, integers=numbers, flags={"enabled": enabled}, texts={"model": model})
    if not isinstance(compaction, CompactionOptions | None):
        raise InvalidInput("compaction must be CompactionOptions, or left out")
    request = CompressionRequest(
        context_length=context_length,
        enabled=enabled,
        model=model,
        reported_tokens=reported_tokens,
        options=_read(CompressionOptions, options),
    )
    folding = CompactionRequest(
        protected_tools=names(protected_tools, "protected_tools"), options=compaction or CompactionOptions()
    )
    counter = await exact_counter()

    async def status(store: SourceStore, notes: tuple[str, ...]) -> ContextStatus:
        situation = await compression.look(messages, request, format=format, store=store, counter=counter)
        return await anyio.to_thread.run_sync(status_of, situation, folding, notes)

    try:
        return await status(archive, tuple(warnings))
    except ArchiveError as error:
        return await status(
            AbsentArchive(), (*warnings, f"{error}; what was cut earlier is therefore not recognised")
        )


def _read(kind: type[Options], options: Mapping[str, Any] | Options | None) -> Options:
    return kind.read(None, options) if isinstance(options, Limits) else kind.read(options)


def _refuse(
    messages: Sequence[Json],
    *,
    integers: Mapping[str, Any],
    flags: Mapping[str, Any],
    texts: Mapping[str, Any] | None = None,
) -> None:
    """Raise ``InvalidInput`` for arguments of another kind, and for messages that are not JSON."""
    listed = isinstance(messages, Sequence) and not isinstance(messages, str | bytes)
    problems = [] if listed else ["messages must be a list of message objects"]
    problems += [
        f"messages[{index}] {problem}"
        for index, message in enumerate(messages if listed else ())
        if isinstance(message, dict) and (problem := not_json(message))
    ]
    problems += wrong_types("an integer", int, **integers)
    problems += wrong_types("true or false", bool, **flags)
    problems += wrong_types("a string", str | None, **texts or {})
    if problems:
        raise InvalidInput(*problems)


def _check_step(step: str, plan_id: str | None, summary: str | None) -> None:
    if step not in ("run", "plan", "apply"):
        raise InvalidInput(f'step must be "run", "plan" or "apply", not {str(step)[:40]!r}')
    if step == "apply" and (plan_id is None or summary is None):
        raise InvalidInput(
            'step "apply" needs plan_id, which step "plan" returned, and summary, which your model wrote'
        )
    if step != "apply" and (plan_id is not None or summary is not None):
        raise InvalidInput(f'plan_id and summary belong to step "apply"; leave them out of step "{step}"')


def _without_effect(focus: str | None, evidence_top_n: int) -> Iterator[str]:
    if evidence_top_n < 0:
        raise InvalidInput("evidence_top_n must be 0 or more")
    if focus:
        yield "focus has no effect yet in this version"
    if evidence_top_n:
        yield "evidence_top_n has no effect yet in this version"


def _elapsed(started: float) -> int:
    """Return the milliseconds since then."""
    return round((time.perf_counter() - started) * 1000)
