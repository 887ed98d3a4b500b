"""Head, middle and tail: what stays, what goes, and never a tool group split."""

from __future__ import annotations

from typing import Any

import pytest

from offcut.compression.boundaries import Boundaries, divide
from offcut.formats import read
from offcut.formats.insertions import INSERTIONS
from offcut.pairing import pair
from offcut.summary import NOTE
from support.compressing import made, squeeze, texts
from support.conversations import RECORD, Raw, Step, anthropic, chat, responses

S = {"role": "system", "content": "You help."}
U = {"role": "user", "content": "Find the fault"}
A = {"role": "assistant", "content": "I see."}
LAW = {"role": "system", "content": "Answer in English."}


def call(*ids: str, said: str | None = None) -> Raw:
    calls = [{"id": id, "type": "function", "function": {"name": "run", "arguments": "{}"}} for id in ids]
    return {"role": "assistant", "content": said, "tool_calls": calls}


def answer(id: str, text: str = "ok") -> Raw:
    return {"role": "tool", "tool_call_id": id, "content": text}


def divided(
    messages: list[Any], *, sizes: list[int] | None = None, own: Any = (), **limits: int
) -> Boundaries:
    conversation = read(messages)
    given = {"protect_first_n": 3, "protect_last_n": 2, "tail_budget": 0, **limits}
    return divide(
        conversation,
        pair(conversation),
        sizes or [10] * len(messages),
        own=frozenset(own),
        alternates=INSERTIONS[conversation.format].alternates,
        **given,
    )


@pytest.mark.requirement("H-27", "H-35")
@pytest.mark.parametrize(
    ("first_n", "messages", "head"),
    [
        (3, [S, U, call("a"), answer("a"), A, U, A, U], 2),  # its group does not fit: it goes whole
        (4, [S, U, call("a"), answer("a"), A, U, A, U], 4),
        (3, [S, LAW, U, A, U, A, U, A], 3),  # leading system messages count
        (3, [S, U, A, U, A, U, A, U], 2),  # a reply before a user turn goes into the middle
        (5, [S, U, A, U, LAW, A, U, A, U], 5),
        (0, [S, U, A, U, A, U, A, U], 2),  # the first turn stays a user turn whatever is asked
        (0, [S, A, U, A, U, A, U], 0),
        (9, [U, A, U, A], 3),
    ],
)
def test_the_head_is_the_first_messages_without_splitting_a_group(
    first_n: int, messages: list[Raw], head: int
) -> None:
    assert divided(messages, protect_first_n=first_n, protect_last_n=1).head == range(head)


@pytest.mark.requirement("H-36", "H-37", "H-26")
@pytest.mark.parametrize(
    ("budget", "last_n", "start"),
    [(0, 1, 9), (25, 1, 8), (30, 1, 7), (39, 1, 7), (25, 4, 6), (0, 99, 1), (10_000, 1, 1)],
)
def test_the_tail_is_walked_back_by_tokens_and_never_below_the_count(
    budget: int, last_n: int, start: int
) -> None:
    messages = [{"type": "message", **message} for message in [U, A] * 5]  # no roles that alternate
    found = divided(messages, protect_last_n=last_n, tail_budget=budget, protect_first_n=1)
    assert found.tail == range(start, 10)


@pytest.mark.requirement("H-47")
@pytest.mark.parametrize(
    ("last_n", "start"),
    [(1, 10), (2, 9), (3, 7), (4, 7), (8, 3)],
)
def test_where_no_tool_is_called_the_tail_moves_back_to_a_turn_of_the_user(last_n: int, start: int) -> None:
    found = divided([S, *[U, A] * 5], protect_last_n=last_n, protect_first_n=1)
    assert found.tail == range(start, 11)


@pytest.mark.requirement("H-35")
def test_head_middle_and_tail_are_the_whole_list() -> None:
    found = divided([S, U, *[A, U] * 10], protect_last_n=4)
    rest = [*found.kept, *found.request, *found.removed]
    assert sorted([*found.head, *rest, *found.tail]) == list(range(22))
    assert found.removed and found.removed[0] == found.head.stop


@pytest.mark.requirement("H-38", "H-39", "F-01", "F-08")
@pytest.mark.parametrize(
    ("end", "kept"),
    [
        ([call("a", "b", "c"), answer("a"), answer("b"), answer("c")], 4),
        ([call("a", "b", "c"), answer("c"), answer("a"), answer("b")], 4),  # out of order
        ([call("a", "b"), answer("a")], 2),  # one is still running
        ([call("a", "b")], 1),  # both are
        ([call("a", said="Let me look."), answer("a")], 2),
        ([call("old"), answer("old")], 2),  # an id that an earlier group used as well
        ([call("a"), answer("a"), answer("a", "again")], 3),  # two results for one call
        ([call("a", "a"), answer("a"), answer("a")], 3),
    ],
)
def test_the_group_at_the_end_stays_whole(end: list[Raw], kept: int) -> None:
    old = [message for n in range(6) for message in (call("old"), answer("old", f"{n} " + RECORD))]
    messages = [S, U, *old, *end]
    assert divided(messages, protect_last_n=1).tail == range(len(messages) - kept, len(messages))
    after = made(squeeze(messages, protect_last_n=1))
    assert all(a is b for a, b in zip(after[-kept:], messages[-kept:], strict=True))


