"""Where the repository and the shared corpus lie."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
CORPUS = SHARED / "corpus"
TOOLS = SHARED / "tools"


def require_shared() -> Path:
    """Return the shared folder; skip with a reason where it is absent, but never in CI."""
    if not CORPUS.is_dir():
        if os.environ.get("CI"):
            pytest.fail("the shared corpus is missing beside the checkout, and CI must have it")
        pytest.skip("needs the shared corpus beside the checkout")
    return SHARED
