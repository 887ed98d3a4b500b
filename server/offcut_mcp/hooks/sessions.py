"""A compaction by the host: the whole session is archived before, and the model told where it is after."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import anyio

from offcut.archive import Archive
from offcut.archive.session_sources import SessionSource
from offcut.errors import OffcutError
from offcut.formats import compact_json, read
from offcut.ports import NewSource, Occurrence, SourceKind
from offcut_mcp.hooks.event import Event, Unanswerable
from offcut_mcp.hooks.session_index import Calls, index_text, summary_of_call
from offcut_mcp.hooks.surroundings import surroundings_of

#: Segments that are searched for what was called.
MOST_SEGMENTS = 5


def archive_session(event: Event) -> None:
    """Archive every message of the event's transcript, and one segment that holds them all."""
    path = event.text("transcript_path")
    if not path:
        raise Unanswerable("the event names no transcript_path, so there is nothing to archive")
    from offcut.transcripts import read_transcript

    messages = read_transcript(Path(path), event.host).messages
    if messages:
        anyio.run(_archive, event, [compact_json(message) for message in messages])


def index_of_session(event: Event) -> str:
    """Return the text that tells a model what of its session is archived; empty if nothing is."""
    return anyio.run(_index, event) if event.session else ""


async def _archive(event: Event, messages: list[str]) -> None:
    async with surroundings_of(event).archive() as archive:
        reference = await archive.referencer()
        sources = [_source(event, message, "message", at) for at, message in enumerate(messages)]
        manifest = compact_json({"messages": [reference(source.body) for source in sources]})
        await archive.put_many([*sources, _source(event, manifest, "segment", None)])


def _source(
    event: Event, text: str, kind: SourceKind, position: int | None, media_type: str = "application/json"
) -> NewSource:
    return NewSource(
        body=text.encode("utf-8", "surrogatepass"),
        kind=kind,
        media_type=media_type,
        occurrence=Occurrence(session=event.session or None, position=position),
    )


async def _index(event: Event) -> str:
    around = surroundings_of(event)
    async with Archive.open(around.archive().path, project=_name(around.project)) as archive:
        sources = await archive.of_session(event.session)
        if not sources:
            return ""
        calls = await _calls(archive, sources)
        whole, shown = index_text(sources, calls, None)
        if shown is None:
            [ref] = await archive.put_many([_source(event, whole, "summary", None, "text/plain")])
            _, shown = index_text(sources, calls, ref)
    return shown or ""


def _name(project: Path | None) -> str | None:
    return None if project is None else str(project)


async def _calls(archive: Archive, sources: list[SessionSource]) -> Calls:
    """Return a short summary of each tool call of the newest segments, by call id; the newest call wins."""
    wanted = {source.call_id for source in sources}
    segments = [source.ref for source in sources if source.kind == "segment"][:MOST_SEGMENTS]
    found: dict[str, str] = {}
    for ref in reversed(segments):
        with suppress(OffcutError, ValueError, RecursionError):  # the index is complete without
            conversation = read(json.loads(await archive.get(ref)))
            calls = [call for message in conversation.messages for call in message.calls]
            found |= {c.id: summary_of_call(c.name, c.arguments) for c in calls if c.id and c.id in wanted}
    return found
