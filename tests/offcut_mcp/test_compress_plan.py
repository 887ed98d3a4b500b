"""``compress`` over stdio with a model of the host's own: step plan, then step apply in another process."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.compress_calls import KEYS, PLAN_KEYS, TOLD, compressed, removed_from, resource, sentence, texts
from support.long_session import DUE, RULE, SINCE, session
from support.servers import Wire, greeted_server


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    with greeted_server(tmp_path_factory.mktemp("compress") / "archive.db") as wire:
        yield wire
        assert wire.finish() == 0
        assert wire.complaints() == ""


def test_a_plan_asks_nobody_and_changes_nothing(wire: Wire) -> None:
    before = session()
    planned = compressed(wire, before, step="plan", **DUE)
    assert list(planned) == [*KEYS[:4], *PLAN_KEYS, *KEYS[4:]]
    assert (planned["status"], planned["messages"]) == ("planned", before)
    assert (planned["summary"], planned["summarized_by"]) == (None, None)
    assert planned["plan_id"].startswith("oc_")
    assert RULE in planned["prompt"] or "unique-3" in planned["prompt"]
    assert 0 < planned["max_summary_tokens"] < planned["stats"]["max_summary_tokens"]
    again = compressed(wire, before, step="plan", **DUE)
    assert (again["plan_id"], again["prompt"]) == (planned["plan_id"], planned["prompt"])


def test_a_plan_for_which_there_is_nothing_to_do_says_so(wire: Wire) -> None:
    result = compressed(wire, session(), step="plan")
    assert list(result) == KEYS
    assert result["status"] == "below_threshold"


@pytest.mark.parametrize("since", [[], SINCE], ids=["at once", "after two more messages"])
def test_a_plan_is_applied_by_another_process(since: list[Any], tmp_path: Path) -> None:
    path, before = tmp_path / "archive.db", session()
    with greeted_server(path) as wire:
        planned = compressed(wire, before, step="plan", **DUE)
    apply = {"step": "apply", "plan_id": planned["plan_id"], "summary": TOLD}
    with greeted_server(path) as wire:
        result = compressed(wire, [*before, *since], **apply)
        assert list(result) == KEYS
        assert (result["status"], result["summarized_by"]) == ("compressed", "host")
        assert TOLD in result["summary"] and result["summary"] in texts(result["messages"])
        assert result["messages"][len(result["messages"]) - len(since) :] == since
        assert result["stats"]["messages_before"] == len(before) + len(since)
    with greeted_server(path) as wire:
        assert resource(wire, result["summary_ref"]) == result["summary"]
        removed = json.loads(resource(wire, result["segment_ref"]))
        assert removed_from([*before, *since], removed, result)


def test_a_plan_is_refused_for_other_messages_and_for_unusable_summaries(wire: Wire) -> None:
    before = session()
    plan_id = compressed(wire, before, step="plan", **DUE)["plan_id"]
    apply = {"step": "apply", "plan_id": plan_id, "summary": TOLD}
    changed = [*before[:3], {**before[3], "content": "other"}, *before[4:]]
    for messages in (changed, before[:-1]):
        assert "are not those that the plan was made for" in sentence(wire, {"messages": messages, **apply})
    assert "blank" in sentence(wire, {"messages": before, **apply, "summary": " \n"})
    assert "ask your model for a shorter one" in sentence(
        wire, {"messages": before, **apply, "summary": TOLD + " word" * 20_000}
    )
    for summary in (
        "I cannot help with that.",
        "Settled.",
        "<think>Hm.",
        "[CONTEXT COMPACTION]\n\n## Goal\n- x",
    ):
        assert "give the checkpoint alone" in sentence(
            wire, {"messages": before, **apply, "summary": summary}
        )
    segment = compressed(wire, before, **DUE)["segment_ref"]
    assert "is no plan" in sentence(wire, {"messages": before, **apply, "plan_id": segment})
