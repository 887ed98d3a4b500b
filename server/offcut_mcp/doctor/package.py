"""Is the program itself whole: its packages and its settings."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from importlib import metadata

from offcut.errors import InvalidInput
from offcut.settings import read_configuration
from offcut_mcp.doctor.finding import Finding
from offcut_mcp.version import version

#: The package whose version decides what a server can speak.
SDK = "mcp"


async def check_packages(command: Sequence[str]) -> Finding:
    """Say which versions run, and from where."""
    try:
        sdk = metadata.version(SDK)
    except metadata.PackageNotFoundError:
        return Finding(
            "packages", "broken", f"the package {SDK} is not installed", "install offcut anew, with pip or uv"
        )
    versions = f"offcut {version()}, {SDK} {sdk}, Python {platform.python_version()}"
    return Finding("packages", "ok", f"{versions}: {' '.join(command)}")


async def check_settings() -> Finding:
    """Read the settings, and say who gets text by them."""
    try:
        found = read_configuration()
    except InvalidInput as error:
        return Finding("settings", "broken", str(error), "correct that; `offcut config` shows the settings")
    receivers = ", ".join(found.settings.hosts) or "nobody"
    return Finding("settings", "ok", f"{len(found.stated)} set, sends text to {receivers}")
