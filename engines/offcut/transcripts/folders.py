"""Where the hosts keep their session files, and how a file's rows tell whose it is."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from offcut.ports import Check
from offcut.transcripts.rows import folder_named, parsed
from offcut.transcripts.session import HOSTS, Host

#: What a line must hold to be worth reading as JSON; most of a long line is what tools printed.
_NAMES_FOLDER = b'"cwd"'


@dataclass(frozen=True, slots=True)
class SessionFolders:
    """The folders of sessions, by host; nothing outside of them is ever read."""

    claude_code: Path
    codex: Path

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> SessionFolders:
        """Return the folders that an environment names, else those in the home folder."""
        claude = environment.get("CLAUDE_CONFIG_DIR") or _home(environment) / ".claude"
        codex = environment.get("CODEX_HOME") or _home(environment) / ".codex"
        return cls(Path(claude, "projects"), Path(codex, "sessions"))

    def root(self, host: Host) -> Path:
        """Return the folder of one host."""
        return self.claude_code if host == "claude-code" else self.codex

    def host_of(self, path: Path) -> Host | None:
        """Return the host in whose folder a resolved path lies, or nothing."""
        return next((host for host in HOSTS if path.is_relative_to(self.root(host).resolve())), None)

    def files(self, host: Host, session: str = "*") -> Iterator[Path]:
        """Yield the session files of a host, or those of one session id, which holds no wildcards."""
        root = self.root(host)
        if host == "codex":
            yield from root.glob(f"*/*/*/rollout-*{'' if session == '*' else '-' + session}.jsonl")
            return
        yield from root.glob(f"*/{session}.jsonl")
        if session != "*":
            yield from root.glob(f"*/*/subagents/{session}.jsonl")


def folder_name(project: Path) -> str:
    """Return the name of Claude Code's folder for a project: all but letters and digits becomes ``-``."""
    return re.sub(r"[^A-Za-z0-9]", "-", str(project))


def belongs_to(project: Path | None, folder: Path | None) -> bool:
    """Tell whether a session whose rows say that it was started in ``folder`` is one of the project.

    Where it lies tells nothing: the names of Claude Code's folders are ambiguous (``/a/b-c`` and ``/a/b/c``).
    A session that names no folder, or a relative one, belongs to no project.
    """
    if project is None or folder is None or not folder.is_absolute():
        return False
    try:
        return folder == project or os.path.realpath(folder) == os.path.realpath(project)
    except (OSError, ValueError):  # a NUL in it, which no folder's name holds
        return False


def started_in(file: BinaryIO, check: Check) -> Path | None:
    """Return the folder that a session was started in: the first that a row names, wherever it stands."""
    file.seek(0)
    for line in file:
        check()
        if _NAMES_FOLDER in line and (folder := folder_named(parsed(line) or {})):
            return folder
    return None


def _home(environment: Mapping[str, str]) -> Path:
    return Path(environment.get("HOME") or environment.get("USERPROFILE") or "~").expanduser()
