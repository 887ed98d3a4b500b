"""The tools of the server, in the order in which they are listed."""

from __future__ import annotations

from offcut_mcp.tools.cache_breakpoints import CACHE_BREAKPOINTS
from offcut_mcp.tools.compact_context import COMPACT_CONTEXT
from offcut_mcp.tools.compress import COMPRESS
from offcut_mcp.tools.context_status import CONTEXT_STATUS
from offcut_mcp.tools.recover_source import RECOVER_SOURCE
from offcut_mcp.tools.search_archive import SEARCH_ARCHIVE
from offcut_mcp.tools.tool import Call, Tool

TOOLS = {
    tool.name: tool for tool in (COMPRESS, COMPACT_CONTEXT, RECOVER_SOURCE, SEARCH_ARCHIVE, CONTEXT_STATUS)
}

#: With what only a program can use that builds requests itself (``server.tools: host``).
HOST_TOOLS = {**TOOLS, CACHE_BREAKPOINTS.name: CACHE_BREAKPOINTS}

__all__ = ["HOST_TOOLS", "TOOLS", "Call", "Tool"]
