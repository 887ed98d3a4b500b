"""A middle that made no progress is left alone for an hour, until there is something to do again."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import anyio
import pytest

from offcut import compression
from offcut.archive import Archive
from offcut.compression import CompressionResult
from offcut.compression.attempts import TRIED
from offcut.errors import InvalidInput
from support.compressing import apply, compress, made, request, size
from support.conversations import RECORD, Raw
from support.counting import counter
from support.memory_store import MemoryStore

#: A middle of two short turns before a tail that is most of the list: no summary of it can gain 5 %.
HEAVY: list[Raw] = [
    {"role": "system", "content": "You settle orders."},
    {"role": "user", "content": "Settle them."},
    {"role": "assistant", "content": "I look at the first."},
    {"role": "user", "content": "Yes, go on."},
    {"role": "assistant", "content": f"{RECORD * 40}"},
    {"role": "user", "content": "And the next?"},
    {"role": "assistant", "content": "Also open."},
    {"role": "user", "content": "Close it."},
]
LIMITS: dict[str, Any] = {"force": True, "protect_first_n": 2, "protect_last_n": 4}
MORE: list[Raw] = [
    {"role": role, "content": f"{number}: {RECORD * 4}"}
    for number in range(6)
    for role in ("assistant", "user")
]


def tried(messages: list[Raw], store: Any, **limits: Any) -> CompressionResult:
    return compress(messages, store, **{"context_length": 2 * size(HEAVY), **LIMITS, **limits})


def test_the_same_middle_is_not_summarised_twice_in_vain() -> None:
    store = MemoryStore()
    first, second = tried(HEAVY, store), tried(HEAVY, store)
    assert (first.status, second.status) == ("no_progress", "no_progress")
    assert "a gain of less than 5 %" in first.reason and second.reason == TRIED
    assert second.messages == HEAVY and [source.kind for source in store.sources.values()] == ["plan"]


@pytest.mark.parametrize("limits", [{"max_summary_tokens": 900}, {"context_length": 50_000}])
def test_other_limits_are_another_attempt(limits: dict[str, Any]) -> None:
    store = MemoryStore()
    tried(HEAVY, store)
    assert TRIED not in tried(HEAVY, store, **limits).reason


def test_it_works_again_when_there_is_something_to_do() -> None:
    store = MemoryStore()
    tried(HEAVY, store)
    assert made(tried([*HEAVY, *MORE], store))


def test_a_host_that_has_its_own_summary_is_not_held_back() -> None:
    store = MemoryStore()
    tried(HEAVY, store)
    asked = request(context_length=2 * size(HEAVY), **LIMITS)

    async def run() -> CompressionResult:
        return await compression.plan(HEAVY, asked, store=store, counter=counter())

    assert anyio.run(run).status == "planned"


def test_the_note_of_an_attempt_is_no_plan() -> None:
    store = MemoryStore()
    tried(HEAVY, store)
    [note] = store.sources
    with pytest.raises(InvalidInput, match="names a source that is no plan"):
        apply(HEAVY, note, "A summary.", store)


def test_after_an_hour_it_is_tried_again(tmp_path: Path) -> None:
    file = tmp_path / "archive.db"

    async def run() -> CompressionResult:
        asked = request(context_length=2 * size(HEAVY), **LIMITS)
        async with Archive.open(file) as archive:
            return await compression.compress(HEAVY, asked, store=archive, counter=counter())

    reasons = [anyio.run(run).reason, anyio.run(run).reason]
    with sqlite3.connect(file) as connection:
        (seconds,) = connection.execute("SELECT expires_at - created_at FROM source").fetchone()
        connection.execute("UPDATE source SET expires_at = 1")
    connection.close()
    reasons.append(anyio.run(run).reason)
    reasons.append(anyio.run(run).reason)
    assert round(seconds) == 3600
    assert [reason == TRIED for reason in reasons] == [False, True, False, True]
