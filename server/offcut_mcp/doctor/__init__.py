"""Checking the chain from a host's configuration to a recovered source; nothing is changed.

What has to be written to be tried is written into a temporary folder and removed. Nothing is sent to
anybody: the servers and hooks that are started are this installation's own.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial

from offcut.redact import redact
from offcut_mcp.doctor.archive import check_archive, check_references
from offcut_mcp.doctor.finding import Finding, Status
from offcut_mcp.doctor.hook import check_hook
from offcut_mcp.doctor.hosts import check_host
from offcut_mcp.doctor.package import check_packages, check_settings
from offcut_mcp.doctor.server import check_server
from offcut_mcp.install.hosts import HOSTS, Places

__all__ = ["Finding", "Status", "examine"]


async def examine(places: Places, command: Sequence[str]) -> AsyncIterator[Finding]:
    """Yield one finding after the other, in the order in which one thing needs the other.

    ``command`` are the words that start offcut. Every check ends within a minute.
    """
    with_hooks = [host for host in HOSTS.values() if host.hooks]
    checks: list[Callable[[], Awaitable[Finding]]] = [
        partial(check_packages, command),
        check_settings,
        check_archive,
        check_references,
        partial(check_server, command),
        *(partial(check_hook, host, command) for host in with_hooks),
        *(partial(check_host, host, places) for host in HOSTS.values()),
    ]
    for check in checks:
        yield _masked(await check())


def _masked(finding: Finding) -> Finding:
    """Return a finding without the recognised secrets that a configuration, or a program, put into it."""
    advice = None if finding.advice is None else redact(finding.advice).text
    return replace(finding, found=redact(finding.found).text, advice=advice)
