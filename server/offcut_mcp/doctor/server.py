"""Does the server start, as a host starts it."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

import anyio
from mcp import Client, MCPError, StdioServerParameters

from offcut.archive.location import MEMORY
from offcut_mcp.doctor.finding import Finding
from offcut_mcp.doctor.trial import trial_environment
from offcut_mcp.tools import TOOLS

#: Seconds from the start of the process to the list of its tools.
PATIENCE = 60


async def check_server(command: Sequence[str]) -> Finding:
    """Start the server in a process of its own and let it list its tools."""
    try:
        names = await _listed(command)
    except Exception as error:
        reason = _reason(error)
        advice = f"run `{' '.join(command)} serve` and read what it says"
        return Finding("server", "broken", f"does not start: {reason}", advice)
    if missing := [name for name in TOOLS if name not in names]:
        return Finding("server", "broken", f"lacks {', '.join(missing)}", "install offcut anew")
    return Finding("server", "ok", f"starts and lists {', '.join(names)}")


async def _listed(command: Sequence[str]) -> list[str]:
    first, *rest = command
    with tempfile.TemporaryDirectory(prefix="offcut-doctor-") as folder:
        parameters = StdioServerParameters(
            command=first, args=[*rest, "serve"], cwd=folder, env=trial_environment(Path(folder), MEMORY)
        )
        with anyio.fail_after(PATIENCE):
            async with Client(parameters) as client:
                return [tool.name for tool in (await client.list_tools()).tools]


def _reason(error: BaseException) -> str:
    """Return why, out of the groups in which the client's tasks wrap what is raised in them."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    if isinstance(error, TimeoutError):
        return f"no answer within {PATIENCE} seconds"
    return error.error.message if isinstance(error, MCPError) else str(error) or type(error).__name__
