"""``recover_source``: from a reference and a selection to the text that a tool answers."""

from __future__ import annotations

import anyio.to_thread

from offcut.errors import InvalidInput
from offcut.ports import SourceInfo, SourceStore
from offcut.recovery.pages import read_lines, read_page
from offcut.recovery.selection import (
    DEFAULT_CONTEXT,
    DEFAULT_MATCHES,
    Lines,
    Matches,
    Page,
    Selection,
    bound,
    parse_selection,
)
from offcut.recovery.shown import Shown, header


async def recover_source(
    store: SourceStore,
    ref: str,
    *,
    lines: str | None = None,
    grep: str | None = None,
    context: int | None = DEFAULT_CONTEXT,
    max_matches: int | None = DEFAULT_MATCHES,
    offset: int | None = None,
    limit: int | None = None,
    raw: bool = False,
) -> str:
    """Return the selected part of an archived source, under a header that says what it is.

    The same call gives the same text for as long as the source is stored. At most one of ``lines``,
    ``grep`` and ``offset``; ``limit`` bounds the characters of any of them (DESIGN 4). Raises
    ``InvalidInput``, ``SourceNotFound`` or an ``ArchiveError``.
    """
    selection = parse_selection(
        lines=lines, grep=grep, context=context, max_matches=max_matches, offset=offset, limit=limit
    )
    if not isinstance(raw, bool):
        raise InvalidInput("raw must be true or false")
    if not isinstance(ref, str):
        raise InvalidInput('ref must be a string such as "oc_…", copied from a preview')
    info = await store.describe(ref)
    _refuse_bytes(info)
    if raw and info.blocks and selection == Page(limit=limit):
        return (await store.get(ref)).decode("utf-8", "surrogatepass")[: bound(selection)]
    shown = await _select(store, info, selection, raw)
    return shown.text if raw else f"{header(info, selection, shown)}\n\n{shown.text}"


async def _select(store: SourceStore, info: SourceInfo, selection: Selection, raw: bool) -> Shown:
    match selection:
        case Page():
            return await read_page(store, info, selection)
        case Lines():
            return await read_lines(store, info, selection)
        case Matches():
            return await _search(store, info, selection, raw)


async def _search(store: SourceStore, info: SourceInfo, selection: Matches, raw: bool) -> Shown:
    from offcut.recovery.matches import select_matches  # the regex module is only needed here

    excerpt = await store.read_text(info.ref)
    # Always in a thread: a pattern can take its two seconds on the smallest text.
    return await anyio.to_thread.run_sync(
        lambda: select_matches(excerpt.text, selection, raw=raw), abandon_on_cancel=True
    )


def _refuse_bytes(info: SourceInfo) -> None:
    if info.bytes and not info.characters and not info.blocks:
        raise InvalidInput(
            f"source {info.ref} holds {info.bytes} bytes of {info.media_type} and no text; "
            f"read them as the resource offcut://source/{info.ref}"
        )
