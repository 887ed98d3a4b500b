"""``offcut serve`` as a host starts it: it answers, it ends with its input, and it starts light."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from support.command import COMMAND, PATIENCE

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
