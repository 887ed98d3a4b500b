"""``offcut sessions``: the session files that ``--transcript`` and the tools' ``transcript`` can read."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from offcut_mcp.commands import output
from offcut_mcp.commands.conversation_arguments import AsJson

if TYPE_CHECKING:
    from rich.table import Table

    from offcut.transcripts import Session


def sessions(
    everything: Annotated[
        bool, typer.Option("--all", help="Of every project, not only of this one.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """List the sessions of Claude Code and Codex on this machine, those of this project, the newest first.

    `compact`, `compress` and `status` read one of them with `--transcript ID`.
    """
    from offcut.errors import OffcutError
    from offcut.settings import project_folder
    from offcut.transcripts import list_sessions

    project = project_folder()
    found = list_sessions(project, reach="all" if everything else "project")
    if as_json:
        output.write_json([session.to_wire() for session in found])
        return
    if not found:
        where = "on this machine" if everything else f"of {project}; --all lists those of every project"
        raise OffcutError(f"There are no sessions of Claude Code or Codex {where}.")
    output.show(_table(found))


def _table(found: list[Session]) -> Table:
    from rich.table import Table

    drawn = Table.grid(padding=(0, 2))
    for _ in range(4):  # an id that is cut off is worth nothing
        drawn.add_column(no_wrap=True)
    drawn.add_column(overflow="fold")
    for session in found:
        when = datetime.fromtimestamp(session.modified).strftime("%Y-%m-%d %H:%M")
        cells: tuple[Any, ...] = (
            session.id,
            session.host,
            when,
            _size(session.bytes),
            session.project or "?",
        )
        drawn.add_row(*(output.harmless(str(cell)) for cell in cells))
    return drawn


def _size(size: int) -> str:
    return f"{size / 1_000_000:,.1f} MB" if size >= 100_000 else f"{size / 1_000:,.1f} kB"
