"""The lossy pass: the middle of a conversation becomes a structured checkpoint, and every removed message is
archived first.

    read -> recognise -> measure -> divide -> tried before? -> remember -> render -> assemble -> guards
    -> archive -> report

Only the driver in this file awaits anything; the rest is pure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from offcut.compaction.recognition import recognise
from offcut.compression.attempts import TRIED, attempt_of, note_attempt, was_tried
from offcut.compression.draft import Draft, draft
from offcut.compression.handoff import Handoff, handoff
from offcut.compression.own_summary import own_summaries
from offcut.compression.planning import (
    plan_source,
    planned,
    prompt_of,
    request_of,
    too_small_to_tell,
    usable_summary,
)
from offcut.compression.request import CompressionRequest
from offcut.compression.result import CompressionResult, CompressionStatus
from offcut.compression.situation import NOTHING, Situation, situation_of, stats_of
from offcut.compression.tail import shortfall
from offcut.compression.writing import told_budget
from offcut.conversation import Json
from offcut.errors import ArchiveUnavailable
from offcut.formats import read
from offcut.pairing import pair
from offcut.ports import SourceStore, TokenCounter
from offcut.tokens import MESSAGE_OVERHEAD
from offcut.worker import Progress, in_thread, silent

STEPS = 4
EXTRACTIVE, HOST = "extractive", "host"
#: What leaves a tail as heavy as it was, although the threshold was reached.
SHORT = ("nothing_to_compress", "no_progress")
#: So many results of a handoff are in memory a second time while they are written.
RESULTS_AT_ONCE = 64
ONLY_TAIL = "there was nothing between head and tail to remove; results of the heavy tail became previews"

__all__ = ["CompressionRequest", "CompressionResult", "apply", "compress", "hand_over", "look", "plan"]


async def compress(
    messages: Sequence[Json],
    request: CompressionRequest,
    *,
    format: str = "auto",
    store: SourceStore,
    counter: TokenCounter,
    warnings: Sequence[str] = (),
    progress: Progress | None = None,
) -> CompressionResult:
    """Summarise the middle with the embedded summariser and return the new list.

    The given list is never changed; unless the status is ``compressed`` it is what is returned. Raises
    ``InvalidInput`` for unusable input and ``ArchiveError`` when nothing could be stored.
    """
    tell = progress or silent
    situation = await look(messages, request, format=format, store=store, counter=counter, progress=tell)
    if situation.verdict is not None:
        return await _finish(situation, None, [], store, warnings, tell)
    attempt = await in_thread(lambda check: attempt_of(situation))
    if await was_tried(attempt, store):
        return _unchanged(situation, "no_progress", TRIED, warnings)
    result = await _finish(situation, None, [], store, warnings, tell)
    if result.status == "no_progress":
        await note_attempt(attempt, store)
    return result


async def plan(
    messages: Sequence[Json],
    request: CompressionRequest,
    *,
    format: str = "auto",
    store: SourceStore,
    counter: TokenCounter,
    warnings: Sequence[str] = (),
    progress: Progress | None = None,
) -> CompressionResult:
    """Return the prompt for a host's own model and the id for ``apply``; nobody is asked."""
    tell = progress or silent
    situation = await look(messages, request, format=format, store=store, counter=counter, progress=tell)
    if situation.verdict is not None:
        return _unchanged(situation, *situation.verdict, warnings)
    if problem := too_small_to_tell(situation):
        return _unchanged(situation, "no_progress", problem, warnings)
    await tell(2, STEPS, "writing the prompt")
    prompt = await in_thread(lambda check: prompt_of(situation, check))
    (plan_id,) = await store.put_many([plan_source(situation)])
    made = _unchanged(situation, "planned", "give the prompt to your model, then call step apply", warnings)
    return replace(made, plan_id=plan_id, prompt=prompt, max_summary_tokens=told_budget(situation))


async def apply(
    messages: Sequence[Json],
    plan_id: str,
    summary: str | None,
    *,
    store: SourceStore,
    counter: TokenCounter,
    enabled: bool = True,
    warnings: Sequence[str] = (),
    progress: Progress | None = None,
) -> CompressionResult:
    """Put a host's own summary in the place of what its plan removes; messages may have been appended."""
    made = await planned(plan_id, messages, store)
    before, since = messages[: made.messages], messages[made.messages :]
    request = replace(request_of(made), enabled=enabled)
    tell = progress or silent
    if since:
        # As one list, so that an error names the place that the caller knows.
        await in_thread(lambda check: read(messages, made.format))
    situation = await look(before, request, format=made.format, store=store, counter=counter, progress=tell)
    if situation.verdict is not None:
        return _unchanged(situation, *situation.verdict, warnings, list(since))
    told = usable_summary(situation, summary)
    return await _finish(situation, told, list(since), store, warnings, tell)


