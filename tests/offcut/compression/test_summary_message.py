"""The note that comes once, the frame of the summary, and what may not be in it."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest

from offcut.summary import NOTE, SUMMARY_PREFIX
from support.compressing import made, squeeze, summary_of, texts
from support.conversations import RECORD, Raw, Step, anthropic, chat, gemini
from support.counting import counter
from support.memory_store import MemoryStore

SESSION = [Step(f"{RECORD} {n}") for n in range(12)]
RULE = "Never delete the archive."
MORE = [Step(f"{RECORD} later {n}", id=f"later{n}") for n in range(12)]


def notes(messages: list[Any]) -> int:
    return sum(text.count(NOTE) for text in texts(messages))


@pytest.mark.requirement("H-46", "H-56")
@pytest.mark.parametrize("role", ["system", "developer"])
def test_the_system_message_gets_the_note_once_and_never_again(role: str) -> None:
    store = MemoryStore()
    messages = chat(SESSION)
    messages[0] = {"role": role, "content": "You help.", "name": "policy"}
    first = squeeze(messages, store)
    once = made(first)
    assert once[0] == {"role": role, "content": f"You help.\n\n{NOTE}", "name": "policy"}
    assert (first.first_changed_index, notes(once)) == (0, 1)
    second = squeeze([*once, *chat(MORE)[1:]], store)
    assert made(second)[0] is once[0] and notes(made(second)) == 1
    assert NOTE.startswith("[Note: Some earlier conversation turns have been compacted")


@pytest.mark.requirement("H-46")
@pytest.mark.parametrize("make", [anthropic, gemini])
def test_where_the_system_text_lives_elsewhere_the_summarys_first_line_carries_the_note(make: Any) -> None:
    store = MemoryStore()
    first = squeeze(make(SESSION), store)
    assert NOTE in summary_of(first).split("\n")[0] and notes(made(first)) == 1
    second = squeeze([*made(first), *make(MORE)], store)
    assert NOTE in summary_of(second).split("\n")[0] and notes(made(second)) == 1
    third = squeeze([*made(second), *make(MORE)], store)
    assert NOTE in summary_of(third).split("\n")[0] and notes(made(third)) == 1


@pytest.mark.requirement("H-46")
def test_a_host_that_writes_its_system_message_anew_gets_the_note_on_it_again() -> None:
    store = MemoryStore()
    once = made(squeeze(chat(SESSION), store))
    result = squeeze([chat(SESSION)[0], *once[1:], *chat(MORE)[1:]], store)
    assert NOTE in made(result)[0]["content"] and notes(made(result)) == 1


@pytest.mark.requirement("H-46")
def test_a_system_message_that_carries_the_note_already_gets_no_second_one() -> None:
    messages = chat(SESSION)
    messages[0] = {"role": "system", "content": f"You help.\n\n{NOTE}"}
    after = made(squeeze(messages, MemoryStore()))
    assert after[0] is messages[0] and notes(after) == 1


@pytest.mark.requirement("F-15", "H-46")
@pytest.mark.parametrize(
    ("content", "noted"),
    [
        (
            [{"type": "text", "text": "You help.", "cache_control": {"type": "ephemeral"}}],
            [
                {"type": "text", "text": "You help.", "cache_control": {"type": "ephemeral"}},
                {"type": "text", "text": NOTE},
            ],
        ),
        (["You help."], ["You help.", {"type": "text", "text": NOTE}]),
        (
            {"type": "text", "text": "You help."},
            [{"type": "text", "text": "You help."}, {"type": "text", "text": NOTE}],
        ),
    ],
)
def test_a_system_message_of_parts_gets_one_more_part(content: Any, noted: Any) -> None:
    messages = chat(SESSION)
    messages[0] = {"role": "system", "content": content}
    before = copy.deepcopy(messages)
    after = made(squeeze(messages))
    assert after[0] == {"role": "system", "content": noted} and messages == before


@pytest.mark.requirement("F-15")
@pytest.mark.parametrize("content", [None, [], 7])
def test_a_system_message_without_text_is_left_alone(content: Any) -> None:
    messages = chat(SESSION)
    messages[0] = {"role": "system", "content": content}
    result = squeeze(messages)
    assert made(result)[0] is messages[0] and NOTE in summary_of(result)


def test_a_message_of_an_unknown_role_never_carries_the_note() -> None:
    messages = [{"role": "narrator", "content": "Once upon a time."}, *chat(SESSION)]
    result = squeeze(messages)
    after = made(result)
    assert after[0] is messages[0] and after[1]["content"].endswith(NOTE)
    assert result.warnings == ("messages of an unknown role were left as they are: messages[0]",)


@pytest.mark.requirement("F-15")
def test_messages_of_parts_pictures_and_nothing_are_summarised_without_their_source_code() -> None:
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64," + "iVBOR" * 400}}
    odd: list[Raw] = [
        {"role": "user", "content": [{"type": "text", "text": "Look at this."}, picture]},
        {"role": "assistant", "content": None},
        {"role": "user", "content": ["a bare string", picture]},
        {"role": "assistant", "content": [{"type": "text", "text": "I see it."}]},
    ]
    rounds = chat([Step([{"type": "text", "text": f"{RECORD} {n}"}]) for n in range(10)], end=())
    messages = [*rounds[:2], {"role": "assistant", "content": "Well?"}, *odd, *rounds[2:]]
    summary = summary_of(squeeze(messages))
    assert "- Look at this." in summary
    assert "{'" not in summary and "iVBOR" not in summary and '"type"' not in summary


@pytest.mark.requirement("F-04", "H-56")
def test_the_frame_says_that_the_summary_is_reference_and_where_the_originals_are() -> None:
    result = squeeze(chat(SESSION))
    first, second, blank, *_ = summary_of(result).split("\n")
    assert first.startswith("[CONTEXT COMPACTION] Earlier turns were compacted")
    assert SUMMARY_PREFIX == "[CONTEXT COMPACTION]"
    assert f'recover_source(ref="{result.segment_ref}")' in first and "archived intact" in first
    assert "what is done stays done" in second and "newest user message decides" in second and not blank


@pytest.mark.requirement("F-04")
def test_a_finished_task_is_reported_and_not_a_next_step_and_the_new_request_is_last() -> None:
    deploy = {"role": "user", "content": "Deploy v2 to production."}
    done = {"role": "assistant", "content": "Deployed v2 to production."}
    asked = {"role": "user", "content": "What time is it?"}
    messages = [*chat(SESSION, end=()), {"role": "assistant", "content": "Ready."}, deploy, done, asked]
    result = squeeze(messages, protect_last_n=1, threshold=0)
    assert made(result)[-1] is asked and "Deploy v2" in summary_of(result)
    assert "## Next Steps" not in summary_of(result)


@pytest.mark.requirement("F-04")
def test_a_list_that_ends_with_a_finished_reply_gets_no_new_request_at_its_end() -> None:
    messages = chat(SESSION, end=[{"role": "assistant", "content": "All done."}])
    result = squeeze(messages)
    assert made(result)[-1] is messages[-1]
    assert [m["content"] for m in made(result) if m["role"] == "user"] == ["Find the fault"]


SECRET = "sk-abcdefghijklmnopqrstuvwxyz123456"


@pytest.mark.parametrize("make", [chat, anthropic])
def test_secrets_are_in_the_archive_and_in_no_summary_listing_or_preview(make: Any) -> None:
    store = MemoryStore()
    printed = f"ERROR: OPENAI_API_KEY={SECRET}\n{RECORD}"
    messages = make(
        [Step(f"{printed} {n}", arguments={"key": f"api_key={SECRET}"}) for n in range(12)], end=()
    )
    result = squeeze(messages, store, target_ratio=0.1)
    assert result.sources and SECRET not in summary_of(result)
    assert SECRET not in repr(result.sources)
    results = [text for text in texts(made(result)) if "offcut:" in text]
    assert results and all(SECRET not in text for text in results)
    assert SECRET.encode() in store.sources[result.sources[0].ref].body


def rules() -> list[Raw]:
    """Return a session in which every turn of the user holds a rule and every result an error."""
    messages: list[Raw] = []
    for n in range(120):
        messages += [{"role": "user", "content": f"Never rename the column c{n}, and what of {n}?"}]
        rounds = chat([Step(f"ERROR: order ORD-{n} failed\n{RECORD}", id=f"call{n}")], end=())[2:]
        messages += [
            *rounds,
            {"role": "assistant", "content": f"I decided on {n}: it cannot be {n + 1}."},
        ]
    return messages


@pytest.mark.requirement("H-45")
@pytest.mark.parametrize("most", [250, 400, 900, 2_000])
def test_the_whole_message_has_no_more_tokens_than_a_summary_may_have(most: int) -> None:
    result = squeeze(rules(), max_summary_tokens=most)
    tokens = counter().count(summary_of(result))
    assert 0.7 * most <= tokens <= most == result.stats.max_summary_tokens


@pytest.mark.requirement("H-45")
@pytest.mark.parametrize("most", [1, 10, 30, 60, 90, 120, 160, 200])
def test_a_summary_within_a_small_budget_says_something_or_how_much_it_needs(most: int) -> None:
    messages, store = rules()[:60], MemoryStore()
    result = squeeze(messages, store, max_summary_tokens=most)
    if result.status == "compressed":
        text = summary_of(result)
        frame, body = text.split("\n\n", 1)
        assert counter().count(text) <= most and "- " in body
        assert frame.startswith(SUMMARY_PREFIX) and f'ref="{result.segment_ref}"' in frame
        return
    assert (result.status, result.messages) == ("no_progress", messages) and most < 160
    [needed] = re.findall(rf"needs at least (\d+) tokens and may have {most}; raise max", result.reason)
    assert squeeze(messages, store, max_summary_tokens=int(needed)).status == "compressed"


@pytest.mark.requirement("H-45")
@pytest.mark.parametrize("make", [chat, anthropic, gemini])
def test_the_frame_gives_way_before_the_rules_do(make: Any) -> None:
    rounds, at = make(SESSION), 2 if make is chat else 1
    *_, said, rule = make(
        [], end=[{"role": "assistant", "content": "Well?"}, {"role": "user", "content": RULE}]
    )
    result = squeeze([*rounds[:at], said, rule, *rounds[at:]], context_length=2_400, protect_first_n=at)
    assert RULE in summary_of(result)
    assert counter().count(summary_of(result)) <= result.stats.max_summary_tokens == 120


def test_messages_that_say_nothing_leave_a_frame_alone() -> None:
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBOR"}}
    seen = [{"role": role, "content": [picture]} for _ in range(8) for role in ("assistant", "user")]
    messages = [*chat([], end=()), *seen, {"role": "assistant", "content": "x"}]
    result = squeeze(messages, protect_last_n=1)
    assert summary_of(result).startswith(SUMMARY_PREFIX) and "\n\n" not in summary_of(result)
    assert summary_of(result) == summary_of(result).strip()
