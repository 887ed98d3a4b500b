"""``offcut recover``: give an archived original back, whole or in part."""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import anyio
import typer

from offcut.errors import InvalidInput
from offcut_mcp.commands import output, target
from offcut_mcp.commands.options import ArchiveFile, archive_at, option

Text = str | None
Number = int | None


@dataclass(frozen=True, slots=True)
class Selection:
    """Which part of a source is wanted; the default is its first page, under a header."""

    lines: str | None = None
    grep: str | None = None
    context: int | None = None
    max_matches: int | None = None
    offset: int | None = None
    limit: int | None = None
    raw: bool = False


def recover(
    ref: Annotated[str, typer.Argument(metavar="REF", help="A reference that a preview shows: oc_…")],
    lines: Annotated[Text, option("RANGE", "Lines from 1: 120-180, 120-, -40 (the first 40) or 7.")] = None,
    grep: Annotated[Text, option("PATTERN", "Lines that match a regular expression, numbered.")] = None,
    context: Annotated[Number, option("N", "Lines around a match of --grep (0 or more; default 2).")] = None,
    max_matches: Annotated[Number, option("N", "Matches of --grep to show (1 or more; default 50).")] = None,
    offset: Annotated[Number, option("N", "Start at this character, from 0.")] = None,
    limit: Annotated[Number, option("N", "Characters to show (1 to 100000; default at most 10000).")] = None,
    raw: Annotated[bool, typer.Option("--raw", help="Print the selection without the header.")] = False,
    exact: Annotated[bool, typer.Option("--bytes", help="Print the whole original, byte for byte.")] = False,
    output_file: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Write the whole original there, byte for byte."),
    ] = None,
    archive: ArchiveFile = None,
) -> None:
    """Show what a reference stands for: its first 10000 characters, or the part you select."""
    selection = Selection(lines, grep, context, max_matches, offset, limit, raw)
    whole = exact or output_file is not None
    if whole and selection != Selection():
        raise InvalidInput("--bytes and -o give the whole original; leave out the selection and --raw.")
    if whole and output_file in (None, target.STANDARD_OUTPUT) and sys.stdout.isatty():
        raise InvalidInput("raw bytes could command the terminal; give -o the name of a file, or use a pipe.")
    if grep is None and (context is not None or max_matches is not None):
        raise InvalidInput("--context and --max-matches belong to --grep; add --grep or leave them out.")
    path = archive_at(archive, existing=True)
    target.check_target(output_file, path)
    if whole:
        with target.opened(output_file or target.STANDARD_OUTPUT) as write:
            write(anyio.run(_original, path, ref))
    else:
        output.write_text(anyio.run(_selected, path, ref, selection))


async def _original(path: Path, ref: str) -> bytes:
    from offcut.archive import Archive

    async with Archive.open(path) as archive:
        return await archive.get(ref)


async def _selected(path: Path, ref: str, selection: Selection) -> str:
    from offcut.archive import Archive
    from offcut.recovery import recover_source

    async with Archive.open(path) as archive:
        return await recover_source(archive, ref, **asdict(selection))
