"""The arguments of ``offcut compress``: for each of the tool's that makes sense, its words and its range."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from offcut.config import CompressionOptions
from offcut_mcp.commands.options import limit, option

Number = int | None

_limit = partial(limit, of=CompressionOptions)

Force = Annotated[bool, typer.Option("--force", help="Compress below the threshold too.")]
Threshold = Annotated[float | None, _limit("threshold", "Compress from this share of the window on")]
TargetRatio = Annotated[float | None, _limit("target_ratio", "Share of the threshold that the tail may have")]
ProtectLastN = Annotated[Number, _limit("protect_last_n", "Keep at least this many of the newest messages")]
ProtectFirstN = Annotated[Number, _limit("protect_first_n", "Keep this many of the first messages")]
TailPressure = Annotated[
    str | None,
    option("NAME", "preview or keep: large results of a tail that is too large (default preview)."),
]
MaxSummaryTokens = Annotated[
    Number, _limit("max_summary_tokens", "Tokens that the summary may have, instead of a share of what goes")
]
Plan = Annotated[
    bool, typer.Option("--plan", help="Print the prompt for a model of your own; ask nobody, change nothing.")
]
Apply = Annotated[
    str | None,
    option("PLAN_ID", "Finish a plan of the same messages with --summary-file; others may follow."),
]
SummaryFile = Annotated[str | None, option("FILE", "What your model wrote for the prompt; - is stdin.")]
