"""The settings as one server uses them: read when a call first needs them, never to list tools."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from offcut.settings import Settings


class SessionSettings:
    """Reads the settings once. Broken ones are read again by the next call: mending the file is enough."""

    def __init__(self, *, env_file: Path | None = None, command_line: Sequence[str] = ()) -> None:
        self._env_file = env_file
        self._command_line = command_line
        self._settings: Settings | None = None

    def __call__(self) -> Settings:
        """Return the settings in effect. Raises ``InvalidInput`` naming what is wrong with them."""
        if self._settings is None:
            from offcut.settings import read_configuration

            found = read_configuration(env_file=self._env_file, command_line=self._command_line)
            self._settings = found.settings
        return self._settings
