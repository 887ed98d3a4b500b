"""Why an output passed unchanged: one line on standard error and in a small file that keeps the last ones."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

import platformdirs

from offcut.redact import plain
from offcut_mcp.hooks.event import Event
from offcut_mcp.process import tell

#: Bytes from which on a new file is begun; the one before is kept beside it.
LARGEST = 65_536
#: Characters of one line.
LONGEST = 600
LONGEST_NAME = 60


def log_file() -> Path:
    """Return where failures are noted: ``hooks.log`` in offcut's data folder."""
    return platformdirs.user_data_path("offcut", appauthor=False) / "hooks.log"


def report(host: str, event: Event | None, error: Exception) -> None:
    """Note a failure; where it cannot be noted, that is no failure of its own."""
    reason = plain(str(error) or type(error).__name__)
    if not str(error) or not type(error).__module__.startswith("offcut"):
        reason = f"{type(error).__name__}: {reason}"
    sentence = f"hook {host}{_where(event)}: left as it was: {reason}"[:LONGEST]
    tell(sentence)
    with suppress(OSError, RuntimeError):  # no home folder is known
        _append(log_file(), f"{time.strftime('%Y-%m-%dT%H:%M:%S%z')} {sentence}\n")


def _where(event: Event | None) -> str:
    if event is None:
        return ""
    names = (event.name, event.tool, event.session)
    return "".join(f" {plain(name)[:LONGEST_NAME]}" for name in names if name)


def _append(path: Path, line: str) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileNotFoundError):
        if path.stat().st_size > LARGEST:
            path.replace(path.with_name(path.name + ".1"))
    # Neither follow a link nor wait for the reader of a pipe.
    safely = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | safely
    handle = os.open(path, flags, 0o600)
    try:
        os.write(handle, line.encode("utf-8", "replace"))
    finally:
        os.close(handle)
