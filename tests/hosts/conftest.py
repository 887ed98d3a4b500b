"""What every program gets: a home and a project of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.hosts.place import Place, new_place


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return new_place(tmp_path)
