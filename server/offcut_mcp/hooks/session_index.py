"""The list of references that a model gets after a compaction: a few lines, however much there is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from offcut.archive.session_sources import SessionSource
from offcut.previews.legible import legible
from offcut.redact import plain

#: By call id, what was called.
Calls = Mapping[str, str]

MOST_LINES = 40
MOST_CHARACTERS = 10_000
#: Characters that tell of a call, and those of its arguments that are looked at.
SUMMARY = 100
LOOKED_AT = 4_000

INTRODUCTION = (
    "offcut keeps what this session held before it was compacted. "
    'recover_source(ref="oc_…") gives an original back exactly, by lines or grep; '
    "search_archive finds words in all of them."
)


def index_text(sources: Sequence[SessionSource], calls: Calls, rest: str | None) -> tuple[str, str | None]:
    """Return the whole list, and what a model is shown of it: nothing yet if that needs ``rest``.

    ``rest`` is the reference under which the whole list is archived.
    """
    segments = [source for source in sources if source.kind == "segment"]
    results = [source for source in sources if source.kind != "segment"]
    entries = [*(_told(s, calls) for s in segments[:1]), *(_told(s, calls) for s in results)]
    entries += (_told(source, calls) for source in segments[1:])
    lines = [INTRODUCTION, *entries]
    whole = "\n".join(lines)
    if len(lines) <= MOST_LINES and len(whole) <= MOST_CHARACTERS:
        return whole, whole
    return whole, None if rest is None else _shortened(lines, rest)


def summary_of_call(tool: str, arguments: str) -> str:
    """Return tool and arguments in one short line; secrets are masked before a cut could halve one."""
    clean = legible(f"{tool[:LOOKED_AT]} {arguments[:LOOKED_AT]}")
    return plain(clean.text)[:SUMMARY]


def _told(source: SessionSource, calls: Calls) -> str:
    size = f"{source.characters} chars, {source.lines} lines"
    if source.kind == "segment":
        return f"{source.ref} the whole conversation as JSON, a message a line: {size}"
    what = calls.get(source.call_id) or summary_of_call(source.tool, "") or "tool"
    return f"{source.ref} {what}: {size}"


def _shortened(lines: Sequence[str], rest: str) -> str:
    shown: list[str] = []
    room = MOST_CHARACTERS - SUMMARY
    for line in lines[: MOST_LINES - 1]:
        room -= len(line) + 1
        if room < 0:
            break
        shown.append(line)
    return "\n".join([*shown, f"{rest} the list of all, {len(lines) - len(shown)} more than these"])
