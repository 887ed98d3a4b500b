"""A user's folders of their own, and archives that end with the test."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.settings import Places, places_in


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Places:
    return places_in(tmp_path, monkeypatch)
