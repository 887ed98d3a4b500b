"""compact_context on long lists: CPU beside reading and writing the same JSON, and the growth to 10,000.

    python tests/benchmarks/bench_compact.py

Ratios of CPU seconds in one run: the pass beside one JSON round trip of the list and beside counting its
tokens once, which no exact compactor can do without; CPU per megabyte at each size beside the smallest
one (1.0 = linear); peak memory of the server for a 16 MB request beside a server that echoes it.
"""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [str(ROOT / "engines"), str(ROOT / "server"), str(ROOT / "tests")]
sys.path[:0] = SOURCES
os.environ["PYTHONPATH"] = os.pathsep.join(SOURCES)

import anyio

from offcut import Archive, compact_context
from support.counting import counter
from support.servers import raw_server

SIZES = (1_000, 2_500, 5_000, 10_000)
ECHO = """
from mcp.server import MCPServer
app = MCPServer("echo")
@app.tool()
async def compact_context(messages: list[dict], options: dict | None = None) -> dict:
    return {"messages": messages}
app.run()
"""


def session(messages: int) -> list[dict[str, Any]]:
    """A coding session of so many messages, 3.2 KB a result: half source code, half log lines."""
    rng = random.Random(messages)
    rows: list[dict[str, Any]] = [{"role": "user", "content": "Find the slow query."}]
    for number in range(messages // 2):
        function = {"name": "read_file", "arguments": json.dumps({"path": f"src/module_{number}.py"})}
        call = {"id": f"call_{number}", "type": "function", "function": function}
        rows.append({"role": "assistant", "content": None, "tool_calls": [call]})
        rows.append({"role": "tool", "tool_call_id": f"call_{number}", "content": _result(rng)})
    return rows


def _result(rng: random.Random) -> str:
    if rng.random() < 0.5:
        lines = (f"    value_{rng.randrange(9999)} = self.load(row, {rng.randrange(99)})" for _ in range(80))
    else:
        lines = (f"2026-11-02 12:{n:02d}:07 INFO request {rng.randrange(10**6)} served" for n in range(70))
    return "\n".join(lines)


def cpu(work: Callable[[], object]) -> float:
    """Return the CPU seconds of the quickest of two runs."""
    seconds = []
    for _ in range(2):
        started = time.process_time()
        work()
        seconds.append(time.process_time() - started)
    return min(seconds)


def in_process() -> None:
    print(f"{'messages':>9}{'MB':>7}{'CPU s':>8}{'/ JSON':>9}{'/ counting':>12}{'per MB':>9}")
    first = 0.0
    counter()
    for size in SIZES:
        rows = session(size)
        text = json.dumps(rows)
        taken = cpu(partial(anyio.run, _pass, rows))
        floor = cpu(partial(_round_trip, text))
        counting = _counting(rows)
        rate = taken / len(text)
        first = first or rate
        print(
            f"{size:>9}{len(text) / 1e6:>7.1f}{taken:>8.2f}{taken / floor:>9.1f}"
            f"{taken / counting:>12.2f}{rate / first:>9.2f}"
        )


def _round_trip(text: str) -> None:
    json.dumps(json.loads(text))


def _counting(rows: list[dict[str, Any]]) -> float:
    """CPU seconds of counting every text once, past the counter's cache."""
    started = time.process_time()
    for row in rows:
        counter().count(f"{time.perf_counter_ns()} {row['content'] or ''}")
    return time.process_time() - started


async def _pass(rows: list[dict[str, Any]]) -> None:
    counter()._cache.clear()
    async with Archive.open(":memory:") as archive:
        await compact_context(rows, archive=archive)


def over_stdio(folder: Path) -> None:
    """Print time and peak memory of one 16 MB request beside a server that echoes the same list."""
    rows = session(10_000)
    seconds, megabytes = {}, {}
    for name, arguments in (("offcut", ()), ("echo", ("-c", ECHO))):
        with raw_server(folder / "archive.db", *arguments) as wire:
            wire.handshake()
            started = time.perf_counter()
            result = wire.call("compact_context", {"messages": rows})
            seconds[name] = time.perf_counter() - started
            megabytes[name] = _peak_megabytes(wire.process.pid)
            assert not result.get("isError"), result
    slower, larger = (ours["offcut"] / ours["echo"] for ours in (seconds, megabytes))
    print(f"\n16 MB over stdio: {seconds['offcut']:.1f} s, {slower:.1f} times an echo of the same list")
    print(f"peak memory of the server: {megabytes['offcut']:.0f} MB, {larger:.1f} times the echo's")


def _peak_megabytes(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


if __name__ == "__main__":
    in_process()
    with tempfile.TemporaryDirectory() as temporary:
        over_stdio(Path(temporary))
