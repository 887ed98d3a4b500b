"""From the name in ``context.engine`` to an engine, in the order of H-10."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from offcut.context_engine.engine import ContextEngine
from offcut.context_engine.registry import BUILT_IN, EngineFactory, offered
from offcut.errors import InvalidInput

Origin = Literal["built-in", "folder", "registered"]


@dataclass(frozen=True, slots=True)
class ResolvedEngine:
    """The engine that a host gets, where it comes from, and what its user should know about that."""

    engine: ContextEngine
    origin: Origin
    warning: str | None = None


def resolve(
    name: str,
    *,
    built_in: EngineFactory,
    in_folder: Callable[[str], EngineFactory | None],
    searched: str,
    prepare: Callable[[ContextEngine], None] = lambda engine: None,
) -> ResolvedEngine:
    """Return the engine of a name: the user's plug-in folder, then what is registered, then the built-in one.

    ``compressor`` is the built-in one, and nothing else is looked at (H-12). ``in_folder`` gives what makes
    the engine of a plug-in folder, ``searched`` says where those lie, ``prepare`` is done to a new engine.
    Raises ``InvalidInput``, in one sentence, for an engine that is there and does not work.
    """
    found: tuple[tuple[Origin, Callable[[str], EngineFactory | None]], ...] = (
        ("folder", in_folder),
        ("registered", offered),
    )
    for origin, look_up in found if name != BUILT_IN else ():
        if (factory := look_up(name)) is not None:
            return ResolvedEngine(_working(name, factory, prepare), origin)
    engine = built_in()
    prepare(engine)
    return ResolvedEngine(engine, "built-in", None if name == BUILT_IN else _fallen_back(name, searched))


def failure(name: str, where: str, what: str) -> InvalidInput:
    """Return the one sentence for a plug-in that does not work."""
    return InvalidInput(
        f"the context engine {name}{where} cannot be used: {what}; "
        f"mend it, or set context.engine to {BUILT_IN}"
    )


def said(error: BaseException) -> str:
    """Return what a plug-in's error says, in one line."""
    words = " ".join(str(error).split())
    return f"{type(error).__name__}: {words[:200]}" if words else type(error).__name__


def _working(name: str, factory: EngineFactory, prepare: Callable[[ContextEngine], None]) -> ContextEngine:
    try:
        engine = factory()
        if isinstance(engine, ContextEngine):
            prepare(engine)
            return engine
    except InvalidInput:
        raise
    except (Exception, SystemExit) as error:
        raise failure(name, "", said(error)) from error
    raise failure(name, "", f"it is a {type(engine).__name__} and no ContextEngine")


def _fallen_back(name: str, searched: str) -> str:
    return (
        f"there is no context engine {name}, neither in {searched} nor registered; "
        f"the built-in one is used, set context.engine to {BUILT_IN} if that is meant"
    )
