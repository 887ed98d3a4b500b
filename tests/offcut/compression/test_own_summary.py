"""Our own summary is known again whatever white space a host changed around it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

import anyio
import pytest

from offcut.ports import NewStandIn
from support.compressing import made, squeeze, summary_of, texts
from support.memory_store import MemoryStore
from support.session_formats import WRITERS, Writer
from support.sessions import Call, Exchange, Rounds, Session

RULE = "Never delete the table omega_77."
ROUND = Rounds((Call("settled " * 40),))
CHANGES: list[Callable[[str], str]] = [
    lambda text: f"{text}\n",
    lambda text: f"{text} ",
    lambda text: f"\n{text}",
    lambda text: f"  {text}\t\r\n",
    lambda text: text.replace("\n", "\r\n"),
    lambda text: text.replace("\n", "\r\n") + "\r\n",
    str.strip,
]


def session(start: str = "") -> list[Any]:
    return [
        Exchange(f"{start} Part {n}. {RULE if start and n == 2 else ''}", (ROUND,), "Ok.") for n in range(8)
    ]


def changed(messages: list[Any], summary: str, change: Callable[[str], str]) -> list[Any]:
    """Return the list as JSON that a host rewrote: the summary's text changed, nothing else."""
    before, after = json.dumps(summary), json.dumps(change(summary))
    whole = json.dumps(messages)
    assert whole.count(before) == 1
    return list(json.loads(whole.replace(before, after)))


@pytest.mark.requirement("H-51", "F-37")
@pytest.mark.parametrize("write", WRITERS)
@pytest.mark.parametrize("change", CHANGES)
def test_a_summary_is_ours_whatever_white_space_stands_around_it(write: Writer, change: Any) -> None:
    store = MemoryStore()
    first = squeeze(write(Session(tuple(session("First.")))).messages, store, max_summary_tokens=900)
    assert RULE in summary_of(first)
    more = write(Session(tuple(session()))).messages
    more = [message for message in more if message.get("role") not in ("system", "developer")]
    given = [*changed(made(first), summary_of(first), change), *more]
    second = squeeze(given, store, max_summary_tokens=900)
    shown = texts(made(second))
    assert RULE in summary_of(second) and sum("[CONTEXT COMPACTION]" in text for text in shown) == 1


@pytest.mark.requirement("H-51")
@pytest.mark.parametrize("shown", ["[CONTEXT COMPACTION] one\r\n\r\nbody", "[CONTEXT COMPACTION] one\n\n"])
def test_a_summary_that_an_older_version_registered_is_still_ours(shown: str) -> None:
    store = MemoryStore()
    messages = write_talk()
    real = squeeze(messages, store, max_summary_tokens=300)
    digest = hashlib.sha256(shown.encode()).digest()
    anyio.run(store.put_many, [], [NewStandIn(digest, str(real.segment_ref), "summary")])
    at = next(n for n, message in enumerate(made(real)) if message.get("content") == real.summary)
    given = [*made(real)[:at], {**made(real)[at], "content": shown}, *made(real)[at + 1 :], *write_talk()[1:]]
    assert shown not in texts(made(squeeze(given, store, max_summary_tokens=300)))


def write_talk() -> list[Any]:
    return WRITERS[0](Session(tuple(session()))).messages
