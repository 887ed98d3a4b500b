"""What installing and uninstalling will change: files as they are and as they become; nothing is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from offcut_mcp.install.document import Document, document
from offcut_mcp.install.files import Change, backups, read_file, restorable
from offcut_mcp.install.hook_entries import with_hooks, without_hooks
from offcut_mcp.install.hosts import Host, Places, Scope, Syntax
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

    A file that is as an installation left it gets the bytes it had before; one that an installation made
    and that holds nothing else goes; of any other only offcut's entries go. Raises ``Refused`` as
    ``plan_install`` does.
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
    consumed: list[Path] = []
    current = before
    for backup, body in restorable(path, before):
        consumed.append(backup)
        current = body
    kept = [backup for backup in backups(path) if backup not in consumed]
    found = document(path, current, syntax)
    removed = remove(found, _earlier(kept, syntax, remove))
    after: bytes | None = current if removed is found else removed.body
    # Before an installation changes a file that is there, it keeps it: without a backup it made the file.
    if removed is not found and not kept and "".join(removed.text.split()) in ("", "{}"):
        after = None
    return Change(path, before, after, backed_up=False, consumed=tuple(consumed))


def _earlier(kept: Sequence[Path], syntax: Syntax, remove: Without) -> Mapping[str, Any]:
    """Return what the file held before the first installation, as far as its backups tell."""
    for backup in kept:
        found = document(backup, backup.read_bytes(), syntax)
        if remove(found, {}) is found:
            return found.values
    return {}
