"""Five compressions in a row: sessions in which a user states things, and a judge of what is still there."""

from __future__ import annotations

from support.five_rounds.judge import Verdict, judge
from support.five_rounds.material import LANGUAGES
from support.five_rounds.rounds import Outcome, after_rounds
from support.five_rounds.sessions import Session, chatter, session
from support.five_rounds.templates import KINDS, Kind, Statement

__all__ = [
    "KINDS",
    "LANGUAGES",
    "Kind",
    "Outcome",
    "Session",
    "Statement",
    "Verdict",
    "after_rounds",
    "chatter",
    "judge",
    "session",
]
