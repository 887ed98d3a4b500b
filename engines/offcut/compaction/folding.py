"""A fold: one result, what is shown in its place, and what has to be stored for that."""

from __future__ import annotations

from dataclasses import dataclass

from offcut.compaction.recognition import digest_of
from offcut.compaction.result import DecisionReason, FoldedSource
from offcut.conversation import ToolPair
from offcut.ports import NewSource, NewStandIn, Occurrence
from offcut.previews import Marker
from offcut.redact import mask, plain, redact

SUMMARY_CHARS = 80
LONGEST_TOOL_NAME = 80


@dataclass(frozen=True, slots=True)
class Fold:
    """A result that may be replaced: by what, what it points to, and how many base tokens it saves.

    ``stored`` is false where nothing has to be archived: the original is archived already, or the host
    holds it.
    """

    pair: ToolPair
    text: str
    marker: Marker
    tokens: int
    savings: int
    stored: bool
    reason: DecisionReason = "low_relevance"
    probability: float | None = None

    def source(self) -> NewSource:
        """Return the original as it is archived."""
        call, result = self.pair.call, self.pair.result
        return NewSource(
            body=result.archived_bytes,
            text=result.text if result.blocks else None,
            blocks=result.blocks,
            media_type="application/json" if result.blocks else "text/plain",
            tokens=self.tokens,
            occurrence=Occurrence(tool=call.name, call_id=call.id, position=result.place.message),
        )

    def stand_in(self) -> NewStandIn:
        """Return what makes the shown text known to the archive."""
        marker = self.marker
        return NewStandIn(
            digest_of(self.text),
            marker.ref,
            by_host=marker.by_host,
            characters=marker.characters,
            lines=marker.lines,
        )

    def listed(self) -> FoldedSource:
        """Return the entry of a result's ``sources``."""
        call, marker = self.pair.call, self.marker
        tool = _shown(call.name)[:LONGEST_TOOL_NAME]
        summary = f"{tool} {_shown(call.arguments)[:SUMMARY_CHARS]}"
        return FoldedSource(marker.ref, tool, summary, marker.characters, self.tokens)


def _shown(text: str) -> str:
    """Return a text in one line and without secrets: masked whole, since a cut could halve one."""
    clean = redact(text)
    return plain(mask(clean.text, clean.secrets))
