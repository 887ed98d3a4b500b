"""Edits of a configuration as values: what is to change, and what must be the outcome."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

#: Names of members and numbers of items, from the top down.
Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Put:
    """A member gets this value; it and the objects around it are made where they are missing."""

    path: Path
    value: Any


@dataclass(frozen=True, slots=True)
class Append:
    """A list gets one more item; it and the objects around it are made where they are missing."""

    path: Path
    value: Any


@dataclass(frozen=True, slots=True)
class Delete:
    """A member or an item goes."""

    path: Path


Edit = Put | Append | Delete


def value_at(values: Any, path: Path) -> Any:
    """Return what lies at a path, or ``None`` where there is nothing."""
    for step in path:
        if isinstance(step, int):
            values = values[step] if isinstance(values, list) and step < len(values) else None
        else:
            values = values.get(step) if isinstance(values, Mapping) else None
    return values


def outcome(values: Mapping[str, Any], edit: Edit) -> dict[str, Any]:
    """Return the values as they must be after an edit; the given ones stay as they are."""
    changed: dict[str, Any] = _changed(values, edit.path, edit)
    return changed


def _changed(around: Any, path: Path, edit: Edit) -> Any:
    """Return a copy of an object or list with the edit made in it; what is off its path is shared."""
    copy: Any = list(around) if isinstance(around, list) else dict(around or {})
    step, *rest = path
    if rest:
        copy[step] = _changed(value_at(copy, (step,)), tuple(rest), edit)
    elif isinstance(edit, Put):
        copy[step] = edit.value
    elif isinstance(edit, Append):
        copy[step] = [*(value_at(copy, (step,)) or ()), edit.value]
    else:
        del copy[step]
    return copy
