"""Session files of the hosts that keep them on disk: Claude Code's and Codex's.

Their shapes are undocumented and change, so rows of unknown kinds are skipped, and a file may grow while
it is read. Only files below the hosts' own session folders are ever found.
"""

from __future__ import annotations

from offcut.transcripts.finding import Reach, find_session, list_sessions, read_session, read_transcript
from offcut.transcripts.folders import SessionFolders
from offcut.transcripts.session import TITLES, Caller, Host, Session, Transcript

__all__ = [
    "TITLES",
    "Caller",
    "Host",
    "Reach",
    "Session",
    "SessionFolders",
    "Transcript",
    "find_session",
    "list_sessions",
    "read_session",
    "read_transcript",
]
