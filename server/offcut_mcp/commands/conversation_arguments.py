"""Arguments of every command that takes a file of messages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from offcut_mcp.commands.options import option

File = Annotated[
    str | None,
    typer.Argument(
        metavar="FILE",
        help='A list of messages or an object with "messages"; - is stdin.',
        show_default=False,
    ),
]
Transcript = Annotated[
    str | None,
    option("WHICH", "Instead of FILE: current, a session id or file, of those that `sessions` lists."),
]
OutputFile = Annotated[
    Path | None,
    typer.Option(
        "-o", "--output", metavar="FILE", help="Write the message list there, shaped like the input."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the tool's result as JSON.")]
Format = Annotated[
    str,
    option("NAME", "auto, openai-chat, openai-responses, anthropic, agentscope or gemini (default auto)."),
]
Model = Annotated[str | None, option("NAME", "Count tokens as for this model (default: plain o200k).")]
ReportedTokens = Annotated[
    int, option("N", "Input tokens that the provider reported (0 or more; default 0, unknown).")
]
ContextLength = Annotated[
    int, option("N", "The model's window in tokens (0 or more; default 0, that of --model, else 200000).")
]
