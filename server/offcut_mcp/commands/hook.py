"""``offcut hook``: what a host runs at its events; for people only its help and what is wrong with a call."""

from __future__ import annotations

from typing import Annotated

import typer

from offcut.errors import InvalidInput
from offcut_mcp.commands.options import option
from offcut_mcp.hooks.event import HOSTS
from offcut_mcp.hooks.limits import DEFAULTS

_CLAUDE_CODE, _CODEX = DEFAULTS["claude-code"], DEFAULTS["codex"]


def hook(
    host: Annotated[str, typer.Argument(metavar="HOST", help=" or ".join(HOSTS))],
    threshold: Annotated[
        int | None,
        option(
            "N",
            "Replace outputs of more characters "
            f"(default {_CLAUDE_CODE.threshold} in Claude Code, {_CODEX.threshold} in Codex).",
        ),
    ] = None,
    preview: Annotated[
        int | None,
        option(
            "N",
            "Characters of a preview "
            f"(default {_CLAUDE_CODE.preview} in Claude Code, {_CODEX.preview} in Codex).",
        ),
    ] = None,
) -> None:
    """Answer one event of a host: a JSON object on standard input, the answer on standard output.

    After a tool call (PostToolUse) a large output is archived and replaced by a preview with a reference;
    before a compaction (PreCompact) the session is archived; after it (SessionStart with source compact) the
    model gets the references. Anything else, and anything that goes wrong, changes nothing: exit code 0, no
    output, and a line in hooks.log in offcut's data folder.
    """
    # A known host never comes here: ``__main__`` answers it without loading the command line.
    raise InvalidInput(f"there are hooks for {' and '.join(HOSTS)}, not for {host[:40]!r}")
