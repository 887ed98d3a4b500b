"""Real servers in subprocesses: spoken to byte by byte, or through the SDK's client."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Literal

from mcp import Client, StdioServerParameters

SERVE = ("-m", "offcut_mcp", "serve")
PATIENCE = 60.0
Mode = Literal["auto", "legacy"]


def server_environment(archive: Path | str, **more: str) -> dict[str, str]:
    """Return the environment of a server whose archive is at ``archive``."""
    return {**os.environ, "OFFCUT_ARCHIVE": str(archive), **more}


class Wire:
    """A server's standard streams. Every wait is bounded; what was not asked for is kept."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._kept: list[dict[str, Any]] = []
        self._ids = itertools.count(1000)
        self._complaints: list[bytes] = []
        self._threads = [
            threading.Thread(target=self._read_replies, daemon=True),
            threading.Thread(target=self._read_complaints, daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def send(self, line: bytes) -> None:
        """Write one line as it is."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def send_json(self, value: Any) -> None:
        """Write one value as one line of ASCII."""
        self.send(json.dumps(value).encode())

    def next_message(self) -> dict[str, Any]:
        """Return the next message of the server. Raises ``queue.Empty`` after a minute without one."""
        if self._kept:
            return self._kept.pop(0)
        return self._next_unread()

    def reply(self, request_id: int | str | None) -> dict[str, Any]:
        """Return the reply with this id; other messages stay for ``next_message``."""
        for index, message in enumerate(self._kept):
            if _answers(message, request_id):
                return self._kept.pop(index)
        while not _answers(message := self._next_unread(), request_id):
            self._kept.append(message)
        return message

    def ask(self, method: str, params: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Send a request and return its reply."""
        request_id = next(self._ids)
        self.send_json({"jsonrpc": "2.0", "id": request_id, "method": method, "params": dict(params or {})})
        return self.reply(request_id)

    def call(self, tool: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Call a tool and return its result."""
        result: dict[str, Any] = self.ask("tools/call", {"name": tool, "arguments": dict(arguments)})[
            "result"
        ]
        return result

    def handshake(self) -> dict[str, Any]:
        """Open the connection as a client of 2025-06-18 does, and return what the server says of itself."""
        client = {"name": "test", "version": "1"}
        params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
        reply = self.ask("initialize", params)
        self.send_json({"jsonrpc": "2.0", "method": "notifications/initialized"})
        result: dict[str, Any] = reply["result"]
        return result

    def interrupt(self) -> None:
        """Press Ctrl-C."""
        self.process.send_signal(signal.SIGINT)

    def finish(self, patience: float = PATIENCE) -> int:
        """End the server's input and return its exit code; fails after ``patience`` seconds."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(patience)

    def rest(self) -> list[dict[str, Any]]:
        """Return everything that was not read yet, once the server has ended."""
        self.process.wait(PATIENCE)
        self._join()
        while not self._lines.empty():
            self._kept.append(json.loads(self._lines.get_nowait()))
        return self._kept

    def complaints(self) -> str:
        """Return the standard error of a server that has ended."""
        self.process.wait(PATIENCE)
        self._join()
        return b"".join(self._complaints).decode("utf-8", "replace")

    def close(self) -> None:
        """End the server, by force if it does not want to."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        self._join()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                with contextlib.suppress(BrokenPipeError):  # what the dead server did not read anymore
                    stream.close()

    def _join(self) -> None:
        for thread in self._threads:
            thread.join(PATIENCE)

    def _next_unread(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._lines.get(timeout=PATIENCE))
        return message

    def _read_replies(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)

    def _read_complaints(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self._complaints.append(line)


def _answers(message: Mapping[str, Any], request_id: int | str | None) -> bool:
    return "method" not in message and message.get("id") == request_id


@contextmanager
def raw_server(archive: Path | str, *arguments: str, **more: str) -> Iterator[Wire]:
    """Start a server, not yet greeted. It is gone when this ends."""
    process = subprocess.Popen(
        [sys.executable, *(arguments or SERVE)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=server_environment(archive, **more),
    )
    wire = Wire(process)
    try:
        yield wire
    finally:
        wire.close()


@contextmanager
def greeted_server(archive: Path | str, **more: str) -> Iterator[Wire]:
    """Start a server and shake hands."""
    with raw_server(archive, **more) as wire:
        wire.handshake()
        yield wire


@asynccontextmanager
async def sdk_client(archive: Path | str, mode: Mode = "auto", **more: str) -> AsyncIterator[Client]:
    """Start a server and connect the SDK's client to it."""
    parameters = StdioServerParameters(
        command=sys.executable, args=list(SERVE), env=server_environment(archive, **more)
    )
    async with Client(parameters, mode=mode) as client:
        yield client
