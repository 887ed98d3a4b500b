"""CPU of ``offcut serve`` up to its first ``tools/list``, beside the smallest server of the same SDK.

Run it as a program. The two sides take turns and the least of each counts, because a shared machine only
ever adds to the truth. The bar of DESIGN section 9 is 1.15.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BAR = 1.15

SMALLEST = """
import anyio
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp_types import ListToolsResult, Tool

async def list_tools(ctx, params):
    return ListToolsResult(tools=[Tool(name="echo", input_schema={"type": "object"})])

async def main():
    server = Server("smallest", on_list_tools=list_tools)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())

anyio.run(main)
"""

HANDSHAKE = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "bench", "version": "1"},
}
REQUESTS = [
    {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": HANDSHAKE},
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
]


def cpu_to_first_listing(arguments: list[str], archive: Path) -> float:
    """Return the CPU seconds of a server from its start to its answer to ``tools/list``."""
    roots = os.pathsep.join([str(ROOT / "engines"), str(ROOT / "server")])
    environment = {**os.environ, "PYTHONPATH": roots, "OFFCUT_ARCHIVE": str(archive)}
    server = subprocess.Popen(
        [sys.executable, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    )
    assert server.stdin and server.stdout
    for request in REQUESTS:
        server.stdin.write(json.dumps(request).encode() + b"\n")
    server.stdin.flush()
    while b'"tools":[' not in (line := server.stdout.readline()):
        assert line, "the server ended before it listed its tools"
    server.kill()
    _, _, used = os.wait4(server.pid, 0)
    server.returncode = 0  # it was waited for here, for the sake of its CPU time
    server.stdin.close()
    server.stdout.close()
    return used.ru_utime + used.ru_stime


def main() -> int:
    """Print the ratio; exit code 1 if it is above the bar."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--runs", type=int, default=10)
    runs = options.parse_args().runs
    sides = {"smallest": ["-c", SMALLEST], "offcut": ["-m", "offcut_mcp", "serve"]}
    taken: dict[str, list[float]] = {side: [] for side in sides}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(runs):
            for side, arguments in sides.items():
                taken[side].append(cpu_to_first_listing(arguments, Path(folder) / "archive.db"))
    least = {side: min(seconds) for side, seconds in taken.items()}
    ratio = least["offcut"] / least["smallest"]
    print(
        f"start: {ratio:.2f} times the smallest server (bar {BAR}); least of {runs}: "
        f"{least['offcut']:.3f} s against {least['smallest']:.3f} s of CPU"
    )
    return ratio > BAR


if __name__ == "__main__":
    sys.exit(main())
