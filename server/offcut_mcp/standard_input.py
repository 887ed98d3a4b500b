"""Standard input as lines, whatever it is: a pipe, a terminal, a file, a device."""

from __future__ import annotations

import os
import stat
from collections.abc import AsyncIterator
from functools import partial

import anyio
import anyio.to_thread

from offcut_mcp.process import tell

CHUNK = 1_048_576

#: A read that never ends must not keep the process from ending.
_in_thread = partial(anyio.to_thread.run_sync, abandon_on_cancel=True)


async def lines(source: int) -> AsyncIterator[bytes]:
    """Yield the lines of a file descriptor without their ends; the last one need not have any.

    What cannot be read is at its end, and standard error says why.
    """
    pending: list[bytes] = []
    while chunk := await _chunk(source):
        *complete, rest = chunk.split(b"\n")
        for line in complete:
            yield b"".join([*pending, line])
            pending.clear()
        if rest:
            pending.append(rest)
    if pending:
        yield b"".join(pending)


async def _chunk(source: int) -> bytes:
    try:
        return await (_read_file(source) if _never_waits(source) else _read_stream(source))
    except OSError as error:
        tell(f"standard input cannot be read: {error.strerror}.")
        return b""


def _never_waits(source: int) -> bool:
    return os.name == "nt" or stat.S_ISREG(os.fstat(source).st_mode)


async def _read_stream(source: int) -> bytes:
    """Read what has come, without a thread: waking one costs more than a small request."""
    try:
        await anyio.wait_readable(source)
    except PermissionError:  # a device that no event loop can wait for, such as /dev/null
        return await _read_file(source)
    return os.read(source, CHUNK)


async def _read_file(source: int) -> bytes:
    """Read what no event loop can wait for."""
    return await _in_thread(os.read, source, CHUNK)