@pytest.mark.requirement("F-01", "F-08")
def test_text_and_calls_of_one_anthropic_message_stay_together() -> None:
    blocks = [
        {"type": "text", "text": "I look."},
        {"type": "tool_use", "id": "x", "name": "run", "input": {}},
    ]
    result = {"type": "tool_result", "tool_use_id": "x", "content": "ok"}
    end: list[Raw] = [{"role": "assistant", "content": blocks}, {"role": "user", "content": [result]}]
    messages = anthropic([Step(f"{RECORD} {n}") for n in range(8)], end=end)
    after = made(squeeze(messages, protect_last_n=1))
    assert after[-2] is messages[-2] and after[-1] is messages[-1]


@pytest.mark.requirement("F-05")
@pytest.mark.parametrize("make", [chat, anthropic])
def test_one_request_and_sixty_rounds_keep_the_request_and_the_newest_round(make: Any) -> None:
    messages = make([Step(f"{n} " + RECORD * 4) for n in range(60)], goal="do A then B then C", end=())
    after = made(squeeze(messages))
    first = next(message for message in messages if message["role"] == "user")
    assert any(message is first for message in after)
    assert after[-1] is messages[-1] and after[-2] is messages[-2]


@pytest.mark.requirement("F-05", "H-48")
def test_the_newest_request_of_the_middle_stands_directly_after_the_summary() -> None:
    asked = {"role": "user", "content": "Now only B, and never C."}
    rounds = chat([Step(f"{RECORD} {n}") for n in range(10)], end=())
    messages = [*rounds[:8], A, asked, *rounds[8:]]
    result = squeeze(messages)
    after = made(result)
    (at,) = [i for i, message in enumerate(after) if message is asked]
    assert result.summary in texts(after[at - 1 : at], "openai-chat")
    assert result.stats.messages_removed == len(messages) - (len(after) - 1)


@pytest.mark.requirement("F-05")
def test_a_newest_request_that_carries_results_stays_with_their_calls() -> None:
    old = anthropic([Step(f"{RECORD} {n}") for n in range(6)], end=())
    asked = {"role": "user", "content": [*old[-1]["content"], {"type": "text", "text": "Stop. Do B."}]}
    later = anthropic([Step(f"{RECORD} {n}", id=f"later{n}") for n in range(6)], end=())[1:]
    messages = [*old[:-1], asked, *later]
    after = made(squeeze(messages))
    (at,) = [i for i, message in enumerate(after) if message is asked]
    assert after[at - 1] is old[-2]


@pytest.mark.requirement("H-46")
def test_system_messages_of_the_middle_stay_the_same_objects_before_the_summary() -> None:
    messages = chat([Step(f"{RECORD} {n}") for n in range(10)])
    messages[8:8] = [LAW]
    result = squeeze(messages)
    after = made(result)
    (at,) = [i for i, message in enumerate(after) if message is LAW]
    assert after[at - 1]["role"] == "user" and result.summary in texts(after[at + 1 : at + 3], "openai-chat")


@pytest.mark.requirement("H-51")
@pytest.mark.parametrize("first_n", [3, 6])
@pytest.mark.parametrize("last_n", [2, 99])
def test_our_own_summary_is_part_of_neither_head_nor_tail(first_n: int, last_n: int) -> None:
    messages = [S, U, call("own"), answer("own"), *[A, U] * 4]
    found = divided(messages, own={2, 3}, protect_first_n=first_n, protect_last_n=last_n)
    assert found.head == range(2) and {2, 3} <= set(found.removed) and 3 not in found.tail


ASKED = {"type": "message", "role": "user", "content": "go on"}
REASONING = {"type": "reasoning", "id": "rs_x", "summary": [], "encrypted_content": "gAAA"}
CALLED = {"type": "function_call", "id": "fc_x", "call_id": "x", "name": "run", "arguments": "{}"}
ANSWERED = {"type": "function_call_output", "call_id": "x", "output": RECORD}
OPAQUE: list[Raw] = [
    {"type": "item_reference", "id": "stored"},
    {"type": "compaction", "id": "cmp", "encrypted_content": "gAAA"},
    {"type": "newkind_call", "id": "new", "call_id": "n"},
]
SAID = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "ok"}]}


