"""How a server starts, ends, and keeps its wire clean."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from offcut_mcp.boundary import LAST_WORDS_SECONDS
from support.archives import stored
from support.conversations import RECORD, Step, chat
from support.reading import tool_result
from support.servers import PATIENCE, SERVE, greeted_server, raw_server, server_environment

HEAVY = (
    "tiktoken",
    "sqlite3",
    "regex",
    "pydantic_settings",
    "yaml",
    "typer",
    "rich",
    "offcut.api",
    "offcut.archive",
    "offcut.compaction",
)

LISTING = """
import sys, anyio
from mcp import Client
from offcut_mcp.server import SharedArchive, build_server

async def main():
    from contextlib import AsyncExitStack
    async with AsyncExitStack() as stack, Client(build_server(SharedArchive(stack))) as client:
        assert (await client.list_tools()).tools
        print([name for name in sys.argv[1:] if name in sys.modules])

anyio.run(main)
"""

PRINTING = """
import sys
from offcut_mcp.tools import TOOLS
from offcut_mcp import server

original = TOOLS["recover_source"].answer

async def noisy(call):
    print("a stray print")
    import os
    os.write(1, b"a stray write")
    return await original(call)

object.__setattr__(TOOLS["recover_source"], "answer", noisy)
server.main()
"""

FAILING = """
from offcut_mcp.tools import TOOLS
from offcut_mcp import server

async def broken(call):
    raise RuntimeError("secret detail")

object.__setattr__(TOOLS["recover_source"], "answer", broken)
server.main()
"""


def test_nothing_heavy_is_loaded_to_list_the_tools(tmp_path: Path) -> None:
    listed = subprocess.run(
        [sys.executable, "-c", LISTING, *HEAVY],
        env=server_environment(tmp_path / "archive.db"),
        capture_output=True,
        timeout=PATIENCE,
        check=True,
    )
    assert listed.stdout.decode().strip() == "[]"
    assert not (tmp_path / "archive.db").exists()


def test_the_end_of_input_ends_the_server_cleanly(tmp_path: Path) -> None:
    with greeted_server(tmp_path / "archive.db") as wire:
        assert wire.finish() == 0
        assert wire.complaints() == ""


def test_a_server_that_was_never_spoken_to_ends_cleanly_too(tmp_path: Path) -> None:
    with raw_server(tmp_path / "archive.db") as wire:
        assert wire.finish() == 0
        assert wire.complaints() == ""


def test_requests_that_came_before_the_end_of_input_are_still_answered(tmp_path: Path) -> None:
    messages = chat([Step(RECORD + f"\nunique-{n}") for n in range(40)])
    with greeted_server(tmp_path / "archive.db") as wire:
        for number in range(5):
            call = {
                "name": "compact_context",
                "arguments": {"messages": messages, "options": {"drop_threshold": 1}},
            }
            wire.send_json({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": call})
        assert wire.finish() == 0
        replies = {message["id"]: message["result"] for message in wire.rest()}
    assert set(replies) == set(range(5))
    assert all(reply["structuredContent"]["changed"] for reply in replies.values())


def test_a_cancelled_request_does_not_hold_up_the_end(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    [ref] = stored(path, [tool_result("a" * 60 + "b")])
    with greeted_server(path) as wire:
        call = {"name": "recover_source", "arguments": {"ref": ref, "grep": "(a|aa)+$"}}
        wire.send_json({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call})
        wire.send_json({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
        assert wire.finish(LAST_WORDS_SECONDS * 2 / 3) == 0
        assert wire.rest() == []


def test_ctrl_c_ends_the_server_at_once_although_its_input_is_open(tmp_path: Path) -> None:
    with greeted_server(tmp_path / "archive.db") as wire:
        wire.interrupt()
        assert wire.process.wait(PATIENCE) != 0
        assert "Traceback" not in wire.complaints()


def test_a_client_that_goes_away_ends_the_server_quietly(tmp_path: Path) -> None:
    ping = b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n'
    with subprocess.Popen(
        [sys.executable, *SERVE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=server_environment(tmp_path / "archive.db"),
    ) as server:
        assert server.stdin and server.stdout and server.stderr
        server.stdin.write(ping)
        server.stdin.flush()
        assert server.stdout.readline()
        server.stdout.close()  # the next answer has nowhere to go
        server.stdin.write(ping)
        server.stdin.close()
        assert server.wait(PATIENCE) == 0
        assert server.stderr.read() == b""


def test_a_stray_print_never_reaches_the_wire(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    [ref] = stored(path, [tool_result("text")])
    with raw_server(path, "-c", PRINTING) as wire:
        wire.handshake()
        assert wire.call("recover_source", {"ref": ref, "raw": True})["content"][0]["text"] == "text"
        assert wire.finish() == 0
        assert "a stray print" in wire.complaints()
        assert "a stray write" in wire.complaints()
        assert wire.rest() == []


def test_a_fault_of_our_own_is_one_sentence_and_the_details_stay_here(tmp_path: Path) -> None:
    with raw_server(tmp_path / "archive.db", "-c", FAILING) as wire:
        wire.handshake()
        result = wire.call("recover_source", {"ref": "oc_aaaaaaaaaaaaaaaa"})
        assert result["isError"] is True
        assert result["content"][0]["text"].startswith("recover_source failed inside offcut")
        assert "secret detail" not in json.dumps(result)
        assert wire.ask("tools/list")["result"]["tools"]
        assert wire.finish() == 0
        assert "secret detail" in wire.complaints()


@pytest.mark.parametrize("line", [b"", b"   ", b"\r"])
def test_blank_lines_mean_nothing(tmp_path: Path, line: bytes) -> None:
    with raw_server(tmp_path / "archive.db") as wire:
        wire.send(line)
        assert wire.handshake()["serverInfo"]["name"] == "offcut"
        assert wire.finish() == 0
        assert wire.rest() == []


IMPATIENT = """
from offcut_mcp import boundary, server
boundary.LAST_WORDS_SECONDS = 0.5
server.main()
"""


@pytest.mark.parametrize("unread", [b"{\n", b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n'])
def test_a_client_that_neither_reads_nor_sends_does_not_keep_the_server(
    tmp_path: Path, unread: bytes
) -> None:
    """More answers than a pipe holds, none of them read."""
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    opening = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello}
    with subprocess.Popen(
        [sys.executable, "-c", IMPATIENT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=server_environment(tmp_path / "archive.db"),
    ) as server:
        assert server.stdin and server.stdout and server.stderr
        server.stdin.write(json.dumps(opening).encode() + b"\n" + unread * 2000)
        server.stdin.close()
        assert server.wait(PATIENCE) == 0
        assert b"Traceback" not in server.stderr.read()


def test_a_notification_does_not_overtake_the_long_request_that_it_cancels(tmp_path: Path) -> None:
    messages = [{"role": "user", "content": "x" * 3_000_000}]
    call = {"name": "compact_context", "arguments": {"messages": messages}}
    with greeted_server(tmp_path / "archive.db") as wire:
        wire.send_json({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call})
        wire.send_json({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
        assert wire.ask("ping")["result"] is not None
        assert wire.finish() == 0
        assert wire.rest() == []
