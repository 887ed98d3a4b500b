"""What both passes share: CPU work in a thread that can be stopped, and a listener to progress."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

import anyio.to_thread

from offcut.errors import Cancelled
from offcut.ports import Check

#: Called with (done, total, what is being done) while a pass runs.
Progress = Callable[[int, int, str], Awaitable[None]]
Value = TypeVar("Value")


async def in_thread(work: Callable[[Check], Value]) -> Value:
    """Run CPU work in a worker thread; when the caller is cancelled, its next ``check`` stops it."""
    stopped = False

    def check() -> None:
        if stopped:
            raise Cancelled("the caller cancelled this pass")

    try:
        return await anyio.to_thread.run_sync(work, check, abandon_on_cancel=True)
    finally:
        stopped = True


async def silent(done: int, total: int, what: str) -> None:
    """Tell nobody."""
