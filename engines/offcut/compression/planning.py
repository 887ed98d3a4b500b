"""``step="plan"`` and ``step="apply"``: for hosts that own a model and lend us none.

Stateless: the plan is a source of kind ``plan`` that says which messages it was made for and how.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from offcut.compression.checkpoint import turns_of
from offcut.compression.request import CompressionRequest
from offcut.compression.situation import Situation
from offcut.compression.writing import told_budget
from offcut.config import CompressionOptions
from offcut.conversation import Json, RawMessage
from offcut.errors import InvalidInput, SourceNotFound
from offcut.formats import compact_json
from offcut.ports import Check, NewSource, SourceStore
from offcut.redact import redact
from offcut.summary.prompt import prompt_for
from offcut.summary.shape import checkpoint_in

PLAN_SECONDS = 24 * 3600.0
#: A prompt takes at most this part of the window; the rest is for the answer and the host's own framing.
SHARE_OF_WINDOW = 0.7
CHARACTERS_A_TOKEN = 3
#: Model tokens that hold a heading and a statement.
LEAST_TOLD = 20


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan as it is stored: the messages it was made for, and what was asked."""

    messages: int
    digest: str
    format: str
    request: dict[str, Any]


def plan_source(situation: Situation) -> NewSource:
    """Return the plan of a situation as a source that lives for a day."""
    request = situation.request
    asked = {**asdict(request), "options": asdict(request.options), "force": True}
    planned = Planned(len(situation.raw), digest_of_list(situation.raw), situation.conversation.format, asked)
    body = compact_json(asdict(planned)).encode("utf-8", "surrogatepass")
    return NewSource(body=body, kind="plan", media_type="application/json", lifetime=PLAN_SECONDS)


def prompt_of(situation: Situation, check: Check) -> str:
    """Return the prompt for the host's model."""
    return prompt_for(
        turns_of(situation),
        earlier=situation.own.said,
        max_tokens=told_budget(situation),
        characters=int(situation.window.context_length * SHARE_OF_WINDOW) * CHARACTERS_A_TOKEN,
        check=check,
    )


def too_small_to_tell(situation: Situation) -> str | None:
    """Say how many tokens a summary needs at least, if it may not have enough to say anything."""
    may, given = told_budget(situation), situation.summary_budget
    if may >= LEAST_TOLD:
        return None
    return (
        f"a summary of these messages needs at least {given - may + LEAST_TOLD} tokens and may have {given}; "
        "raise max_summary_tokens"
    )


async def planned(plan_id: str, messages: Sequence[RawMessage], store: SourceStore) -> Planned:
    """Return the plan behind an id. Raises ``InvalidInput`` if these are not the messages it was made for."""
    try:
        kind = (await store.describe(plan_id)).kind
        body = await store.get(plan_id)
    except SourceNotFound as error:
        raise InvalidInput(f'{error}; a plan lives for a day, make a new one with step "plan"') from error
    found = json.loads(body) if kind == "plan" else {}
    if "digest" not in found:
        raise InvalidInput(
            'plan_id names a source that is no plan; give the plan_id that step "plan" returned'
        )
    plan = Planned(**found)
    if len(messages) < plan.messages or digest_of_list(messages[: plan.messages]) != plan.digest:
        raise InvalidInput(
            f"the first {plan.messages} messages are not those that the plan was made for; "
            'messages may be appended, otherwise make a new plan with step "plan"'
        )
    return plan


def request_of(plan: Planned) -> CompressionRequest:
    """Return the request that a plan was made with."""
    return CompressionRequest(**{**plan.request, "options": CompressionOptions(**plan.request["options"])})


def usable_summary(situation: Situation, summary: str | None) -> str:
    """Return the checkpoint of a host's summary, its secrets masked.

    Raises ``InvalidInput`` if it holds none, or one that is longer than ``told_budget``.
    """
    text = redact(checkpoint_in(summary or "")).text
    tokens, most = situation.prior.of(situation.counter.count(text)), told_budget(situation)
    if tokens > most:
        raise InvalidInput(
            f"summary has {tokens} tokens, and the plan allows {most}; ask your model for a shorter one"
        )
    return text


def digest_of_list(messages: Sequence[Json]) -> str:
    """Return the sha256 of a list's compact JSON, as hexadecimal digits."""
    return hashlib.sha256(compact_json(list(messages)).encode("utf-8", "surrogatepass")).hexdigest()
