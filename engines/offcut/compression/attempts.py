"""The memory of attempts: a middle that made no progress is not tried again for an hour (DESIGN 10).

There are no sessions here, so an attempt is a source of the archive: the same middle gives the same bytes
and with them the same reference, and after an hour it has expired.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict

from offcut.compression.planning import digest_of_list
from offcut.compression.situation import Situation
from offcut.errors import ArchiveError, SourceNotFound
from offcut.formats import compact_json
from offcut.ports import NewSource, SourceStore

ATTEMPT_SECONDS = 3600.0
TRIED = "the same middle was tried within the last hour and made no progress"


def attempt_of(situation: Situation) -> NewSource:
    """Return the note that this was tried: what would be removed, from how much, and with which limits.

    The size of the whole list belongs to it, since a gain is a share of it.
    """
    removed = [situation.raw[i] for i in situation.boundaries.removed]
    limits = [situation.base, situation.window.context_length, asdict(situation.request.options)]
    body = compact_json({"attempt": digest_of_list([*removed, limits])}).encode()
    return NewSource(body=body, kind="plan", media_type="application/json", lifetime=ATTEMPT_SECONDS)


async def was_tried(attempt: NewSource, store: SourceStore) -> bool:
    """Tell whether the note is there and has not expired."""
    try:
        await store.describe((await store.referencer())(attempt.body))
    except SourceNotFound:
        return False
    return True


async def note_attempt(attempt: NewSource, store: SourceStore) -> None:
    """Leave the note; an archive that cannot be written only forgets that there was an attempt."""
    with suppress(ArchiveError):
        await store.put_many([attempt])
