"""The shape of a language's talk."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """Names and sentences of a language; ``requests``, ``user`` and ``assistant`` hold a template a line.

    ``marks`` are words of a line that says that something was replaced, ``gap`` stands between sentences.
    """

    names: str
    cities: str
    months: str
    date: str
    marks: str
    requests: str
    user: str
    assistant: str
    gap: str = " "
