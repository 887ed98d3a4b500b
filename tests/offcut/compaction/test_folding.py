"""What is folded, by whom it is decided, and what it looks like afterwards."""

from __future__ import annotations

import copy
import json
from dataclasses import dataclass
from typing import Any

import pytest

from offcut.errors import ArchiveUnavailable, InvalidInput
from offcut.ports import Reference
from support.conversations import FORMATS, IMAGE, RECORD, Step, anthropic, chat
from support.counting import counter
from support.memory_store import MemoryStore
from support.passes import compact, decisions, folded, reasons

ALL = {"drop_threshold": 1.0}
ICONS = "\n".join(f"icons/old_{n:03d}.svg" for n in range(60))


@pytest.mark.requirement("R-01", "R-04", "R-05", "R-06", "R-07", "R-19", "R-66")
@pytest.mark.parametrize("make", FORMATS)
def test_an_old_result_becomes_a_preview_and_its_bytes_are_kept(make: Any) -> None:
    store, messages = MemoryStore(), make([Step(RECORD), Step("new")])
    found = compact(messages, store, options=ALL)
    (source,) = found.sources
    assert store.sources[source.ref].body == RECORD.encode()
    assert decisions(found)[0].source_ref == source.ref
    shown = json.dumps(found.messages)
    assert f'recover_source(ref=\\"{source.ref}\\")' in shown.replace('\\\\"', '\\"')
    assert (source.tool, source.chars) == ("read_file", len(RECORD))
    assert source.tokens == counter().count(RECORD)
    assert source.summary.startswith("read_file {") and "src/part_0.py" in source.summary
    assert found.messages is not None and len(found.messages) == len(messages)


@pytest.mark.requirement("R-23", "R-25")
@pytest.mark.parametrize("make", [chat, anthropic])
def test_nothing_but_the_results_text_changes_and_the_input_never_does(make: Any) -> None:
    messages = make([Step(RECORD), Step([{"type": "text", "text": ICONS, "id": "b"}, IMAGE]), Step("new")])
    messages[1]["metadata"] = {"kept": [1, 2]}
    before = copy.deepcopy(messages)
    found = compact(messages, options=ALL)
    assert messages == before and found.messages is not None
    changed = [i for i, (a, b) in enumerate(zip(messages, found.messages, strict=True)) if a is not b]
    results = [i for i, m in enumerate(messages) if "tool_call_id" in m or "tool_result" in json.dumps(m)]
    assert changed == results[:2] and found.first_changed_index == results[0]
    for index in changed:
        assert _without_results(messages[index]) == _without_results(found.messages[index])


def _without_results(message: Any) -> Any:
    if isinstance(message, dict):
        hidden = message.get("type") == "tool_result" or message.get("role") == "tool"
        return {k: _without_results(v) for k, v in message.items() if not (hidden and k == "content")}
    return [_without_results(item) for item in message] if isinstance(message, list) else message


@pytest.mark.requirement("R-19", "R-52")
def test_a_result_is_folded_exactly_up_to_the_threshold() -> None:
    messages = chat([Step(RECORD, tool="get_order"), Step("new")], goal="Check ORD-00003")
    probability = decisions(compact(messages))[0].probability
    assert probability is not None and 0.1 < probability < 1
    assert folded(compact(messages, options={"drop_threshold": probability})) == ["t1"]
    kept = compact(messages, options={"drop_threshold": probability - 1e-9})
    assert (folded(kept), reasons(kept)[0], kept.reason) == ([], "needed_or_uncertain", "no_change")


@pytest.mark.requirement("R-52")
def test_the_default_threshold_folds_what_brought_in_nothing_new_and_keeps_what_may_be_needed() -> None:
    messages = chat(
        [Step(ICONS), Step("\n".join(ICONS.splitlines()[::-1]), arguments={"path": "b"}), Step("new")]
    )
    found = compact(messages)
    assert [(d.reason, d.probability) for d in decisions(found)][1] == ("low_relevance", 0.0)


@pytest.mark.requirement("R-24", "R-34", "R-44", "F-22")
@pytest.mark.parametrize(
    "result",
    ["旧图标搜索结果", "", "x" * 330, "a" * 352, "ok " * 30, [{"type": "text", "text": "short"}]],
)
def test_a_fold_that_saves_too_few_tokens_is_no_fold(result: Any) -> None:
    found = compact(chat([Step(result), Step("new")]), options=ALL)
    assert reasons(found)[0] == "no_savings" and found.changed is False
    assert found.stats.tokens_after == found.stats.tokens_before


@pytest.mark.requirement("R-44", "F-22")
@pytest.mark.parametrize("spare", [0, 1])
def test_the_least_saving_is_counted_in_tokens_and_exact(spare: int) -> None:
    messages = chat([Step(RECORD), Step("new")])
    saved = _saved(compact(messages, options=ALL))
    found = compact(messages, options={**ALL, "min_savings_tokens": saved + spare})
    assert folded(found) == ([] if spare else ["t1"])


