"""Whether a provider caches by markers for a model (H-69), and the line that tells a user so (H-71)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from offcut.cachepoints.carriers import Layout
from offcut.conversation import FormatName

#: Providers that take ``cache_control``, by the name that a host gives them, and how they are shown.
PROVIDERS: Mapping[str, str] = {"anthropic": "Anthropic", "openrouter": "OpenRouter"}
#: Formats whose messages can hold a marker; the services of the others know none.
MARKABLE: tuple[FormatName, ...] = ("openai-chat", "anthropic")
LONGEST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Activation:
    """How messages are marked, or ``None`` for not at all; ``reason`` completes the status line."""

    layout: Layout | None
    reason: str

    def status(self, ttl: str) -> str:
        """Return the line that a host may show at start-up."""
        if self.layout is None:
            return f"💾 Prompt caching: DISABLED ({self.reason})"
        return f"💾 Prompt caching: ENABLED ({self.reason}, {ttl} TTL)"


def activation(model: str | None, provider: str | None, format: FormatName | None) -> Activation:
    """Return how to mark messages of ``format`` for ``model`` at ``provider``, with the reason.

    ``format`` is ``None`` where none fits. Without ``provider``, a model whose name has its
    maker in front (``anthropic/claude-…``) is one of OpenRouter, and any other one of Anthropic.
    """
    if not model:
        return Activation(None, "no model is named")
    if "claude" not in model.casefold():
        return Activation(None, f"{_shown(model)} is no Claude model")
    where = provider.strip().casefold() if provider else "openrouter" if "/" in model else "anthropic"
    if where not in PROVIDERS:
        return Activation(None, f"{_shown(where)} takes no cache_control; anthropic and openrouter do")
    if format is None:
        return Activation(None, "no one message format fits the list")
    if format not in MARKABLE:
        return Activation(None, f"{format} messages hold no cache_control")
    # Only a host that keeps chat messages has an adapter to Anthropic's API, which moves a message's marker.
    native = where == "anthropic" and format == "openai-chat"
    return Activation("parts_or_message" if native else "parts", f"Claude via {PROVIDERS[where]}")


def _shown(name: str) -> str:
    cut = name if len(name) <= LONGEST_SHOWN else name[:LONGEST_SHOWN] + "…"
    return '"' + "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in cut) + '"'
