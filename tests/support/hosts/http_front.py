"""offcut's server behind the SDK's HTTP transport, for suites that speak only HTTP. Run as a script.

offcut itself serves standard input and output. Prints its port when it listens; ends with its input.
"""

from __future__ import annotations

import socket
import sys
from contextlib import AsyncExitStack

import anyio
import anyio.to_thread
import uvicorn

from offcut_mcp.server import SharedArchive, build_server


async def main() -> None:
    async with AsyncExitStack() as resources:
        app = build_server(SharedArchive(resources)).streamable_http_app()
        front = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="on"))
        listening = socket.create_server(("127.0.0.1", 0))
        print(listening.getsockname()[1], flush=True)  # noqa: T201 - the test reads it
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(front.serve, [listening])
            await anyio.to_thread.run_sync(sys.stdin.read)
            front.should_exit = True


if __name__ == "__main__":
    anyio.run(main)
