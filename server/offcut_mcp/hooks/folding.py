"""Replacing an output: the original into the archive, durably, and only then a preview to the host."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import anyio

from offcut.compaction.recognition import digest_of
from offcut.formats import compact_json
from offcut.ports import NewSource, NewStandIn, Occurrence
from offcut.previews import Marker
from offcut.previews.born import born_preview
from offcut.redact import plain
from offcut.transcripts.opening import own_file
from offcut_mcp.hooks.codex_rollout import completed
from offcut_mcp.hooks.event import LARGEST, Event, Unanswerable
from offcut_mcp.hooks.limits import Limits
from offcut_mcp.hooks.outputs import Answer, Output
from offcut_mcp.hooks.surroundings import Surroundings, surroundings_of
from offcut_mcp.hooks.wholeness import contains

#: The folder in which Claude Code keeps outputs that are too large for it.
HOSTS_FOLDER = "tool-results"
#: Characters of a path up to which a model is told of it.
LONGEST_PATH = 300


@dataclass(frozen=True, slots=True)
class _Original:
    """A text, and the source that is archived for it."""

    text: str
    source: NewSource


def fold(event: Event, output: Output, limits: Limits) -> Answer | None:
    """Archive an output and return the answer that shows its preview; nothing for a protected tool.

    Raises whatever keeps the archive from taking it; then nothing may be replaced.
    """
    around = surroundings_of(event)
    if around.protects(event.tool):
        return None
    return anyio.run(partial(_fold, event, output, limits, around))


async def _fold(event: Event, output: Output, limits: Limits, around: Surroundings) -> Answer | None:
    given = len(output.text)
    output, body = _whole(event, output)
    original = _original(event, output, body)
    async with around.archive() as archive:
        ref = (await archive.referencer())(original.source.body)
        marker = Marker.of(original.text, ref)
        room = limits.preview - len(output.before)
        shown = output.before + born_preview(original.text, limit=room, marker=marker, kept=output.kept)
        if len(shown) >= given:
            return None
        stand_in = NewStandIn(digest_of(shown), ref, characters=marker.characters, lines=marker.lines)
        await archive.put_many([original.source], [stand_in])
    return output.answer(shown)


def _whole(event: Event, output: Output) -> tuple[Output, bytes | None]:
    """Return an output with its whole text, where the host has that elsewhere, and the bytes of a file.

    What does not surely contain the given text never takes its place: a file may be emptied or half written.
    """
    if event.host == "codex":
        return completed(event, output), None
    if not output.file:
        return output, None
    body = _whole_file(event, output)
    text = body.decode("utf-8", "replace")
    if contains(text, output.text):
        return replace(output, text=text), body
    where = plain(output.file)
    told = f"(the host keeps a copy that differs: {where})\n" if len(where) <= LONGEST_PATH else ""
    return replace(output, before=told), None


def _original(event: Event, output: Output, body: bytes | None) -> _Original:
    """Return the text that a preview is made of, and the bytes that stand behind it."""
    text = output.text
    if body is not None:
        source = NewSource(body=body, text=None if text.encode() == body else text)
    elif output.blocks is not None:
        body = compact_json(output.blocks).encode("utf-8", "surrogatepass")
        source = NewSource(body=body, text=text, blocks=_count(output.blocks), media_type="application/json")
    else:
        source = NewSource(body=text.encode("utf-8", "surrogatepass"))
    met = Occurrence(event.tool or None, event.text("tool_use_id") or None, event.session or None)
    return _Original(text, replace(source, occurrence=met))


def _count(blocks: Any) -> int:
    """Return the number of blocks: of a list its items, of a result its content's."""
    return max(1, len(blocks["content"] if isinstance(blocks, dict) else blocks))


def _whole_file(event: Event, output: Output) -> bytes:
    """Return what the host keeps, where it gives the hook only a part.

    Raises ``Unanswerable`` or ``InvalidInput`` unless that is a file of the event's session and the user's.
    """
    path = Path(output.file).resolve()
    session = Path(event.text("transcript_path")).with_suffix("").resolve()
    if path.parent != session / HOSTS_FOLDER:
        raise Unanswerable("the host keeps the whole output elsewhere than in a file of the session's folder")
    with own_file(path) as file:
        body = file.read(LARGEST + 1)
    if len(body) > LARGEST:
        raise Unanswerable(f"the output is longer than {LARGEST} bytes")
    return body
