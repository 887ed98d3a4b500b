"""Standard input and output as two streams of messages for the SDK's server.

Ours instead of the SDK's ``stdio_server``, which answers nothing to a line it cannot read (DESIGN 4).
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial

import anyio
import anyio.to_thread
from anyio.abc import ObjectReceiveStream, ObjectSendStream, TaskGroup
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from mcp_types.jsonrpc import (
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
)

from offcut_mcp.process import tell
from offcut_mcp.standard_input import lines
from offcut_mcp.standard_output import StandardOutput
from offcut_mcp.wire import Answer, parse_line, parse_long_line

Incoming = SessionMessage | Exception
#: A line is parsed beside the event loop from this size on, so that other requests go on.
LONG_LINE = 65_536
#: Long lines that are parsed at a time; more would only fill the memory.
LONG_LINES_AT_A_TIME = 2
#: Seconds that requests may still take after the end of input.
LAST_WORDS_SECONDS = 30.0

#: Work that does not end must not keep the process from ending.
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
        reader = _Reader(to_server, outbox.clone(), unanswered)
        tasks.start_soon(_read, reader, tasks.cancel_scope)
        tasks.start_soon(_write, to_client, StandardOutput(), unanswered, tasks.cancel_scope)
        yield inbox, outbox


@dataclass(slots=True)
class _Unanswered:
    """Requests that still wait for their answer, so that the end of input does not cut them off."""

    ids: Counter[object] = field(default_factory=Counter)
    settled: anyio.Event = field(default_factory=anyio.Event)

    def came(self, message: JSONRPCMessage | Answer) -> None:
        """Note a message of the client. A cancelled request is never answered, by rule of the protocol."""
        if isinstance(message, Answer):
            self.ids[message.error.id] += 1
        elif isinstance(message, JSONRPCRequest):
            self.ids[message.id] += 1
        elif isinstance(message, JSONRPCNotification) and message.method == "notifications/cancelled":
            cancelled = (message.params or {}).get("requestId")
            if isinstance(cancelled, int | str):
                self._settle(cancelled)

    def went(self, message: object) -> None:
        """Note a message of the server."""
        if isinstance(message, JSONRPCResponse | JSONRPCError):
            self._settle(message.id)

    async def wait(self) -> None:
        """Return when every request is answered."""
        while self.ids:
            self.settled = anyio.Event()
            await self.settled.wait()

    def _settle(self, request_id: int | str | None) -> None:
        if request_id in self.ids:
            self.ids -= Counter([request_id])
        self.settled.set()


@dataclass(slots=True)
class _Reader:
    """Hands lines on as messages, in their order, but for long ones, which others may overtake."""

    to_server: ObjectSendStream[Incoming]
    replies: ObjectSendStream[SessionMessage]
    unanswered: _Unanswered
    slots: anyio.CapacityLimiter = field(default_factory=lambda: anyio.CapacityLimiter(LONG_LINES_AT_A_TIME))
    parsed: anyio.Condition = field(default_factory=anyio.Condition)

    async def take(self, line: bytes, tasks: TaskGroup) -> None:
        """Hand on one line; a long one in a task of its own."""
        if len(line) > LONG_LINE:
            borrower = object()
            await self.slots.acquire_on_behalf_of(borrower)
            tasks.start_soon(self._take_long, line, borrower)
            return
        message = parse_line(line)
        if isinstance(message, JSONRPCNotification):
            # It may be about a request that is still being read.
            await self._long_lines_read()
        await self._hand_on(message, tasks)

    async def settled(self) -> None:
        """Return when everything was handed on and answered."""
        await self._long_lines_read()
        await self.unanswered.wait()

    async def _take_long(self, line: bytes, borrower: object) -> None:
        message = await _in_thread(parse_long_line, line)
        async with anyio.create_task_group() as tasks:
            await self._hand_on(message, tasks)
            async with self.parsed:
                self.slots.release_on_behalf_of(borrower)
                self.parsed.notify_all()

    async def _long_lines_read(self) -> None:
        async with self.parsed:
            while self.slots.borrowed_tokens:
                await self.parsed.wait()

    async def _hand_on(self, message: JSONRPCMessage | Answer | None, tasks: TaskGroup) -> None:
        if message is None:
            return
        self.unanswered.came(message)
        if isinstance(message, Answer):
            # Not awaited: a client that does not read its replies must not hide the end of its input.
            tasks.start_soon(self.replies.send, SessionMessage(message.error))
        else:
            await self.to_server.send(SessionMessage(message))


async def _read(reader: _Reader, everything: anyio.CancelScope) -> None:
    async with reader.to_server, reader.replies, anyio.create_task_group() as tasks:
        async for line in lines(sys.stdin.fileno()):
            await reader.take(line, tasks)
        with anyio.move_on_after(LAST_WORDS_SECONDS) as patience:
            await reader.settled()
        if patience.cancelled_caught:
            everything.cancel()  # nobody reads the answers


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
    except OSError as error:
        if not isinstance(error, ConnectionError):
            tell(f"the client cannot be answered: {error.strerror}.")
        everything.cancel()  # nobody is there to answer
