"""Settings files in a folder of their own, for tests in this process and for processes that they start."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from offcut.settings.reading import user_file


@dataclass(frozen=True, slots=True)
class Places:
    """The places that settings come from. ``environment`` leads a process there."""

    home: Path
    project: Path

    @property
    def environment(self) -> dict[str, str]:
        """Variables that move the user's configuration folder and the project."""
        home = str(self.home)
        moved = dict.fromkeys(("HOME", "USERPROFILE", "XDG_CONFIG_HOME", "APPDATA", "LOCALAPPDATA"), home)
        return {**moved, "CLAUDE_PROJECT_DIR": str(self.project)}

    def write(self, *, user: str | None = None, project: str | None = None) -> None:
        """Write the user's file, the project's, or both."""
        if user is not None:
            user_file().parent.mkdir(parents=True, exist_ok=True)
            user_file().write_text(user, encoding="utf-8")
        if project is not None:
            (self.project / "offcut.yaml").write_text(project, encoding="utf-8")


def places_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Places:
    """Return empty places; this process and its children look there until the test ends."""
    places = Places(folder / "home", folder / "project")
    places.home.mkdir()
    places.project.mkdir()
    for name, value in places.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("OFFCUT_ARCHIVE", raising=False)
    return places
