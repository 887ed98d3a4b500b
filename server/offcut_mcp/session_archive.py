"""The archive as one server uses it: whoever turns pages of a source need not be told what it is again."""

from __future__ import annotations

from offcut.archive import Archive
from offcut.archive.connection import Database
from offcut.ports import SourceInfo

#: Sources whose description is kept.
REMEMBERED = 256


class SessionArchive(Archive):
    """An archive that remembers what sources are, though never whether they are still there.

    A reference always means the same bytes, so a description cannot go stale; a source that was
    forgotten meanwhile is noticed when its text is read. One without text is always asked for anew.
    """

    def __init__(self, database: Database, namespace: str, project: str | None) -> None:
        super().__init__(database, namespace, project)
        self._remembered: dict[str, SourceInfo] = {}

    async def describe(self, ref: str) -> SourceInfo:
        """Return what is known of a source. Raises ``SourceNotFound`` with the reason."""
        remembered = self._remembered.get(ref)
        if remembered is not None:
            return remembered
        info = await super().describe(ref)
        if info.characters:
            self._remember(info)
        return info

    def _remember(self, info: SourceInfo) -> None:
        self._remembered[info.ref] = info
        if len(self._remembered) > REMEMBERED:
            self._remembered.pop(next(iter(self._remembered)))
