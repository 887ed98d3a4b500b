"""Running the ``offcut`` command as a user does: a process of its own, its exit code, its two streams."""

from __future__ import annotations

import json
import os
import subprocess
import sys
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


def assert_one_sentence(ran: Ran, code: int, *words: str) -> None:
    """The command failed with this code, said so in one line that holds these words, and printed nothing."""
    assert ran.code == code, ran
    assert ran.stdout == b"", ran
    assert ran.err.count("\n") == 1, ran.err
    assert ran.err.startswith("offcut: "), ran.err
    assert len(ran.err) < 400, ran.err
    for word in words:
        assert word in ran.err, (word, ran.err)
