"""Entry of the console script and of ``python -m offcut_mcp``."""

from __future__ import annotations

import sys

INTERRUPTED = 130


def main() -> None:
    """Run the command line; exit with 0 done, 1 failed or nothing found, 2 wrong usage or input."""
    # A host that starts a server waits for it, so it pays neither for the command line nor for tables.
    try:
        code = _serve() if sys.argv[1:] == ["serve"] else _command_line()
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)


def _serve() -> int:
    from offcut_mcp.process import open_closed_streams

    # The modules of the server look at the streams already when they are loaded.
    open_closed_streams()
    from offcut_mcp.server import main as serve

    serve()
    return 0


def _command_line() -> int:
    from offcut_mcp.cli import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    main()
