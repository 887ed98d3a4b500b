"""What ``compact`` and ``compress`` share: read a file, run a pass over it, write the list, report."""

from __future__ import annotations

import os
import sys
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import anyio

from offcut.errors import InvalidInput
from offcut_mcp.caller import caller_of
from offcut_mcp.commands import output, target
from offcut_mcp.commands.message_file import MessageFile, read_message_file
from offcut_mcp.commands.progress import Report, working
from offcut_mcp.own_session import read_own_session

if TYPE_CHECKING:
    from rich.console import RenderableType

    from offcut.settings import Settings
    from offcut.transcripts import Transcript
    from offcut.worker import Progress


class Result(Protocol):
    """What a pass returns."""

    @property
    def messages(self) -> list[Any] | None:
        """The new list."""
        ...

    @property
    def warnings(self) -> tuple[str, ...]:
        """Sentences for standard error."""
        ...

    def to_wire(self) -> dict[str, Any]:
        """Return plain JSON values."""
        ...


Outcome = TypeVar("Outcome")


def check_streams(output_file: Path | None, archive: Path, *, as_json: bool) -> None:
    """Raise ``InvalidInput`` now if the list can never be written, or would mix with a report."""
    if as_json and output_file == target.STANDARD_OUTPUT:
        raise InvalidInput("--json and -o - both write to standard output; give -o the name of a file.")
    target.check_target(output_file, archive)


@dataclass(frozen=True, slots=True)
class Given:
    """The messages that a command works on, and the ``transcript`` that they were read from, if any."""

    file: MessageFile
    transcript: Transcript | None = None

    @property
    def warnings(self) -> tuple[str, ...]:
        """What could not be read."""
        return () if self.transcript is None else self.transcript.warnings


def read_given(file: str | None, which: str | None, format: str, settings: Settings, command: str) -> Given:
    """Read a file of messages, or a host's own session; exactly one of the two was given."""
    if (file is None) == (which is None):
        raise InvalidInput(f"Give FILE or --transcript, one of them; see `offcut {command} --help`.")
    with working("Reading the messages …"):
        if file is not None:
            return Given(read_message_file(file))
        transcript = read_own_session(which or "", caller_of(None, os.environ), settings, format)
        return Given(MessageFile(transcript.messages, None), transcript)


def run_pass(given: Given, doing: str, work: Callable[[list[Any], Progress], Awaitable[Outcome]]) -> Outcome:
    """Run something over messages, while a person sees what is being done."""
    with working(doing) as report:
        return anyio.run(work, given.file.messages, _progress(report))


def write_result(
    read: MessageFile,
    result: Result,
    shown: Callable[[], Iterable[RenderableType]],
    write: target.Write,
    *,
    output_file: Path | None,
    as_json: bool,
) -> None:
    """Write the file before the report, so that a report means that the file is there.

    ``write`` was opened before the pass: what cannot be written is found before anything is archived. The
    report goes beside the message list if that one has standard output.
    """
    if output_file is not None:
        to_terminal = output_file == target.STANDARD_OUTPUT and sys.stdout.isatty()
        write(output.json_bytes(read.holding(result.messages or []), ascii=to_terminal))
    if as_json:
        output.write_json(result.to_wire())
        return
    output.show(*shown(), to_stderr=output_file == target.STANDARD_OUTPUT)
    show_warnings(result.warnings)


def show_warnings(warnings: Iterable[str]) -> None:
    """Print warnings to standard error."""
    for warning in warnings:
        output.show(f"warning: {warning}", to_stderr=True)


def _progress(report: Report) -> Progress:
    async def progress(done: int, total: int, message: str) -> None:
        report(f"{message} ({done} of {total}) …")

    return progress
