"""When caching by markers is on, and the line that tells a user so."""

from __future__ import annotations

from typing import Any

import pytest

from offcut import cache_breakpoints
from support.conversations import RECORD, Step, agentscope, chat, gemini, responses

TALK = [{"role": "user", "content": "hi"}]
OPENROUTER = "💾 Prompt caching: ENABLED (Claude via OpenRouter, 5m TTL)"
ANTHROPIC = "💾 Prompt caching: ENABLED (Claude via Anthropic, 5m TTL)"


@pytest.mark.requirement("H-69", "H-71")
@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ({"model": "anthropic/claude-sonnet-4.5", "provider": "openrouter"}, OPENROUTER),
        ({"model": "Claude-Opus-4-6", "provider": "OpenRouter"}, OPENROUTER),
        ({"model": "claude-sonnet-4-5", "provider": "anthropic"}, ANTHROPIC),
        ({"model": "anthropic/claude-sonnet-4.5", "provider": "anthropic"}, ANTHROPIC),
        ({"model": "anthropic/claude-sonnet-4.5"}, OPENROUTER),
        ({"model": "claude-sonnet-4-5"}, ANTHROPIC),
        (
            {"model": "claude-sonnet-4-5", "ttl": "1h"},
            "💾 Prompt caching: ENABLED (Claude via Anthropic, 1h TTL)",
        ),
    ],
)
def test_claude_is_cached_where_the_provider_takes_markers(arguments: Any, status: str) -> None:
    found = cache_breakpoints(TALK, **arguments)
    assert (found.enabled, found.status, len(found.breakpoints)) == (True, status, 1)


NO_MARKERS = "takes no cache_control; anthropic and openrouter do"


@pytest.mark.requirement("H-69", "H-71")
@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({}, "no model is named"),
        ({"provider": "anthropic"}, "no model is named"),
        ({"model": "gpt-4o", "provider": "openrouter"}, '"gpt-4o" is no Claude model'),
        ({"model": "x" * 99 + "\n"}, f'"{"x" * 60}…" is no Claude model'),
        ({"model": "claude-sonnet-4-5", "provider": "openai"}, f'"openai" {NO_MARKERS}'),
        ({"model": "claude-sonnet-4-5", "provider": "a\x1bb"}, f'"a\ufffdb" {NO_MARKERS}'),
    ],
)
def test_without_it_nothing_is_marked_and_the_reason_is_told(arguments: Any, reason: str) -> None:
    found = cache_breakpoints(TALK, **arguments)
    assert (found.enabled, found.breakpoints) == (False, ())
    assert found.status == f"💾 Prompt caching: DISABLED ({reason})"
    assert found.messages == TALK and found.messages[0] is TALK[0]


@pytest.mark.requirement("H-69")
@pytest.mark.parametrize(
    ("messages", "reason"),
    [
        (responses([Step(RECORD)]), "openai-responses messages hold no cache_control"),
        (agentscope([Step(RECORD)]), "agentscope messages hold no cache_control"),
        (gemini([Step(RECORD)]), "gemini messages hold no cache_control"),
        (
            [*chat([Step(RECORD)]), *gemini([Step(RECORD)])],
            "no one message format fits the list",
        ),
    ],
)
def test_messages_of_services_without_markers_come_back_as_they_are(messages: Any, reason: str) -> None:
    found = cache_breakpoints(messages, model="claude-sonnet-4-5", provider="anthropic")
    assert found.status == f"💾 Prompt caching: DISABLED ({reason})"
    assert all(a is b for a, b in zip(messages, found.messages, strict=True))
