"""Which messages are earlier summaries of ours. Text alone is never believed: the archive is asked (F-37)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from offcut.compaction.recognition import known_stand_ins, shown_text
from offcut.conversation import Conversation
from offcut.errors import SourceDamaged, SourceNotFound
from offcut.formats.insertions import EXCHANGE_TOOL
from offcut.pairing import Pairing
from offcut.ports import SourceStore
from offcut.summary import SUMMARY_PREFIX, Memory


@dataclass(frozen=True, slots=True)
class OwnSummaries:
    """The messages of earlier summaries of ours, and what the newest of them said and knew."""

    messages: frozenset[int] = frozenset()
    said: str = ""
    memory: Memory = field(default_factory=Memory)


async def own_summaries(conversation: Conversation, pairing: Pairing, store: SourceStore) -> OwnSummaries:
    """Find summaries of ours. The archive is asked: a text that only begins like one is ordinary text."""
    suspects = [*_spoken_suspects(conversation), *_exchange_suspects(conversation, pairing)]
    if not suspects:
        return OwnSummaries()
    known = await known_stand_ins([suspect.text for suspect in suspects], store)
    ours = [(suspect, known[suspect.text]) for suspect in suspects if suspect.text in known]
    ours = [(suspect, stand_in) for suspect, stand_in in ours if stand_in.kind == "summary"]
    if not ours:
        return OwnSummaries()
    newest, stand_in = max(ours, key=lambda found: found[0].messages)
    body = shown_text(newest.text).partition("\n\n")[2]
    messages = frozenset(index for suspect, _ in ours for index in suspect.messages)
    return OwnSummaries(messages, body, await _memory(stand_in.ref, body, store))


@dataclass(frozen=True, slots=True)
class _Suspect:
    """A text that begins like a summary, and all messages that hold it and nothing else."""

    messages: tuple[int, ...]
    text: str


def _spoken_suspects(conversation: Conversation) -> Iterator[_Suspect]:
    """Yield assistant turns; a user turn only where a summary may be one, before all others."""
    spoken = [message for message in conversation.messages if message.role != "system"]
    for at, message in enumerate(spoken):
        alone = not (message.calls or message.results or message.images)
        if alone and (message.role == "assistant" or at == 0):
            yield from _suspects((message.index,), message.text)


def _exchange_suspects(conversation: Conversation, pairing: Pairing) -> Iterator[_Suspect]:
    """Yield exchanges that hold one call of ours and one result; what a tool printed is never among them."""
    messages = conversation.messages
    for pair in pairing.pairs:
        caller, answerer = messages[pair.call.place.message], messages[pair.result.place.message]
        alone = len(caller.calls) == len(answerer.results) == 1 and not (caller.text + answerer.text).strip()
        if alone and pair.call.name == EXCHANGE_TOOL:
            yield from _suspects((caller.index, answerer.index), pair.result.text)


def _suspects(messages: tuple[int, ...], text: str) -> Iterator[_Suspect]:
    if text.lstrip().startswith(SUMMARY_PREFIX):
        yield _Suspect(messages, text)


async def _memory(segment: str, body: str, store: SourceStore) -> Memory:
    """Return what a summary of ours knew; if its segment is gone, its text is all that is left of it."""
    try:
        return Memory.from_json(json.loads(await store.manifest(segment))["memory"])
    except (SourceNotFound, SourceDamaged, ValueError, KeyError, TypeError):
        return Memory(told=body)
