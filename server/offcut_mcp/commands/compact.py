"""``offcut compact``: fold the messages of a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio

from offcut.errors import InvalidInput
from offcut_mcp.commands import compact_arguments as given
from offcut_mcp.commands import output, target
from offcut_mcp.commands.message_file import MessageFile, read_message_file
from offcut_mcp.commands.options import ArchiveFile, archive_at, compaction_options
from offcut_mcp.commands.progress import Report, working
from offcut_mcp.process import working_folder

if TYPE_CHECKING:
    from offcut import CompactionResult


def compact(
    file: given.File,
    output_file: given.OutputFile = None,
    as_json: given.AsJson = False,
    goal: given.Goal = None,
    next_action: given.NextAction = None,
    eligible: given.Eligible = None,
    protect_message: given.ProtectMessage = None,
    protect_call: given.ProtectCall = None,
    source_ref: given.SourceRef = None,
    format: given.Format = "auto",
    model: given.Model = None,
    reported_tokens: given.ReportedTokens = 0,
    drop_threshold: given.DropThreshold = None,
    preserve_recent_messages: given.PreserveRecentMessages = None,
    preserve_recent_pairs: given.PreserveRecentPairs = None,
    preview_chars: given.PreviewChars = None,
    preview_style: given.PreviewStyle = None,
    min_savings_tokens: given.MinSavingsTokens = None,
    max_output_tokens: given.MaxOutputTokens = None,
    archive: ArchiveFile = None,
) -> None:
    """Fold the tool results that the task no longer needs; every original is archived first.

    Prints what was folded. With -o - the message list goes to standard output, the table to standard error.
    """
    options = compaction_options(
        drop_threshold=drop_threshold,
        preserve_recent_messages=preserve_recent_messages,
        preserve_recent_pairs=preserve_recent_pairs,
        preview_chars=preview_chars,
        preview_style=preview_style,
        min_savings_tokens=min_savings_tokens,
        max_output_tokens=max_output_tokens,
    )
    request = {
        "options": options,
        "goal": goal,
        "next_action": next_action,
        "eligible_tool_names": eligible or None,
        "source_refs": _source_refs(source_ref or []),
        "protected_message_ids": protect_message,
        "protected_call_ids": protect_call,
        "format": format,
        "model": model,
        "reported_tokens": reported_tokens,
    }
    _run(file, archive_at(archive), request, output_file, as_json)


def _run(file: str, archive: Path, request: dict[str, Any], output_file: Path | None, as_json: bool) -> None:
    """Read, fold, write: the file before the report, so that a report means that the file is there."""
    if as_json and output_file == target.STANDARD_OUTPUT:
        raise InvalidInput("--json and -o - both write to standard output; give -o the name of a file.")
    target.check_target(output_file, archive)
    with working("Reading the messages …"):
        read = read_message_file(file)
    # What cannot be written is found before anything is archived.
    with target.opened(output_file) as write:
        with working("Folding …") as report:
            result = anyio.run(_fold, read, archive, request, report)
        if output_file is not None:
            write(_message_list(read, result, output_file))
    if as_json:
        output.write_json(result.to_wire())
    else:
        _show_table(read, request["format"], result, output_file)


def _message_list(read: MessageFile, result: CompactionResult, output_file: Path | None) -> bytes:
    to_terminal = output_file == target.STANDARD_OUTPUT and sys.stdout.isatty()
    return output.json_bytes(read.holding(result.messages or []), ascii=to_terminal)


async def _fold(read: MessageFile, path: Path, request: dict[str, Any], report: Report) -> CompactionResult:
    from offcut import Archive, compact_context

    async def progress(done: int, total: int, message: str) -> None:
        report(f"{message} ({done} of {total}) …")

    async with Archive.open(path, project=working_folder()) as archive:
        return await compact_context(read.messages, archive=archive, progress=progress, **request)


def _source_refs(pairs: list[str]) -> dict[str, str]:
    """Read ``ID=REF`` options; a reference may itself hold an equals sign."""
    refs = {}
    for pair in pairs:
        call_id, equals, ref = pair.partition("=")
        if not (call_id and equals and ref):
            raise InvalidInput(f"--source-ref takes ID=REF, not {pair[:60]!r}.")
        refs[call_id] = ref
    return refs


def _show_table(read: MessageFile, format: str, result: CompactionResult, output_file: Path | None) -> None:
    """Print what was folded, beside the message list if that one has standard output."""
    from offcut_mcp.commands import fold_table

    wire = result.to_wire()
    lines = fold_table.summary(wire)
    if result.changed and output_file is None:
        lines.append("No message list was written; -o FILE writes it.")
    folds = anyio.run(fold_table.folds, read.messages, wire, format)
    to_stderr = output_file == target.STANDARD_OUTPUT
    output.show(*([fold_table.table(folds)] if folds else []), *lines, to_stderr=to_stderr)
    for warning in result.warnings:
        output.show(f"warning: {warning}", to_stderr=True)
