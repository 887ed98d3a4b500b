"""Killed at any instant while it archives, a server loses nothing that it had returned."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest

from offcut import Archive
from support.conversations import Step, chat
from support.servers import SERVE, server_environment

PARTS = 4
#: Seconds after its first answer within which a server dies; an answer takes about a fiftieth of that.
LIFETIME = 0.5


def body(round: int, request: int, part: int) -> str:
    """A tool result that no other request has."""
    return f"round {round} request {request} part {part} value_{part}\n" * 300


def call(round: int, request: int) -> dict[str, Any]:
    steps = [Step(body(round, request, part)) for part in range(PARTS)]
    arguments = {"messages": chat([*steps, Step("newest")]), "options": {"drop_threshold": 1.0}}
    params = {"name": "compact_context", "arguments": arguments}
    return {"jsonrpc": "2.0", "id": request + 1, "method": "tools/call", "params": params}


@contextmanager
def server(archive: Path) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [sys.executable, *SERVE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=server_environment(archive),
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate(timeout=60)


def ask(process: subprocess.Popen[bytes], message: dict[str, Any]) -> Any:
    """Return the reply, or nothing when the process died before it was complete."""
    assert process.stdin and process.stdout
    try:
        process.stdin.write(json.dumps(message).encode() + b"\n")
        process.stdin.flush()
    except BrokenPipeError:
        return None
    line = process.stdout.readline()
    return json.loads(line) if line.endswith(b"\n") else None


def handshake(process: subprocess.Popen[bytes]) -> None:
    client = {"name": "test", "version": "1"}
    params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
    assert ask(process, {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params})
    assert process.stdin
    process.stdin.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')


def acknowledged(archive: Path, round: int, lifetime: float) -> dict[str, str]:
    """Let a server archive until it is killed; return every reference it had returned, with its original."""
    refs: dict[str, str] = {}
    with server(archive) as process:
        handshake(process)
        killer = threading.Timer(lifetime, process.kill)
        for request in range(100_000):
            reply = ask(process, call(round, request))
            if reply is None:
                break
            sources = reply["result"]["structuredContent"]["sources"]
            refs |= {source["ref"]: body(round, request, part) for part, source in enumerate(sources)}
            if request == 0:
                killer.start()
    return refs


@pytest.mark.timeout(3_000)
def test_every_reference_that_was_returned_redeems_after_a_kill(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    kills = 200 if request.config.getoption("--full") else 20
    rng, archive = random.Random(20_26), tmp_path / "archive.db"
    refs: dict[str, str] = {}
    for round in range(kills):
        refs |= acknowledged(archive, round, rng.uniform(0, LIFETIME))
    assert len(refs) > kills * PARTS * 2, "hardly anything was archived before the kills"
    anyio.run(_all_redeem, archive, refs)


async def _all_redeem(path: Path, refs: dict[str, str]) -> None:
    async with Archive.open(path) as archive:
        for ref, original in refs.items():
            assert await archive.get(ref) == original.encode()
