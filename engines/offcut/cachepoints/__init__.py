"""Prompt-cache breakpoints: up to which messages of a request a provider is told to cache.

``system_and_3`` (H-58): the system message that leads, and the last three other messages that can carry a
marker; the last four where no system message can. Markers never add up: those that are there are taken off,
whoever set them, and exactly the intended ones are set, so a list may be marked before every request.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from offcut.cachepoints.activation import activation
from offcut.cachepoints.carriers import Breakpoint, Layout, carried_at
from offcut.cachepoints.markers import Ttl, marked, unmarked
from offcut.cachepoints.prefix import kept_prefix
from offcut.cachepoints.result import CacheBreakpoints
from offcut.conversation import FormatName, Json, RawMessage
from offcut.errors import InvalidInput, UnknownFormat
from offcut.formats import FORMATS, read
from offcut.limits import wrong_types

__all__ = ["Breakpoint", "CacheBreakpoints", "Ttl", "cache_breakpoints", "kept_prefix"]

#: What Anthropic allows in one request (H-58).
MOST_BREAKPOINTS = 4


def cache_breakpoints(
    messages: Sequence[Json],
    *,
    model: str | None = None,
    provider: str | None = None,
    ttl: Ttl = "5m",
    warnings: Sequence[str] = (),
) -> CacheBreakpoints:
    """Return the messages with at most four cache markers, each where ``provider`` honours it.

    ``messages`` is never changed, and a message whose markers stay as they are is the same object. Without
    ``provider`` the model's name tells it. Unless a Claude model is read through Anthropic's API or
    OpenRouter, every message comes back as it is, and ``status`` says why (H-69). The four are all that one
    request may hold: a host marks nothing else, neither tools nor a system text outside the list. Raises
    ``InvalidInput`` for unusable arguments.
    """
    _refuse(ttl, model=model, provider=provider)
    format = _format_of(messages)
    found = activation(model, provider, format)
    if found.layout is None or format is None:
        return CacheBreakpoints(list(messages), (), False, found.status(ttl), tuple(warnings))
    after = [unmarked(message) for message in messages]
    breakpoints = tuple(_system_and_three(after, found.layout, format))
    for at in breakpoints:
        again = marked(after[at.message], at.part, ttl)
        after[at.message] = messages[at.message] if again == messages[at.message] else again
    return CacheBreakpoints(after, breakpoints, True, found.status(ttl), tuple(warnings))


def _refuse(ttl: str, **names: str | None) -> None:
    problems = list(wrong_types("a string", str | None, **names))
    if ttl not in ("5m", "1h"):
        problems.append(f'ttl must be "5m" or "1h", not {str(ttl)[:40]!r}')
    if problems:
        raise InvalidInput(*problems)


def _format_of(messages: Sequence[Json]) -> FormatName | None:
    """Return the format of the messages, or nothing where none fits.

    A host with an adapter may keep blocks of Anthropic's among chat messages. Such a list is of no one
    format, but marking needs none: by the roles it is a chat.
    """
    try:
        return read(messages).format
    except UnknownFormat:
        chat = FORMATS["openai-chat"]
        return "openai-chat" if all(map(chat.role_of, messages)) else None


def _system_and_three(
    messages: Sequence[RawMessage], layout: Layout, format: FormatName
) -> Iterator[Breakpoint]:
    """Yield where markers belong, in order. A message that cannot carry one takes none from the others."""
    roles = [FORMATS[format].role_of(message) for message in messages]
    system = carried_at(0, messages[0], "system", layout) if roles[:1] == ["system"] else None
    # A system message further on is no prefix of its own, and one of an unknown role may be anything.
    spoken = (i for i in reversed(range(len(roles))) if roles[i] not in (None, "system"))
    carriers = (carried_at(i, messages[i], roles[i], layout) for i in spoken)
    room = MOST_BREAKPOINTS if system is None else MOST_BREAKPOINTS - 1
    last = list(islice((at for at in carriers if at is not None), room))
    yield from (at for at in (system, *reversed(last)) if at is not None)