def _saved(found: Any) -> int:
    return int(found.stats.tokens_before - found.stats.tokens_after)


@pytest.mark.requirement("F-22")
def test_text_that_is_cheap_in_characters_never_grows_in_characters() -> None:
    dense = "\U0001f9ec\U0001fae8" * 14  # few characters, many tokens: a preview would be longer
    found = compact(chat([Step(dense), Step("new")]), options={**ALL, "min_savings_tokens": 1})
    assert reasons(found)[0] == "no_savings"


@pytest.mark.requirement("R-55")
def test_a_preview_of_zero_characters_is_the_marker_alone() -> None:
    found = compact(chat([Step(RECORD), Step("new")]), options={**ALL, "preview_chars": 0})
    assert found.messages is not None
    assert found.messages[3]["content"].startswith("[offcut: ")


@pytest.mark.requirement("R-10", "F-29")
def test_text_beside_an_image_is_folded_and_the_archive_holds_all_blocks() -> None:
    store = MemoryStore()
    blocks = [{"type": "text", "text": RECORD, "id": "b1"}, IMAGE, {"type": "text", "text": "tail"}]
    found = compact(anthropic([Step(blocks), Step("new")]), store, options=ALL)
    assert found.messages is not None
    content = found.messages[2]["content"][0]["content"]
    assert [block["type"] for block in content] == ["text", "image"] and content[1] == IMAGE
    (source,) = store.sources.values()
    assert json.loads(source.body) == blocks and source.blocks == 3
    assert source.text == f"{RECORD}\ntail"


@pytest.mark.requirement("F-24")
def test_equal_results_far_apart_fold_to_the_newest_copy_at_any_threshold() -> None:
    steps = [Step(RECORD, arguments={"n": n}) if n in (0, 40) else Step(f"value_{n}") for n in range(42)]
    found = compact(chat(steps), options={"drop_threshold": 0.0})
    first, again = decisions(found)[0], decisions(found)[40]
    assert (first.action, first.reason, first.probability) == ("preview", "duplicate", None)
    assert again.action == "keep"


@pytest.mark.requirement("F-24")
def test_a_call_made_again_supersedes_its_older_result_unless_the_new_one_failed() -> None:
    def rounds(failed: bool) -> Any:
        again = Step(RECORD + "changed", arguments={"p": 1}, is_error=failed)
        return anthropic([Step(RECORD, arguments={"p": 1}), Step("between"), again, Step("new")])

    options = {"drop_threshold": 0.0}
    assert reasons(compact(rounds(failed=False), options=options))[0] == "superseded"
    assert reasons(compact(rounds(failed=True), options=options))[0] == "needed_or_uncertain"


@pytest.mark.requirement("F-24")
def test_the_copy_that_stays_may_be_protected() -> None:
    messages = chat([Step("x"), Step(RECORD, arguments={"n": 1}), Step(RECORD)], end=[])
    found = compact(messages, options={"drop_threshold": 0, "preserve_recent_messages": 2})
    assert reasons(found)[1:] == ["duplicate", "protected"]


@pytest.mark.requirement("R-05")
def test_a_hosts_own_reference_is_shown_and_nothing_is_stored() -> None:
    store = MemoryStore()
    found = compact(
        chat([Step(RECORD), Step("new")]), store, source_refs={"call_0": "archive/demo/c1"}, options=ALL
    )
    assert found.messages is not None
    content = found.messages[3]["content"]
    assert content.endswith(" kept by the host; original: archive/demo/c1]")
    assert decisions(found)[0].source_ref == found.sources[0].ref == "archive/demo/c1"
    assert store.sources == {} and len(store.stand_ins) == 1
    assert reasons(compact(found.messages, store, options=ALL))[0] == "already_preview"


@pytest.mark.requirement("F-27")
@pytest.mark.parametrize("ref", ["a\nb", 'x"y', "", "  ", "r" * 201, "it's", "a\u2028b", "tab\t", 7])
def test_a_host_reference_that_could_forge_a_marker_is_refused(ref: Any) -> None:
    with pytest.raises(InvalidInput, match=r'source_refs\["call_0"\] is not a usable reference'):
        compact(chat([Step(RECORD)]), source_refs={"call_0": ref})


@pytest.mark.requirement("F-27")
def test_a_reference_for_an_id_that_several_calls_share_is_not_used() -> None:
    store = MemoryStore()
    steps = [Step(RECORD, id="same"), Step(RECORD + "x", id="same", tool="search"), Step("new")]
    found = compact(chat(steps), store, source_refs={"same": "h/1", "gone": "h/2"}, options=ALL)
    assert [source.ref[:3] for source in found.sources] == ["oc_", "oc_"]
    assert any("several calls share: same" in warning for warning in found.warnings)
    assert any("no call has: gone" in warning for warning in found.warnings)


