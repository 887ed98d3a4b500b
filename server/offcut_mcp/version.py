"""The version that server and command line report."""

from __future__ import annotations


def version() -> str:
    """Return offcut's version, as the library states it."""
    from offcut import __version__

    return __version__
