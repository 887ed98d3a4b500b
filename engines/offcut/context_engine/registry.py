"""Engines that programs and their plug-ins offer by name. Offering one activates nothing (H-11)."""

from __future__ import annotations

from collections.abc import Callable

from offcut.context_engine.engine import ContextEngine
from offcut.errors import InvalidInput

#: Makes an engine for one agent.
EngineFactory = Callable[[], ContextEngine]
#: The name that always means the built-in engine (H-12).
BUILT_IN = "compressor"

_offered: dict[str, EngineFactory] = {}


def register_context_engine(name: str, factory: EngineFactory) -> None:
    """Offer an engine under a name; it is made only for a user whose ``context.engine`` is that name.

    ``factory`` takes nothing and is called once for each agent; a ``ContextEngine`` subclass is one. Raises
    ``InvalidInput`` for the built-in engine's name, and for one that another factory has.
    """
    if not isinstance(name, str) or not name:
        raise InvalidInput("the name of a context engine must be a text; users set it as context.engine")
    if name == BUILT_IN:
        raise InvalidInput(f'"{BUILT_IN}" always means the built-in context engine; choose another name')
    if not callable(factory):
        raise InvalidInput(
            f"the context engine {name} needs a function or class that makes it, not {type(factory).__name__}"
        )
    if _offered.setdefault(name, factory) is not factory:
        raise InvalidInput(f"another context engine is registered as {name} already; choose another name")


def offered(name: str) -> EngineFactory | None:
    """Return the factory registered under a name."""
    return _offered.get(name)
