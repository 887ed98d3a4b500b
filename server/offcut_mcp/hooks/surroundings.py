"""Where an event happened: the project, the settings that count there, the archive they name."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from offcut.archive import Archive
from offcut.archive.location import locate
from offcut.settings import Settings, project_folder, read_configuration
from offcut_mcp.hooks.event import Event, Unanswerable
from offcut_mcp.process import open_closed_streams

#: Seconds that a hook waits for other processes: far less than its deadline, and the user waits with it.
PATIENCE = 5.0


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The settings in effect and the project's folder, as the server beside the hook has them."""

    settings: Settings
    project: Path | None

    def protects(self, tool: str) -> bool:
        """Tell whether the settings protect a tool, by its whole name or without its server's.

        A server's name may hold ``__`` too, so every end of the whole name may be the tool's own.
        """
        protected = self.settings.server.protected_tools
        if tool in protected:
            return True
        return tool.startswith("mcp__") and any(tool.endswith(f"__{name}") for name in protected)

    def archive(self) -> Archive:
        """Return the archive, not opened yet. Raises ``Unanswerable`` for one that keeps nothing."""
        path = self.settings.archive.path
        if locate(path) is None:
            raise Unanswerable("an archive in memory is gone when the hook ends; give archive.path a file")
        project = None if self.project is None else str(self.project)
        return Archive.open(path, project=project, patience=PATIENCE)


def surroundings_of(event: Event) -> Surroundings:
    """Return where an event happened. Raises ``InvalidInput`` if the settings are broken."""
    open_closed_streams()  # or the archive's file would take the number of standard error
    project = _project(event)
    return Surroundings(read_configuration(project=project).settings, project)


def _project(event: Event) -> Path | None:
    """Return the folder that the host names as the project, else the one in which it works.

    The server's rule is the same, so that both see the same sources as the project's own.
    """
    working = event.text("cwd")
    if not os.environ.get("CLAUDE_PROJECT_DIR") and Path(working).is_absolute():
        return Path(working)
    return project_folder()
