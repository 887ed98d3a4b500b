"""Faults to plant in a message list: each changes a copy in place, or returns the list to take instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Messages = list[Any]
Plant = Callable[[Messages], Any]


def put(*path: Any) -> Plant:
    """Return a fault: the value at the end of a path of keys, put in place."""
    *keys, last, value = path

    def plant(messages: Messages) -> None:
        holder: Any = messages
        for key in keys:
            holder = holder[key]
        holder[last] = value

    return plant


def drop(*path: Any) -> Plant:
    """Return a fault: what stands at the end of a path of keys, taken away."""
    *keys, last = path

    def plant(messages: Messages) -> None:
        holder: Any = messages
        for key in keys:
            holder = holder[key]
        del holder[last]

    return plant


def insert(at: int, *new: Any) -> Plant:
    """Return a fault: messages that were not there."""
    return lambda messages: [*messages[:at], *new, *messages[at:]]


def without(*gone: int) -> Plant:
    """Return a fault: messages lost."""
    return lambda messages: [message for at, message in enumerate(messages) if at not in gone]


def named(content: Any, id: str) -> Any:
    """Return a content whose one call or response has this id."""
    (part,) = content["parts"]
    return {**content, "parts": [{k: {**v, "id": id} if isinstance(v, dict) else v for k, v in part.items()}]}
