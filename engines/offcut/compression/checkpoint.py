"""The summary message of one compression, with everything that is stored for it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from offcut.compaction.recognition import digest_of
from offcut.compression.situation import Situation
from offcut.compression.writing import Writing
from offcut.conversation import Message, Place
from offcut.formats import compact_json
from offcut.formats.insertions import Identity
from offcut.ports import Check, NewSource, NewStandIn, Reference, SourceKind
from offcut.summary import Memory, Round, Turn, remember


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A summary's exact text and references; ``sources`` are the removed messages, segment and summary."""

    text: str
    ref: str
    segment: str
    removed: int
    sources: tuple[NewSource, ...]
    stand_in: NewStandIn
    identity: Identity


def checkpoint_of(
    situation: Situation, reference: Reference, told: str | None, check: Check
) -> Checkpoint | str:
    """Return the embedded summary of what is removed, or the host's own (``told``); nothing is stored.

    Returns how many tokens it would need where it may not have enough to say anything.
    """
    removed = [situation.raw[i] for i in situation.boundaries.removed]
    memory = remember(situation.own.memory, turns_of(situation), check)
    memory = memory if told is None else replace(memory, told=told)
    writing = Writing(situation, memory, told)
    body = writing.within(situation.base_summary_budget)
    if body is None:
        return writing.shortfall()
    originals = [_source(compact_json(raw), "message") for raw in removed]
    memory = replace(memory, shown=body.shown)
    manifest = _manifest([reference(source.body) for source in originals], memory)
    segment = reference(manifest.body)
    text = writing.message(body, segment)
    summary = _source(text, "summary", "text/plain")
    return Checkpoint(
        text=text,
        ref=reference(summary.body),
        segment=segment,
        removed=len(removed),
        sources=(*originals, manifest, summary),
        stand_in=NewStandIn(digest_of(text), segment, "summary"),
        identity=Identity(segment.removeprefix("oc_"), removed[-1].get("created_at")),
    )


def empty_segment() -> NewSource:
    """Return the segment of a compression that removed nothing, so that every one has a segment."""
    return _manifest([], Memory())


def turns_of(situation: Situation) -> list[Turn]:
    """Return what the summary is made from: the removed messages, results as the originals they stand for.

    An original that several results stand for is there once.
    """
    removed = frozenset(situation.boundaries.removed)
    results: dict[Place, str] = {}
    seen: set[str] = set()
    for pair in situation.pairing.pairs:
        text = situation.text_of(pair.result)
        results[pair.call.place] = pair.result.text if text in seen else text
        if text is not pair.result.text and pair.call.place.message in removed:
            seen.add(text)
    messages = situation.conversation.messages
    return [
        _turn(messages[i], results) for i in situation.boundaries.removed if i not in situation.own.messages
    ]


def _turn(message: Message, results: dict[Place, str]) -> Turn:
    rounds = tuple(Round(call.name, call.arguments, results.get(call.place)) for call in message.calls)
    return Turn(message.role, message.text, rounds)


def _manifest(refs: Sequence[str], memory: Memory) -> NewSource:
    return _source(compact_json({"messages": list(refs), "memory": json.loads(memory.to_json())}), "segment")


def _source(text: str, kind: SourceKind, media_type: str = "application/json") -> NewSource:
    return NewSource(body=text.encode("utf-8", "surrogatepass"), kind=kind, media_type=media_type)
