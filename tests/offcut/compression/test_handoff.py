"""A handoff sums up all of a conversation, keeps to its characters, and archives everything."""

from __future__ import annotations

import json
from typing import Any

import pytest

from offcut.api import hand_over
from support.memory_store import MemoryStore

#: Many characters for each token.
LONG_WORDS = " ".join(f"Never send international communication documentation number {n}." for n in range(300))


def conversation(
    rounds: int = 30, request: str = "Find the damaged part. Never delete anything."
) -> list[Any]:
    messages: list[Any] = [
        {"role": "system", "content": "A summary that the host wrote."},
        {"role": "user", "content": request},
    ]
    for number in range(rounds):
        call = {
            "type": "tool_use",
            "id": f"t{number}",
            "name": "Bash",
            "input": {"command": f"cat {number}.log"},
        }
        text = "\n".join(f"part {number} line {line} checksum {line:08x}" for line in range(40))
        result = {"type": "tool_result", "tool_use_id": f"t{number}", "content": text}
        messages += [{"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}]
    return messages


@pytest.mark.anyio
async def test_every_message_is_archived_and_larger_results_have_references_of_their_own() -> None:
    store, messages = MemoryStore(), conversation()
    result = await hand_over(messages, archive=store, format="anthropic", force=True)
    assert result.status == "compressed"
    assert result.messages is None
    manifest = json.loads(await store.manifest(result.segment_ref or ""))["messages"]
    assert [json.loads(store.sources[ref].body) for ref in manifest] == messages
    assert len(result.sources) == 30
    body = store.sources[result.sources[7].ref].body.decode()
    assert body == messages[17]["content"][0]["content"]
    assert (result.stats.messages_before, result.stats.messages_after) == (len(messages), 1)


@pytest.mark.anyio
@pytest.mark.parametrize("characters", [1_500, 3_000, 6_000])
@pytest.mark.parametrize("request_", [LONG_WORDS, "元のデータを残すこと。" * 2_000])
async def test_a_handoff_keeps_to_its_characters(characters: int, request_: str) -> None:
    messages = conversation(200, request_)
    result = await hand_over(
        messages, archive=MemoryStore(), format="anthropic", characters=characters, told="Told. " * 3_000
    )
    assert result.summary is not None
    assert 300 < len(result.summary) <= characters


@pytest.mark.anyio
async def test_the_hosts_own_summary_is_kept_and_gives_no_goal() -> None:
    told = "Before: the cache was moved.\nkey sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789"
    result = await hand_over(conversation(), archive=MemoryStore(), format="anthropic", told=told)
    before, after = (result.summary or "").split("## ", 1)
    assert "Before: the cache was moved." in before
    assert "sk-ant-api03-abcdefgh" not in before
    assert "Find the damaged part." in after
    assert "A summary that the host wrote" not in after


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("messages", "enabled", "status"),
    [([], True, "nothing_to_compress"), (conversation(), False, "below_threshold")],
)
async def test_nothing_is_stored_where_there_is_nothing_to_do(
    messages: list[Any], enabled: bool, status: str
) -> None:
    store = MemoryStore()
    result = await hand_over(messages, archive=store, format="anthropic", force=True, enabled=enabled)
    assert (result.status, result.summary, store.sources) == (status, None, {})
