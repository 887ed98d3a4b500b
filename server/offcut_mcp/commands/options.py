"""Options that several commands share, and those of the passes with their ranges."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from offcut.config import CompactionOptions, CompressionOptions
from offcut.errors import InvalidInput, OffcutError

if TYPE_CHECKING:
    from offcut.settings import Configuration, Settings

Options = TypeVar("Options", CompactionOptions, CompressionOptions)

ArchiveFile = Annotated[
    Path | None,
    typer.Option(
        "--archive",
        metavar="FILE",
        help="The archive to use instead of the user's own, or of that in OFFCUT_ARCHIVE.",
        show_default=False,
    ),
]
EnvFile = Annotated[
    Path | None,
    typer.Option(
        "--env-file",
        metavar="FILE",
        help="Read this file of variables too; the environment itself wins.",
        show_default=False,
    ),
]
Set = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="Change one setting; wins over every other place; repeatable.",
        show_default=False,
    ),
]


def option(metavar: str, words: str) -> Any:
    """Return an option that is named after its parameter."""
    return typer.Option(metavar=metavar, help=words, show_default=False)


def limit(
    name: str, words: str, *, of: type[CompactionOptions | CompressionOptions] = CompactionOptions
) -> Any:
    """Return the option for a field of a pass's options; its help ends in range and default."""
    field = next(field for field in dataclasses.fields(of) if field.name == name)
    low, high = field.metadata["low"], field.metadata["high"]
    span = f"{low} or more" if high is None else f"{low} to {high}"
    default = "none" if field.default is None else field.default
    return option("N", f"{words} ({span}; default {default}).")


def configuration(changed: list[str] | None = None, env_file: Path | None = None) -> Configuration:
    """Read the settings as they are for a command. Raises ``InvalidInput`` naming what is wrong."""
    from offcut.settings import read_configuration

    return read_configuration(env_file=env_file, command_line=changed or ())


def options_of(defaults: Options, kind: type[Options], **given: Any) -> Options:
    """Build the options that were given; an error names them as they are written on the command line."""
    try:
        return kind.read(given, defaults)
    except InvalidInput as error:
        problems = (re.sub(r"options\.(\w+)", lambda m: option_name(m[1]), p) for p in error.problems)
        raise InvalidInput(*problems) from None


def option_name(field: str) -> str:
    """Return ``--drop-threshold`` for ``drop_threshold``."""
    return "--" + field.replace("_", "-")


def archive_at(path: Path | None, *, existing: bool = False, settings: Settings | None = None) -> Path:
    """Return the file to open, that of the settings without ``path``; refuse what could not keep anything.

    Broken settings do not stop whoever names the file. With ``existing`` a file that is not there is an
    error, so that a mistyped name makes no new archive.
    """
    from offcut.archive.location import locate

    file = locate(path or (settings or configuration().settings).archive.path)
    if file is None:
        raise InvalidInput("An archive in memory is gone when the command ends; give --archive a file.")
    if existing and not file.exists():
        raise OffcutError(f"There is no archive at {file}; nothing has been folded into it yet.")
    return file
