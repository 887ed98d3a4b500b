"""``offcut demo``: the promise, shown on one screen."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import anyio

from offcut.errors import InvalidInput
from offcut_mcp.commands import output, target
from offcut_mcp.commands.options import option
from offcut_mcp.commands.progress import working


def demo(
    keep: Annotated[
        Path | None,
        option("FOLDER", "Keep the archive and both message lists in this new or empty folder."),
    ] = None,
) -> None:
    """Fold a real session over MCP, kill the server, and get every byte back.

    Uses no network, no key and no archive but its own, which it removes. Takes a few seconds.
    """
    with _folder(keep) as folder, working("Loading …") as report:
        from offcut_mcp.demo.screen import screen
        from offcut_mcp.demo.session import perform

        account = anyio.run(perform, folder, report)
        lines = anyio.run(screen, account)
        if keep is not None:
            _keep(keep, account.before, account.result["messages"])
    output.show(*lines)
    if keep is not None:
        output.show(f"Kept in {keep}: archive.db, before.json, after.json.")


@contextmanager
def _folder(keep: Path | None) -> Iterator[Path]:
    """Yield the folder for the archive: the one to keep, or a temporary one."""
    if keep is None:
        with tempfile.TemporaryDirectory(prefix="offcut-demo-", ignore_cleanup_errors=True) as name:
            yield Path(name)
        return
    if keep.exists() and not (keep.is_dir() and not any(keep.iterdir())):
        raise InvalidInput(f"{keep} exists already; --keep takes a new or empty folder.")
    keep.mkdir(mode=0o700, parents=True, exist_ok=True)
    yield keep.resolve()


def _keep(folder: Path, before: list[dict[str, Any]], after: list[dict[str, Any]]) -> None:
    (folder / "server.pid").unlink(missing_ok=True)
    target.write_file(folder / "before.json", output.json_bytes(before))
    target.write_file(folder / "after.json", output.json_bytes(after))
