"""``offcut serve`` as a host starts it: it answers, it ends with its input, and it starts light."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from support.command import COMMAND, PATIENCE
from support.session import FOLD_ALL, as_bytes, conversation

INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}
INITIALIZED = {"jsonrpc": "2.0", "method": "notifications/initialized"}
LIST_TOOLS = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
REQUESTS = b"".join(json.dumps(message).encode() + b"\n" for message in (INITIALIZE, INITIALIZED, LIST_TOOLS))


@pytest.mark.parametrize(
    "arguments", [["serve"], ["serve", "--"]], ids=["directly", "through the command line"]
)
def test_the_server_lists_its_tools_and_ends_with_its_input(arguments: list[str]) -> None:
    ran = subprocess.run([*COMMAND, *arguments], input=REQUESTS, capture_output=True, timeout=PATIENCE)
    assert ran.returncode == 0, ran.stderr
    greeting, tools = map(json.loads, ran.stdout.splitlines())
    assert greeting["result"]["serverInfo"]["name"] == "offcut"
    assert {"compact_context", "recover_source"} <= {tool["name"] for tool in tools["result"]["tools"]}


def test_a_host_does_not_wait_for_the_command_line() -> None:
    command = [sys.executable, "-X", "importtime", *COMMAND[1:], "serve"]
    ran = subprocess.run(command, input=REQUESTS, capture_output=True, timeout=PATIENCE)
    imported = {line.rpartition(b"|")[2].strip().split(b".")[0] for line in ran.stderr.splitlines()}
    assert b"mcp" in imported
    assert imported.isdisjoint({b"typer", b"rich", b"tiktoken"})


@pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell and devices")
@pytest.mark.parametrize(
    ("streams", "words"),
    [
        ("</dev/null", ""),
        ("<&-", ""),
        (">&-", ""),
        ("2>&-", ""),
        ("<&- >&- 2>&-", ""),
        (">/dev/full", "offcut: the client cannot be answered: No space left on device.\n"),
        (">/dev/full 2>/dev/full", ""),
        ("0>/dev/null", "offcut: standard input cannot be read: Bad file descriptor.\n"),
    ],
)
def test_streams_that_cannot_be_used_end_the_server_in_a_sentence_at_most(streams: str, words: str) -> None:
    command = ["sh", "-c", f'exec "$@" {streams}', "sh", *COMMAND, "serve"]
    ran = subprocess.run(command, input=REQUESTS, capture_output=True, timeout=PATIENCE)
    assert (ran.returncode, ran.stderr.decode()) == (0, words)


@pytest.mark.skipif(os.name != "posix", reason="needs a folder that can be deleted under a process")
def test_a_working_folder_that_was_deleted_is_no_obstacle(tmp_path: Path) -> None:
    call = {"name": "compact_context", "arguments": {"messages": conversation()}}
    request = json.dumps({"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": call}).encode()
    here: Any = {"cwd": tmp_path, "timeout": PATIENCE, "capture_output": True}
    gone = ["sh", "-c", 'mkdir gone && cd gone && rmdir ../gone && exec "$@"', "sh", *COMMAND]
    served = subprocess.run([*gone, "serve"], input=REQUESTS + request + b"\n", **here)
    assert json.loads(served.stdout.splitlines()[-1])["result"]["isError"] is False
    arguments = ["compact", "-", "--archive", str(tmp_path / "a.db"), *FOLD_ALL]
    ran = subprocess.run([*gone, *arguments], input=as_bytes(conversation()), **here)
    assert (ran.returncode, ran.stderr) == (0, b"")
