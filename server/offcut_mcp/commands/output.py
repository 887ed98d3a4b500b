"""Writing: files that are whole or untouched, exact bytes and tables on standard output."""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from offcut.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import RenderableType
    from rich.table import Table

PIPE_WIDTH = 100
#: A reference that is cut off is worth nothing; on a narrower terminal lines wrap.
LEAST_WIDTH = 64
STANDARD_OUTPUT = Path("-")

#: Archived text may hold escape sequences; on a terminal they are shown, never obeyed.
_VISIBLE = {code: chr(0x2400 + code) for code in range(32) if chr(code) not in "\t\n"}
_VISIBLE |= dict.fromkeys(range(0x7F, 0xA0), "\N{REPLACEMENT CHARACTER}")


def check_target(path: Path | None) -> None:
    """Raise ``InvalidInput`` now if a file can never be written there, before any work is done."""
    if path is None or path == STANDARD_OUTPUT:
        return
    if path.is_dir():
        raise InvalidInput(f"{path} is a folder; -o needs the name of a file.")
    if not path.parent.is_dir():
        raise InvalidInput(f"the folder {path.parent} does not exist; -o writes into an existing one.")


def write_file(path: Path, body: bytes) -> None:
    """Put ``body`` at ``path`` in one step: a reader finds the old content or the new, never a half."""
    if path == STANDARD_OUTPUT:
        return write_bytes(body)
    target = path.resolve()  # a symbolic link stays one
    if target.exists() and not target.is_file():
        target.write_bytes(body)  # a device or a pipe cannot be replaced
        return None
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:100]}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(body)
            stream.flush()
            os.fsync(handle)
        Path(name).chmod(_mode(target))
        Path(name).replace(target)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise
    return None


def json_bytes(value: Any) -> bytes:
    """Return compact JSON and a line end; a lone surrogate, which UTF-8 cannot hold, stays an escape."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode("utf-8", "backslashreplace") + b"\n"


def write_bytes(body: bytes) -> None:
    """Write to standard output exactly these bytes."""
    sys.stdout.flush()
    sys.stdout.buffer.write(body)
    sys.stdout.buffer.flush()


def write_text(text: str) -> None:
    """Write text to standard output: exactly to a pipe, with harmless control characters to a terminal."""
    if sys.stdout.isatty():
        text = harmless(text) + ("" if text.endswith("\n") else "\n")
    write_bytes(text.encode("utf-8", "surrogatepass"))


def harmless(text: str) -> str:
    """Return the text with control characters made visible and lone surrogates replaced."""
    return re.sub("[\ud800-\udfff]", "\N{REPLACEMENT CHARACTER}", text.translate(_VISIBLE))


def figures(rows: Iterable[tuple[str, str]]) -> Table:
    """Return a table of names and values without lines between them."""
    from rich.table import Table

    drawn = Table.grid(padding=(0, 2))
    for name, value in rows:
        drawn.add_row(harmless(name), harmless(value))
    return drawn


def show(*parts: RenderableType, to_stderr: bool = False) -> None:
    """Print tables and lines: in colour on a terminal, plain and 100 columns wide anywhere else."""
    from rich.console import Console

    stream = sys.stderr if to_stderr else sys.stdout
    # Without a height a dumb terminal counts as 80 columns wide, whatever it says.
    console = Console(file=stream, width=columns(), height=PIPE_WIDTH, highlight=False)
    with console.capture() as captured:  # rich would end the process by itself on a closed pipe
        for part in parts:
            console.print(part, markup=False)
    lines = "".join(f"{line.rstrip()}\n" for line in captured.get().splitlines())
    stream.write(lines.encode(stream.encoding, "replace").decode(stream.encoding))


def columns() -> int:
    """Return the width to print for: that of the terminal, or a fixed one where none reads along."""
    terminal = sys.stdout.isatty() or sys.stderr.isatty()
    return max(LEAST_WIDTH, shutil.get_terminal_size().columns) if terminal else PIPE_WIDTH


def counted(number: int, noun: str) -> str:
    """Return ``1 source`` or ``1,200 sources``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _mode(target: Path) -> int:
    """Return the permissions that the file has, or that a new one gets."""
    with suppress(FileNotFoundError):
        return stat.S_IMODE(target.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
