"""The command line: what ``offcut`` can be asked, and how its failures become one sentence and a code."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from typing import Annotated, cast

import typer

from offcut.errors import InvalidInput, OffcutError
from offcut_mcp.commands import output
from offcut_mcp.commands.archive import archive_commands
from offcut_mcp.commands.compact import compact
from offcut_mcp.commands.compress import compress
from offcut_mcp.commands.config import config
from offcut_mcp.commands.demo import demo
from offcut_mcp.commands.doctor import doctor
from offcut_mcp.commands.hook import hook
from offcut_mcp.commands.install import install
from offcut_mcp.commands.options import EnvFile, Set
from offcut_mcp.commands.recover import recover
from offcut_mcp.commands.search import search
from offcut_mcp.commands.sessions import sessions
from offcut_mcp.commands.status import status
from offcut_mcp.commands.uninstall import uninstall
from offcut_mcp.process import open_closed_streams
from offcut_mcp.version import version as installed_version

DONE, FAILED, UNUSABLE, INTERRUPTED = 0, 1, 2, 130

#: The common base of wrong usage; typer exports only this subclass in every version.
UsageError = cast("type[typer.BadParameter]", typer.BadParameter.__mro__[1])

app = typer.Typer(
    help="Makes an agent's context smaller and keeps every original, byte for byte.",
    epilog="Exit codes: 0 done, 1 failed or nothing found, 2 wrong usage or unusable input.",
    invoke_without_command=True,
    add_completion=False,
    rich_markup_mode=None,  # plain help is the same on a terminal, in a pipe and in a bug report
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


Tools = Annotated[
    str | None,
    typer.Option(
        metavar="default|host",
        help="host adds cache_breakpoints, for programs that build their requests themselves.",
        show_default=False,
    ),
]


@app.command(short_help="Run the MCP server on standard input and output.")
def serve(tools: Tools = None, changed: Set = None, env_file: EnvFile = None) -> None:
    """Run the MCP server on standard input and output; any MCP host can attach to it.

    In a host's configuration the command is `offcut` and its only argument is `serve`. The server
    ends when its standard input does. OFFCUT_ARCHIVE names another archive file than the user's;
    `offcut config` shows every setting.
    """
    from offcut_mcp.server import main
    from offcut_mcp.session_settings import SessionSettings

    if tools not in (None, "default", "host"):
        raise InvalidInput(f"--tools must be default or host, not {tools[:40]!r}; see `offcut serve --help`.")
    chosen = [f"server.tools={tools}"] if tools else []
    main(SessionSettings(env_file=env_file, command_line=[*(changed or ()), *chosen]))


app.command(short_help="Fold the old tool results of a file of messages.")(compact)
app.command(short_help="Put a summary in the place of the middle of a file of messages.")(compress)
app.command(short_help="Show how full a context is and what to do about it.")(status)
app.command(short_help="List the sessions of Claude Code and Codex that can be read.")(sessions)
app.command(short_help="Show the original of a preview, whole or in part.")(recover)
app.command(short_help="Find originals by words that they hold.")(search)
app.add_typer(archive_commands, name="archive")
app.command(short_help="Show the settings in effect and where they come from.")(config)
app.command(short_help="Answer an event of Claude Code or Codex on standard input.")(hook)
app.command(short_help="Register offcut with a host: its server, and its hooks if wanted.")(install)
app.command(short_help="Take offcut out of a host's configuration again.")(uninstall)
app.command(short_help="Check that all of it works here, and say what to do where it does not.")(doctor)
app.command(short_help="See all of it work in a few seconds.")(demo)


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code; what goes wrong is one sentence on standard error."""
    open_closed_streams()
    try:
        code = app(list(arguments), prog_name="offcut", standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        _leave_closed_pipe()
        return FAILED
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    except UsageError as error:
        return _complain(_with_hint(error), UNUSABLE)
    except InvalidInput as error:
        return _complain(str(error), UNUSABLE)
    except (OffcutError, OSError) as error:
        return _complain(_reason(error), FAILED)
    except MemoryError:
        return _complain("out of memory; give a smaller file", FAILED)
    # typer itself turns Ctrl-C inside a command into this code.
    return _complain("interrupted", code) if code == INTERRUPTED else code or DONE


@app.callback()
def _root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    if version:
        typer.echo(f"offcut {installed_version()}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def _complain(sentence: str, code: int) -> int:
    output.complain(sentence)
    return code


def _with_hint(error: typer.BadParameter) -> str:
    command = error.ctx.command_path if error.ctx else "offcut"
    sentence = re.sub(r"\s*\n\s*", " ", error.format_message()).rstrip(".")
    # Some versions of typer speak as their validator does.
    sentence = re.sub(r"Input should be a valid (\w+).*", r"this is no \1", sentence)
    return f"{sentence}; see `{command} --help`."


def _reason(error: OffcutError | OSError) -> str:
    if isinstance(error, OSError) and error.strerror:
        where = f" ({error.filename})" if error.filename else ""
        return f"{error.strerror}{where}."
    return str(error)


def _leave_closed_pipe() -> None:
    """Point standard output elsewhere, so that the interpreter's last flush stays quiet too."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
