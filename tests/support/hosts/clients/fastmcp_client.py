"""Call offcut's tools with the client of fastmcp. Run as a script, by an interpreter that has it.

Prints the names of the tools, then for every call that comes as a line of JSON the answer's text.
"""

# mypy: disable-error-code="import-not-found"

from __future__ import annotations

import asyncio
import json
import sys

from fastmcp import Client
from fastmcp.client.transports import StdioTransport


async def main(command: str) -> None:
    async with Client(StdioTransport(command, ["serve"])) as client:
        say([tool.name for tool in await client.list_tools()])
        for line in sys.stdin:
            call = json.loads(line)
            result = await client.call_tool(call["tool"], call["arguments"])
            say(result.content[0].text)


def say(value: str | list[str]) -> None:
    print(json.dumps(value), flush=True)  # noqa: T201 - the test reads it


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
