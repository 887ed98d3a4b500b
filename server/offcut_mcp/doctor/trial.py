"""The environment of the servers and hooks that the doctor starts: the user's, but for where they write."""

from __future__ import annotations

import os
from pathlib import Path

from offcut.archive.location import VARIABLE

#: What decides where the data folder lies, on whatever system: failures are noted there.
DATA_FOLDER = ("XDG_DATA_HOME", "WIN_PD_OVERRIDE_LOCAL_APPDATA")


def trial_environment(folder: Path, archive: str) -> dict[str, str]:
    """Return the environment with this archive, and a data folder that goes with ``folder``."""
    return {**os.environ, **dict.fromkeys(DATA_FOLDER, str(folder)), VARIABLE: archive}
