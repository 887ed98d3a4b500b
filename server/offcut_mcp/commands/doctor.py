"""``offcut doctor``: whether everything works on this machine, one line for each thing."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Annotated

import anyio
import typer

from offcut_mcp.commands import output
from offcut_mcp.commands.install import places
from offcut_mcp.commands.progress import working

if TYPE_CHECKING:
    from collections.abc import Callable

    from offcut_mcp.doctor import Finding

FAILED = 1


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of lines.")] = False,
) -> None:
    """Check the whole chain: packages, settings, archive, references, server, hooks, hosts.

    One line each, with what to do where something is missing. Changes nothing and sends nothing to
    anybody. The exit code is 1 if something is broken.
    """
    with working("Checking …") as report:
        findings = anyio.run(_examine, report)
    if as_json:
        output.write_json([dataclasses.asdict(finding) for finding in findings])
    else:
        for finding in findings:
            output.write_text(output.harmless(_line(finding)) + "\n")
    if any(finding.status == "broken" for finding in findings):
        raise typer.Exit(FAILED)


async def _examine(report: Callable[[str], None]) -> list[Finding]:
    from offcut_mcp.doctor import examine
    from offcut_mcp.install.command import command

    findings = []
    async for finding in examine(places(), command()):
        report(f"{finding.check} …")
        findings.append(finding)
    return findings


def _line(finding: Finding) -> str:
    advice = f" -> {finding.advice}" if finding.advice else ""
    return f"{finding.status:<6}  {finding.check}: {finding.found}{advice}"
