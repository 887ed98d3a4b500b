"""The demonstration itself: real server processes, the official MCP client, one shipped transcript."""

from __future__ import annotations

import json
import lzma
import os
import re
import signal
import site
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import anyio
from mcp import Client, MCPError, StdioServerParameters
from mcp.types import CallToolResult, TextContent

import offcut
import offcut_mcp
from offcut.formats import read
from offcut_mcp.demo.proof import DemoFailed, require_identical

TRANSCRIPT = "transcript.json.xz"
#: A pattern that one line of the transcript's largest result matches.
PATTERN = "private showThinkingSelector"
#: Seconds that one answer of the server may take.
PATIENCE = 60

#: ``python -m offcut_mcp serve`` that first writes down its process id, which the client does not tell.
LAUNCHER = """
import os, pathlib, runpy, sys
pathlib.Path(sys.argv[1]).write_text(str(os.getpid()))
sys.argv = ["offcut", "serve"]
runpy.run_module("offcut_mcp", run_name="__main__", alter_sys=True)
"""
MARKER = re.compile(r'recover_source\(ref="(oc_[a-z2-7]{16})"\)\]\Z')


@dataclass(frozen=True, slots=True)
class Account:
    """What happened.

    ``result`` is that of ``compact_context``; ``originals`` are the transcript's bytes and ``recovered``
    those from the second server, by reference; ``line`` is what the largest gave for ``PATTERN``;
    ``processes`` are the ids of the two servers; ``farewell`` is what the client of the killed one heard.
    """

    before: list[dict[str, Any]]
    result: dict[str, Any]
    originals: dict[str, bytes]
    recovered: dict[str, bytes]
    line: str
    processes: tuple[int, int]
    farewell: str


def transcript() -> list[dict[str, Any]]:
    """Return the messages of the shipped session."""
    packed = resources.files("offcut_mcp.demo").joinpath(TRANSCRIPT).read_bytes()
    messages: list[dict[str, Any]] = json.loads(lzma.decompress(packed))["messages"]
    return messages


async def perform(folder: Path, tell: Callable[[str], None]) -> Account:
    """Fold, recover, kill, recover again, compare; raise ``DemoFailed`` where the promise is not kept.

    ``folder`` gets the archive; ``tell`` hears what is going on.
    """
    messages = transcript()
    tell("Starting the server and folding the session …")
    async with _server(folder) as (client, process):
        result = await _structured(client, "compact_context", {"messages": messages})
        originals = originals_by_reference(messages, result["messages"])
        tell("Recovering every original …")
        before_kill = await _recover_all(client, originals)
        one_line = {"ref": largest(originals), "grep": PATTERN, "context": 0}
        _, _, line = (await _text(client, "recover_source", one_line)).partition("\n\n")
        tell("Killing the server …")
        farewell = await _kill(client, process)
    tell("Recovering from a new server …")
    async with _server(folder) as (client, successor):
        after_kill = await _recover_all(client, originals)
    require_identical(originals, before_kill, when="before the kill")
    require_identical(originals, after_kill, when="after the kill")
    return Account(messages, result, originals, after_kill, line, (process, successor), farewell)


def originals_by_reference(before: list[Any], after: list[Any]) -> dict[str, bytes]:
    """Return the bytes that each preview must stand for, taken from the transcript and nowhere else."""
    originals = {}
    for old, new in zip(read(before).messages, read(after).messages, strict=True):
        for result, shown in zip(old.results, new.results, strict=True):
            if marker := MARKER.search(shown.text):
                originals[marker[1]] = result.source.encode()
    if not originals:
        raise DemoFailed("the server folded nothing; please report this.")
    return originals


def largest(originals: dict[str, bytes]) -> str:
    """Return the reference of the largest original."""
    return max(originals, key=lambda ref: len(originals[ref]))


@asynccontextmanager
async def _server(folder: Path) -> AsyncIterator[tuple[Client, int]]:
    """Start a server over the archive in ``folder``; yield a client of it and its process id."""
    process_file = folder / "server.pid"
    parameters = StdioServerParameters(
        command=sys.executable, args=["-c", LAUNCHER, str(process_file)], env=_environment(folder)
    )
    try:
        async with Client(parameters) as client:
            yield client, int(process_file.read_text())
    except Exception as error:
        # The client's task groups wrap whatever is raised inside them, several times over.
        while isinstance(error, ExceptionGroup):
            error = error.exceptions[0]
        if isinstance(error, MCPError | TimeoutError | OSError):
            reason = str(error) or "no answer in time"
            raise DemoFailed(f"the server does not answer as it should: {reason}") from error
        raise error


def _environment(folder: Path) -> dict[str, str]:
    """Return an environment in which the server finds the code that runs here, whatever the folder.

    A checkout is not on a new interpreter's path. An installation is, and naming it again would put
    its folder before the standard library.
    """
    installed = [Path(path) for path in (*site.getsitepackages(), site.getusersitepackages())]
    roots = {Path(package.__path__[0]).resolve().parent for package in (offcut, offcut_mcp)}
    paths = [str(root) for root in sorted(roots) if root not in installed]
    inherited = os.environ.get("PYTHONPATH")
    return {
        **os.environ,
        "OFFCUT_ARCHIVE": str(folder / "archive.db"),
        "PYTHONPATH": os.pathsep.join([*paths, *([inherited] if inherited else [])]),
        "PYTHONSAFEPATH": "1",
    }


async def _recover_all(client: Client, originals: dict[str, bytes]) -> dict[str, bytes]:
    recovered = {}
    for ref, original in originals.items():
        # Without a selection but with a limit, raw is the whole original, whatever it is made of.
        arguments = {"ref": ref, "limit": max(1, len(original.decode())), "raw": True}
        recovered[ref] = (await _text(client, "recover_source", arguments)).encode()
    return recovered


async def _kill(client: Client, process: int) -> str:
    """Kill the server; return the error that the next request to it meets."""
    os.kill(process, getattr(signal, "SIGKILL", signal.SIGTERM))  # Windows ends a process with either
    try:
        with anyio.fail_after(PATIENCE):
            await client.call_tool("recover_source", {"ref": "oc_aaaaaaaaaaaaaaaa"})
    except MCPError as error:
        return error.error.message
    raise DemoFailed("the server answered after it was killed; please report this.")


async def _structured(client: Client, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    content = (await _call(client, tool, arguments)).structured_content
    if not isinstance(content, dict):
        raise DemoFailed(f"{tool} answered without a result; please report this.")
    return content


async def _text(client: Client, tool: str, arguments: dict[str, Any]) -> str:
    return _joined(await _call(client, tool, arguments))


async def _call(client: Client, tool: str, arguments: dict[str, Any]) -> CallToolResult:
    with anyio.fail_after(PATIENCE):
        result = await client.call_tool(tool, arguments)
    if result.is_error:
        raise DemoFailed(f"{tool} failed: {_joined(result)}")
    return result


def _joined(result: CallToolResult) -> str:
    return "".join(block.text for block in result.content if isinstance(block, TextContent))