def stays(planted: list[Raw], kept: list[bool]) -> None:
    """Assert which of the planted items of the middle a compression keeps, in their order."""
    rounds = responses([Step(f"{RECORD} {n}") for n in range(12)], end=[ASKED])
    planted = [dict(item) for item in planted]
    result = squeeze([*rounds[:6], dict(ASKED), *planted, *rounds[6:]], format="openai-responses")
    stayed = [item for item in made(result) if any(item is one for one in planted)]
    assert [any(item is one for one in stayed) for item in planted] == kept
    assert stayed == [item for item, stay in zip(planted, kept, strict=True) if stay]
    assert result.stats.messages_removed > 5


@pytest.mark.requirement("F-01", "F-08")
@pytest.mark.parametrize("opaque", OPAQUE)
def test_an_opaque_item_keeps_what_it_may_be_one_half_of(opaque: Raw) -> None:
    stays([opaque, ANSWERED, ASKED], [True, True, False])
    stays([opaque, CALLED, ANSWERED, ASKED], [True, True, True, False])
    stays([REASONING, opaque, ASKED], [True, True, False])
    stays([REASONING, CALLED, opaque, ASKED], [True, True, True, False])
    stays([SAID, ASKED, opaque, ASKED], [False, False, True, False])


@pytest.mark.requirement("F-01", "F-08")
def test_the_halves_of_a_pair_with_a_stored_item_stay_however_far_they_are() -> None:
    one, two = ({"type": "item_reference", "id": f"fc_{n}"} for n in "12")
    first, second = ({**ANSWERED, "call_id": f"stored_{n}"} for n in "12")
    stays([one, two, first, ASKED, second, ASKED], [True, True, True, False, True, False])
    stays([CALLED, ASKED, SAID, ASKED, one, ASKED], [True, False, False, False, True, False])


@pytest.mark.requirement("F-08")
def test_a_reasoning_item_belongs_to_the_item_after_a_system_message_too() -> None:
    law = {"type": "message", "role": "system", "content": "Answer in English."}
    stays([REASONING, law, CALLED, ANSWERED, ASKED], [False, True, False, False, False])
    reference = OPAQUE[0]
    stays([REASONING, law, reference, ASKED], [True, True, True, False])


@pytest.mark.requirement("F-08")
@pytest.mark.parametrize(("last_n", "tail"), [(1, 1), (2, 4), (3, 4), (5, 5)])
def test_no_border_lies_beside_an_opaque_item(last_n: int, tail: int) -> None:
    items = [ASKED, *[SAID, ASKED] * 4, OPAQUE[0], CALLED, ANSWERED, ASKED]
    assert divided(items, protect_last_n=last_n).tail == range(len(items) - tail, len(items))
    middle = [ASKED, OPAQUE[0], CALLED, ANSWERED, *[ASKED, SAID] * 4]
    assert divided(middle, protect_first_n=2).head == range(1)


def test_our_own_summary_is_tied_to_no_opaque_item() -> None:
    items = [ASKED, OPAQUE[0], SAID, *[ASKED, SAID] * 4]
    found = divided(items, own={2}, protect_first_n=1, protect_last_n=2)
    assert found.kept == (1,) and 2 in found.removed


@pytest.mark.requirement("F-05")
@pytest.mark.parametrize(("last_n", "tail"), [(1, 1), (2, 3), (3, 3)])
def test_a_kept_request_and_the_tail_are_never_two_turns_of_one_side(last_n: int, tail: int) -> None:
    rounds = chat([Step(f"{RECORD} {n}") for n in range(6)], end=())[2:]
    asked, blank = {"role": "user", "content": "Now B."}, {"role": "user", "content": ""}
    messages = [S, U, *rounds, A, asked, *rounds, A, blank, A]
    found = divided(messages, protect_first_n=2, protect_last_n=last_n)
    assert [messages[i] for i in found.request] == [asked] and len(found.tail) == tail


def test_the_first_change_is_where_kept_messages_moved_up() -> None:
    messages = chat([Step(f"{RECORD} {n}") for n in range(10)], end=())
    messages[0] = {"role": "system", "content": f"You help.\n\n{NOTE}"}
    later, at_once = [*messages[:8], LAW, *messages[8:]], [*messages[:2], LAW, *messages[2:]]
    for given, first in ((later, 2), (at_once, 3)):
        result = squeeze(given, protect_first_n=2)
        assert result.first_changed_index == first
        assert [a is b for a, b in zip(made(result), given, strict=False)].index(False) == first


def test_a_reasoning_item_goes_or_stays_with_the_item_after_it() -> None:
    reasoning = {"type": "reasoning", "id": "rs", "summary": [], "encrypted_content": "gAAA"}
    said = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "ok"}]}
    asked = {"type": "message", "role": "user", "content": "go on"}
    items = [asked, *[reasoning, said, asked] * 4, reasoning, said]
    assert divided(items, protect_last_n=1).tail == range(len(items) - 2, len(items))
    assert divided(items, protect_first_n=2).head == range(1)
