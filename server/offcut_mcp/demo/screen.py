"""What the demonstration prints: one screen."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from offcut_mcp.commands import fold_table
from offcut_mcp.commands.output import harmless
from offcut_mcp.demo.proof import sha256
from offcut_mcp.demo.session import PATTERN, Account, largest

if TYPE_CHECKING:
    from rich.console import RenderableType

SHOWN_FOLDS = 5
PREVIEW_LINES = 2
COLUMNS = 76


async def screen(account: Account) -> list[RenderableType]:
    """Return at most 24 lines: what was cut, what it saved, a preview, and whose bytes came back."""
    folds = await fold_table.folds(account.before, account.result)
    shown = sorted(folds, key=lambda fold: -fold.tokens_before)[:SHOWN_FOLDS]
    example = next(fold for fold in folds if fold.ref == largest(account.originals))
    return [
        f"{len(account.before)} messages of a real coding session, folded by `offcut serve` over MCP.",
        fold_table.table(shown),
        *_rest(len(folds) - len(shown)),
        fold_table.summary(account.result)[0],
        f"What the model sees instead of the {example.characters} characters of the first:",
        *_quoted(example.preview),
        f'What recover_source gives it for grep="{PATTERN}":',
        f"  | {' '.join(harmless(account.line).split())}",
        *_proof(account),
        "Your turn: offcut compact FILE -o SHORTER, or offcut serve in an MCP host.",
    ]


def _proof(account: Account) -> list[str]:
    first, second = account.processes
    count, size = len(account.originals), sum(map(len, account.originals.values()))
    ref = largest(account.originals)
    original, recovered = sha256(account.originals[ref])[:12], sha256(account.recovered[ref])[:12]
    return [
        f"Server {first}: recovered all {count} originals, {size:,} bytes; every sha256 matches.",
        f"Server {first}: killed with SIGKILL; the client heard: {account.farewell}.",
        f"Server {second}: recovered all {count} again; every sha256 matches.",
        f"The first: sha256 {original}… in the transcript, {recovered}… recovered.",
    ]


def _rest(count: int) -> list[str]:
    return [f"… and {count} smaller ones"] if count else []


def _quoted(preview: str) -> list[str]:
    """Return the first lines of a preview, and its marker whole."""
    body, _, marker = preview.rpartition("\n")
    lines = textwrap.wrap(
        harmless(body.replace("\n", " ")), COLUMNS - 4, max_lines=PREVIEW_LINES, placeholder=" …"
    )
    return [f"  | {line}" for line in (*lines, marker)]
