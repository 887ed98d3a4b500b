"""What Codex keeps from its hooks but writes into the session's file first: exit code, and output it cut.

Before the hook of a shell call runs, the file has a row about the finished command [measured with Codex
0.171]. The hook gets the output alone, cut near 10,000 characters; the row has the exit code and the output
up to 64 KiB. Without the row, or with one of another shape, the hook works with what it got.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from offcut_mcp.hooks.event import Event
from offcut_mcp.hooks.outputs import Output

#: Bytes from the end of the file in which the row must stand.
SEARCHED = 4 * 1024 * 1024
#: Bytes from which on an output in a row has lost its middle without a word.
CUT = 65_536
CUT_BEFORE_THE_HOOK = "Warning: truncated output"


def completed(event: Event, output: Output) -> Output:
    """Return the output of a shell call with its exit code before it, and whole if that can be had."""
    item = next(_commands(event), None)
    if item is None:
        return output
    code, whole = item.get("exit_code"), item.get("aggregated_output")
    before = f"Process exited with code {code}\nOutput:\n" if type(code) is int else ""
    if isinstance(whole, str) and _is_whole(whole) and output.text.startswith(CUT_BEFORE_THE_HOOK):
        return replace(output, text=whole, kept=0, before=before)
    return replace(output, before=before)


def _is_whole(text: str) -> bool:
    return 0 < len(text.encode("utf-8", "surrogatepass")) < CUT


def _commands(event: Event) -> Iterator[dict[str, Any]]:
    """Yield what the session's file says of this call, newest first: ids may be used again."""
    call = event.text("tool_use_id")
    for line in reversed(_last_lines(Path(event.text("transcript_path")))):
        if b'"CommandExecution"' not in line:
            continue
        try:
            item = json.loads(line)["payload"]["item"]
            if item["type"] == "CommandExecution" and item["id"] == call:
                yield item
        except (ValueError, KeyError, TypeError, RecursionError):
            continue


def _last_lines(path: Path) -> list[bytes]:
    try:
        if not path.is_file():
            return []
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - SEARCHED))
            return file.read(SEARCHED).split(b"\n")
    except (OSError, ValueError):
        return []
