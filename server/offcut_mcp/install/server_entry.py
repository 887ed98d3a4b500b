"""The entry of offcut's server in a host's file: recognised, registered, removed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from offcut.redact import redact
from offcut_mcp.install.document import Document, Refused, require
from offcut_mcp.install.edits import Delete, Put, value_at
from offcut_mcp.install.hosts import ENTRY, Host
from offcut_mcp.install.started import start_of, with_program


def server_entry(host: Host, command: Sequence[str]) -> dict[str, Any]:
    """Return what a host's list of servers says of offcut."""
    first, *rest = command
    return {"command": first, "args": [*rest, "serve"], **host.extras}


def registered_server(host: Host, values: Mapping[str, Any]) -> tuple[str, ...] | None:
    """Return the words by which a host starts its server ``offcut``, or ``None`` where it has none.

    There are no words where the entry is of another kind, such as a web address.
    """
    entry = value_at(values, (host.servers_key, ENTRY))
    if entry is None:
        return None
    arguments = value_at(entry, ("args",))
    words = [value_at(entry, ("command",)), *(arguments if isinstance(arguments, list) else [])]
    return tuple(words) if all(isinstance(word, str) for word in words) else ()


def is_own_server(words: Sequence[str]) -> bool:
    """Say whether these words start offcut's server, of whatever installation."""
    return start_of(words, "serve") is not None


def shown_words(words: Sequence[str]) -> str:
    """Return a command as it may be shown: recognised secrets in it are masked."""
    return redact(" ".join(words)).text


def with_server(host: Host, found: Document, command: Sequence[str]) -> Document:
    """Return the file with the server registered; unchanged where it is so already with this command.

    Raises ``Refused`` where another program has the name.
    """
    require(found, dict, host.servers_key)
    words, entry = registered_server(host, found.values), server_entry(host, command)
    place = (host.servers_key, ENTRY)
    if words is None:
        return found.edited(Put(place, entry))
    if not is_own_server(words):
        raise Refused(
            f"{found.path} has a server named {ENTRY} already that is not this program "
            f"({shown_words(words) or 'an entry without a command'}); rename or remove it, then try again"
        )
    first, *rest = with_program(words, command, "serve")
    if words == (first, *rest):
        return found
    # Only the program: its options and whatever else stands there are the user's.
    return found.edited(Put((*place, "command"), first)).edited(Put((*place, "args"), rest))


def without_server(host: Host, found: Document, earlier: Mapping[str, Any]) -> Document:
    """Return the file without the server, if it is offcut's own.

    A list of servers that is empty then goes too, unless it was there ``earlier``.
    """
    words = registered_server(host, found.values)
    if words is None or not is_own_server(words):
        return found
    return found.edited(Delete((host.servers_key, ENTRY))).without_empty((host.servers_key,), earlier)
