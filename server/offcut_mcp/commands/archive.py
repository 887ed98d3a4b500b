"""``offcut archive``: what is stored, and the way to delete it."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import anyio
import typer

from offcut.errors import InvalidInput, OffcutError
from offcut_mcp.commands import output
from offcut_mcp.commands.options import ArchiveFile, archive_at, option

if TYPE_CHECKING:
    from offcut.archive import ArchiveStats, Forgotten

Text = str | None

archive_commands = typer.Typer(
    help="Show what is stored, or delete it.", invoke_without_command=True, rich_markup_mode=None
)


@archive_commands.callback()
def _root(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@archive_commands.command(short_help="Show how much is stored, and where.")
def stats(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
    archive: ArchiveFile = None,
) -> None:
    """Show where the archive lies, how many sources it holds and how large it is."""
    found = anyio.run(_stats, archive_at(archive, existing=True))
    if as_json:
        output.write_json(dataclasses.asdict(found))
    else:
        output.show(output.figures(_rows(found)))


@archive_commands.command(short_help="Delete sources for good.")
def forget(
    refs: Annotated[list[str] | None, typer.Argument(metavar="REF", help="Delete these sources.")] = None,
    tool: Annotated[Text, option("NAME", "Delete what this tool returned.")] = None,
    session: Annotated[Text, option("ID", "Delete what was folded in this session.")] = None,
    project: Annotated[Text, option("FOLDER", "Delete what was folded in this project.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Delete every source.")] = False,
    yes: Annotated[bool, typer.Option("-y", "--yes", help="Do not ask.")] = False,
    archive: ArchiveFile = None,
) -> None:
    """Delete sources for good; of several conditions all must hold.

    A source that was also met elsewhere stays. Previews of a deleted source stay as they are, and
    recovering one says when it was forgotten.
    """
    project = project and str(Path(project).absolute())
    chosen = {"refs": refs or None, "tool": tool, "session": session, "project": project}
    selection: dict[str, Any] = {name: value for name, value in chosen.items() if value is not None}
    if everything == bool(selection):
        raise InvalidInput("Say what to forget: references, --tool, --session or --project, or --all alone.")
    path = archive_at(archive, existing=True)
    if not yes:
        _confirm(_described(selection), path)
    _report(anyio.run(_forget, path, selection or {"everything": True}))


async def _stats(path: Path) -> ArchiveStats:
    from offcut.archive import Archive

    async with Archive.open(path) as archive:
        return await archive.stats()


async def _forget(path: Path, selection: dict[str, Any]) -> Forgotten:
    from offcut.archive import Archive

    async with Archive.open(path) as archive:
        return await archive.forget(**selection)


def _rows(found: ArchiveStats) -> Iterator[tuple[str, str]]:
    yield "archive", f"{found.path} ({found.file_bytes:,} bytes)"
    yield "sources", f"{found.total.count:,} ({found.total.bytes:,} bytes)"
    if found.oldest is not None and found.newest is not None:
        yield "folded", f"{_minute(found.oldest)} to {_minute(found.newest)}"
    for tool in found.tools:
        yield f"from {tool.tool or 'no tool'}", f"{tool.count:,} ({tool.bytes:,} bytes)"
    for reason, count in found.tombstones.items():
        yield reason, f"{count:,}"


def _minute(seconds: float) -> str:
    return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M")


def _described(selection: dict[str, Any]) -> str:
    """Say in words what a selection means."""
    if not selection:
        return "every source"
    refs = selection.get("refs")
    what = output.counted(len(refs), "given source") if refs else "every source"
    return what + "".join(f" of {name} {value!r}" for name, value in selection.items() if name != "refs")


def _confirm(what: str, path: Path) -> None:
    """Ask on a terminal; anywhere else only ``--yes`` deletes."""
    if not sys.stdin.isatty():
        raise InvalidInput("Nobody can be asked, since standard input is no terminal; add --yes to forget.")
    if not typer.confirm(output.harmless(f"Forget {what} in {path}? This cannot be undone."), err=True):
        raise OffcutError("Nothing was forgotten.")


def _report(forgotten: Forgotten) -> None:
    """Print what was deleted; nothing found is an error."""
    if not forgotten.sources and not forgotten.occurrences:
        missing = f": nothing is stored under {', '.join(forgotten.missing[:3])}" if forgotten.missing else ""
        raise OffcutError(f"Nothing was found to forget{missing}.")
    lines = [f"Forgot {output.counted(forgotten.sources, 'source')} ({forgotten.bytes:,} bytes)."]
    if forgotten.missing:
        lines.append(f"Not stored, so not forgotten: {', '.join(forgotten.missing)}.")
    if not forgotten.wiped:
        lines.append("Another program uses the archive; its log may hold the text until that program ends.")
    output.show(*lines)
