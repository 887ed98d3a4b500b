"""What a summary knows, as data that is stored with the removed turns."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from offcut.conversation import Json


@dataclass(frozen=True, slots=True)
class File:
    """A file that tools named: how often it was read and how often it was changed."""

    path: str
    read: int = 0
    changed: int = 0


@dataclass(frozen=True, slots=True)
class Memory:
    """The material of a summary's sections, oldest first.

    ``said`` are the user's own words, whole; only they may become goals, constraints or next steps.
    ``unanswered`` tells whether the last of them was still being worked on.
    ``shown`` are the user's sentences that the last summary carried: what is new has to be worth more.
    ``facts`` are quoted from tool results, each with the tool's name. ``told`` is a summary that a host
    or a model wrote: its words are kept as they are.
    """

    said: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    current: str = ""
    blocked: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    files: tuple[File, ...] = ()
    facts: tuple[str, ...] = ()
    told: str = ""
    unanswered: bool = False
    shown: tuple[str, ...] = ()

    def to_json(self) -> str:
        """Return JSON that ``from_json`` reads back."""
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, data: Json) -> Memory:
        """Build from decoded JSON."""
        files = tuple(File(**file) for file in data["files"])
        lists = {name: tuple(data[name]) for name in ("said", "done", "blocked", "decisions", "facts")}
        lists["shown"] = tuple(data.get("shown", ()))
        return cls(**{**data, **lists, "files": files})
