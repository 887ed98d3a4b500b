"""CPU work in a thread stops when its caller is cancelled, for both passes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Coroutine
from typing import Any

import anyio
import pytest

from offcut import compaction, compression
from offcut.coefficients import local_regression
from offcut.compaction import CompactionRequest
from offcut.compression import CompressionRequest
from offcut.errors import Cancelled
from offcut.ports import Check
from offcut.worker import in_thread
from support.conversations import RECORD, Step, chat
from support.counting import counter
from support.memory_store import MemoryStore

BOUND = 20.0


def test_the_work_is_told_at_its_next_check() -> None:
    begun, told = threading.Event(), threading.Event()

    def work(check: Check) -> None:
        begun.set()
        try:
            while True:
                check()
        except Cancelled:
            told.set()

    async def run() -> None:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(in_thread, work)
            assert await anyio.to_thread.run_sync(begun.wait, BOUND)
            tasks.cancel_scope.cancel()

    anyio.run(run)
    assert told.wait(BOUND)


class Slow:
    """A counter that lets the test cancel at its first count and counts what is asked afterwards."""

    method: Any = "exact"

    def __init__(self) -> None:
        self.begun, self.go_on = threading.Event(), threading.Event()
        self.asked = 0

    def count(self, text: str) -> int:
        self.begun.set()
        self.go_on.wait(BOUND)
        self.asked += 1
        return counter().count(text)


async def compact(messages: list[Any], slow: Slow) -> None:
    await compaction.compact(
        messages, CompactionRequest(), store=MemoryStore(), counter=slow, regression=local_regression()
    )


async def compress(messages: list[Any], slow: Slow) -> None:
    await compression.compress(messages, CompressionRequest(), store=MemoryStore(), counter=slow)


@pytest.mark.parametrize("run_pass", [compact, compress])
def test_a_pass_that_was_cancelled_does_not_go_on_counting(
    run_pass: Callable[[list[Any], Slow], Coroutine[Any, Any, None]],
) -> None:
    slow, messages = Slow(), chat([Step(f"{RECORD} {n}") for n in range(40)])

    async def run() -> None:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(run_pass, messages, slow)
            assert await anyio.to_thread.run_sync(slow.begun.wait, BOUND)
            tasks.cancel_scope.cancel()
        slow.go_on.set()

    threads = set(threading.enumerate())
    anyio.run(run)
    for thread in set(threading.enumerate()) - threads:
        thread.join(BOUND)
    assert slow.asked < len(messages)
