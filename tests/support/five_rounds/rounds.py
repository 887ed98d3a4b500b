"""Compressing a session again and again, with chatter in between."""

from __future__ import annotations

from dataclasses import dataclass

from support.compressing import compress, size, texts
from support.five_rounds.sessions import Session, chatter
from support.memory_store import MemoryStore

ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the list says after the last compression, and how each compression ended."""

    text: str
    statuses: tuple[str, ...]


def after_rounds(session: Session, share: float, rounds: int = ROUNDS) -> Outcome:
    """Compress a session, append sixty turns and compress again; ``share`` of its tokens is the summary's."""
    store, messages, statuses = MemoryStore(), session.messages, list[str]()
    tokens = size(session.messages)
    for number in range(rounds):
        said = chatter(session.seed, number, session.language) if number else []
        result = compress(
            [*messages, *said],
            store,
            context_length=2 * tokens,
            max_summary_tokens=int(share * tokens),
            force=True,
            protect_last_n=4,
        )
        assert result.messages is not None
        messages = result.messages
        statuses.append(result.status)
    return Outcome("\n".join(texts(messages)), tuple(statuses))
