"""``offcut install``: put the server, and if wanted the hooks, into a host's configuration."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from offcut.errors import InvalidInput, OffcutError
from offcut_mcp.commands import output
from offcut_mcp.commands.options import configuration

if TYPE_CHECKING:
    from collections.abc import Sequence

    from offcut_mcp.install.files import Change
    from offcut_mcp.install.hosts import Host, Places, Scope

HostArgument = Annotated[
    str | None,
    typer.Argument(metavar="HOST", help="claude-code, codex, cursor or gemini.", show_default=False),
]
Yes = Annotated[bool, typer.Option("-y", "--yes", help="Do not ask.")]
Project = Annotated[
    bool, typer.Option("--project", help="This folder's file of the host instead of the user's.")
]


def install(
    host: HostArgument = None,
    hooks: Annotated[bool, typer.Option("--hooks", help="Add the hooks too (Claude Code, Codex).")] = False,
    project: Project = False,
    print_only: Annotated[
        bool, typer.Option("--print", help="Print what belongs into the file and change nothing.")
    ] = False,
    yes: Yes = False,
) -> None:
    """Register offcut with a host, so that its agents find the tools; --hooks cuts large outputs at birth.

    Shows the change and asks first; without a terminal only --yes changes anything. A changed file is
    kept beside it as a backup; comments and everybody else's entries stay. For any other host,
    `offcut install --print` prints what most of them read.
    """
    from offcut_mcp.install.command import command
    from offcut_mcp.install.plan import plan_install

    words = command()
    if print_only:
        _print(host, words, hooks=hooks)
        return
    chosen = host_named(host)
    if hooks:
        require_hooks(chosen)
    scope: Scope = "project" if project else "user"
    changes = plan_install(chosen, places(), words, hooks=hooks, scope=scope)
    todo = [change for change in changes if change.changes]
    if not todo:
        output.show(f"offcut is already installed in {chosen.title}: {paths(changes)}.")
        return
    show_changes(todo)
    if hooks:
        _tell_what_is_stored()
    confirm(f"Change {paths(todo)}?", yes=yes, undone="Nothing was installed.")
    for line in make(todo):
        output.show(line)
    output.show(f"Installed offcut in {chosen.title}. Start it anew to use it.", *_next_steps(chosen, hooks))


def host_named(name: str | None) -> Host:
    """Return the host of this name. Raises ``InvalidInput`` that lists them."""
    from offcut_mcp.install.hosts import HOSTS

    for known, host in HOSTS.items():
        if known == name:
            return host
    what = f"{name!r} is no host that offcut knows" if name else "name a host"
    raise InvalidInput(f"{what}: {', '.join(HOSTS)}; for others, `offcut install --print` shows what to add.")


def require_hooks(host: Host) -> None:
    """Raise ``InvalidInput`` for a host without hooks of ours."""
    if host.hooks is None:
        raise InvalidInput(f"offcut has no hooks for {host.title}; leave out --hooks.")


def places() -> Places:
    """Return where the user's and the project's files lie. Raises ``OffcutError`` without a home folder."""
    import os
    from pathlib import Path

    from offcut_mcp.install.hosts import Places
    from offcut_mcp.process import working_folder

    try:
        return Places(Path.home(), Path(working_folder() or "/"), os.environ)
    except RuntimeError:
        raise OffcutError("your home folder is not known; set HOME to it, then try again.") from None


def paths(changes: Sequence[Change]) -> str:
    """Return the files' names in a row."""
    return " and ".join(str(change.path) for change in changes)


def show_changes(changes: Sequence[Change]) -> None:
    """Print what will change, as unified diffs without anything that a terminal would obey."""
    from offcut_mcp.install.shown import difference

    for change in changes:
        output.write_text("".join(f"{output.harmless(line)}\n" for line in difference(change)))


def confirm(question: str, *, yes: bool, undone: str) -> None:
    """Ask on a terminal; anywhere else only ``--yes`` goes on."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise InvalidInput(
            f"{undone} Nobody can be asked, since standard input is no terminal; add --yes to go ahead."
        )
    if not typer.confirm(output.harmless(question), err=True):
        raise OffcutError(undone)


def make(changes: Sequence[Change]) -> list[str]:
    """Make the changes, all or none; return a line for each file that says what became of it."""
    from offcut_mcp.install.files import apply

    lines = []
    for change, backup in zip(changes, apply(changes), strict=True):
        done = "Removed" if change.after is None else "Wrote" if change.before is None else "Changed"
        kept = f"; as it was before: {backup}" if backup else ""
        lines.append(f"{done} {change.path}{kept}")
    return lines


def _print(name: str | None, words: Sequence[str], *, hooks: bool) -> None:
    from offcut_mcp.install.shown import other_snippet, snippet

    if name is None:
        if hooks:
            raise InvalidInput("name the host whose hooks to print: claude-code or codex.")
        output.write_text(other_snippet(words))
        return
    host = host_named(name)
    if hooks:
        require_hooks(host)
    output.write_text(snippet(host, words, hooks=hooks))


def _tell_what_is_stored() -> None:
    from offcut.archive.location import MEMORY, locate

    archive = locate(configuration().settings.archive.path) or MEMORY
    output.show(
        "The hooks store large tool outputs, and sessions before they are compacted, in plain text in",
        f"{archive}, for you alone to read; `offcut archive forget` deletes them.",
    )


def _next_steps(host: Host, hooks: bool) -> list[str]:
    listing = [f"`{host.listing}` shows it; `offcut doctor` checks all of it."] if host.listing else []
    return [*listing, *([host.reminder] if hooks and host.reminder else [])]
