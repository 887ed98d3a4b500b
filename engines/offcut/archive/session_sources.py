"""What an archive holds of one session of a host."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Literal, cast

from offcut.archive.storing import stored


@dataclass(frozen=True, slots=True)
class SessionSource:
    """A source that was met in a session, with the tool and call of its newest meeting there."""

    ref: str
    kind: Literal["segment", "tool_result"]
    tool: str
    call_id: str
    characters: int
    lines: int


def sources_of_session(connection: sqlite3.Connection, namespace: str, session: str) -> list[SessionSource]:
    """Return the segments and tool results of a session, each once, the newest first."""
    # With max() the other columns of a group are those of the row that has it.
    rows = connection.execute(
        """SELECT source.ref, source.kind, met.tool, met.call_id, source.characters, source.lines,
                   max(met.seen_at) AS seen
               FROM occurrence AS met JOIN source ON source.id = met.source
               WHERE source.namespace = ? AND met.session = ? AND source.kind IN ('segment', 'tool_result')
               GROUP BY source.id ORDER BY seen DESC, source.id DESC""",
        (namespace, stored(session)),
    )
    return [
        SessionSource(ref, cast(Literal["segment", "tool_result"], kind), tool, call, characters, lines)
        for ref, kind, tool, call, characters, lines, _ in rows
    ]
