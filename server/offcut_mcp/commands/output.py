"""Standard output and standard error: exact bytes for programs, harmless lines for people."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console, RenderableType
    from rich.table import Table

PIPE_WIDTH = 100
#: A reference that is cut off is worth nothing; on a narrower terminal lines wrap.
LEAST_WIDTH = 64

#: Archived text may hold escape sequences; they are shown, never obeyed. Nor may anything invisible
#: reorder a line or hide in it. Joiners stay, since scripts and emoji need them.
_INVISIBLE = (0x61C, 0x180E, 0x200B, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2060, 0x2070), 0xFEFF)
_VISIBLE: dict[int, str] = {code: chr(0x2400 + code) for code in range(32) if chr(code) not in "\t\n"}
_VISIBLE |= dict.fromkeys(
    (*range(0x7F, 0xA0), *_INVISIBLE, *range(0xFFF9, 0xFFFC), *range(0xE0000, 0xE0080)),
    "\N{REPLACEMENT CHARACTER}",
)
_ONE_LINE = {ord("\n"): "\N{SYMBOL FOR NEWLINE}", ord("\t"): " "}


def json_bytes(value: Any, *, ascii: bool = False) -> bytes:
    """Return compact JSON and a line end; a lone surrogate, which UTF-8 cannot hold, stays an escape."""
    text = json.dumps(value, ensure_ascii=ascii, separators=(",", ":"), allow_nan=False)
    return text.encode("utf-8", "backslashreplace") + b"\n"


def write_json(value: Any) -> None:
    """Write JSON to standard output; to a terminal with every unusual character as an escape."""
    write_bytes(json_bytes(value, ascii=sys.stdout.isatty()))


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


def complain(sentence: str) -> None:
    """Print one line about what went wrong to standard error."""
    _print(f"offcut: {harmless(sentence).translate(_ONE_LINE)}\n", sys.stderr)


def figures(rows: Iterable[tuple[str, str]]) -> Table:
    """Return a table of names and values without lines between them."""
    from rich.table import Table

    drawn = Table.grid(padding=(0, 2))
    drawn.add_column()
    drawn.add_column(overflow="fold")  # a path that is cut off leads nowhere
    for name, value in rows:
        drawn.add_row(harmless(name), harmless(value))
    return drawn


def show(*parts: RenderableType, to_stderr: bool = False) -> None:
    """Print tables and lines: in colour on a terminal, plain anywhere else; whatever they hold is harmless.

    Off a terminal tables are 100 columns wide, and a line stays one line.
    """
    from rich.console import Console

    stream = sys.stderr if to_stderr else sys.stdout
    # Without a height a dumb terminal counts as 80 columns wide, whatever it says.
    console = Console(
        file=stream, width=columns(), height=PIPE_WIDTH, highlight=False, markup=False, emoji=False
    )
    _print("".join(_lines(console, parts)), stream)


def columns() -> int:
    """Return the width to print for: that of the terminal, or a fixed one where none reads along."""
    terminal = sys.stdout.isatty() or sys.stderr.isatty()
    return max(LEAST_WIDTH, shutil.get_terminal_size().columns) if terminal else PIPE_WIDTH


def counted(number: int, noun: str) -> str:
    """Return ``1 source`` or ``1,200 sources``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _lines(console: Console, parts: tuple[RenderableType, ...]) -> Iterator[str]:
    """Yield lines as they are printed. Rich would end the process by itself on a closed pipe."""
    from rich.segment import Segment, Segments

    for part in parts:
        if isinstance(part, str) and not console.is_terminal:
            yield harmless(part) + "\n"
            continue
        # Only text is made harmless, so that the console's own colours stay.
        text = part if not isinstance(part, str) else harmless(part)
        segments = [Segment(harmless(s.text), s.style, s.control) for s in console.render(text)]
        with console.capture() as captured:
            console.print(Segments(segments), end="")
        yield from (f"{line.rstrip()}\n" for line in captured.get().splitlines())


def _print(text: str, stream: TextIO) -> None:
    stream.write(text.encode(stream.encoding, "replace").decode(stream.encoding))
