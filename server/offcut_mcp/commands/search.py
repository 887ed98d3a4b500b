"""``offcut search``: find archived originals by what they hold."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import anyio
import typer

from offcut_mcp.commands import output
from offcut_mcp.commands.options import ArchiveFile, archive_at, option

if TYPE_CHECKING:
    from rich.table import Table

    from offcut.ports import SearchResult

NOTHING_FOUND = 1
#: Columns of a tool's name; what is longer is cut, so that the snippet keeps its room.
LONGEST_TOOL = 20


def search(
    query: Annotated[list[str], typer.Argument(metavar="QUERY", help="Words that must all occur.")],
    tool: Annotated[str | None, option("NAME", "Look only at what this tool returned.")] = None,
    limit: Annotated[int, option("N", "Sources to show (1 to 50; default 10).")] = 10,
    all_projects: Annotated[
        bool, typer.Option("--all-projects", help="Look at every project, not only at this folder's.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
    archive: ArchiveFile = None,
) -> None:
    """Find originals that were archived while working in this folder, and the line to recover.

    Upper and lower case are the same, and parts of words are found too. Put a phrase between double quotes
    that reach the command: offcut search '"connection refused"'. Nothing found is exit code 1.
    """
    found = anyio.run(_search, archive_at(archive, existing=True), " ".join(query), tool, limit, all_projects)
    if as_json:
        output.write_bytes(output.json_bytes(found.to_wire()))
    else:
        _show(found, all_projects)
    if not found.hits:
        raise typer.Exit(NOTHING_FOUND)


async def _search(path: Path, query: str, tool: str | None, limit: int, all_projects: bool) -> SearchResult:
    from offcut.archive import Archive
    from offcut.settings import project_name

    async with Archive.open(path, project=project_name()) as archive:
        return await archive.search(query, tool=tool, limit=limit, projects="all" if all_projects else "own")


def _show(found: SearchResult, all_projects: bool) -> None:
    """Print the hits; what else there is to know goes to standard error."""
    if found.hits:
        output.show(_table(found))
    where = "all projects" if all_projects else "this folder's project (--all-projects looks at every one)"
    count = output.counted(len(found.hits), "hit") if found.hits else "Nothing found"
    line = f"{count} in {output.counted(found.searched, 'source')} of {where}."
    output.show(line, to_stderr=not found.hits)
    for warning in found.warnings:
        output.show(f"warning: {output.harmless(warning)}", to_stderr=True)


def _table(found: SearchResult) -> Table:
    from rich import box
    from rich.table import Table

    drawn = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    drawn.add_column("reference", no_wrap=True)
    drawn.add_column("line", justify="right", no_wrap=True)
    drawn.add_column("result of", no_wrap=True, max_width=LONGEST_TOOL)
    drawn.add_column("text", overflow="fold")
    for hit in found.hits:
        drawn.add_row(hit.ref, str(hit.line), output.harmless(hit.tool or ""), output.harmless(hit.snippet))
    return drawn
