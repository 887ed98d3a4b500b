"""Random valid sessions with many turns of the user; ``session_formats`` writes them in each format.

A session is made of exchanges: the user asks, tools run in rounds (calls of one round are parallel), and
the model replies or is interrupted. The last round may still be open: its calls are in flight.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import count

from hypothesis import strategies as st

from support.conversations import Raw, bodies, texts


@dataclass(frozen=True)
class Call:
    """One call with what it answers; ``id`` and ``number`` are given while the session is numbered."""

    result: str
    tool: str = "read_file"
    id: str = ""
    number: int = 0

    @property
    def arguments(self) -> Raw:
        return {"path": f"src/part_{self.number}.py"}


@dataclass(frozen=True)
class Rounds:
    """Parallel calls; ``backwards`` gives their results in the other order where a format allows it."""

    calls: tuple[Call, ...]
    said: str = ""
    backwards: bool = False
    open: bool = False

    @property
    def answered(self) -> tuple[Call, ...]:
        """The calls with a result, in the order of the results; an open round lacks the last one."""
        calls = self.calls[:-1] if self.open else self.calls
        return calls[::-1] if self.backwards else calls


@dataclass(frozen=True)
class Exchange:
    """What the user asks, the rounds that follow, and the reply, ``""`` if there is none."""

    asked: str
    rounds: tuple[Rounds, ...] = ()
    reply: str = ""
    picture: bool = False


@dataclass(frozen=True)
class Session:
    """Exchanges in order. ``system`` is whether a system message leads where a format has one."""

    exchanges: tuple[Exchange, ...]
    system: bool = True
    standing: str = ""
    open: bool = False
    ids: int = 1000
    numbers: Iterator[int] = field(default_factory=count, compare=False)


def numbered(session: Session) -> list[Exchange]:
    """Return the exchanges with an id for each call; ids repeat after ``ids`` calls."""
    exchanges = [
        replace(exchange, rounds=tuple(_numbered(rounds, session) for rounds in exchange.rounds))
        for exchange in session.exchanges
    ]
    *before, last = exchanges
    if session.open and last.rounds and not last.reply:
        *done, current = last.rounds
        last = replace(last, rounds=(*done, replace(current, open=True)))
    return [*before, last]


def _numbered(rounds: Rounds, session: Session) -> Rounds:
    numbers = [(call, next(session.numbers)) for call in rounds.calls]
    calls = [replace(call, id=f"call_{number % session.ids}", number=number) for call, number in numbers]
    return replace(rounds, calls=tuple(calls))


words = st.sampled_from(["Go on.", "Now the parser, please.", "Never touch `main`.", "好的,继续。", "Why?"])
said = st.one_of(words, texts.filter(str.strip))
calls = st.builds(
    lambda body, tool: Call(body, tool), bodies, st.sampled_from(["read_file", "search", "run"])
)
rounds = st.builds(
    Rounds,
    st.lists(calls, min_size=1, max_size=3).map(tuple),
    said=st.one_of(st.just(""), said),
    backwards=st.booleans(),
)
#: The model speaks, calls tools, or both.
exchanges = st.builds(
    lambda asked, rounds, reply, picture: Exchange(
        asked, rounds, reply or ("" if rounds else "Done."), picture
    ),
    said,
    st.lists(rounds, max_size=4).map(tuple),
    st.one_of(st.just(""), said),
    st.booleans(),
)
sessions = st.builds(
    Session,
    st.lists(exchanges, min_size=1, max_size=8).map(tuple),
    system=st.booleans(),
    standing=st.sampled_from(["", "", "Answer in English."]),
    open=st.booleans(),
    ids=st.sampled_from([1000, 1000, 3]),
)
