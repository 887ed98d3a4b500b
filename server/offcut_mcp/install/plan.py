"""What installing and uninstalling will change: files as they are and as they become; nothing is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from offcut_mcp.install.backups import Backup, backups, restorable
from offcut_mcp.install.document import Document, Refused, document
from offcut_mcp.install.files import Change
from offcut_mcp.install.hook_entries import with_hooks, without_hooks
from offcut_mcp.install.hosts import Host, Places, Scope, Syntax
from offcut_mcp.install.reading import read_file
from offcut_mcp.install.server_entry import with_server, without_server

#: Takes out what is offcut's; what the file held before any installation says which lists may stay empty.
Without = Callable[[Document, Mapping[str, Any]], Document]


def plan_install(
    host: Host, places: Places, command: Sequence[str], *, hooks: bool = False, scope: Scope = "user"
) -> list[Change]:
    """Return one change for each file of the host, also where there is nothing to change.

    Raises ``Refused`` for a file that cannot be changed with certainty.
    """
    changes = [_installed(host.servers_file(scope, places), host.syntax, partial(with_server, host), command)]
    if hooks and (file := host.hooks_file(scope, places)):
        changes.append(_installed(file, "json", partial(with_hooks, host), command))
    return changes


def plan_uninstall(host: Host, places: Places, *, scope: Scope = "user") -> list[Change]:
    """Return one change for each file of the host, also where there is nothing to change.

    A file that is as an installation left it gets the bytes it had before, or goes if there was none; of
    any other only offcut's entries go. Raises ``Refused`` as ``plan_install`` does.
    """
    changes = [_uninstalled(host.servers_file(scope, places), host.syntax, partial(without_server, host))]
    if file := host.hooks_file(scope, places):
        changes.append(_uninstalled(file, "json", partial(without_hooks, host)))
    return changes


def _installed(
    path: Path, syntax: Syntax, add: Callable[[Document, Sequence[str]], Document], command: Sequence[str]
) -> Change:
    before = read_file(path)
    found = document(path, before or b"", syntax)
    added = add(found, command)
    return Change(path, before, before if added is found else added.body)


def _uninstalled(path: Path, syntax: Syntax, remove: Without) -> Change:
    before = read_file(path)
    if before is None:
        return Change(path, None, None, backed_up=False)
    undone = list(restorable(path, before, partial(_fits, syntax, remove)))
    kept = [backup for backup in backups(path) if backup not in undone]
    # That the file was made by us says nothing once somebody else has written it.
    consumed = tuple(backup.path for backup in (*undone, *kept) if backup in undone or backup.body is None)
    current = undone[-1].body if undone else before
    if current is None:
        return Change(path, before, None, backed_up=False, consumed=consumed)
    found = document(path, current, syntax)
    removed = remove(found, _earlier(kept, syntax, remove))
    after = current if removed is found else removed.body
    return Change(path, before, after, backed_up=False, consumed=consumed)


def _fits(syntax: Syntax, remove: Without, backup: Backup, body: bytes) -> bool:
    """Say whether a backup and a file say the same but for what is offcut's."""
    try:
        earlier = document(backup.path, backup.body or b"", syntax)
        now = document(backup.path, body, syntax)
        return remove(now, earlier.values).says_the_same(remove(earlier, earlier.values))
    except Refused:
        return False


def _earlier(kept: Sequence[Backup], syntax: Syntax, remove: Without) -> Mapping[str, Any]:
    """Return what the file held before the first installation, as far as its backups tell."""
    for backup in kept:
        try:
            found = document(backup.path, backup.body or b"", syntax)
            if remove(found, {}) is found:
                return found.values
        except Refused:
            continue
    return {}
