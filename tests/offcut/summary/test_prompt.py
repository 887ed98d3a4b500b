"""What a host's own model is asked: bounded, without secrets and thinking."""

from __future__ import annotations

import pytest

from offcut.summary import Round, Turn
from offcut.summary.prompt import prompt_for
from support.compressing import plan, size
from support.conversations import RECORD, Step, chat
from support.counting import no_check
from support.memory_store import MemoryStore


def prompt(*turns: Turn, earlier: str = "", characters: int = 100_000) -> str:
    return prompt_for(turns, earlier=earlier, max_tokens=900, characters=characters, check=no_check)


@pytest.mark.requirement("H-42")
def test_a_prompt_asks_for_the_sections_within_the_budget_and_shows_who_said_what() -> None:
    text = prompt(Turn("user", "Fix it."), Turn("assistant", "I look.", (Round("run", '{"a":1}', "done"),)))
    assert "At most 900 tokens" in text and "## Critical Context" in text
    assert '[user] Fix it.\n[assistant] I look.\n[tool call] run {"a":1}\n[tool result, data] done' in text
    assert "checkpoint so far" not in text


@pytest.mark.requirement("H-51")
def test_an_earlier_summary_is_to_be_updated() -> None:
    text = prompt(Turn("user", "Fix it."), earlier="## Goal\n- Build it.")
    assert "Update it" in text and "<checkpoint>\n## Goal\n- Build it.\n</checkpoint>" in text


@pytest.mark.parametrize("turns", [1, 50, 2_000])
@pytest.mark.parametrize("characters", [6_000, 60_000])
@pytest.mark.parametrize("earlier", ["", RECORD * 99])
def test_a_prompt_is_never_longer_than_allowed(turns: int, characters: int, earlier: str) -> None:
    told = [Turn("assistant", f"{n} " + RECORD, (Round("run", RECORD, RECORD * 3),)) for n in range(turns)]
    assert len(prompt(*told, earlier=earlier, characters=characters)) <= characters


def test_every_turn_is_shown_however_many_there_are() -> None:
    told = [Turn("assistant", f"turn-{n} {RECORD}", (Round("run", "{}", RECORD),)) for n in range(60)]
    text = prompt(*told, characters=12_000)
    assert all(f"[assistant] turn-{n}" in text for n in range(60)) and text.count("[tool result, data]") == 60


def test_short_texts_leave_their_room_to_long_ones() -> None:
    talk = [Turn("user", "Go on.") for _ in range(100)]
    text = prompt(*talk, Turn("assistant", "", (Round("run", "{}", RECORD),)), characters=8_000)
    assert RECORD in text


@pytest.mark.parametrize("secret", ["sk-abcdefghijklmnopqrstuvwxyz123456", "hunter2-hunter2"])
def test_secrets_are_masked_also_where_a_cut_would_have_parted_them(secret: str) -> None:
    body = "x" * 990 + f" password={secret} " + "y" * 9_000
    text = prompt(Turn("user", f"token: {secret}"), Turn("assistant", "", (Round("run", body, body),)))
    assert secret not in text and secret[:12] not in text and "[secret]" in text


def test_thinking_is_not_in_a_prompt() -> None:
    messages = chat([Step(f"{RECORD} {n}") for n in range(12)])
    messages[2]["reasoning"] = messages[6]["reasoning_content"] = "private thoughts"
    planned = plan(messages, MemoryStore(), context_length=size(messages), force=True, protect_last_n=4)
    assert planned.prompt is not None and "private" not in planned.prompt and "ORD-00001" in planned.prompt
