"""Consecutive requests of a growing session keep their prefix, except from where a pass says it moved.

This is what prompt caches live on: a host appends turns, lets a pass make its list smaller now and then,
marks it, and sends it. Nothing before the ``first_changed_index`` of a pass may change by a byte.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from itertools import islice, pairwise
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from offcut import CacheBreakpoints, cache_breakpoints
from offcut.cachepoints import kept_prefix
from support.compressing import made, squeeze
from support.conversations import RECORD, Raw, Step, anthropic, chat
from support.memory_store import MemoryStore
from support.passes import compact
from support.session_formats import WRITERS, Writer
from support.sessions import Session, sessions

Pass = Literal["none", "compact_context", "compress"]
#: Fold and remove as much as may be, so that there is much that could move.
FOLDING = {"drop_threshold": 1, "preserve_recent_messages": 2, "min_savings_tokens": 1}
EXAMPLES = max(250, settings().max_examples)

#: How many messages a turn appends, and what runs before it is sent.
turns = st.lists(
    st.tuples(st.integers(2, 12), st.sampled_from(["none", "compact_context", "compress"])),
    min_size=4,
    max_size=8,
)


def marked(messages: Sequence[Raw]) -> CacheBreakpoints:
    return cache_breakpoints(messages, model="claude-sonnet-4-5", provider="anthropic")


def after_pass(messages: list[Raw], kind: Pass, store: MemoryStore) -> tuple[list[Raw], int]:
    """Return what a pass makes of a list, and how many messages it says that it left where they were."""
    if kind == "none":
        return messages, len(messages)
    result: Any = (
        squeeze(messages, store) if kind == "compress" else compact(messages, store, options=FOLDING)
    )
    moved = result.first_changed_index
    if moved is None:
        assert result.messages == messages
    return result.messages, len(messages) if moved is None else moved


def as_bytes(messages: Sequence[Raw]) -> list[str]:
    return [json.dumps(message) for message in messages]


@pytest.mark.timeout(3600)
@pytest.mark.requirement("H-65", "H-66")
def test_consecutive_requests_keep_their_prefix_up_to_where_a_pass_says_it_moved() -> None:
    seen = Counter[str]()

    @settings(max_examples=EXAMPLES)
    @given(st.sampled_from(WRITERS), sessions, sessions, turns, st.booleans())
    def law(
        write: Writer, first: Session, second: Session, turns: list[tuple[int, Pass]], keeps_marks: bool
    ) -> None:
        written = write(first)
        more = Session(second.exchanges, False, "", second.open, second.ids, first.numbers)
        coming = iter([*written.messages, *written.completion, *write(more).messages])
        store = MemoryStore()
        history: list[Raw] = []
        requests = [marked(history)]
        for count, kind in turns:
            grown = [*history, *islice(coming, count)]
            now, still = after_pass(grown, kind, store)
            assert as_bytes(now[:still]) == as_bytes(grown[:still])
            # A summary's call may happen to be written as the one of the summary before.
            assert kind == "compress" or kept_prefix(grown, now) == still
            requests.append(marked(now))
            assert kept_prefix(requests[-2].messages, requests[-1].messages) >= min(len(history), still)
            history = requests[-1].messages if keeps_marks else now
            seen[f"{write.__name__} {kind} {still < len(grown)}"] += 1
        assert changes_of_the_system_prompt(requests) <= 1

    law()
    for write in WRITERS:
        assert all(seen[f"{write.__name__} {kind} True"] for kind in ("compact_context", "compress")), seen


def changes_of_the_system_prompt(requests: Sequence[CacheBreakpoints]) -> int:
    """Count how often the leading system message of a session is another than in the request before."""
    leading = [request.messages[:1] for request in requests]
    systems = [first for first in leading if first and first[0].get("role") == "system"]
    return sum(kept_prefix(before, after) == 0 for before, after in pairwise(systems))


@pytest.mark.requirement("H-66")
@pytest.mark.parametrize(
    ("change", "kept"),
    [
        (lambda m: m, 4),
        (lambda m: [*m, m[0]], 4),
        (lambda m: m[:2], 2),
        (lambda m: [*m[:2], m[1], *m[2:]], 2),
        (lambda m: [m[0], *m[2:]], 1),
        (lambda m: [{**m[0], "content": "1"}, *m[1:]], 0),
        (lambda m: [m[0], {**m[1], "content": [{"type": "text", "text": "turn 1"}]}, *m[2:]], 4),
        (lambda m: [m[0], {**m[1], "content": [{"type": "text", "text": "turn 2"}]}, *m[2:]], 1),
        (lambda m: [m[0], {"content": "turn 1", "role": "user"}, *m[2:]], 1),
        (lambda m: marked(m).messages, 4),
    ],
)
def test_a_change_ends_the_prefix_and_a_marker_is_none(change: Any, kept: int) -> None:
    messages = [{"role": "user", "content": f"turn {n}"} for n in range(4)]
    assert kept_prefix(messages, change(messages)) == kept


@pytest.mark.requirement("H-67")
@pytest.mark.parametrize("write", [chat, anthropic])
def test_after_a_compression_the_system_prompt_stays_cached_and_the_next_turn_reads_everything(
    write: Any,
) -> None:
    store, history = MemoryStore(), list[Raw]()
    for time in range(3):
        steps = [Step(f"{RECORD} {time} {n}", id=f"c{time}_{n}") for n in range(9)]
        before = [*history, *(write(steps)[1:] if history else write(steps))]
        history = made(squeeze(before, store))
        if write is chat and time:
            assert marked(before).breakpoints[0] == marked(history).breakpoints[0]
            assert kept_prefix(marked(before).messages, marked(history).messages) >= 1
        turn = [{"role": "assistant", "content": "Done."}, {"role": "user", "content": "Go on."}]
        first, second = marked(history), marked([*history, *turn])
        kept = kept_prefix(first.messages, second.messages)
        assert [at for at in first.breakpoints if at.message >= kept] == []
        assert {at.message for at in first.breakpoints} & {at.message for at in second.breakpoints}
