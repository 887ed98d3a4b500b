"""Running the ``offcut`` command as a user does: a process of its own, its exit code, its two streams."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PATIENCE = 120
COMMAND = (sys.executable, "-m", "offcut_mcp")


@dataclass(frozen=True, slots=True)
class Ran:
    """A process that has ended."""

    code: int
    out: str
    err: str
    stdout: bytes

    @property
    def json(self) -> Any:
        """What standard output holds as JSON."""
        return json.loads(self.stdout)


def offcut(*arguments: str | Path, stdin: bytes = b"", cwd: Path | None = None, **environment: str) -> Ran:
    """Run ``python -m offcut_mcp`` with these arguments to its end; keywords are added to the environment."""
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        cwd=cwd,
        env={**os.environ, **environment},
        timeout=PATIENCE,
        check=False,
    )
    out, err = (stream.decode("utf-8", "backslashreplace") for stream in (done.stdout, done.stderr))
    return Ran(done.returncode, out, err, done.stdout)


def shown_on_terminal(*arguments: str | Path, columns: int = 80) -> str:
    """Run the command with a pseudo-terminal for standard output; return what a person would be sent."""
    ours, theirs = os.openpty()
    environment = {**os.environ, "COLUMNS": str(columns), "TERM": "dumb"}
    with subprocess.Popen([*COMMAND, *map(str, arguments)], stdout=theirs, env=environment) as process:
        os.close(theirs)
        shown = b"".join(_until_closed(ours))
        assert process.wait(PATIENCE) == 0
    os.close(ours)
    return shown.decode()


def _until_closed(terminal: int) -> Iterator[bytes]:
    with contextlib.suppress(OSError):  # Linux says so when the other side is closed
        while part := os.read(terminal, 4096):
            yield part


def assert_one_sentence(ran: Ran, code: int, *words: str) -> None:
    """The command failed with this code, said so in one line that holds these words, and printed nothing."""
    assert ran.code == code, ran
    assert ran.stdout == b"", ran
    assert ran.err.count("\n") == 1, ran.err
    assert ran.err.startswith("offcut: "), ran.err
    assert len(ran.err) < 400, ran.err
    for word in words:
        assert word in ran.err, (word, ran.err)
