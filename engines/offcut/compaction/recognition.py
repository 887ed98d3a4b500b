"""Which results stand for something archived already, known by hash or by running the call again."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from offcut.compaction.recovered import RecoverCall, answers_again, recover_calls, same_answer
from offcut.conversation import Place, ToolPair, ToolResult
from offcut.ports import SourceInfo, SourceStore, StandIn
from offcut.previews import ends_in_marker
from offcut.summary import SUMMARY_PREFIX


@dataclass(frozen=True, slots=True)
class Recognised:
    """A result that stands for an archived source.

    ``preview`` is a stand-in of ours, a whole summary too; ``recovered`` is the answer of our own
    ``recover_source``. ``original`` is the text it stands for: of a recovered page, folded since or not, that
    page without its header, and not its whole source; ``None`` where nobody has it any more. ``whole`` is
    what is known of that source.
    """

    how: Literal["preview", "recovered"]
    ref: str
    original: str | None
    whole: SourceInfo | None = None


async def recognise(
    pairs: Sequence[ToolPair], orphans: Sequence[ToolResult], store: SourceStore
) -> dict[Place, Recognised]:
    """Return the recognised results by place. Text alone is never believed: the archive is asked."""
    results = [pair.result for pair in pairs] + list(orphans)
    previews = await _previews(results, store)
    return {**previews, **await _recovered(pairs, previews, store)}


def shown_text(text: str) -> str:
    """Return a text as stand-ins are known by: hosts change the white space around it and its line ends."""
    return text.replace("\r\n", "\n").strip()


def digest_of(text: str) -> bytes:
    """Return the sha256 by which a shown text is recognised: of the flattened text, never of its JSON."""
    return _sha256(shown_text(text))


async def known_stand_ins(texts: Sequence[str], store: SourceStore) -> dict[str, StandIn]:
    """Return those of the texts that are registered stand-ins."""
    digests = {text: _digests(text) for text in texts}
    known = await store.known([digest for found in digests.values() for digest in found]) if digests else {}
    found = {text: [known[digest] for digest in digests[text] if digest in known] for text in digests}
    return {text: stand_ins[0] for text, stand_ins in found.items() if stand_ins}


def _digests(text: str) -> list[bytes]:
    """Return what a text may be registered by: archives in the field hold digests of the exact text too."""
    return [_sha256(form) for form in dict.fromkeys((shown_text(text), text.rstrip(), text))]


def _sha256(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


async def _previews(results: Sequence[ToolResult], store: SourceStore) -> dict[Place, Recognised]:
    suspects = {result.place: result.text for result in results if _may_be_ours(result.text)}
    known = await known_stand_ins(list(suspects.values()), store)
    return {
        place: Recognised("preview", known[text].ref, known[text].original)
        for place, text in suspects.items()
        if text in known
    }


def _may_be_ours(text: str) -> bool:
    return ends_in_marker(text) or text.lstrip().startswith(SUMMARY_PREFIX)


async def _recovered(
    pairs: Sequence[ToolPair], previews: Mapping[Place, Recognised], store: SourceStore
) -> dict[Place, Recognised]:
    """Return the pages that our own tool gave, as they are or folded since: each counts as itself.

    As its whole source, a hundred pages of it would be a hundred times that source.
    """

    def may_be_ours(call: RecoverCall) -> bool:
        preview = previews.get(call.place)
        return call.has_header if preview is None else call.ref == preview.ref

    calls = list(filter(may_be_ours, recover_calls(pairs)))
    found: dict[Place, Recognised] = {}
    async for call, answer in answers_again(calls, store):
        shown = None if answer is None else call.shown(answer.text)
        whole = None if answer is None else answer.source
        if call.place in previews:
            found[call.place] = Recognised("preview", call.ref, shown, whole)
        elif answer is not None and same_answer(answer.text, call.pair.result.text):
            found[call.place] = Recognised("recovered", call.ref, shown, whole)
    return found
