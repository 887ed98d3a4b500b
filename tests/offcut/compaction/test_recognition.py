"""A stand-in is known by the archive, never by its text; and the original stays reachable."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Callable
from typing import Any

import anyio
import pytest

from offcut.ports import NewSource, NewStandIn
from offcut.recovery import recover_source
from support.compressing import squeeze, summary_of
from support.conversations import FORMATS, RECORD, TAIL, Raw, Step, chat
from support.memory_store import MemoryStore
from support.passes import compact, decisions, folded, reasons

ALL = {"drop_threshold": 1.0}
BIG = "\n".join(f"line_{n:04d} amount={n * 37} ref_{n * 101}" for n in range(900))


def folded_once(store: MemoryStore, make: Callable[..., list[Raw]] = chat) -> list[Raw]:
    messages = compact(make([Step(RECORD), Step("new")]), store, options=ALL).messages
    assert messages is not None
    return messages


@pytest.mark.requirement("F-28", "F-34")
@pytest.mark.parametrize("make", FORMATS)
@pytest.mark.parametrize("preview_chars", [300, 20, 0, 600])
def test_our_own_preview_is_left_alone_whatever_the_options(make: Any, preview_chars: int) -> None:
    store = MemoryStore()
    once = folded_once(store, make)
    kept = dict(store.sources)
    again = compact(once, store, options={**ALL, "preview_chars": preview_chars})
    (first, _) = decisions(again)
    assert (first.action, first.reason, again.changed) == ("keep", "already_preview", False)
    assert first.source_ref in store.sources and store.sources == kept
    assert store.sources[str(first.source_ref)].body == RECORD.encode()


@pytest.mark.requirement("F-28")
def test_a_preview_is_recognised_in_a_block_with_a_cache_marker_and_a_hosts_id() -> None:
    store = MemoryStore()
    once = folded_once(store)
    text = once[3]["content"]
    once[3] = {
        **once[3],
        "content": [{"type": "text", "text": text, "id": "h1", "cache_control": {"type": "ephemeral"}}],
    }
    assert reasons(compact(once, store, options=ALL))[0] == "already_preview"


@pytest.mark.requirement("F-28")
@pytest.mark.parametrize(
    "change",
    [
        lambda text: f"{text}\n",
        lambda text: f"\n  {text} \n",
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r\n") + "\r\n",
    ],
)
def test_a_preview_is_recognised_whatever_white_space_a_host_put_around_it(change: Any) -> None:
    store = MemoryStore()
    once = folded_once(store)
    once[3] = {**once[3], "content": change(once[3]["content"])}
    assert reasons(compact(once, store, options=ALL))[0] == "already_preview"


@pytest.mark.parametrize("shown", [" one\r\ntwo", "\n one", "plain"])
def test_a_preview_that_an_older_version_registered_by_its_exact_text_is_recognised(shown: str) -> None:
    store = MemoryStore()
    ref = archived(store)
    text = f'{shown}\n[offcut: 9 chars, 1 lines archived intact; recover_source(ref="{ref}")]'
    digest = hashlib.sha256(text.encode()).digest()
    anyio.run(store.put_many, [], [NewStandIn(digest, ref)])
    for given in (text, f"{text}\n"):
        assert reasons(compact(chat([Step(given), Step("new")]), store, options=ALL))[0] == "already_preview"


@pytest.mark.requirement("F-27", "F-36")
@pytest.mark.parametrize(
    "forge",
    [
        lambda shown: shown + " and more",
        lambda shown: shown.replace("ORD-00000", "ORD-99999"),
        lambda shown: "quoting:\n" + shown,
        lambda shown: (
            f'{RECORD}\n[offcut: 9 chars, 1 lines archived intact; recover_source(ref="oc_aaaaaaaaaaaaaaaa")]'
        ),
        lambda shown: f"{RECORD}\n[Compacted output. Recover from: c1]",
    ],
)
def test_a_forged_or_foreign_marker_is_ordinary_text(forge: Callable[[str], str]) -> None:
    store = MemoryStore()
    shown = folded_once(store)[3]["content"]
    forged = forge(shown) + "\n" + RECORD[::-1]
    text = forge(shown) if len(forge(shown)) > 800 else forged
    found = compact(chat([Step(text), Step("new")]), store, options=ALL)
    assert folded(found) == ["t1"]
    assert store.sources[found.sources[0].ref].body == text.encode()


@pytest.mark.requirement("F-36")
def test_a_preview_of_another_namespace_is_plain_text() -> None:
    once = folded_once(MemoryStore())
    foreign = MemoryStore(key=b"other key".ljust(32))
    assert reasons(compact(once, foreign, options=ALL))[0] != "already_preview"


def test_a_preview_whose_original_is_gone_is_still_left_alone() -> None:
    store = MemoryStore()
    once = folded_once(store)
    store.sources.clear()
    assert reasons(compact(once, store, options=ALL))[0] == "already_preview"
    assert store.sources == {}


# The answers of our own recover_source


def recovered(store: MemoryStore, ref: str, **selection: Any) -> Step:
    """A round in which the agent recovered a source."""
    text = anyio.run(lambda: recover_source(store, ref, **selection))
    return Step(text, tool="mcp__offcut__recover_source", arguments={"ref": ref, **selection})


def archived(store: MemoryStore, text: str = BIG) -> str:
    (source,) = compact(chat([Step(text), Step("new")]), store, options=ALL).sources
    return source.ref


@pytest.mark.requirement("F-34")
@pytest.mark.parametrize("selection", [{}, {"lines": "10-300"}, {"grep": "amount=3", "limit": 9000}])
def test_a_recovered_source_folds_back_to_the_original_reference(selection: Any) -> None:
    store = MemoryStore()
    ref = archived(store)
    kept = dict(store.sources)
    rounds = [recovered(store, ref, **selection), *(Step(f"later_{n}") for n in range(12))]
    found = compact(chat(rounds), store, options=ALL)
    assert (decisions(found)[0].action, found.sources[0].ref) == ("preview", ref)
    assert store.sources == kept
    assert found.messages is not None
    shown = found.messages[3]["content"]
    assert f"[offcut: {len(BIG)} chars, 900 lines archived intact" in shown
    assert shown.endswith(f'archived intact; recover_source(ref="{ref}")]') and "sha256" not in shown
    again = compact(found.messages, store, options=ALL)
    assert (reasons(again)[0], again.changed) == ("already_preview", False)


#: 40 pieces of the archive.
HUGE = "\n".join(f"line_{n:06d} amount={n * 37} ref_{n * 101}" for n in range(40_000))
PAGES = 30
LATER = [Step(f"later_{n}") for n in range(12)]


@pytest.mark.requirement("F-34")
def test_pages_of_one_source_cost_what_they_are_and_not_that_source_each() -> None:
    store = MemoryStore()
    ref = archived(store, HUGE)
    rounds = chat([*[recovered(store, ref, offset=n * 10_000) for n in range(PAGES)], *LATER])
    for _ in range(2):
        store.characters_read = 0
        result = compact(rounds, store, options=ALL)
        assert 0 < store.characters_read <= PAGES * 2 * store.piece
        rounds = list(result.messages or [])
    assert reasons(result)[:PAGES] == ["already_preview"] * PAGES and len(store.sources) == 1
    assert summary_of(squeeze(rounds, store, max_summary_tokens=900))


@pytest.mark.parametrize("selection", ["grep", "segment"])
def test_a_source_that_has_to_be_read_whole_is_read_once_a_pass(selection: str) -> None:
    store = MemoryStore()
    ref = archived(store, HUGE)
    if selection == "segment":
        body = json.dumps({"messages": [ref]}).encode()
        [ref] = anyio.run(store.put_many, [NewSource(body, kind="segment")])
    calls = [{"grep": f"line_0{n:02d}00"} if selection == "grep" else {"offset": n * 9_000} for n in range(9)]
    rounds = chat([*[recovered(store, ref, **call) for call in calls], *LATER])
    for _ in range(2):
        store.characters_read = 0
        result = compact(rounds, store, options=ALL)
        assert len(HUGE) <= store.characters_read <= 1.1 * len(HUGE)
        rounds = list(result.messages or [])
    assert reasons(result)[:9] == ["already_preview"] * 9


def test_a_recovered_page_brings_nothing_but_itself_into_a_summary() -> None:
    store = MemoryStore()
    ref = archived(store, f"{BIG}\nERROR: the_hidden_end failed")
    rounds = [recovered(store, ref, lines="1-3"), *(Step(f"{RECORD} {n}") for n in range(12))]
    once = chat(rounds)
    folded_page = list(compact(once, store, options=ALL).messages or [])
    assert folded_page[3] != once[3]
    for given in (once, folded_page):
        summary = summary_of(squeeze(given, store, protect_first_n=2, max_summary_tokens=2_000))
        assert "line_0000" in summary and "the_hidden_end" not in summary and "sha256" not in summary


def test_what_a_page_was_is_still_known_when_its_call_cannot_be_run_any_more() -> None:
    store = MemoryStore()
    ref = archived(store)
    once = list(
        compact(chat([recovered(store, ref, lines="1-30"), *LATER]), store, options=ALL).messages or []
    )
    store.sources.clear()
    assert reasons(compact(once, store, options=ALL))[0] == "already_preview"


def test_a_recovered_source_is_known_although_the_wire_replaced_half_characters() -> None:
    store = MemoryStore()
    step = recovered(store, archived(store, BIG + "\ud83d tail"), offset=25_000)
    sent = dataclasses.replace(step, result=step.result.replace("\ud83d", "\ufffd"))
    assert sent.result != step.result
    rounds = [sent, *(Step(f"later_{n}") for n in range(12))]
    assert len(compact(chat(rounds), store, options=ALL).sources) == 1 == len(store.sources)


def test_a_source_recovered_in_the_last_ten_calls_is_still_being_read() -> None:
    store = MemoryStore()
    ref = archived(store)
    for later, reason in ((9, "protected"), (10, "low_relevance")):
        rounds = [recovered(store, ref), *(Step(f"later_{n}") for n in range(later))]
        assert reasons(compact(chat(rounds), store, options=ALL))[0] == reason


@pytest.mark.requirement("F-36")
@pytest.mark.parametrize(
    "change",
    [
        lambda step: dataclasses.replace(step, result=step.result + "x"),
        lambda step: dataclasses.replace(step, arguments={"ref": "oc_aaaaaaaaaaaaaaaa"}),
        lambda step: dataclasses.replace(step, arguments={**step.arguments, "lines": "1-2"}),
        lambda step: dataclasses.replace(step, arguments={**step.arguments, "colour": "red"}),
        lambda step: dataclasses.replace(step, arguments={"ref": 7}),
        lambda step: dataclasses.replace(step, tool="recover"),
    ],
)
def test_an_answer_that_running_again_does_not_give_is_an_ordinary_result(change: Any) -> None:
    store = MemoryStore()
    step = change(recovered(store, archived(store)))
    found = compact(chat([step, Step("new")]), store, options=ALL)
    assert folded(found) == ["t1"]
    assert store.sources[found.sources[0].ref].body == step.result.encode()


def test_recovered_text_does_not_count_as_a_copy_that_an_older_result_may_rely_on() -> None:
    store = MemoryStore()
    ref = archived(store)
    rounds = [Step(BIG), recovered(store, ref), *(Step(f"later_{n}") for n in range(3))]
    assert reasons(compact(chat(rounds, end=TAIL), store, options={"drop_threshold": 0.0}))[0] != "duplicate"
    assert json.dumps(rounds[0].result)
