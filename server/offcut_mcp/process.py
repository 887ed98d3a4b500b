"""What a process is given when it starts, and may not have: standard streams, a working folder."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path


def open_closed_streams() -> None:
    """Give a process that was started without a standard stream an empty one.

    Otherwise the next file that is opened, such as the archive, would take the stream's place.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - kept to the end


def working_folder() -> str | None:
    """Return the working folder, or ``None`` when it was deleted meanwhile."""
    try:
        return str(Path.cwd())
    except OSError:
        return None


def tell(sentence: str) -> None:
    """Print one line of our own words to standard error, if anybody can still read it."""
    with suppress(OSError, ValueError):
        print(f"offcut: {sentence}", file=sys.stderr, flush=True)  # noqa: T201 - this is a place that may


def leave(code: int = 0) -> None:
    """End the process at once, although a thread may wait in a read or a write that never ends."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)
