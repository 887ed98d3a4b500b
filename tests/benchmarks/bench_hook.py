"""CPU of ``offcut hook`` on an output below its threshold, beside a bare interpreter.

Run it as a program. The bare interpreter imports sqlite3, json and re and nothing else. The two sides take
turns and the least of each counts, because a shared machine only ever adds to the truth. The bar is 2. What
a replacement costs, archive and preview and all, is printed too and has no bar.
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
BAR = 2.0
BARE = ["-c", "import sqlite3, json, re"]
#: What the console script that pip writes does.
HOOK = ["-c", "import re, sys; from offcut_mcp.__main__ import main; sys.exit(main())", "hook", "claude-code"]


def event(characters: int) -> bytes:
    """Return the event after a shell command that printed so much."""
    line = "2026-11-02 12:00:00 INFO request 17 served in 3 ms\n"
    stdout = line * (characters // len(line))
    response = {"stdout": stdout, "stderr": "", "interrupted": False, "isImage": False}
    told = {
        "session_id": "s",
        "cwd": "/",
        "hook_event_name": "PostToolUse",
        "tool_name": "Bash",
        "tool_response": response,
    }
    return json.dumps(told).encode()


def cpu_of(arguments: list[str], stdin: bytes, home: Path) -> float:
    """Return the CPU seconds of one process from start to end."""
    roots = os.pathsep.join([str(ROOT / "engines"), str(ROOT / "server")])
    environment = {**os.environ, "PYTHONPATH": roots, "OFFCUT_ARCHIVE": str(home / "archive.db")}
    process = subprocess.Popen(
        [sys.executable, *arguments], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=environment
    )
    assert process.stdin
    process.stdin.write(stdin)
    process.stdin.close()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return used.ru_utime + used.ru_stime


def main() -> int:
    """Print the ratio; exit code 1 if it is above the bar."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--runs", type=int, default=20)
    runs = options.parse_args().runs
    sides = {
        "bare": (BARE, b"\n"),
        "hook": (HOOK, event(15_000)),
        "100 KB": (HOOK, event(100_000)),
        "16 MB": (HOOK, event(16_000_000)),
    }
    taken: dict[str, list[float]] = {side: [] for side in sides}
    with tempfile.TemporaryDirectory() as folder:
        for run in range(runs):
            for side, (arguments, stdin) in sides.items():
                if side != "16 MB" or run < 3:
                    taken[side].append(cpu_of(arguments, stdin, Path(folder)))
    least = {side: min(seconds) for side, seconds in taken.items()}
    ratio = least["hook"] / least["bare"]
    print(
        f"hook below the threshold: {ratio:.2f} times a bare interpreter (bar {BAR}); least of {runs}: "
        f"{least['hook']:.4f} s against {least['bare']:.4f} s of CPU; replacing 100 KB "
        f"{least['100 KB']:.2f} s, 16 MB {least['16 MB']:.2f} s"
    )
    return ratio > BAR


if __name__ == "__main__":
    sys.exit(main())
