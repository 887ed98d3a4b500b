"""``offcut compress``: put a summary in the place of the middle of a file's messages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from offcut.config import CompressionOptions
from offcut.errors import InvalidInput
from offcut_mcp.commands import compress_arguments as given
from offcut_mcp.commands import conversation_arguments as shared
from offcut_mcp.commands import output, target
from offcut_mcp.commands.message_file import read_text
from offcut_mcp.commands.options import ArchiveFile, EnvFile, Set, archive_at, configuration, options_of
from offcut_mcp.commands.passes import (
    Given,
    check_streams,
    read_given,
    run_pass,
    show_warnings,
    write_result,
)
from offcut_mcp.own_session import run_told

if TYPE_CHECKING:
    from rich.console import RenderableType

    from offcut import CompressionResult
    from offcut.worker import Progress

SHOWN_LINES = 12


def compress(
    file: shared.File = None,
    transcript: shared.Transcript = None,
    output_file: shared.OutputFile = None,
    as_json: shared.AsJson = False,
    context_length: shared.ContextLength = 0,
    format: shared.Format = "auto",
    model: shared.Model = None,
    reported_tokens: shared.ReportedTokens = 0,
    force: given.Force = False,
    threshold: given.Threshold = None,
    target_ratio: given.TargetRatio = None,
    protect_last_n: given.ProtectLastN = None,
    protect_first_n: given.ProtectFirstN = None,
    tail_pressure: given.TailPressure = None,
    max_summary_tokens: given.MaxSummaryTokens = None,
    plan: given.Plan = False,
    apply: given.Apply = None,
    summary_file: given.SummaryFile = None,
    archive: ArchiveFile = None,
    changed: Set = None,
    env_file: EnvFile = None,
) -> None:
    """Put a structured summary in the place of the middle; every removed message is archived first.

    Prints what was done. With -o - the message list goes to standard output, the report to standard error.
    With --transcript and without -o it prints a handoff: a summary of all to begin a fresh session with.
    """
    settings = configuration(changed, env_file).settings
    options = options_of(
        settings.compression,
        CompressionOptions,
        threshold=threshold,
        target_ratio=target_ratio,
        protect_last_n=protect_last_n,
        protect_first_n=protect_first_n,
        tail_pressure=tail_pressure,
        max_summary_tokens=max_summary_tokens,
    )
    request: dict[str, Any] = {
        "options": options,
        "enabled": settings.compression.enabled,
        "context_length": context_length,
        "format": format,
        "model": model,
        "reported_tokens": reported_tokens,
        "force": force,
        **_step(file, plan, apply, summary_file, output_file),
    }
    path = archive_at(archive, settings=settings)
    check_streams(output_file, path, as_json=as_json)
    with target.opened(output_file) as write:
        messages = read_given(file, transcript, format, settings, "compress")
        work = _compress if transcript is None or output_file is not None else _hand_over
        result = run_pass(messages, "Compressing …", partial(work, path, request, messages))
        if result.prompt is not None and not as_json:
            _write_prompt(result.prompt, str(result.plan_id), result.warnings)
        else:
            shown = partial(_report, result, written=output_file is not None, whole=work is _hand_over)
            write_result(messages.file, result, shown, write, output_file=output_file, as_json=as_json)


def _step(
    file: str | None, plan: bool, apply: str | None, summary_file: str | None, output_file: Path | None
) -> dict[str, Any]:
    """Return what says which of the tool's steps to run."""
    if plan and (apply is not None or summary_file is not None):
        raise InvalidInput("--plan begins what --apply and --summary-file finish; give one or the other.")
    if file is None and (plan or apply is not None):
        raise InvalidInput("--plan and --apply need the messages of a FILE; leave --transcript out.")
    if (apply is None) != (summary_file is None):
        raise InvalidInput("--apply PLAN_ID and --summary-file FILE go together; give both.")
    if plan and output_file is not None:
        raise InvalidInput(
            "--plan changes no message list, so there is nothing for -o to write; leave it out."
        )
    if summary_file is None:
        return {"step": "plan"} if plan else {}
    if file == summary_file == "-":
        raise InvalidInput("FILE and --summary-file cannot both be standard input; name a file for one.")
    return {"step": "apply", "plan_id": apply, "summary": read_text(summary_file)}


async def _compress(
    path: Path, request: dict[str, Any], source: Given, messages: list[Any], progress: Progress
) -> CompressionResult:
    from offcut import Archive, compress
    from offcut.settings import project_name

    async with Archive.open(path, project=project_name()) as archive:
        run = partial(compress, messages, archive=archive, progress=progress, warnings=source.warnings)
        return await run_told(source.transcript, request, run, window=True)


async def _hand_over(
    path: Path, request: dict[str, Any], source: Given, messages: list[Any], progress: Progress
) -> CompressionResult:
    from offcut import Archive
    from offcut.api import hand_over
    from offcut.settings import project_name

    told = "" if source.transcript is None else source.transcript.summary
    async with Archive.open(path, project=project_name()) as archive:
        run = partial(hand_over, messages, archive=archive, told=told, warnings=source.warnings)
        return await run_told(source.transcript, request, run, window=True)


def _write_prompt(prompt: str, plan_id: str, warnings: tuple[str, ...]) -> None:
    """Print the prompt alone on standard output, so that it can be piped to a model."""
    output.write_text(prompt)
    output.show(f"plan: {plan_id} (kept for a day; --apply it with --summary-file)", to_stderr=True)
    show_warnings(warnings)


def _report(result: CompressionResult, *, written: bool, whole: bool) -> Iterator[RenderableType]:
    yield output.figures(_rows(result))
    if result.summary is not None:
        yield from _lines(result.summary, None if whole else SHOWN_LINES)
    if result.status == "compressed" and not written and not whole:
        yield "No message list was written; -o FILE writes it."


def _rows(result: CompressionResult) -> Iterator[tuple[str, str]]:
    stats = result.stats
    yield "status", f"{result.status}: {result.reason}"
    yield "messages", _change(stats.messages_before, stats.messages_after)
    yield "tokens", f"{_change(stats.tokens_before, stats.tokens_after)} ({stats.token_method})"
    yield "threshold", f"{stats.threshold_tokens:,} of a window of {stats.context_length:,}"
    if result.summary is not None:
        yield "removed", f"{result.segment_ref} ({output.counted(stats.messages_removed, 'message')})"
        yield "summary", f"{result.summary_ref} ({result.summarized_by}, {stats.summary_tokens:,} tokens)"
    for source in result.sources:
        yield "folded", f"{source.ref} ({source.tool}, {source.tokens:,} tokens)"


def _change(before: int, after: int) -> str:
    return f"{before:,}" if before == after else f"{before:,} → {after:,}"


def _lines(summary: str, most: int | None) -> Iterator[str]:
    """Yield the first lines of a summary, or all of them."""
    lines = output.harmless(summary).split("\n")
    yield ""
    yield from lines[:most]
    if most is not None and len(lines) > most:
        yield f"… and {output.counted(len(lines) - most, 'line')} more"
    yield ""
