"""Options that several commands share, and the compaction options with their ranges."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import Annotated, Any

import typer

from offcut.config import CompactionOptions
from offcut.errors import InvalidInput, OffcutError

ArchiveFile = Annotated[
    Path | None,
    typer.Option(
        "--archive",
        envvar="OFFCUT_ARCHIVE",
        metavar="FILE",
        help="The archive to use instead of the user's own.",
        show_default=False,
    ),
]


def option(metavar: str, words: str) -> Any:
    """Return an option that is named after its parameter."""
    return typer.Option(metavar=metavar, help=words, show_default=False)


def limit(name: str, words: str) -> Any:
    """Return the option for a field of ``CompactionOptions``; its help ends in range and default."""
    field = next(field for field in dataclasses.fields(CompactionOptions) if field.name == name)
    low, high = field.metadata["low"], field.metadata["high"]
    span = f"{low} or more" if high is None else f"{low} to {high}"
    default = "none" if field.default is None else field.default
    return option("N", f"{words} ({span}; default {default}).")


def compaction_options(**given: Any) -> CompactionOptions:
    """Build the options that were given; an error names them as they are written on the command line."""
    try:
        return CompactionOptions.read(given)
    except InvalidInput as error:
        problems = (re.sub(r"options\.(\w+)", lambda m: option_name(m[1]), p) for p in error.problems)
        raise InvalidInput(*problems) from None


def option_name(field: str) -> str:
    """Return ``--drop-threshold`` for ``drop_threshold``."""
    return "--" + field.replace("_", "-")


def archive_at(path: Path | None, *, existing: bool = False) -> Path:
    """Return the file to open, the user's own without ``path``; refuse what could not keep anything.

    With ``existing`` a file that is not there is an error, so that a mistyped name makes no new archive.
    """
    from offcut.archive.location import locate

    file = locate(path)
    if file is None:
        raise InvalidInput("An archive in memory is gone when the command ends; give --archive a file.")
    if existing and not file.exists():
        raise OffcutError(f"There is no archive at {file}; nothing has been folded into it yet.")
    return file
