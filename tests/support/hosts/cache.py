"""Environments that are built once and kept outside the repository, for this run and the next ones.

``OFFCUT_TEST_CACHE`` names another folder than the platform's. Both that and the settings of the
package clients are read when this is imported: during tests the user's home is out of sight.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from platformdirs import user_cache_path

CACHE = Path(os.environ.get("OFFCUT_TEST_CACHE") or user_cache_path("offcut-tests", appauthor=False))
COMPLETE = ".complete"
#: Seconds that one step of an installation may take.
PATIENCE = 600

_OUTSIDE = dict(os.environ)


class CannotInstall(Exception):
    """A program that a test wants cannot be had on this machine; the text says why."""


def built(name: str, build: Callable[[Path], None]) -> Path:
    """Return the folder of this name, built now if no earlier run has finished it.

    Raises:
        CannotInstall: what ``build`` raised; the next run tries again.
    """
    folder = CACHE / name
    CACHE.mkdir(parents=True, exist_ok=True)
    with _alone(CACHE / f"{name}.lock"):
        if not (folder / COMPLETE).exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            build(folder)
            (folder / COMPLETE).touch()
    return folder


def install(command: Sequence[str], folder: Path) -> None:
    """Run one step of an installation in ``folder``. Raises ``CannotInstall`` with its last words."""
    name = Path(command[0]).name
    if shutil.which(command[0]) is None:
        raise CannotInstall(f"{name} is not on this machine")
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=_OUTSIDE,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise CannotInstall(f"{name} did not end within {PATIENCE} seconds") from error
    if done.returncode:
        last_words = (done.stderr or done.stdout).strip().splitlines() or ["no reason given"]
        raise CannotInstall(f"{name} failed: {last_words[-1][:300]}")


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Keep other test processes out, so that one builds and the others find it built."""
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)  # ends with the process too
        yield
