"""The settings as one server uses them: read when a call first needs them, never to list tools."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from offcut.errors import InvalidInput

if TYPE_CHECKING:
    from offcut.settings import Settings

TOOLS_VARIABLE = "OFFCUT_SERVER__TOOLS"


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

    def tools(self) -> Literal["default", "host"]:
        """Return which tools are listed. Broken settings list the default ones; a call says what is wrong."""
        # A host waits for this list, so settings are read for it only where they may say anything about it.
        if self._settings is None and not self._may_name_tools():
            return "default"
        try:
            return self().server.tools
        except InvalidInput:
            return "default"

    def _may_name_tools(self) -> bool:
        from offcut.settings.user_file import user_file

        in_environment = any(name.upper() == TOOLS_VARIABLE for name in os.environ)
        return bool(self._command_line or self._env_file) or in_environment or user_file().exists()
