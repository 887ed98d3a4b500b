"""Laws of the recoverable pass over random valid conversations of every format."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from offcut.formats import read
from offcut.pairing import pair
from support.checkers import SHAPES, check
from support.conversations import Raw, conversations
from support.memory_store import MemoryStore
from support.passes import compact, decisions

options = st.fixed_dictionaries(
    {},
    optional={
        "drop_threshold": st.sampled_from([0.0, 0.1, 0.5, 1.0]),
        "preserve_recent_messages": st.integers(0, 8),
        "preserve_recent_pairs": st.integers(0, 5),
        "preview_chars": st.sampled_from([0, 1, 40, 300]),
        "preview_style": st.sampled_from(["identifiers", "head_tail"]),
        "max_output_tokens": st.sampled_from([1, 500, 2_000, 100_000]),
        "min_savings_tokens": st.sampled_from([1, 32]),
    },
)


@pytest.mark.requirement("R-23", "R-24")
@given(conversations, options)
def test_a_pass_keeps_every_promise(messages: list[Raw], options: dict[str, Any]) -> None:
    store, before = MemoryStore(), copy.deepcopy(messages)
    found = compact(messages, store, options=options)
    after = found.messages
    assert messages == before and after is not None
    # structure: the same messages, the same pairs, one decision for each call
    assert len(after) == len(messages)
    pairs = [(p.id, p.call, p.result.place) for p in pair(read(messages)).pairs]
    assert [(p.id, p.call, p.result.place) for p in pair(read(after)).pairs] == pairs
    assert len(decisions(found)) == sum(len(m.calls) for m in read(messages).messages)
    if (format := read(messages).format) in SHAPES:
        assert check(messages, after, format) == []
    # size: never more characters or tokens, and the figures are those of a fresh count
    assert len(json.dumps(after)) <= len(json.dumps(messages))
    assert found.stats.tokens_after == compact(after, MemoryStore()).stats.tokens_before
    assert (found.stats.tokens_after < found.stats.tokens_before) is found.changed
    # recovery: every reference shown gives the original's bytes
    originals = {result.source for message in read(messages).messages for result in message.results}
    for source in found.sources:
        assert store.sources[source.ref].body.decode("utf-8", "surrogatepass") in originals
    # untouched messages are the same objects
    changed = [i for i, (a, b) in enumerate(zip(messages, after, strict=True)) if a is not b]
    assert changed[:1] == ([] if found.first_changed_index is None else [found.first_changed_index])


@pytest.mark.requirement("F-28")
@given(conversations, options)
def test_twice_is_once(messages: list[Raw], options: dict[str, Any]) -> None:
    store = MemoryStore()
    once = compact(messages, store, options=options)
    assert once.messages is not None
    kept = dict(store.sources)
    twice = compact(once.messages, store, options=options)
    assert twice.changed is False and store.sources == kept
    assert all(a is b for a, b in zip(once.messages, twice.messages or [], strict=True))


@given(conversations)
def test_the_same_list_folds_to_the_same_bytes(messages: list[Raw]) -> None:
    first, second = (
        compact(copy.deepcopy(messages), MemoryStore(), options={"drop_threshold": 1}) for _ in "12"
    )
    assert json.dumps(first.messages) == json.dumps(second.messages)
