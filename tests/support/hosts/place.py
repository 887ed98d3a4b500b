"""A home and a project of their own for a program under test, and how it is run there."""

from __future__ import annotations

import os
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path

from support.command import Ran

#: Seconds that one run of a program may take, its start on a loaded machine included.
PATIENCE = 180
#: Whatever wants to leave loopback meets a closed door.
NOWHERE = "http://127.0.0.1:9"


@dataclass(frozen=True, slots=True)
class Place:
    """Folders that nobody else uses. A program gets these and the search path, nothing else of ours."""

    home: Path
    project: Path

    def environment(self, **more: str) -> dict[str, str]:
        """Return the whole environment of a program that runs here."""
        return {
            "HOME": str(self.home),
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "TERM": "dumb",
            "HTTP_PROXY": NOWHERE,
            "HTTPS_PROXY": NOWHERE,
            "NO_PROXY": "127.0.0.1,localhost",
            **more,
        }

    def run(self, *command: str | Path, **environment: str) -> Ran:
        """Run a program in the project to its end, with nothing on its standard input."""
        process = subprocess.Popen(
            [*map(str, command)],
            cwd=self.project,
            env=self.environment(**environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        with process:
            try:
                stdout, stderr = process.communicate(timeout=PATIENCE)
            except BaseException:
                # The commands of npm start the real program, which would outlive them.
                os.killpg(process.pid, signal.SIGKILL)
                raise
        out, err = (stream.decode("utf-8", "backslashreplace") for stream in (stdout, stderr))
        return Ran(process.returncode, out, err, stdout)

    @property
    def archive(self) -> Path:
        """Where offcut keeps the archive of a user with this home, on Linux."""
        return self.home / ".local" / "share" / "offcut" / "archive.db"


def new_place(folder: Path) -> Place:
    """Make the two folders below ``folder``."""
    place = Place(folder / "home", folder / "project")
    place.home.mkdir()
    place.project.mkdir()
    return place
