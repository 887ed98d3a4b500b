"""Sizes in tokens: of a message, of a conversation, and in the units of a model (DESIGN 6).

Base counts are o200k and decide savings and previews, so that a model's name never changes what is
folded. Figures and budgets are in model tokens: ``ceil(base x factor)``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from offcut.conversation import Conversation, Message
from offcut.errors import InvalidInput
from offcut.families import factor_of
from offcut.ports import Check, TokenCounter

MESSAGE_OVERHEAD = 4
IMAGE_TOKENS = 1_600
#: A report outside these bounds of the base count is a mistake of the host, not a tokenizer.
CREDIBLE_FACTORS = (0.25, 20.0)

TokenMethod = Literal["exact", "calibrated", "prior", "bound"]


@dataclass(frozen=True, slots=True)
class TokenScale:
    """Turns base counts into model tokens, and says how well it knows."""

    factor: float
    method: TokenMethod

    def of(self, base: int) -> int:
        """Return model tokens, rounded up."""
        return math.ceil(base * self.factor - 1e-9)


def message_tokens(message: Message, counter: TokenCounter) -> int:
    """Return the base tokens of a message: its texts, argument strings and tool names, plus 4."""
    texts = [*message.texts, *message.hidden]
    texts += [text for call in message.calls for text in (call.name, call.arguments)]
    texts += [result.text for result in message.results]
    return sum(map(counter.count, texts)) + message.images * IMAGE_TOKENS + MESSAGE_OVERHEAD


def conversation_tokens(conversation: Conversation, counter: TokenCounter, check: Check) -> int:
    """Return the base tokens of all messages; ``check`` is called once a message."""
    total = 0
    for message in conversation.messages:
        check()
        total += message_tokens(message, counter)
    return total


def scale_for(model: str | None, *, reported_tokens: int, base: int, counter: TokenCounter) -> TokenScale:
    """Return the scale of a model: from reported usage where there is any, else the family's prior.

    ``reported_tokens`` is the input size that the API reported for these messages. Raises
    ``InvalidInput`` when it cannot be true of them.
    """
    if reported_tokens and base:
        if not CREDIBLE_FACTORS[0] * base <= reported_tokens <= CREDIBLE_FACTORS[1] * base:
            raise InvalidInput(
                f"reported_tokens is {str(reported_tokens)[:20]}, but these messages have about "
                f"{base} tokens; "
                "give the input tokens that the API reported for this list, or leave it out"
            )
        return TokenScale(reported_tokens / base, "calibrated")
    factor = factor_of(model)
    if counter.method == "bound":
        return TokenScale(factor, "bound")
    return TokenScale(factor, "exact" if factor == 1.0 else "prior")
