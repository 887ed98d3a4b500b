"""Laws of the lossy pass over random valid sessions: two compressions each, with new turns between."""

from __future__ import annotations

import copy
import json
import re
from collections import Counter
from itertools import pairwise
from typing import Any

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from offcut.compression import CompressionResult
from offcut.conversation import Message
from offcut.formats import read
from support.compressing import squeeze, texts
from support.conversations import Raw
from support.corpus import Checker
from support.counting import counter
from support.memory_store import MemoryStore
from support.paths import require_shared
from support.session_formats import WRITERS, Writer
from support.sessions import Session, sessions

#: 300 sessions of an ordinary run, 3,000 of a full one.
EXAMPLES = max(300, settings().max_examples)
#: A checker that takes no message with results for the user's own may look for an older request.
CHECKED_HERE = ("lost_last_user", "last_user_not_last")
REFERENCE = re.compile(r"oc_[a-z2-7]{16}")

options = st.fixed_dictionaries(
    {},
    optional={
        "protect_last_n": st.integers(1, 8),
        "protect_first_n": st.integers(0, 6),
        "target_ratio": st.sampled_from([0.1, 0.4, 0.8]),
        "tail_pressure": st.sampled_from(["preview", "keep"]),
        "max_summary_tokens": st.sampled_from([1, 150, 400, 5000]),
    },
)


@pytest.mark.timeout(3600)
@pytest.mark.requirement("F-01", "F-07", "F-08", "F-16", "H-38", "H-49", "H-50")
def test_two_compressions_of_any_session_keep_every_promise() -> None:
    require_shared()
    checker, outcomes = Checker(), Counter[str]()

    @settings(max_examples=EXAMPLES)
    @given(st.sampled_from(WRITERS), sessions, sessions, options)
    def law(write: Writer, first: Session, second: Session, options: dict[str, Any]) -> None:
        store, written = MemoryStore(), write(first)
        once = checked(written.messages, store, checker, options)
        assert once.messages is not None
        more = write(Session(second.exchanges, False, "", second.open, second.ids, first.numbers)).messages
        twice = checked([*once.messages, *written.completion, *more], store, checker, options)
        outcomes.update([once.status, twice.status, f"{write.__name__} {twice.status}"])

    law()
    enough = EXAMPLES // 4
    assert outcomes["compressed"] > enough, outcomes
    assert all(outcomes[f"{write.__name__} compressed"] > enough // 20 for write in WRITERS), outcomes


def checked(
    before: list[Raw], store: MemoryStore, checker: Checker, options: dict[str, Any]
) -> CompressionResult:
    """Compress and assert every promise about one result."""
    copied = copy.deepcopy(before)
    result = squeeze(before, store, **options)
    assert before == copied
    after = result.messages
    assert after is not None
    if result.status != "compressed":
        assert result.status in ("nothing_to_compress", "no_progress")
        assert len(after) == len(before) and all(a is b for a, b in zip(after, before, strict=True))
        return result
    most = options.get("max_summary_tokens")
    assert most is None or counter().count(result.summary or "") <= most
    faults = checker.faults(before, after, "compress")
    assert [fault for fault in faults if not is_own(fault, result) and fault[0] not in CHECKED_HERE] == []
    assert role_faults(after) <= role_faults(before)
    assert_smaller(before, result)
    assert_newest_request_stays(before, after, summaries(store))
    assert_recoverable(before, after, result, store)
    assert [text for text in texts(after) if text in summaries(store)] == [result.summary]
    return result


def is_own(fault: tuple[str, str], result: CompressionResult) -> bool:
    """Tell whether a fault is the one call that the pass makes up itself."""
    name = str(result.segment_ref).removeprefix("oc_")
    return fault[0] == "invented_call" and fault[1].endswith(name)


def role_faults(messages: list[Raw]) -> Counter[str]:
    """Count turns beside a turn of their own speaker, and a first turn that is not the user's."""
    conversation = read(messages)
    if conversation.format in ("openai-responses", "agentscope"):
        return Counter()
    spoken = [message for message in conversation.messages if message.role != "system"]
    faults = Counter(f"{a.role} {a.role}" for a, b in pairwise(spoken) if a.role == b.role != "tool")
    return faults + Counter(["begins with an assistant"] if spoken and spoken[0].role == "assistant" else [])


def assert_smaller(before: list[Raw], result: CompressionResult) -> None:
    stats = result.stats
    assert stats.tokens_after <= 0.95 * stats.tokens_before
    assert len(json.dumps(result.messages, ensure_ascii=False)) <= len(json.dumps(before, ensure_ascii=False))
    assert (stats.messages_before, stats.messages_after) == (len(before), len(result.messages or []))


def summaries(store: MemoryStore) -> set[str]:
    """Return every summary that was ever shown."""
    return {source.body.decode() for source in store.sources.values() if source.kind == "summary"}


def newest_request(messages: list[Raw], summaries: set[str]) -> int | None:
    """Return the newest message of the user that says something and is no summary."""

    def asks(message: Message) -> bool:
        said = message.text.strip() or (message.images and not message.results)
        return message.role == "user" and bool(said) and message.text not in summaries

    views = read(messages).messages
    return next((view.index for view in reversed(views) if asks(view)), None)


def assert_newest_request_stays(before: list[Raw], after: list[Raw], summaries: set[str]) -> None:
    was, now = newest_request(before, summaries), newest_request(after, summaries)
    assert was is not None and now is not None
    assert before[was] is after[now]


def assert_recoverable(
    before: list[Raw], after: list[Raw], result: CompressionResult, store: MemoryStore
) -> None:
    """Every reference shown is one that redeems, and the segment is exactly what went, in order."""
    shown = {ref for text in texts(after) for ref in REFERENCE.findall(text)}
    for ref in shown:
        anyio.run(store.get, ref)
    assert result.segment_ref in shown
    removed = json.loads(anyio.run(store.get, str(result.segment_ref)))
    stay = {id(message) for message in after}
    gone = [message for message in before if id(message) not in stay]
    edited = len(gone) - len(removed)
    assert 0 <= edited <= len(result.sources) + 1
    remaining = iter(gone)
    assert all(any(message == other for other in remaining) for message in removed)
    assert anyio.run(store.get, str(result.summary_ref)).decode() == result.summary
