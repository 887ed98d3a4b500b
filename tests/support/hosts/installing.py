"""Installing offcut in a host as its user does."""

from __future__ import annotations

from support.command import Ran
from support.hosts.place import Place
from support.hosts.programs import offcut_command


def install_offcut(place: Place, host: str, *options: str) -> Ran:
    """Run ``offcut install`` for this home; it has to work."""
    installed = place.run(offcut_command(), "install", host, *options, "--yes")
    assert installed.code == 0, installed
    return installed