async def hand_over(
    messages: Sequence[Json],
    request: CompressionRequest,
    *,
    told: str,
    characters: int,
    format: str = "auto",
    store: SourceStore,
    counter: TokenCounter,
    warnings: Sequence[str] = (),
) -> CompressionResult:
    """Archive everything and sum it up for a fresh session; the status still tells whether it is time."""
    situation = await look(messages, request, format=format, store=store, counter=counter)
    if not request.enabled or not situation.raw:
        return _unchanged(situation, *(situation.verdict or NOTHING), warnings)
    reference = await store.referencer()
    made = await in_thread(
        lambda check: handoff(situation, reference, told=told, characters=characters, check=check)
    )
    if isinstance(made, str):
        return _unchanged(situation, "no_progress", made, warnings)
    results = made.results()
    while some := list(islice(results, RESULTS_AT_ONCE)):
        await store.put_many(some)
    expected = [reference(source.body) for source in made.checkpoint.sources]
    if await store.put_many(made.checkpoint.sources, [made.checkpoint.stand_in]) != expected:
        raise ArchiveUnavailable(
            "the archive was replaced by another one while this pass ran; nothing was handed over, call again"
        )
    return _handed_over(situation, made, warnings)


async def look(
    messages: Sequence[Json],
    request: CompressionRequest,
    *,
    format: str = "auto",
    store: SourceStore,
    counter: TokenCounter,
    progress: Progress = silent,
) -> Situation:
    """Return where a conversation stands: sizes, boundaries, and whether there is anything to do."""
    await progress(0, STEPS, "reading messages")
    conversation = await in_thread(lambda check: read(messages, format))
    pairing = pair(conversation)
    recognised = await recognise(pairing.pairs, pairing.orphans, store)
    own = await own_summaries(conversation, pairing, store)
    await progress(1, STEPS, "counting tokens")
    raw = list(messages)
    return await in_thread(
        lambda check: situation_of(conversation, raw, pairing, recognised, own, request, counter, check)
    )


async def _finish(
    situation: Situation,
    told: str | None,
    since: list[Json],
    store: SourceStore,
    warnings: Sequence[str],
    tell: Progress,
) -> CompressionResult:
    """Draft, archive, report. ``since`` are messages that follow the situation's list untouched."""
    if situation.verdict is not None and not situation.overflows_alone:
        return _unchanged(situation, *situation.verdict, warnings, since)
    reference = await store.referencer()
    await tell(2, STEPS, f"summarising {len(situation.boundaries.removed)} messages")
    made = await in_thread(lambda check: draft(situation, reference, told, check))
    if isinstance(made, str):
        return _unchanged(situation, *(situation.verdict or ("no_progress", made)), warnings, since)
    await tell(3, STEPS, "archiving")
    expected = [reference(source.body) for source in made.sources]
    if await store.put_many(made.sources, made.stand_ins) != expected:
        raise ArchiveUnavailable(
            "the archive was replaced by another one while this pass ran; nothing was compressed, call again"
        )
    await tell(STEPS, STEPS, "done")
    return _compressed(situation, made, since, EXTRACTIVE if told is None else HOST, warnings)


def _unchanged(
    situation: Situation,
    status: CompressionStatus,
    reason: str,
    warnings: Sequence[str],
    since: Sequence[Json] = (),
) -> CompressionResult:
    raw = [*situation.raw, *since]
    stats = stats_of(situation, after=situation.base, since=since)
    notes = shortfall(situation, ()) if status in SHORT else []
    return CompressionResult(status, reason, raw, stats, warnings=(*warnings, *notes))


def _handed_over(situation: Situation, made: Handoff, warnings: Sequence[str]) -> CompressionResult:
    """Report what a session that starts from the summary alone would hold."""
    summary, removed = made.checkpoint, len(situation.raw)
    verdict = situation.verdict
    waiting = verdict if verdict is not None and verdict[0] == "below_threshold" else None
    status, reason = waiting or ("compressed", f"{removed} messages are archived and summed up")
    tokens = situation.counter.count(summary.text)
    return CompressionResult(
        status=status,
        reason=reason,
        messages=None,
        stats=stats_of(
            situation, after=tokens + MESSAGE_OVERHEAD, messages=1, removed=removed, summary=tokens
        ),
        summary=summary.text,
        summary_ref=summary.ref,
        segment_ref=summary.segment,
        summarized_by=EXTRACTIVE,
        sources=made.listed,
        warnings=tuple(warnings),
    )


def _compressed(
    situation: Situation, made: Draft, since: Sequence[Json], by: str, warnings: Sequence[str]
) -> CompressionResult:
    summary, counter = made.checkpoint, situation.counter
    removed = summary.removed if summary else 0
    return CompressionResult(
        status="compressed",
        reason=f"{removed} messages became a summary" if summary else ONLY_TAIL,
        messages=[*made.messages, *since],
        stats=stats_of(
            situation,
            after=made.after,
            since=since,
            messages=len(made.messages),
            removed=removed,
            summary=counter.count(summary.text) if summary else 0,
        ),
        summary=summary.text if summary else None,
        summary_ref=summary.ref if summary else None,
        segment_ref=made.segment,
        summarized_by=by if summary else None,
        first_changed_index=made.first_changed,
        sources=made.folded,
        warnings=(*warnings, *made.warnings),
    )