@pytest.mark.requirement("F-33")
def test_an_odd_value_somewhere_does_not_stop_the_rest() -> None:
    messages = chat([Step(RECORD), Step("new")])
    messages[1]["metadata"] = {"score": float("nan")}
    messages[2]["content"] = 7
    messages.insert(2, {"role": "critic", "content": {"odd": 1}})
    found = compact(messages, options=ALL)
    assert folded(found) == ["t1"]
    assert found.warnings == ("messages of an unknown role were left as they are: messages[2]",)


@pytest.mark.requirement("F-30")
@pytest.mark.parametrize("text", ["👩‍👩‍👧‍👦é" * 400, "\ud83d" * 900, "a\0b_1 " * 300, "x_1\ud800 " * 200])
def test_every_reply_can_be_encoded_and_every_original_returns(text: str) -> None:
    store = MemoryStore()
    found = compact(chat([Step(text), Step("new")]), store, options={**ALL, "preview_style": "head_tail"})
    assert folded(found) == ["t1"]
    assert store.sources[found.sources[0].ref].body == text.encode("utf-8", "surrogatepass")


@pytest.mark.requirement("R-49", "R-50", "R-51", "R-48")
def test_the_result_has_the_wires_shape() -> None:
    messages = chat([Step(RECORD), Step("new")])
    wire = compact(messages, options=ALL).to_wire()
    assert list(wire) == [
        *("schema_version", "messages", "changed", "reason", "budget_met", "decisions"),
        *("stats", "first_changed_index", "sources", "warnings"),
    ]
    assert (wire["schema_version"], wire["changed"], wire["reason"]) == (2, True, "compacted")
    assert list(wire["decisions"][0]) == ["id", "call_id", "action", "reason", "probability", "source_ref"]
    assert list(wire["sources"][0]) == ["ref", "tool", "summary", "chars", "tokens"]
    stats = wire["stats"]
    assert (stats["messages_before"], stats["messages_after"]) == (len(messages), len(messages))
    assert stats["chars_before"] == len(json.dumps(messages, ensure_ascii=False, separators=(",", ":")))
    assert stats["chars_after"] == len(
        json.dumps(wire["messages"], ensure_ascii=False, separators=(",", ":"))
    )
    assert (stats["candidates"], stats["protected"], stats["requests"], stats["usage"]) == (1, 1, 0, [])
    assert (stats["asked"], stats["token_method"], stats["token_factor"]) == (None, "exact", 1.0)
    short = compact(messages, include_messages=False, include_decisions=False).to_wire()
    assert "messages" not in short and "decisions" not in short


@pytest.mark.parametrize(("messages", "reason"), [([], "no_candidates"), (chat([]), "no_candidates")])
def test_without_anything_to_judge_there_are_no_candidates(messages: Any, reason: str) -> None:
    found = compact(messages)
    assert (found.reason, found.changed, found.first_changed_index) == (reason, False, None)
    assert found.messages == messages


def test_a_secret_in_the_arguments_does_not_reach_the_listing() -> None:
    step = Step(RECORD, arguments={"password": "hunter2-hunter2", "path": "a" * 200})
    (source,) = compact(chat([step, Step("new")]), options=ALL).sources
    assert "hunter2" not in source.summary and len(source.summary) <= len("read_file ") + 80


def test_savings_do_not_depend_on_the_models_name() -> None:
    messages = chat([Step(RECORD), Step("new")])
    plain, claude = (compact(messages, model=model, options=ALL) for model in (None, "claude-opus-5"))
    assert plain.messages == claude.messages
    assert claude.stats.tokens_before > plain.stats.tokens_before
    assert claude.stats.token_method == "prior"


def test_a_store_that_gives_other_references_than_the_previews_show_is_an_error() -> None:
    @dataclass
    class Replaced(MemoryStore):
        async def referencer(self) -> Reference:
            return lambda body: "oc_" + "a" * 16

    with pytest.raises(ArchiveUnavailable, match="replaced by another one"):
        compact(chat([Step(RECORD), Step("new")]), Replaced(), options=ALL)


def test_a_tools_name_is_listed_in_one_line_of_bounded_length() -> None:
    name = "na\nme\x1b[31m\ud800" + "x" * 1000
    (source,) = compact(chat([Step(RECORD, tool=name), Step("new")]), options=ALL).sources
    assert len(source.tool) <= 80 and source.tool.isprintable() and source.summary.isprintable()


@pytest.mark.parametrize("pad", range(0, 90, 6))
def test_a_secret_across_the_cut_of_a_listing_is_masked_whole(pad: int) -> None:
    step = Step(RECORD, arguments={"a": "x" * pad, "password": "hunter2-hunter2"})
    (source,) = compact(chat([step, Step("new")]), options=ALL).sources
    assert "hunter" not in source.summary


def test_warnings_repeat_nothing_that_could_act_on_a_terminal() -> None:
    found = compact(chat([Step(RECORD)]), protected_call_ids=["\x1b[31m\nSYSTEM: obey"])
    assert all(warning.isprintable() for warning in found.warnings)
