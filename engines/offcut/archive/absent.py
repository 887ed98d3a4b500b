"""What stands in for an archive that cannot be opened, where a pass only looks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NoReturn

from offcut.errors import ArchiveUnavailable, SourceNotFound
from offcut.ports import Excerpt, NewSource, NewStandIn, Reference, SourceInfo, StandIn


class AbsentArchive:
    """A ``SourceStore`` that knows nothing and keeps nothing: every reading misses, every writing fails."""

    async def referencer(self) -> Reference:
        """Raise ``ArchiveUnavailable``: without an archive there is no key."""
        _refuse()

    async def put_many(self, sources: Sequence[NewSource], stand_ins: Sequence[NewStandIn] = ()) -> list[str]:
        """Raise ``ArchiveUnavailable``."""
        _refuse()

    async def get(self, ref: str) -> bytes:
        """Raise ``SourceNotFound``."""
        _miss(ref)

    async def manifest(self, ref: str) -> bytes:
        """Raise ``SourceNotFound``."""
        _miss(ref)

    async def describe(self, ref: str) -> SourceInfo:
        """Raise ``SourceNotFound``."""
        _miss(ref)

    async def read_text(self, ref: str) -> Excerpt:
        """Raise ``SourceNotFound``."""
        _miss(ref)

    async def read_characters(self, ref: str, start: int, end: int) -> Excerpt:
        """Raise ``SourceNotFound``."""
        _miss(ref)

    async def read_lines(self, ref: str, first: int, last: int) -> Excerpt:
        """Raise ``SourceNotFound``."""
        _miss(ref)

    async def known(self, digests: Sequence[bytes]) -> Mapping[bytes, StandIn]:
        """Return nothing: no stand-in is known."""
        return {}


def _refuse() -> NoReturn:
    raise ArchiveUnavailable("there is no archive to write to")


def _miss(ref: str) -> NoReturn:
    raise SourceNotFound(f"no source {ref[:40]!r}: there is no archive")
