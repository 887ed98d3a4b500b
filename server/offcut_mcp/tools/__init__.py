"""The tools of the server, in the order in which they are listed."""

from __future__ import annotations

from offcut_mcp.tools.compact_context import COMPACT_CONTEXT
from offcut_mcp.tools.recover_source import RECOVER_SOURCE
from offcut_mcp.tools.tool import Call, Tool

TOOLS = {tool.name: tool for tool in (COMPACT_CONTEXT, RECOVER_SOURCE)}

__all__ = ["TOOLS", "Call", "Tool"]
