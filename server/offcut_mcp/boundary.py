"""Standard input and output as two streams of messages for the SDK's server.

Ours instead of the SDK's ``stdio_server``, which answers nothing to a line it cannot read (DESIGN 4).
"""

from __future__ import annotations

import os
import stat
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial

import anyio
import anyio.to_thread
from anyio.abc import ObjectReceiveStream, ObjectSendStream
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from mcp_types.jsonrpc import JSONRPCError, JSONRPCNotification, JSONRPCRequest, JSONRPCResponse

from offcut_mcp.standard_output import StandardOutput
from offcut_mcp.wire import Answer, parse_line

Incoming = SessionMessage | Exception
CHUNK = 1_048_576
#: A line is parsed beside the event loop from this size on, so that other requests go on.
LONG_LINE = 65_536
#: Seconds that requests may still take after the end of input.
LAST_WORDS_SECONDS = 30.0

#: A read that never ends must not keep the process from ending.
_in_thread = partial(anyio.to_thread.run_sync, abandon_on_cancel=True)


@asynccontextmanager
async def stdio_streams() -> AsyncIterator[
    tuple[MemoryObjectReceiveStream[Incoming], MemoryObjectSendStream[SessionMessage]]
]:
    """Yield what the server reads from and writes to; leave when both have come to their end."""
    to_server, inbox = anyio.create_memory_object_stream[Incoming](0)
    outbox, to_client = anyio.create_memory_object_stream[SessionMessage](0)
    unanswered = _Unanswered()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_read, sys.stdin.fileno(), to_server, outbox.clone(), unanswered)
        tasks.start_soon(_write, to_client, StandardOutput(), unanswered, tasks.cancel_scope)
        yield inbox, outbox


@dataclass(slots=True)
class _Unanswered:
    """Requests that still wait for their answer, so that the end of input does not cut them off."""

    ids: Counter[object] = field(default_factory=Counter)
    settled: anyio.Event = field(default_factory=anyio.Event)

    def came(self, message: object) -> None:
        """Note a message of the client. A cancelled request is never answered, by rule of the protocol."""
        if isinstance(message, JSONRPCRequest):
            self.ids[message.id] += 1
        elif isinstance(message, JSONRPCNotification) and message.method == "notifications/cancelled":
            self._settle((message.params or {}).get("requestId"))

    def went(self, message: object) -> None:
        """Note a message of the server."""
        if isinstance(message, JSONRPCResponse | JSONRPCError):
            self._settle(message.id)

    async def wait(self) -> None:
        """Return when every request is answered."""
        while self.ids:
            self.settled = anyio.Event()
            await self.settled.wait()

    def _settle(self, request_id: object) -> None:
        if isinstance(request_id, int | str) and request_id in self.ids:
            self.ids -= Counter([request_id])
        self.settled.set()


async def _read(
    source: int,
    to_server: ObjectSendStream[Incoming],
    replies: ObjectSendStream[SessionMessage],
    unanswered: _Unanswered,
) -> None:
    async with to_server, replies:
        async for line in _lines(source):
            message = await _in_thread(parse_line, line) if len(line) > LONG_LINE else parse_line(line)
            if isinstance(message, Answer):
                await replies.send(SessionMessage(message.error))
            elif message is not None:
                unanswered.came(message)
                await to_server.send(SessionMessage(message))
        with anyio.move_on_after(LAST_WORDS_SECONDS):
            await unanswered.wait()


async def _lines(source: int) -> AsyncIterator[bytes]:
    """Yield the lines of a file descriptor without their ends; the last one need not have any."""
    read = _read_file if os.name == "nt" or stat.S_ISREG(os.fstat(source).st_mode) else _read_stream
    pending: list[bytes] = []
    while chunk := await read(source):
        *complete, rest = chunk.split(b"\n")
        for line in complete:
            yield b"".join([*pending, line])
            pending.clear()
        if rest:
            pending.append(rest)
    if pending:
        yield b"".join(pending)


async def _read_stream(source: int) -> bytes:
    """Read what has come, without a thread: waking one costs more than a small request."""
    await anyio.wait_readable(source)
    return os.read(source, CHUNK)


async def _read_file(source: int) -> bytes:
    """Read what no event loop can wait for."""
    return await _in_thread(os.read, source, CHUNK)


async def _write(
    messages: ObjectReceiveStream[SessionMessage],
    output: StandardOutput,
    unanswered: _Unanswered,
    everything: anyio.CancelScope,
) -> None:
    try:
        async with messages:
            async for item in messages:
                await output.send(item.message)
                unanswered.went(item.message)
    except (BrokenPipeError, ConnectionResetError):
        everything.cancel()  # nobody is there to answer
