"""``offcut status``: how full the context of a file's messages is, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from offcut_mcp.commands import conversation_arguments as shared
from offcut_mcp.commands import output
from offcut_mcp.commands.options import ArchiveFile, EnvFile, Set, configuration
from offcut_mcp.commands.passes import read_given, run_pass, show_warnings
from offcut_mcp.own_session import run_told

if TYPE_CHECKING:
    from offcut import ContextStatus
    from offcut.worker import Progress


def status(
    file: shared.File = None,
    transcript: shared.Transcript = None,
    as_json: shared.AsJson = False,
    context_length: shared.ContextLength = 0,
    format: shared.Format = "auto",
    model: shared.Model = None,
    reported_tokens: shared.ReportedTokens = 0,
    archive: ArchiveFile = None,
    changed: Set = None,
    env_file: EnvFile = None,
) -> None:
    """Show how full the context is, what old tool results would free, and what to do; changes nothing."""
    settings = configuration(changed, env_file).settings
    given = read_given(file, transcript, format, settings, "status")
    stated = {
        "context_length": context_length,
        "format": format,
        "model": model,
        "reported_tokens": reported_tokens,
    }

    async def measure(messages: list[Any], progress: Progress) -> ContextStatus:
        from offcut import Archive, context_status
        from offcut.settings import project_name

        where = archive or settings.archive.path
        async with Archive.open(where, project=project_name()) as opened:
            run = partial(
                context_status,
                messages,
                archive=opened,
                options=settings.compression,
                enabled=settings.compression.enabled,
                compaction=settings.compaction,
                protected_tools=settings.server.protected_tools,
                warnings=given.warnings,
            )
            return await run_told(given.transcript, stated, run, window=True)

    found = run_pass(given, "Measuring …", measure)
    if as_json:
        output.write_bytes(output.json_bytes(found.to_wire()))
        return
    output.show(output.figures(_rows(found)))
    show_warnings(found.warnings)


def _rows(found: ContextStatus) -> Iterator[tuple[str, str]]:
    share = f"{found.usage_percent:g} % of a window of {found.context_length:,}"
    yield "tokens", f"{found.tokens:,} ({found.token_method}), {share}"
    yield "threshold", f"{found.threshold_tokens:,} ({_words(found.reason)})"
    net = found.hygiene
    yield "safety net", f"{net.threshold_tokens:,} ({_words(net.reason)})"
    yield "tail budget", f"{found.tail_token_budget:,}"
    yield "summary", f"at most {found.max_summary_tokens:,}"
    total = sum(entry.tokens for entry in found.reclaimable)
    yield "reclaimable", f"{total:,}"
    for entry in found.reclaimable:
        results = output.counted(entry.results, "result")
        yield f"  {entry.tool}", f"{entry.tokens:,} in {results}"
    yield "recommendation", found.recommendation


def _words(reason: str) -> str:
    """Return ``below threshold`` for ``below_threshold``."""
    return reason.replace("_", " ")
