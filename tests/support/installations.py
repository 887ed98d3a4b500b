"""A user's home with the configuration files of hosts in it, and installations into them."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from offcut_mcp.install.files import apply
from offcut_mcp.install.hosts import HOSTS, Host, HostName, Places
from offcut_mcp.install.plan import plan_install, plan_uninstall
from support.paths import ROOT

FILES = ROOT / "tests" / "offcut_mcp" / "install" / "files"
COMMAND = ("/opt/of fcut/bin/offcut",)
OTHER_COMMAND = ("/opt/newer/bin/python", "-m", "offcut_mcp")

#: What a host's files are called in the home, and which file of ``FILES`` is a realistic one.
REALISTIC: dict[HostName, dict[str, str]] = {
    "claude-code": {".claude.json": "claude.json", ".claude/settings.json": "claude-settings.json"},
    "codex": {".codex/config.toml": "codex.toml", ".codex/hooks.json": "codex-hooks.json"},
    "cursor": {".cursor/mcp.json": "cursor.json"},
    "gemini": {".gemini/settings.json": "gemini.json"},
}


@dataclass(frozen=True, slots=True)
class Home:
    """A home folder, and one host whose configuration lies there."""

    path: Path
    host: Host

    @property
    def places(self) -> Places:
        """Where this home and a project lie; no variable moves anything."""
        return Places(self.path, self.path / "project", {})

    @property
    def environment(self) -> dict[str, str]:
        """Variables that lead a process to this home."""
        home = str(self.path)
        names = ("HOME", "USERPROFILE", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "APPDATA", "LOCALAPPDATA")
        return {**dict.fromkeys(names, home), "CLAUDE_CONFIG_DIR": "", "CODEX_HOME": ""}

    @property
    def names(self) -> list[str]:
        """The names of the host's files, the servers' first."""
        return list(REALISTIC[self.host.name])

    def write(self, name: str, body: bytes) -> Path:
        """Write a file of the home and return its path."""
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)
        return path

    def fill(self) -> dict[str, bytes]:
        """Put realistic files into the home and return their bytes by name."""
        bodies = {name: (FILES / source).read_bytes() for name, source in REALISTIC[self.host.name].items()}
        for name, body in bodies.items():
            self.write(name, body)
        return bodies

    def install(self, command: tuple[str, ...] = COMMAND, *, hooks: bool = True) -> list[Path | None]:
        """Install and return the backups that were made."""
        changes = plan_install(self.host, self.places, command, hooks=hooks)
        return apply([change for change in changes if change.changes])

    def uninstall(self) -> None:
        """Uninstall."""
        apply([change for change in plan_uninstall(self.host, self.places) if change.changes])

    def files(self) -> dict[str, bytes]:
        """Return every file of the home by its name, backups included, except the signs that one was made."""
        return {name: body for name, body in self.everything().items() if ".offcut-made-" not in name}

    def everything(self) -> dict[str, bytes]:
        """Return every file of the home by its name, whatever it is."""
        found = (Path(folder) / name for folder, _, names in os.walk(self.path) for name in names)
        return {path.relative_to(self.path).as_posix(): path.read_bytes() for path in sorted(found)}


def home_of(host: HostName, folder: Path) -> Home:
    """Return an empty home for this host."""
    return Home(folder, HOSTS[host])
