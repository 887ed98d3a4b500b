"""A session of many tool rounds whose middle can be compressed, and the arguments that do it."""

from __future__ import annotations

from typing import Any

from support.conversations import RECORD, TAIL, Step, chat

RULE = "Settle the orders. Never refund more than 40 EUR."
#: About 700 tokens a round: more than half of ``WINDOW`` in all.
ROUNDS = 24
WINDOW = 20_000
#: What makes ``compress`` do something with the session.
DUE: dict[str, Any] = {"context_length": WINDOW}


def session(rounds: int = ROUNDS) -> list[dict[str, Any]]:
    """Return an OpenAI Chat list: system, request, a call and its result for each round, six of talk."""
    steps = [Step(f"{RECORD}\nunique-{number}", tool="list_orders") for number in range(rounds)]
    return chat(steps, goal=RULE)


#: Messages that are appended to a session between two steps of a compression.
SINCE: list[dict[str, Any]] = [dict(message) for message in TAIL[:2]]
