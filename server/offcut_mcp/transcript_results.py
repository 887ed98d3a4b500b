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
MOST_TOOLS = 40
#: Characters of JSON: one that has to be escaped counts as six.
LONGEST_WARNING = 300
LONGEST_NAME = 100

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
        "session": _cut(transcript.session, LONGEST_NAME),
        "index_ref": index,
        "note": _note(wire, transcript),
        "sources": [],
    }
    room = MOST_CHARACTERS - _length({name: value for name, value in answer.items() if name not in beside})
    return {**answer, "sources": _fitting(sources, room)}


def status_for_agent(wire: Wire) -> dict[str, Any]:
    """Return the status of a session with the tools that would free the most, in ``MOST_CHARACTERS``."""
    tools: Sequence[Wire] = wire["reclaimable"]
    shown = [{**entry, "tool": _cut(entry["tool"], LONGEST_NAME)} for entry in tools[:MOST_TOOLS]]
    warnings = _short(wire["warnings"])
    if more := len(tools) - len(shown):
        tokens = sum(entry["tokens"] for entry in tools[MOST_TOOLS:])
        warnings.append(f"reclaimable leaves out {more} more tools with {tokens} tokens together")
    return {**wire, "reclaimable": shown, "warnings": warnings}


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
    shown = [_cut(text, LONGEST_WARNING) for text in warnings[:MOST_WARNINGS]]
    more = len(warnings) - len(shown)
    return [*shown, f"and {more} more warnings"] if more > 0 else shown


def _cut(text: str, most: int) -> str:
    """Return a text that has at most so many characters as JSON, an ellipsis for the rest not counted."""
    shown = text[:most]
    while (length := _length(shown) - len('""')) > most:
        shown = shown[: len(shown) * most // length]
    return shown if shown == text else f"{shown}…"


def _length(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")))
