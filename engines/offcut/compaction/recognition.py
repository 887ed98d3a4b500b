"""Which results stand for something archived already, known by hash or by running the call again."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from offcut.conversation import Place, ToolPair, ToolResult
from offcut.errors import ArchiveError, InvalidInput, SourceNotFound
from offcut.ports import SourceStore
from offcut.previews import ends_in_marker
from offcut.recovery import recover_source
from offcut.summary import SUMMARY_PREFIX

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
#: Calls that cannot be run again, a pattern that does not end say, after which no more are tried.
MOST_REFUSALS = 3
RECOVER_TOOL = "recover_source"
RECOVER_ARGUMENTS = frozenset({"ref", "lines", "grep", "context", "max_matches", "offset", "limit", "raw"})


@dataclass(frozen=True, slots=True)
class Recognised:
    """A result that stands for an archived source.

    ``preview`` is a stand-in of ours, a whole summary too; ``recovered`` is the answer of our own
    ``recover_source``. ``original`` is the text it stands for, ``None`` where nobody has it any more.
    """

    how: Literal["preview", "recovered"]
    ref: str
    original: str | None


async def recognise(
    pairs: Sequence[ToolPair], orphans: Sequence[ToolResult], store: SourceStore
) -> dict[Place, Recognised]:
    """Return the recognised results by place. Text alone is never believed: the archive is asked."""
    results = [pair.result for pair in pairs] + list(orphans)
    return {**await _previews(results, store), **await _recovered(pairs, store)}


def digest_of(text: str) -> bytes:
    """Return the sha256 by which a shown text is recognised: of the flattened text, never of its JSON."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


async def _previews(results: Sequence[ToolResult], store: SourceStore) -> dict[Place, Recognised]:
    # Hosts add or drop white space at the end; a stand-in of ours has none.
    suspects = {
        result.place: digest_of(result.text.rstrip()) for result in results if _may_be_ours(result.text)
    }
    if not suspects:
        return {}
    known = await store.known(list(suspects.values()))
    return {
        place: Recognised("preview", known[digest].ref, known[digest].original)
        for place, digest in suspects.items()
        if digest in known
    }


def _may_be_ours(text: str) -> bool:
    return ends_in_marker(text) or text.startswith(SUMMARY_PREFIX)


async def _recovered(pairs: Sequence[ToolPair], store: SourceStore) -> dict[Place, Recognised]:
    found: dict[Place, Recognised] = {}
    refused = 0
    for pair in pairs:
        if not pair.call.name.endswith(RECOVER_TOOL) or refused == MOST_REFUSALS:
            continue
        arguments = _arguments(pair.call.arguments)
        if not _could_be_ours(arguments, pair.result.text):
            continue
        try:
            if recovered := await _run_again(arguments, pair.result.text, store):
                found[pair.result.place] = recovered
        except InvalidInput:
            refused += 1
    return found


def _could_be_ours(arguments: dict[str, Any], text: str) -> bool:
    """Tell whether running a call again is worth while: a header that names its source, or a raw page.

    A raw search could take seconds in every pass, for a text that folds as well as any other.
    """
    ref = arguments.get("ref")
    if not isinstance(ref, str) or not arguments.keys() <= RECOVER_ARGUMENTS:
        return False
    return "grep" not in arguments if arguments.get("raw") is True else text.startswith(f"ref: {ref}\n")


async def _run_again(arguments: dict[str, Any], text: str, store: SourceStore) -> Recognised | None:
    """Return what a recover call stands for, if running it again gives the same text."""
    try:
        again = await recover_source(store, **arguments)
        if _on_the_wire(again) != _on_the_wire(text):
            return None
        ref = arguments["ref"]
        return Recognised("recovered", ref, (await store.read_text(ref)).text)
    except (SourceNotFound, ArchiveError, TypeError):
        return None


def _on_the_wire(text: str) -> str:
    """Return a text as it reaches a host: what is no UTF-8 has become U+FFFD on the way."""
    return _LONE_SURROGATE.sub("\ufffd", text)


def _arguments(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return {k: v for k, v in value.items() if v is not None} if isinstance(value, dict) else {}
