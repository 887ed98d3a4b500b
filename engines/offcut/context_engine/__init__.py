"""Context engines: who keeps a host's context small (H-02 to H-13). The base class, and who is chosen.

What the built-in engine does stands in ``offcut.compressor``, and plug-in folders are read by
``offcut.plugins``: here nothing is opened, run or loaded.
"""

from __future__ import annotations

from offcut.context_engine.engine import ContextEngine
from offcut.context_engine.registry import BUILT_IN, EngineFactory, register_context_engine
from offcut.context_engine.resolution import ResolvedEngine, resolve

__all__ = [
    "BUILT_IN",
    "ContextEngine",
    "EngineFactory",
    "ResolvedEngine",
    "register_context_engine",
    "resolve",
]
