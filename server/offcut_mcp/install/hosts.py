"""The hosts that offcut can be installed in, as data: which files they read, and what stands in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

HostName = Literal["claude-code", "codex", "cursor", "gemini"]
Scope = Literal["user", "project"]
#: JSON with comments is what some hosts read; to the others a comment is an error.
Syntax = Literal["json", "json with comments", "toml"]

#: The name of offcut's entry among a host's servers.
ENTRY = "offcut"


@dataclass(frozen=True, slots=True)
class Host:
    """One host.

    ``folder`` lies in the user's home unless the environment variable ``variable`` names another; ``servers``
    and ``hooks`` are files in it. ``extras`` go into a new server entry, and stay as the user leaves
    them. ``events`` are the events whose hooks offcut needs, each with its matcher. ``program`` is its
    command, ``listing`` the command that shows its servers, ``reminder`` what is left to do by hand.
    """

    name: HostName
    title: str
    program: str
    folder: str
    servers: str
    project_servers: str
    servers_key: str
    syntax: Syntax
    variable: str | None = None
    #: The servers' file lies beside the folder as long as no variable names the folder.
    beside_folder: bool = False
    hooks: str | None = None
    project_hooks: str | None = None
    events: Mapping[str, str | None] = field(default_factory=dict)
    extras: Mapping[str, Any] = field(default_factory=dict)
    listing: str | None = None
    reminder: str | None = None

    def servers_file(self, scope: Scope, places: Places) -> Path:
        """Return the file that lists this host's servers."""
        if scope == "project":
            return places.project / self.project_servers
        named = self.variable and places.environment.get(self.variable)
        if self.beside_folder and not named:
            return places.home / self.servers
        return self.user_folder(places) / self.servers

    def hooks_file(self, scope: Scope, places: Places) -> Path | None:
        """Return the file that lists this host's hooks, or ``None`` where offcut has none for it."""
        if self.hooks is None or self.project_hooks is None:
            return None
        return (
            places.project / self.project_hooks
            if scope == "project"
            else self.user_folder(places) / self.hooks
        )

    def user_folder(self, places: Places) -> Path:
        """Return the folder in which this host keeps what belongs to the user."""
        named = self.variable and places.environment.get(self.variable)
        return places.project / named if named else places.home / self.folder


@dataclass(frozen=True, slots=True)
class Places:
    """Where to look: the user's home, the project's folder, the environment."""

    home: Path
    project: Path
    environment: Mapping[str, str]


#: After a compaction both hosts start the session anew, and say so.
_EVENTS = {"PostToolUse": None, "PreCompact": None, "SessionStart": "compact"}

HOSTS: Mapping[HostName, Host] = {
    host.name: host
    for host in (
        Host(
            name="claude-code",
            title="Claude Code",
            program="claude",
            folder=".claude",
            variable="CLAUDE_CONFIG_DIR",
            servers=".claude.json",
            beside_folder=True,
            project_servers=".mcp.json",
            servers_key="mcpServers",
            syntax="json",
            hooks="settings.json",
            project_hooks=".claude/settings.local.json",
            events=_EVENTS,
            # Otherwise a model has to search for the tools before it can call one.
            extras={"type": "stdio", "alwaysLoad": True},
            listing="claude mcp list",
        ),
        Host(
            name="codex",
            title="Codex",
            program="codex",
            folder=".codex",
            variable="CODEX_HOME",
            servers="config.toml",
            project_servers=".codex/config.toml",
            servers_key="mcp_servers",
            syntax="toml",
            hooks="hooks.json",
            project_hooks=".codex/hooks.json",
            events=_EVENTS,
            # A server that is slower than the host's patience is left out of the session.
            extras={"startup_timeout_sec": 30},
            listing="codex mcp list",
            reminder="Codex runs new hooks only once you trust them: type /hooks in Codex.",
        ),
        Host(
            name="cursor",
            title="Cursor",
            program="cursor",
            folder=".cursor",
            servers="mcp.json",
            project_servers=".cursor/mcp.json",
            servers_key="mcpServers",
            syntax="json with comments",
        ),
        Host(
            name="gemini",
            title="Gemini CLI",
            program="gemini",
            folder=".gemini",
            servers="settings.json",
            project_servers=".gemini/settings.json",
            servers_key="mcpServers",
            syntax="json with comments",
            listing="gemini mcp list",
        ),
    )
}  # fmt: skip

assert set(HOSTS) == set(get_args(HostName))
