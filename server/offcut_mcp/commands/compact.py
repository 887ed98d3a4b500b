"""``offcut compact``: fold the messages of a file."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio

from offcut.config import CompactionOptions
from offcut.errors import InvalidInput
from offcut_mcp.commands import compact_arguments as given
from offcut_mcp.commands import conversation_arguments as shared
from offcut_mcp.commands import target
from offcut_mcp.commands.message_file import MessageFile
from offcut_mcp.commands.options import ArchiveFile, EnvFile, Set, archive_at, configuration, options_of
from offcut_mcp.commands.passes import Given, check_streams, read_given, run_pass, write_result
from offcut_mcp.own_session import run_told

if TYPE_CHECKING:
    from offcut import CompactionResult
    from offcut.worker import Progress


def compact(
    file: shared.File = None,
    transcript: shared.Transcript = None,
    output_file: shared.OutputFile = None,
    as_json: shared.AsJson = False,
    goal: given.Goal = None,
    next_action: given.NextAction = None,
    eligible: given.Eligible = None,
    protect_message: given.ProtectMessage = None,
    protect_call: given.ProtectCall = None,
    source_ref: given.SourceRef = None,
    format: shared.Format = "auto",
    model: shared.Model = None,
    reported_tokens: shared.ReportedTokens = 0,
    drop_threshold: given.DropThreshold = None,
    preserve_recent_messages: given.PreserveRecentMessages = None,
    preserve_recent_pairs: given.PreserveRecentPairs = None,
    preview_chars: given.PreviewChars = None,
    preview_style: given.PreviewStyle = None,
    min_savings_tokens: given.MinSavingsTokens = None,
    max_output_tokens: given.MaxOutputTokens = None,
    archive: ArchiveFile = None,
    changed: Set = None,
    env_file: EnvFile = None,
) -> None:
    """Fold the tool results that the task no longer needs; every original is archived first.

    Prints what was folded. With -o - the message list goes to standard output, the table to standard error.
    """
    settings = configuration(changed, env_file).settings
    request: dict[str, Any] = {
        "options": options_of(
            settings.compaction,
            CompactionOptions,
            drop_threshold=drop_threshold,
            preserve_recent_messages=preserve_recent_messages,
            preserve_recent_pairs=preserve_recent_pairs,
            preview_chars=preview_chars,
            preview_style=preview_style,
            min_savings_tokens=min_savings_tokens,
            max_output_tokens=max_output_tokens,
        ),
        "goal": goal,
        "next_action": next_action,
        "eligible_tool_names": eligible or None,
        "source_refs": _source_refs(source_ref or []),
        "protected_message_ids": protect_message,
        "protected_call_ids": protect_call,
        "protected_tools": settings.server.protected_tools,
        "format": format,
        "model": model,
        "reported_tokens": reported_tokens,
    }
    path = archive_at(archive, settings=settings)
    check_streams(output_file, path, as_json=as_json)
    with target.opened(output_file) as write:
        messages = read_given(file, transcript, format, settings, "compact")
        result = run_pass(messages, "Folding …", partial(_fold, path, request, messages))
        shown = partial(_report, messages.file, format, result, written=output_file is not None)
        write_result(messages.file, result, shown, write, output_file=output_file, as_json=as_json)


async def _fold(
    path: Path, request: dict[str, Any], source: Given, messages: list[Any], progress: Progress
) -> CompactionResult:
    from offcut import Archive, compact_context
    from offcut.settings import project_name

    async with Archive.open(path, project=project_name()) as archive:
        run = partial(compact_context, messages, archive=archive, progress=progress, warnings=source.warnings)
        return await run_told(source.transcript, request, run)


def _source_refs(pairs: list[str]) -> dict[str, str]:
    """Read ``ID=REF`` options; a reference may itself hold an equals sign."""
    refs = {}
    for pair in pairs:
        call_id, equals, ref = pair.partition("=")
        if not (call_id and equals and ref):
            raise InvalidInput(f"--source-ref takes ID=REF, not {pair[:60]!r}.")
        refs[call_id] = ref
    return refs


def _report(read: MessageFile, format: str, result: CompactionResult, *, written: bool) -> list[Any]:
    """Return what was folded, as a table, and the lines under it."""
    from offcut_mcp.commands import fold_table

    wire = result.to_wire()
    lines: list[Any] = list(fold_table.summary(wire))
    if result.changed and not written:
        lines.append("No message list was written; -o FILE writes it.")
    folds = anyio.run(fold_table.folds, read.messages, wire, format)
    return [*([fold_table.table(folds)] if folds else []), *lines]
