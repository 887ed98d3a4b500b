"""The recoverable pass: old tool results become previews, and every original is archived first.

    read -> pair -> recognise -> plan -> archive (one durable transaction) -> apply -> verify -> report

Only the driver in this file awaits anything; the rest is pure.
"""

from __future__ import annotations

from collections.abc import Sequence

from offcut.compaction.folding import Fold
from offcut.compaction.plan import Inputs, Plan, make_plan
from offcut.compaction.recognition import recognise
from offcut.compaction.report import fold, measure, report, verify
from offcut.compaction.request import CompactionRequest
from offcut.compaction.result import CompactionResult
from offcut.compaction.warnings import host_references, warnings_for
from offcut.conversation import Json
from offcut.errors import ArchiveUnavailable
from offcut.formats import read
from offcut.pairing import pair
from offcut.ports import SourceStore, TokenCounter
from offcut.relevance import Regression
from offcut.worker import Progress, in_thread, silent

STEPS = 4
#: Characters that one transaction holds, where there are as many; no context has.
LARGEST_TRANSACTION = 8_000_000


async def compact(
    messages: Sequence[Json],
    request: CompactionRequest,
    *,
    format: str = "auto",
    store: SourceStore,
    counter: TokenCounter,
    regression: Regression,
    warnings: Sequence[str] = (),
    progress: Progress | None = None,
) -> CompactionResult:
    """Fold old tool results into previews and return the new list; the given one is never changed.

    Raises ``InvalidInput`` before anything is stored, and ``ArchiveError`` when nothing could be.
    """
    tell = progress or silent
    await tell(0, STEPS, "reading messages")
    conversation = await in_thread(lambda check: read(messages, format))
    pairing = pair(conversation)
    recognised = await recognise(pairing.pairs, pairing.orphans, store)
    await tell(1, STEPS, "counting tokens")
    before = await in_thread(lambda check: measure(conversation, messages, request, counter, check))
    reference = await store.referencer()
    host_refs, refused = host_references(pairing, request)
    await tell(2, STEPS, "judging tool results")
    plan = await in_thread(
        lambda check: make_plan(
            Inputs(
                conversation=conversation,
                pairing=pairing,
                recognised=recognised,
                host_refs=host_refs,
                request=request,
                reference=reference,
                counter=counter,
                regression=regression,
                budget=before.budget,
                check=check,
            )
        )
    )
    folded = fold(messages, conversation, plan)
    after = await in_thread(lambda check: verify(messages, folded, conversation, plan, before, counter))
    if plan.folds:
        await tell(3, STEPS, f"archiving {len(plan.folds)} sources")
        await _archive(plan, store)
    await tell(STEPS, STEPS, "done")
    notes = (*warnings, *refused, *warnings_for(conversation, pairing, request))
    return report(folded, plan, before, after, notes)


async def _archive(plan: Plan, store: SourceStore) -> None:
    """Store what the plan folds. The previews already name references: they must be the store's own."""
    stored = [fold for fold in plan.folds if fold.stored]
    *early, last = _transactions(stored)
    refs = [ref for some in early for ref in await store.put_many([fold.source() for fold in some])]
    refs += await store.put_many([fold.source() for fold in last], [fold.stand_in() for fold in plan.folds])
    if refs != [fold.marker.ref for fold in stored]:
        raise ArchiveUnavailable(
            "the archive was replaced by another one while this pass ran; nothing was folded, call again"
        )


def _transactions(stored: list[Fold]) -> list[list[Fold]]:
    """Return what is written at once: everything, or so many characters of what is larger.

    A transaction holds its bytes in memory beside the messages. What an interrupted pass leaves of a
    larger one is bytes that nothing refers to, and that the next pass finds in their place.
    """
    transactions: list[list[Fold]] = [[]]
    size = 0
    for next_fold in stored:
        size += next_fold.marker.characters
        if size > LARGEST_TRANSACTION and transactions[-1]:
            transactions.append([])
            size = next_fold.marker.characters
        transactions[-1].append(next_fold)
    return transactions


__all__ = ["CompactionRequest", "CompactionResult", "Progress", "compact"]
