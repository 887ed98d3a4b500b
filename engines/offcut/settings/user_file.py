"""Where the user's own settings lie: a module to itself, because a server that starts loads nothing else."""

from __future__ import annotations

from pathlib import Path

import platformdirs

USER_FILE = "config.yaml"


def user_file() -> Path:
    """Return where the user's own settings lie, whether or not they are there."""
    return platformdirs.user_config_path("offcut", appauthor=False) / USER_FILE
