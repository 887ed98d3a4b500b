"""Archives with something in them, made before a server starts."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import anyio

from offcut.archive import Archive
from offcut.ports import NewSource


def stored(path: Path, sources: Sequence[NewSource]) -> list[str]:
    """Store sources in the archive at ``path`` and return their references."""

    async def store() -> list[str]:
        async with Archive.open(path) as archive:
            return await archive.put_many(sources)

    return anyio.run(store)


def amounts(path: Path) -> Any:
    """Return the statistics of the archive at ``path``: equal before and after means nothing was stored."""

    async def read() -> Any:
        async with Archive.open(path) as archive:
            return dataclasses.replace(await archive.stats(), file_bytes=0)

    return anyio.run(read)
