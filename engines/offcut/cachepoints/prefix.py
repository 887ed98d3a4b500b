"""The longest prefix that must not move: what a provider still finds of the last request in its cache."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from offcut.cachepoints.markers import unmarked
from offcut.conversation import RawMessage
from offcut.formats.contents import compact_json


def kept_prefix(before: Sequence[RawMessage], after: Sequence[RawMessage]) -> int:
    """Return how many leading messages of one request stand unmoved, byte for byte, in the next one.

    Everything after them is read anew (H-66). Markers are no part of what is cached, nor is it a change that
    a text becomes one text part because it gets one.
    """
    same = takewhile(lambda pair: _is_same(*pair), zip(before, after, strict=False))
    return sum(1 for _ in same)


def _is_same(one: RawMessage, other: RawMessage) -> bool:
    return one is other or _cached(one) == _cached(other)


def _cached(message: RawMessage) -> str:
    """Return what a provider makes its cache's key of."""
    bare = unmarked(message)
    content = bare.get("content")
    if isinstance(content, str) and content:
        bare = {**bare, "content": [{"type": "text", "text": content}]}
    return compact_json(bare)
