"""Where the hosts keep their session files, and how a file's place and first rows tell whose it is."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from offcut.transcripts.rows import parsed, text_of
from offcut.transcripts.session import HOSTS, Host

#: How far into a file its folder must be named, in rows and bytes.
FIRST_ROWS, FIRST_BYTES = 64, 4_000_000


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


def belongs_to(project: Path | None, path: Path, folder: Path | None, host: Host, root: Path) -> bool:
    """Tell whether a file is a session of the project: by the ``folder`` in its rows, else by its place.

    Claude Code's folder names are ambiguous (``/a/b-c`` and ``/a/b/c``), so they count only for want of rows.
    """
    if project is None:
        return False
    if folder is not None:
        return _same_folder(folder, project)
    place = path.relative_to(root.resolve()).parts[0]
    return host == "claude-code" and place in (folder_name(project), folder_name(project.resolve()))


def started_in(file: BinaryIO) -> Path | None:
    """Return the folder that a session was started in, from its first rows."""
    file.seek(0)
    left = FIRST_BYTES
    for _ in range(FIRST_ROWS):
        line = file.readline(left)
        left -= len(line)
        row = parsed(line) or {}
        payload = row.get("payload")
        if folder := text_of((payload if isinstance(payload, dict) else row).get("cwd")):
            return Path(folder)
        if not line or left <= 0:
            break
    return None


def _same_folder(one: Path, other: Path) -> bool:
    return one == other or os.path.realpath(one) == os.path.realpath(other)


def _home(environment: Mapping[str, str]) -> Path:
    return Path(environment.get("HOME") or environment.get("USERPROFILE") or "~").expanduser()
