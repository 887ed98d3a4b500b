"""The entries of offcut's hooks in a host's file: recognised, registered, removed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from offcut_mcp.install.command import shell_line
from offcut_mcp.install.document import Document, require
from offcut_mcp.install.edits import Append, Delete, Put, value_at
from offcut_mcp.install.hosts import Host
from offcut_mcp.install.started import line_with_program, split_line, start_of

#: Seconds after which a host gives up on a hook; it takes a fraction of one.
PATIENCE = 60


def hook_line(host: Host, command: Sequence[str]) -> str:
    """Return the shell line by which a host starts the hook."""
    return shell_line((*command, "hook", host.name))


def hook_groups(host: Host, command: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Return what a host's lists of hooks get, by event."""
    hook = {"type": "command", "command": hook_line(host, command), "timeout": PATIENCE}
    return {
        event: {**({} if matcher is None else {"matcher": matcher}), "hooks": [hook]}
        for event, matcher in host.events.items()
    }


def registered_hooks(host: Host, values: Mapping[str, Any], event: str) -> list[tuple[int, int, str]]:
    """Return the hooks of an event that are offcut's: the group's number, the hook's, its line."""
    return [
        (group, number, line)
        for group, one in enumerate(_items(values, "hooks", event))
        for number, hook in enumerate(_items(one, "hooks"))
        if isinstance(line := value_at(hook, ("command",)), str)
        and start_of(split_line(line), "hook", host.name)
    ]


def with_hooks(host: Host, found: Document, command: Sequence[str]) -> Document:
    """Return the file with the hooks registered; unchanged where they are so already with this command.

    Of a hook that is there only the program changes: options and variables are the user's, and so is
    another program that starts this one.
    """
    require(found, dict, "hooks")
    for event, group in hook_groups(host, command).items():
        require(found, list, "hooks", event)
        present = registered_hooks(host, found.values, event)
        if not present:
            found = found.edited(Append(("hooks", event), group))
        for at, number, line in present:
            renewed = line_with_program(line, command, "hook", host.name)
            if line != renewed:
                place = ("hooks", event, at, "hooks", number, "command")
                found = found.edited(Put(place, renewed))
    return found


def without_hooks(host: Host, found: Document, earlier: Mapping[str, Any]) -> Document:
    """Return the file without offcut's hooks.

    Lists that are empty then go too, unless they were there ``earlier``.
    """
    for event in host.events:
        for group, number, _ in reversed(registered_hooks(host, found.values, event)):
            alone = len(_items(found.values, "hooks", event, group, "hooks")) == 1
            whole = ("hooks", event, group)
            found = found.edited(Delete(whole if alone else (*whole, "hooks", number)))
            found = found.without_empty(("hooks", event), earlier).without_empty(("hooks",), earlier)
    return found


def _items(values: Any, *path: str | int) -> list[Any]:
    found = value_at(values, path)
    return found if isinstance(found, list) else []
