"""The command by which a host starts offcut, now and when no virtual environment is active."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from offcut.errors import OffcutError

MODULE = "offcut_mcp"
SCRIPT = "offcut.exe" if os.name == "nt" else "offcut"


def command() -> tuple[str, ...]:
    """Return the words that run this offcut, the first an absolute path.

    It is the console script beside the running interpreter, whose first line names that interpreter;
    without one, as in a checkout, it is the interpreter with ``-m offcut_mcp``.
    """
    if not sys.executable:
        raise OffcutError("the running Python does not know its own path; start offcut by its full path")
    # A virtual environment's interpreter is a link; followed, it would be one without our packages.
    interpreter = Path(sys.executable).absolute()
    script = interpreter.with_name(SCRIPT)
    if script.is_file() and os.access(script, os.X_OK):
        return (str(script),)
    return (str(interpreter), "-m", MODULE)


def shell_line(words: Sequence[str]) -> str:
    """Return the words as one line for the platform's shell, which is how hosts start hooks."""
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)
