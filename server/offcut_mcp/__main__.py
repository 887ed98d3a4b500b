"""Entry of the console script and of ``python -m offcut_mcp``."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # typing costs a hook more than the rest of its start
if TYPE_CHECKING:
    from typing import NoReturn

INTERRUPTED = 130


def main() -> None:
    """Run the command line; exit with 0 done, 1 failed or nothing found, 2 wrong usage or input."""
    # A host waits for its server and for every hook, so they pay neither for the command line nor for tables.
    try:
        match sys.argv[1:]:
            case ["serve"]:
                code = _serve()
            case ["serve", "--tools", "default" | "host" as tools]:
                code = _serve(f"server.tools={tools}")
            case ["hook", "claude-code" | "codex" as host, *options] if not _asks_for_help(options):
                _hook(host, options)
            case _:
                code = _command_line()
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)


def _serve(*changed: str) -> int:
    from offcut_mcp.process import open_closed_streams

    # The modules of the server look at the streams already when they are loaded.
    open_closed_streams()
    from offcut_mcp.server import main as serve
    from offcut_mcp.session_settings import SessionSettings

    serve(SessionSettings(command_line=changed))
    return 0


def _hook(host: str, options: list[str]) -> NoReturn:
    from offcut_mcp.hooks.entry import main as answer

    code = answer(host, options)
    try:
        if sys.stderr is not None:
            sys.stderr.flush()
    except (OSError, ValueError):
        pass
    # At once: a thread that wakes while the interpreter ends, as the deadline's does, can crash it.
    os._exit(code)


def _asks_for_help(options: list[str]) -> bool:
    return "--help" in options or "-h" in options


def _command_line() -> int:
    from offcut_mcp.cli import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    main()
