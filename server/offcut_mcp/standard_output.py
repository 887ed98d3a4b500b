"""Standard output as the wire: nobody else's, and never in the way of the event loop."""

from __future__ import annotations

import os
import sys
from functools import partial
from typing import BinaryIO

import anyio.to_thread
from mcp_types.jsonrpc import JSONRPCMessage

from offcut_mcp.wire import write_line

if sys.platform == "linux":
    import fcntl
    import termios

#: Characters of a message that are written as JSON in no time.
SHORT = 65_536

_in_thread = partial(anyio.to_thread.run_sync, abandon_on_cancel=True)


class StandardOutput:
    """Takes the wire away from everybody else: a stray ``print`` goes to standard error from now on."""

    def __init__(self) -> None:
        self._wire: BinaryIO = os.fdopen(os.dup(1), "wb", buffering=0)
        os.dup2(2, 1)

    async def send(self, message: JSONRPCMessage) -> None:
        """Write one message. Raises ``BrokenPipeError`` when the client is gone."""
        line = write_line(message) if _is_short(message) else await _in_thread(write_line, message)
        if len(line) <= self._room():
            self._write(line)
        else:
            # A client that does not read must not stop the event loop.
            await _in_thread(self._write, line)

    def _write(self, line: bytes) -> None:
        rest = memoryview(line)
        while rest:
            rest = rest[self._wire.write(rest) :]

    def _room(self) -> int:
        """Return how many bytes can be written without waiting: a pipe that was read empty takes its size.

        Waking a thread for every short answer would cost as much as the answer.
        """
        if sys.platform != "linux":
            return 0
        try:
            unread = int.from_bytes(fcntl.ioctl(self._wire, termios.FIONREAD, bytes(4)), sys.byteorder)
            return 0 if unread else fcntl.fcntl(self._wire, fcntl.F_GETPIPE_SZ)
        except OSError:
            return 0  # no pipe


def _is_short(message: JSONRPCMessage) -> bool:
    """Say whether a message is a page of text at most: no structure, no resource."""
    result = getattr(message, "result", None) or {}
    texts = (block.get("text", "") for block in result.get("content", ()))
    return not result.keys() & {"structuredContent", "contents"} and sum(map(len, texts)) <= SHORT
