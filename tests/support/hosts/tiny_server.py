"""A small MCP server with one tool whose answer is too large for anybody's context. Run as a script."""

from __future__ import annotations

from mcp.server import MCPServer

CHARACTERS = 60_000

app: MCPServer[None] = MCPServer("tiny")


def report() -> str:
    """Return the whole answer: numbered lines, 60,000 characters."""
    lines = "\n".join(f"row {n:05}: shipment SH-{n * 7919 % 99991:05} is on its way" for n in range(2000))
    return lines[:CHARACTERS]


@app.tool(name="report", structured_output=False)
def report_tool() -> str:
    """Return the report of all shipments."""
    return report()


if __name__ == "__main__":
    app.run()
