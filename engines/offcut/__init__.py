"""offcut makes an agent's context smaller without losing anything.

    async with Archive.open() as archive:
        result = await compact_context(messages, archive=archive, goal="fix the payment retry")
        original = await archive.get(result.sources[0].ref)
        shorter = await compress(messages, archive=archive, context_length=200_000)

Names are loaded when they are first used, so that importing the package costs next to nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from offcut.api import compact_context, compress, context_status
    from offcut.archive import Archive
    from offcut.cachepoints import CacheBreakpoints, cache_breakpoints
    from offcut.compaction.result import CompactionResult, CompactionStats, Decision, FoldedSource
    from offcut.compression.result import CompressionResult, CompressionStats
    from offcut.compression.status import ContextStatus, Reclaimable
    from offcut.compressor import ContextCompressor
    from offcut.config import CompactionOptions, CompressionOptions
    from offcut.context_engine import ContextEngine, ResolvedEngine, register_context_engine
    from offcut.errors import (
        ArchiveError,
        ArchiveUnavailable,
        Cancelled,
        InvalidInput,
        OffcutError,
        SourceDamaged,
        SourceNotFound,
        UnknownFormat,
    )
    from offcut.plugins import open_context_engine
    from offcut.ports import SearchHit, SearchResult
    from offcut.pressure import Hygiene
    from offcut.recovery import recover_source

__version__ = "0.1.0"

_HOME = {
    "Archive": "offcut.archive",
    "ArchiveError": "offcut.errors",
    "ArchiveUnavailable": "offcut.errors",
    "CacheBreakpoints": "offcut.cachepoints",
    "Cancelled": "offcut.errors",
    "CompactionOptions": "offcut.config",
    "CompactionResult": "offcut.compaction.result",
    "CompactionStats": "offcut.compaction.result",
    "CompressionOptions": "offcut.config",
    "CompressionResult": "offcut.compression.result",
    "CompressionStats": "offcut.compression.result",
    "ContextCompressor": "offcut.compressor",
    "ContextEngine": "offcut.context_engine",
    "ContextStatus": "offcut.compression.status",
    "Decision": "offcut.compaction.result",
    "FoldedSource": "offcut.compaction.result",
    "Hygiene": "offcut.pressure",
    "InvalidInput": "offcut.errors",
    "OffcutError": "offcut.errors",
    "Reclaimable": "offcut.compression.status",
    "ResolvedEngine": "offcut.context_engine",
    "SearchHit": "offcut.ports",
    "SearchResult": "offcut.ports",
    "SourceDamaged": "offcut.errors",
    "SourceNotFound": "offcut.errors",
    "UnknownFormat": "offcut.errors",
    "cache_breakpoints": "offcut.cachepoints",
    "compact_context": "offcut.api",
    "compress": "offcut.api",
    "context_status": "offcut.api",
    "open_context_engine": "offcut.plugins",
    "recover_source": "offcut.recovery",
    "register_context_engine": "offcut.context_engine",
}

__all__ = [
    "Archive",
    "ArchiveError",
    "ArchiveUnavailable",
    "CacheBreakpoints",
    "Cancelled",
    "CompactionOptions",
    "CompactionResult",
    "CompactionStats",
    "CompressionOptions",
    "CompressionResult",
    "CompressionStats",
    "ContextCompressor",
    "ContextEngine",
    "ContextStatus",
    "Decision",
    "FoldedSource",
    "Hygiene",
    "InvalidInput",
    "OffcutError",
    "Reclaimable",
    "ResolvedEngine",
    "SearchHit",
    "SearchResult",
    "SourceDamaged",
    "SourceNotFound",
    "UnknownFormat",
    "__version__",
    "cache_breakpoints",
    "compact_context",
    "compress",
    "context_status",
    "open_context_engine",
    "recover_source",
    "register_context_engine",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'offcut' has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME])
