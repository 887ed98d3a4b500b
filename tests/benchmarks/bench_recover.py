"""Calls of ``recover_source`` over stdio beside an ``MCPServer`` echo tool that returns the same text.

Run it as a program. Both servers run at once and are called in turns; a ratio is that of medians. The
bars of DESIGN section 9: 1.3 by offset or lines on sources up to 1 MB, 10 by pattern over 1 MB.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import anyio
from mcp import Client, StdioServerParameters

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "engines"), str(ROOT / "server")]

from offcut.archive import Archive
from offcut.ports import NewSource, Occurrence

ECHO = """
from mcp.server import MCPServer

app = MCPServer("echo")

@app.tool(structured_output=False)
async def echo(text: str) -> str:
    return text

app.run()
"""
BARS = {"offset": 1.3, "lines": 1.3, "grep": 10.0}
WARM_UP = 10


def log_of(characters: int, alphabet: str) -> str:
    """Return a text of about as many characters, in lines of a log."""
    rng = random.Random(5)
    lines: list[str] = []
    size = 0
    while size < characters:
        lines.append(f"{len(lines):06d} " + "".join(rng.choices(alphabet, k=rng.randrange(20, 120))))
        size += len(lines[-1]) + 1
    lines[len(lines) * 3 // 4] += " NEEDLE"
    return "\n".join(lines)


SOURCES = {
    "3 KB": log_of(3_000, "abcdefgh  "),
    "100 KB": log_of(100_000, "abcdefgh  "),
    "1 MB": log_of(1_000_000, "abcdefgh  "),
    "1 MB mixed scripts": log_of(1_000_000, "abc  éж日本👩"),
    "1 MB one line": log_of(1_000_000, "abcdefgh  ").replace("\n", " "),
}


def selection(kind: str, text: str, rng: random.Random) -> dict[str, Any]:
    """Return the arguments of one call."""
    if kind == "offset":
        return {"offset": rng.randrange(max(len(text) - 10_000, 1))}
    if kind == "lines":
        return {"lines": f"{rng.randrange(text.count(chr(10)) + 1) + 1}-"}
    return {"grep": "NEEDLE"}


async def measure(archive: Path, source: str, kind: str, calls: int) -> float:
    """Return how many times an echo the median call takes."""
    text, rng = SOURCES[source], random.Random(7)
    async with Archive.open(archive) as store:
        [ref] = await store.put_many([NewSource(text.encode(), occurrence=Occurrence(tool="bench"))])
    roots = os.pathsep.join([str(ROOT / "engines"), str(ROOT / "server")])
    environment = {**os.environ, "PYTHONPATH": roots, "OFFCUT_ARCHIVE": str(archive)}
    ours = StdioServerParameters(command=sys.executable, args=["-m", "offcut_mcp", "serve"], env=environment)
    theirs = StdioServerParameters(command=sys.executable, args=["-c", ECHO])
    taken: dict[str, list[float]] = {"ours": [], "theirs": []}
    async with Client(ours) as offcut, Client(theirs) as echo:
        for _ in range(calls + WARM_UP):
            arguments = {"ref": ref, **selection(kind, text, rng)}
            answer, seconds = await timed(offcut, "recover_source", arguments)
            same, echoed = await timed(echo, "echo", {"text": answer})
            assert same == answer
            taken["ours"].append(seconds)
            taken["theirs"].append(echoed)
    medians = {side: statistics.median(seconds[WARM_UP:]) for side, seconds in taken.items()}
    return medians["ours"] / medians["theirs"]


async def timed(client: Client, tool: str, arguments: dict[str, Any]) -> tuple[str, float]:
    """Call a tool; return its text and the seconds it took."""
    started = time.perf_counter()
    result: Any = await client.call_tool(tool, arguments)
    seconds = time.perf_counter() - started
    assert not result.is_error, result
    return str(result.content[0].text), seconds


def main() -> int:
    """Print a ratio for each source and selection; exit code 1 if one is above its bar."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--calls", type=int, default=150)
    calls = options.parse_args().calls
    missed = False
    with tempfile.TemporaryDirectory() as folder:
        for source in SOURCES:
            for kind, bar in BARS.items():
                ratio = anyio.run(measure, Path(folder) / "archive.db", source, kind, calls)
                missed |= ratio > bar
                print(f"{source:>20} by {kind:<6} {ratio:5.2f} times an echo (bar {bar:g})")
    return missed


if __name__ == "__main__":
    sys.exit(main())
