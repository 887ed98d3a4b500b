"""A host program that lets offcut shrink its history over MCP, and an agent that takes a source back.

    python examples/host_over_mcp.py

Starts the real server, sends the history, goes on with the smaller list, and asks for the one line that
a preview does not hold. Any language with an MCP client can do the same.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import anyio
from mcp import Client, StdioServerParameters

LOG = "\n".join(
    f"2026-11-02 12:{n // 60:02d}:{n % 60:02d} INFO job {n} done in {n % 9} ms" for n in range(600)
)


def history() -> list[dict[str, Any]]:
    """An Anthropic conversation: one old log, then talk about something else."""
    use = {"type": "tool_use", "id": "t1", "name": "read_log", "input": {"service": "jobs"}}
    newer = {"type": "tool_use", "id": "t2", "name": "read_file", "input": {"path": "README"}}
    return [
        {"role": "user", "content": "Is the job service healthy?"},
        {"role": "assistant", "content": [use]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": LOG}]},
        {"role": "assistant", "content": "Yes, every job was done."},
        {"role": "user", "content": "Then look at the README."},
        {"role": "assistant", "content": [newer]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t2", "content": "# jobs"}]},
        {"role": "assistant", "content": "It only has a title."},
    ]


async def main(archive: Path) -> None:
    environment = {**os.environ, "OFFCUT_ARCHIVE": str(archive)}
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "offcut_mcp", "serve"], env=environment
    )
    async with Client(server) as client:
        messages = history()
        options = {"drop_threshold": 1.0, "preserve_recent_messages": 4}
        folded = await client.call_tool("compact_context", {"messages": messages, "options": options})
        result = folded.structured_content
        assert result is not None and not folded.is_error, folded.content
        messages = result["messages"]  # the host goes on with this list
        print(f"{result['stats']['tokens_before']} tokens became {result['stats']['tokens_after']}")

        ref = result["sources"][0]["ref"]
        found = await client.call_tool(
            "recover_source", {"ref": ref, "grep": "job 417 ", "context": 0, "raw": True}
        )
        print("The agent recovers one line:", found.content[0].text, sep="\n")  # type: ignore[union-attr]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        anyio.run(main, Path(folder) / "archive.db")
