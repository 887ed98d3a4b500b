"""What Codex keeps from its hooks but writes into the session's file first: exit code, and output it cut.

Before the hook of a shell call runs, the file has a row about the finished command [measured with Codex
0.171]. The hook gets the output alone, cut near 10,000 characters; the row has the exit code and the output
up to 64 KiB. Without the row, or with one of another output or shape, the hook works with what it got.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from offcut.errors import InvalidInput
from offcut.transcripts.opening import own_file
from offcut_mcp.hooks.event import Event
from offcut_mcp.hooks.outputs import Output
from offcut_mcp.hooks.wholeness import contains

SHELL = "Bash"
#: Bytes from the end of the file in which the row must stand.
SEARCHED = 4 * 1024 * 1024
#: Bytes from which on an output in a row has lost its middle without a word.
CUT = 65_536
CUT_BEFORE_THE_HOOK = "Warning: truncated output"
_EXIT_CODE = re.compile(r"^(?:Process exited with code|Exit code:) ", re.MULTILINE)
_LINES = re.compile(r"^Total output lines: (\d{1,9})$", re.MULTILINE)


def completed(event: Event, output: Output) -> Output:
    """Return the output of a shell call with its exit code before it, and whole if that can be had.

    Ids are used again, so a row counts only if its output is the one that the hook was given.
    """
    if event.tool != SHELL or output.blocks is not None:
        return output
    header, given = output.text[: output.kept], output.text[output.kept :]
    cut = output.text.startswith(CUT_BEFORE_THE_HOOK)
    item = next((item for item in _commands(event) if _is_same(item, given, cut)), None)
    if item is None:
        return output
    code, whole = item.get("exit_code"), item["aggregated_output"]
    before = f"Process exited with code {code}\nOutput:\n" if type(code) is int else ""
    if cut and _is_whole(whole, header):
        return replace(output, text=whole, kept=0, before=before)
    return output if _EXIT_CODE.search(header) else replace(output, before=before)


def _is_same(item: dict[str, Any], given: str, cut: bool) -> bool:
    whole = item.get("aggregated_output")
    if not isinstance(whole, str):
        return False
    return contains(whole, given) if cut else whole.strip() == given.strip()


def _is_whole(text: str, header: str) -> bool:
    """Tell whether a row holds all of an output, and as many lines as the host says there were."""
    lines = _LINES.search(header)
    if lines and int(lines[1]) != len(text.removesuffix("\n").split("\n")):
        return False
    return len(text.encode("utf-8", "surrogatepass")) < CUT


def _commands(event: Event) -> Iterator[dict[str, Any]]:
    """Yield what the session's file says of this call, newest first."""
    call = event.text("tool_use_id")
    if not call:
        return
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
        with own_file(path) as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - SEARCHED))
            return file.read(SEARCHED).split(b"\n")
    except (InvalidInput, OSError):
        return []
