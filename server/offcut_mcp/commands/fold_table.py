"""The table of what a pass folded, and the lines under it; shared by ``compact`` and ``demo``."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from offcut.conversation import Conversation, ToolCall
from offcut.formats import read
from offcut.pairing import pair
from offcut.vocabulary import exact_counter
from offcut_mcp.commands.output import columns, counted, harmless

if TYPE_CHECKING:
    from rich.table import Table

#: Decision reasons (DESIGN 4) as a reader would say them; what is missing here is said as it is.
REASONS = {
    "protected": "protected",
    "not_eligible": "of a tool not to be folded",
    "unpaired": "without exactly one result",
    "already_preview": "already a preview",
    "within_budget": "not necessary for the budget",
    "needed_or_uncertain": "still needed or uncertain",
    "no_savings": "too short to save anything",
    "too_large": "too large to judge",
    "unobserved": "not judged",
}
#: Columns of the table between its cells, and the least that a call is described in.
BETWEEN, LEAST_CALL = 11, 9
OUTCOMES = {
    "compacted": "Folded",
    "no_candidates": "Nothing could be folded",
    "no_change": "Nothing was folded",
    "budget_exceeded": "The budget could not be met: folded",
}


@dataclass(frozen=True, slots=True)
class Fold:
    """One result that became a preview: its call, its reference, its size before and after."""

    call: str
    ref: str
    characters: int
    tokens_before: int
    tokens_after: int
    preview: str


async def folds(before: Sequence[Any], wire: dict[str, Any], format: str = "auto") -> list[Fold]:
    """Return what a result of ``compact_context`` folded, in order of the conversation.

    Tokens are model tokens, as everywhere in the result.
    """
    counter = await exact_counter()
    factor = wire["stats"]["token_factor"]
    previews = _previews(read(before, format), read(wire["messages"], format))
    return [
        Fold(
            call=_described(call),
            ref=source["ref"],
            characters=source["chars"],
            tokens_before=source["tokens"],
            tokens_after=math.ceil(counter.count(preview) * factor),
            preview=preview,
        )
        for source, (call, preview) in zip(wire["sources"], previews, strict=True)
    ]


def table(folded: Sequence[Fold]) -> Table:
    """Return one row a fold, as wide as the terminal; only the description of the call gives way."""
    from rich import box
    from rich.table import Table

    drawn = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    drawn.add_column("result of", no_wrap=True)
    drawn.add_column("characters", justify="right", no_wrap=True)
    drawn.add_column("tokens", justify="right", no_wrap=True)
    drawn.add_column("reference", no_wrap=True)
    tokens = [f"{fold.tokens_before} → {fold.tokens_after}" for fold in folded]
    others = len("characters") + max(map(len, tokens)) + max(len(fold.ref) for fold in folded)
    room = max(LEAST_CALL, columns() - others - BETWEEN)
    for fold, change in zip(folded, tokens, strict=True):
        drawn.add_row(_without_middle(fold.call, room), str(fold.characters), change, fold.ref)
    return drawn


def summary(wire: dict[str, Any]) -> list[str]:
    """Return the lines under the table: the outcome, the totals, what was kept and why."""
    decisions, folded = wire["decisions"], len(wire["sources"])
    count = f" {counted(folded, 'result')} of {counted(len(decisions), 'tool call')}" if folded else ""
    lines = [f"{OUTCOMES[wire['reason']]}{count}: {_totals(wire['stats'])}."]
    kept = Counter(decision["reason"] for decision in decisions if decision["action"] == "keep")
    if kept:
        reasons = ", ".join(f"{count} {REASONS.get(reason, reason)}" for reason, count in kept.most_common())
        lines.append(f"Kept: {reasons}.")
    return lines


def _totals(stats: dict[str, Any]) -> str:
    before, after = stats["tokens_before"], stats["tokens_after"]
    saved = f", {100 * (before - after) / before:.0f} % less" if after < before else ""
    method = "" if stats["token_method"] == "exact" else f" (count: {stats['token_method']})"
    return f"{before:,} → {after:,} tokens{saved}{method}"


def _previews(old: Conversation, new: Conversation) -> Iterator[tuple[ToolCall, str]]:
    """Yield the call and the new text of every result that is no longer what it was, in order."""
    shown = {result.place: result.text for message in new.messages for result in message.results}
    changed = [p for p in pair(old).pairs if shown[p.result.place] != p.result.text]
    for entry in sorted(changed, key=lambda entry: entry.result.place):
        yield entry.call, shown[entry.result.place]


def _described(call: ToolCall) -> str:
    """Return the tool's name and its arguments' values on one line."""
    try:
        values = [value for value in json.loads(call.arguments).values() if isinstance(value, str | int)]
    except (ValueError, AttributeError):
        values = [call.arguments]
    return harmless(" ".join(" ".join([call.name, *map(str, values)]).split()))


def _without_middle(text: str, room: int) -> str:
    """Shorten a text to fit; its end, often a file's name, says as much as its beginning."""
    half = room // 2
    return text if len(text) <= room else f"{text[: room - half - 1]}…{text[-half:]}"
