"""The archive: every byte that was cut out of a context, kept in one SQLite file."""

from __future__ import annotations

from offcut.archive.forgetting import Forgotten
from offcut.archive.sqlite import Archive
from offcut.archive.statistics import Amount, ArchiveStats, ToolAmount

__all__ = ["Amount", "Archive", "ArchiveStats", "Forgotten", "ToolAmount"]
