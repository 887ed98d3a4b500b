"""What an agent gets of a pass over its own session: few characters, and references to everything else."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from offcut.ports import NewSource, SourceStore

if TYPE_CHECKING:
    from offcut.transcripts import Transcript

#: Hosts cut results that are longer (DESIGN 10).
MOST_CHARACTERS = 10_000
MOST_SOURCES = 40
MOST_WARNINGS = 5
LONGEST_WARNING = 300

Wire = Mapping[str, Any]


async def for_agent(
    wire: Wire, transcript: Transcript, archive: SourceStore, *, beside: Collection[str] = ()
) -> dict[str, Any]:
    """Return a pass's result as an agent can use it: nothing was applied, and what can be done with it.

    The largest ``sources`` stand in it, all of them in an index that is archived. It has at most
    ``MOST_CHARACTERS`` as JSON, not counting the members ``beside`` that the caller asked for itself.
    """
    sources: Sequence[Wire] = wire["sources"]
    index = await _archived_index(sources, transcript, archive)
    answer: dict[str, Any] = {
        **wire,
        "warnings": _short(wire["warnings"]),
        "applied": False,
        "session": transcript.session,
        "index_ref": index,
        "note": _note(wire, transcript),
        "sources": [],
    }
    room = MOST_CHARACTERS - _length({name: value for name, value in answer.items() if name not in beside})
    return {**answer, "sources": _fitting(sources, room)}


async def _archived_index(
    sources: Sequence[Wire], transcript: Transcript, archive: SourceStore
) -> str | None:
    """Archive a list of all sources, one a line, and return its reference."""
    if not sources:
        return None
    head = f"Archived results of session {transcript.session} ({transcript.host}), oldest first:"
    lines = [f"{s['ref']} {s['chars']} chars, {s['tokens']} tokens: {s['summary']}" for s in sources]
    body = "\n".join([head, *lines]).encode("utf-8", "surrogatepass")
    (ref,) = await archive.put_many([NewSource(body, kind="summary")])
    return ref


def _fitting(sources: Sequence[Wire], room: int) -> list[Wire]:
    """Return as many of the largest sources as there is room for, in the order of the conversation."""
    chosen = []
    for at in sorted(range(len(sources)), key=lambda at: -sources[at]["tokens"])[:MOST_SOURCES]:
        room -= _length(sources[at]) + 1
        if room < 0:
            break
        chosen.append(at)
    return [sources[at] for at in sorted(chosen)]


def _note(wire: Wire, transcript: Transcript) -> str:
    """Return what the agent can do now; it cannot put anything in the place of its history."""
    from offcut.transcripts import TITLES

    kept = f"Nothing was replaced: {TITLES[transcript.host]} keeps its own history."
    tokens = sum(source["tokens"] for source in wire["sources"])
    archived = (
        f"{len(wire['sources'])} results ({tokens} tokens) are archived, also for later sessions: "
        "recover_source(ref) gives one back, recover_source(index_ref) lists all."
    )
    if wire.get("summary"):
        handoff = (
            "To go on in a fresh session, begin it with the text of summary; segment_ref has every message."
        )
        return " ".join([kept, handoff, *([archived] if wire["sources"] else [])])
    return f"{kept} {archived if wire['sources'] else 'There was nothing to archive.'}"


def _short(warnings: Sequence[str]) -> list[str]:
    shown = [text if len(text) <= LONGEST_WARNING else f"{text[:LONGEST_WARNING]}…" for text in warnings]
    more = len(shown) - MOST_WARNINGS
    return [*shown[:MOST_WARNINGS], f"and {more} more warnings"] if more > 0 else shown


def _length(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")))
