"""Giving archived originals back as text: whole, by page, by line range, by pattern."""

from __future__ import annotations

from offcut.recovery.recover import recover_source
from offcut.recovery.selection import DEFAULT_CHARACTERS, LONGEST_LIMIT

__all__ = ["DEFAULT_CHARACTERS", "LONGEST_LIMIT", "recover_source"]
