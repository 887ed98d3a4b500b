"""Call offcut's tools with langchain-mcp-adapters. Run as a script, by an interpreter that has it.

Prints the names of the tools, then for every call that comes as a line of JSON the answer's text.
Each call is a session of its own with a server of its own, as the adapters do it by default.
"""

# mypy: disable-error-code="import-not-found"

from __future__ import annotations

import asyncio
import json
import sys

from langchain_mcp_adapters.client import MultiServerMCPClient


async def main(command: str) -> None:
    server = {"transport": "stdio", "command": command, "args": ["serve"]}
    tools = {tool.name: tool for tool in await MultiServerMCPClient({"offcut": server}).get_tools()}
    say(list(tools))
    for line in sys.stdin:
        call = json.loads(line)
        blocks = await tools[call["tool"]].ainvoke(call["arguments"])
        say(blocks[0]["text"])


def say(value: str | list[str]) -> None:
    print(json.dumps(value), flush=True)  # noqa: T201 - the test reads it


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
