"""What the user said survives compression after compression, and the summary does not grow with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anyio
import pytest

from offcut import compression
from offcut.archive import Archive
from offcut.compression import CompressionResult
from offcut.summary import SUMMARY_PREFIX
from support.compressing import compress, made, request, size, squeeze, summary_of, texts
from support.conversations import RECORD, Raw, Step, chat
from support.counting import counter
from support.memory_store import MemoryStore

RULES = {
    "en": [
        "Never push to the branch release-7.",
        "Do not touch anything below vendor/.",
        "You may not email customers without asking me.",
        "Refunds must stay below 40 EUR.",
        "The report goes to finance by Thursday 17:00.",
        "I prefer short commit messages.",
    ],
    "vi": [
        "Không được đẩy lên nhánh release-7.",
        "Đừng sửa gì trong thư mục vendor/.",
        "Cấm gửi thư cho khách hàng khi chưa hỏi tôi.",
        "Hoàn tiền phải dưới 40 EUR.",
        "Báo cáo gửi cho kế toán trước 17:00 thứ Năm.",
        "Tôi thích tin nhắn commit ngắn.",
    ],
}
ROUNDS = 5


def told(rules: list[str], number: int = 0) -> list[Raw]:
    """A session in which the user states one rule after the other among rounds of tools."""
    messages = chat([], goal="Settle the orders.", end=())
    for at, rule in enumerate(rules):
        steps = [Step(f"{RECORD} {number} {at} {n}", id=f"told{at}_{n}") for n in range(4)]
        messages += [*chat(steps, end=())[2:], {"role": "assistant", "content": f"I did part {at}."}]
        messages.append({"role": "user", "content": rule})
    return [*messages, {"role": "assistant", "content": "Understood."}]


def chatter(number: int) -> list[Raw]:
    """Sixty turns in which nobody states anything."""
    turns: list[Raw] = []
    for n in range(30):
        turns.append(
            {"role": "user", "content": f"Thanks, and what about item {number}-{n} of the list over there?"}
        )
        turns.append({"role": "assistant", "content": f"Item {number}-{n} is fine. {RECORD[:200]}"})
    return turns


def in_a_new_process(path: Path, messages: list[Any], **arguments: Any) -> CompressionResult:
    """Compress with an archive that is opened for this one call."""

    async def run() -> CompressionResult:
        async with Archive.open(path) as archive:
            return await compression.compress(
                messages, request(**arguments), store=archive, counter=counter()
            )

    return anyio.run(run)


@pytest.mark.requirement("H-51", "H-52", "H-53")
@pytest.mark.parametrize("language", RULES)
def test_every_rule_survives_five_compressions_in_a_row(language: str, tmp_path: Path) -> None:
    messages = told(RULES[language])
    window, most = 2 * size(messages), size(messages) // 5
    for number in range(ROUNDS):
        result = in_a_new_process(
            tmp_path / "archive.db",
            messages,
            context_length=window,
            max_summary_tokens=most,
            force=True,
            protect_last_n=4,
        )
        messages = [*made(result), *chatter(number)]
        shown = "\n".join(texts(made(result)))
        assert [rule for rule in RULES[language] if rule not in shown] == [], number
        assert sum(text.startswith(SUMMARY_PREFIX) for text in texts(messages)) == 1
        assert counter().count(summary_of(result)) <= most
    assert [rule for rule in RULES[language] if rule not in summary_of(result)] == []


@pytest.mark.requirement("H-52")
def test_prohibitions_survive_where_the_rest_does_not_fit() -> None:
    store, messages = MemoryStore(), told(RULES["en"])
    for number in range(ROUNDS):
        result = squeeze(messages, store, max_summary_tokens=400)
        messages = [*made(result), *chatter(number)]
    assert [rule for rule in RULES["en"][:4] if rule not in summary_of(result)] == []
    assert summary_of(result).count("what about item") < 10


@pytest.mark.requirement("H-52")
def test_a_rule_that_was_replaced_two_compressions_later_no_longer_stands() -> None:
    store = MemoryStore()
    first = squeeze(told(["Refunds must stay below 40 EUR."]), store, max_summary_tokens=300)
    replaced = [*chatter(1), {"role": "user", "content": "Refunds must stay below 60 EUR."}, *chatter(2)]
    second = squeeze([*made(first), *replaced], store, max_summary_tokens=300)
    third = squeeze([*made(second), *chatter(3)], store, max_summary_tokens=300)
    assert "40 EUR" in "".join(texts(made(first)))
    for later in (second, third):
        assert "60 EUR" in summary_of(later) and "40 EUR" not in summary_of(later)


@pytest.mark.requirement("H-51", "H-52")
def test_what_was_in_progress_is_done_a_compression_later() -> None:
    store = MemoryStore()
    working = told([])[:-1] + chat([Step(f"{RECORD} {n}") for n in range(12)], end=())[2:]
    working.insert(6, {"role": "assistant", "content": "Fixing test_create_user."})
    first = summary_of(one := squeeze(working, store, max_summary_tokens=1_500))
    later = [*made(one), *chatter(0)]
    second = summary_of(squeeze(later, store, max_summary_tokens=1_500))
    assert "### In Progress\n- Fixing test_create_user." in first
    assert "Fixing test_create_user." not in second.split("### In Progress")[1].split("#")[0]
    assert 'read_file {"path": "src/part_0.py"}' in second


@pytest.mark.requirement("H-53")
def test_ten_compressions_do_not_make_the_list_grow() -> None:
    store, messages = MemoryStore(), [*told(RULES["en"]), *chatter(0)]
    window, sizes = 2 * size(messages), list[int]()
    for number in range(10):
        result = compress(messages, store, context_length=window, force=True, protect_last_n=4)
        sizes.append(result.stats.tokens_after)
        messages = [*made(result), *chatter(number)]
    limit = result.stats.max_summary_tokens + result.stats.tail_token_budget + size(made(result)[:2]) + 100
    assert max(sizes) <= limit and max(sizes[5:]) <= max(sizes[:5]) * 1.2


@pytest.mark.requirement("F-16", "F-08")
def test_a_call_in_flight_after_the_first_compression_is_whole_after_the_second() -> None:
    store = MemoryStore()
    once = made(squeeze(chat([Step(f"{RECORD} {n}") for n in range(12)]), store))
    calls = [
        {"id": id, "type": "function", "function": {"name": "run", "arguments": "{}"}} for id in ("p", "q")
    ]
    open = [
        {"role": "assistant", "content": None, "tool_calls": calls},
        {"role": "tool", "tool_call_id": "p", "content": RECORD},
    ]
    twice = made(squeeze([*once, *chatter(1), *open], store, protect_last_n=1, tail_pressure="keep"))
    assert twice[-2] is open[0] and twice[-1] is open[1]
    answered = [*twice, {"role": "tool", "tool_call_id": "q", "content": "ok"}, *chatter(2)]
    third = made(squeeze(answered, store))
    ids = [call["id"] for message in third for call in message.get("tool_calls", [])]
    answers = [message["tool_call_id"] for message in third if message["role"] == "tool"]
    assert ids == answers and not {"p", "q"} & set(ids)
