"""``offcut uninstall``: take everything of offcut out of a host's configuration again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from offcut_mcp.commands import output
from offcut_mcp.commands.install import (
    HostArgument,
    Project,
    Yes,
    confirm,
    host_named,
    make,
    paths,
    places,
    show_changes,
)

if TYPE_CHECKING:
    from pathlib import Path

    from offcut_mcp.install.hosts import Scope


def uninstall(host: HostArgument = None, project: Project = False, yes: Yes = False) -> None:
    """Remove offcut's server and hooks from a host's configuration; what is archived stays.

    A file that nobody changed since the installation gets back the bytes it had before, or goes if there
    was none; of any other only offcut's entries are removed. Shows the change and asks first.
    """
    from offcut_mcp.install.backups import backups
    from offcut_mcp.install.plan import plan_uninstall

    chosen = host_named(host)
    scope: Scope = "project" if project else "user"
    changes = plan_uninstall(chosen, places(), scope=scope)
    todo = [change for change in changes if change.changes]
    if not todo:
        output.show(f"offcut is not installed in {chosen.title}: {paths(changes)}.")
        return
    show_changes(todo)
    confirm(f"Change {paths(todo)}?", yes=yes, undone="Nothing was removed.")
    for line in make(todo):
        output.show(line)
    output.show(
        f"Removed offcut from {chosen.title}. The archive stays: `offcut archive forget` deletes from it."
    )
    left: list[Path] = [backup.path for change in todo for backup in backups(change.path)]
    if left:
        output.show(
            "Backups from installations are left, since the file was changed meanwhile:", *map(str, left)
        )
