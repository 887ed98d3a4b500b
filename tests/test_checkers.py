"""The checkers of Responses, AgentScope and Gemini find every fault that is planted, and nothing else."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest

from support import checkers
from support.checkers import SHAPES, check
from support.conversations import RECORD, TAIL, Step, agentscope, agentscope_message, gemini, responses
from support.paths import require_shared
from support.planting import Messages, Plant, drop, insert, named, put, without

STEPS = [Step(f"{RECORD} {number}") for number in range(3)]
GIVEN: dict[str, Messages] = {
    "openai-responses": [{"role": "developer", "content": "Be kind."}, *responses(STEPS)],
    "agentscope": agentscope(STEPS),
    "gemini": gemini(STEPS),
}
FILES = {
    "openai-responses": ("codex", "responses", "synthetic-irregular/responses-"),
    "agentscope": ("synthetic-irregular/agentscope",),
    "gemini": ("gemini/", "synthetic-irregular/gemini"),
}


def rules(format: str, plant: Plant, mode: Any = "preview") -> set[str]:
    """Return the rules that are broken once ``plant`` has changed a sound list in place."""
    after = copy.deepcopy(GIVEN[format])
    planted = plant(after)
    return {found.rule for found in check(GIVEN[format], after if planted is None else planted, format, mode)}


# Responses: 0 developer, 1 user, 2 call, 3 output, 4 reasoning, 5 call, 6 output, 7 call, 8 output, 9 talk …
LONE = {"type": "reasoning", "id": "rs", "summary": []}
RESPONSES_FAULTS: list[tuple[str, Plant]] = [
    ("bad_role", put(1, "role", "critic")),
    ("bad_content", put(1, "content", None)),
    ("bad_item", put(2, "type", "function")),
    ("missing_call_id", drop(2, "call_id")),
    ("bad_output", put(3, "output", None)),
    ("arguments_not_string", put(2, "arguments", {})),
    ("orphan_call", without(3)),
    ("orphan_result", without(2)),
    ("orphan_result", put(3, "call_id", "fc_0")),
    ("duplicate_result", insert(4, GIVEN["openai-responses"][3])),
    ("wrong_output_type", put(3, "type", "computer_call_output")),
    ("lone_reasoning", without(5, 6, 7, 8, 9)),
    ("lone_reasoning", insert(1, LONE)),
]
# AgentScope: 0 user, 1 the reply (blocks 0 call, 1 result, 2 call, …), 2 talk …
AGENTSCOPE_FAULTS: list[tuple[str, Plant]] = [
    ("bad_role", put(1, "role", "tool")),
    ("bad_content", put(0, "content", "hi")),
    ("block_in_wrong_role", put(1, "role", "user")),
    ("block_in_wrong_role", put(0, "content", 0, "type", "thinking")),
    ("input_not_string", put(1, "content", 0, "input", {})),
    ("bad_state", put(1, "content", 0, "state", "done")),
    ("bad_state", drop(1, "content", 1, "state")),
    ("bad_output", put(1, "content", 1, "output", None)),
    ("orphan_call", drop(1, "content", 1)),
    ("orphan_result", drop(1, "content", 0)),
    ("duplicate_result", lambda messages: messages[1]["content"].append(messages[1]["content"][1])),
    ("wrong_name", put(1, "content", 1, "name", "other")),
    ("duplicate_message_id", put(1, "id", "m-0")),
]
# Gemini: 0 user, 1 call, 2 response, 3 call, 4 response, 5 call, 6 response, 7 talk …
GEMINI_FAULTS: list[tuple[str, Plant]] = [
    ("bad_role", put(1, "role", "assistant")),
    ("empty_parts", put(0, "parts", [])),
    ("call_in_wrong_role", put(1, "role", "user")),
    ("response_in_wrong_role", put(2, "role", "model")),
    ("bad_response", put(2, "parts", 0, "functionResponse", "response", "text")),
    ("first_not_user", without(0)),
    ("response_count", without(2)),
    ("response_count", lambda messages: messages[2]["parts"].append(messages[2]["parts"][0])),
    ("orphan_response", without(1)),
    ("response_order", put(2, "parts", 0, "functionResponse", "name", "other")),
    ("response_order", lambda contents: [contents[0], named(contents[1], "a"), named(contents[2], "b")]),
    ("call_after_model", insert(1, {"role": "model", "parts": [{"text": "I look."}]})),
]


@pytest.mark.parametrize(
    ("format", "rule", "plant"),
    [
        *(("openai-responses", *fault) for fault in RESPONSES_FAULTS),
        *(("agentscope", *fault) for fault in AGENTSCOPE_FAULTS),
        *(("gemini", *fault) for fault in GEMINI_FAULTS),
    ],
)
def test_a_broken_rule_of_a_format_is_found_but_never_charged_twice(
    format: str, rule: str, plant: Plant
) -> None:
    assert rule in rules(format, plant) & rules(format, plant, "compress")
    broken = copy.deepcopy(GIVEN[format])
    broken = plant(broken) or broken
    assert check(broken, copy.deepcopy(broken), format) == []


PREVIEW_FAULTS: list[tuple[str, str, Plant]] = [
    ("openai-responses", "length_changed", without(2, 3)),
    ("openai-responses", "changed_message", put(1, "content", "Find it")),
    ("openai-responses", "changed_message", put(3, "status", "incomplete")),
    ("openai-responses", "grew", put(3, "output", RECORD * 2)),
    ("agentscope", "changed_message", put(1, "content", 0, "input", "{}")),
    ("agentscope", "changed_message", put(1, "content", 1, "metadata", {"a": 1})),
    ("agentscope", "changed_message", drop(1, "usage")),
    ("gemini", "changed_message", put(1, "parts", 0, "thoughtSignature", "other")),
    ("gemini", "changed_message", drop(1, "parts", 0, "thoughtSignature")),
    ("gemini", "changed_message", put(2, "parts", 0, "functionResponse", "parts", [])),
]


@pytest.mark.parametrize(("format", "rule", "plant"), PREVIEW_FAULTS)
def test_a_change_beyond_the_contents_of_results_is_found(format: str, rule: str, plant: Plant) -> None:
    assert rule in rules(format, plant)


#: A summary in the words of each format, for the place of the first round.
SUMMARY: dict[str, Any] = {
    "openai-responses": {"role": "assistant", "content": "Summary."},
    "agentscope": agentscope_message("assistant", [{"type": "text", "text": "Summary."}], 99),
    "gemini": {"role": "model", "parts": [{"text": "Summary."}]},
}
MIDDLE = {"openai-responses": (2, 3), "agentscope": (1,), "gemini": (1, 2, 3, 4, 5, 6, 7)}


def compressed(format: str) -> Messages:
    first, *more = MIDDLE[format]
    return [
        SUMMARY[format] if at == first else message
        for at, message in enumerate(copy.deepcopy(GIVEN[format]))
        if at not in more
    ]


COMPRESS_FAULTS: list[tuple[str, str, Plant]] = [
    ("openai-responses", "inserted_twice", insert(4, SUMMARY["openai-responses"])),
    ("openai-responses", "reordered", lambda items: [*items[:2], *items[5:7], *items[2:5], *items[7:]]),
    ("openai-responses", "parted", without(3)),
    ("openai-responses", "parted", without(4, 5)),
    ("openai-responses", "invented_call", put(4, "name", "other_tool")),
    ("openai-responses", "lost_system", put(0, "content", "Be rude.")),
    ("openai-responses", "lost_last_user", put(-1, "content", "Stop.")),
    ("openai-responses", "last_user_not_last", lambda items: [*items, {"role": "user", "content": "And?"}]),
    ("openai-responses", "first_turn_not_user", without(1)),
    ("openai-responses", "grew", put(5, "output", RECORD * 3)),
    ("agentscope", "first_turn_not_user", without(0)),
    ("agentscope", "lost_last_user", without(7)),
    ("gemini", "lost_last_user", without(6)),
]


@pytest.mark.parametrize(("format", "rule", "plant"), COMPRESS_FAULTS)
def test_a_change_beyond_one_replaced_stretch_is_found(format: str, rule: str, plant: Plant) -> None:
    after = compressed(format)
    after = plant(after) or after
    assert rule in {found.rule for found in check(GIVEN[format], after, format, "compress")}


@pytest.mark.parametrize("format", list(SHAPES))
def test_what_the_passes_may_do_is_no_violation(format: str) -> None:
    given = GIVEN[format]
    assert check(given, copy.deepcopy(given), format) == []
    assert check(given, compressed(format), format, "compress") == []
    assert check([], [], format) == []


def test_a_call_that_carries_a_summary_and_a_note_to_the_system_are_no_violation() -> None:
    given = GIVEN["openai-responses"]
    call = {"type": "function_call", "call_id": "oc", "name": "compress", "arguments": "{}"}
    answer = {"type": "function_call_output", "call_id": "oc", "output": "Summary."}
    noted = {"role": "developer", "content": "Be kind.\n\n[Some turns were compressed.]"}
    after = [noted, given[1], call, answer, *given[7:]]
    assert check(given, after, "openai-responses", "compress") == []


def test_what_is_still_running_at_the_end_is_no_violation() -> None:
    items = responses(STEPS, end=())
    assert check(items, items[:-1], "openai-responses", "compress") == []
    contents = gemini(STEPS, end=())
    assert check(contents, contents[:-1], "gemini", "compress") == []
    waiting = agentscope(STEPS, end=())
    waiting[1]["content"].append(
        {"type": "tool_call", "id": "x", "name": "run", "input": "{}", "state": "asking"}
    )
    assert {found.rule for found in check(agentscope(STEPS, end=()), waiting, "agentscope")} == {
        "changed_message",
        "grew",
    }


@pytest.mark.parametrize("format", list(FILES))
def test_the_real_lists_hold_the_rules_that_they_are_not_known_to_break(format: str) -> None:
    corpus = require_shared() / "corpus"
    names = [str(path.relative_to(corpus)) for path in sorted(corpus.rglob("*.json"))]
    found = set()
    for name in (name for name in names if name.startswith(FILES[format])):
        body = json.loads((corpus / name).read_text(encoding="utf-8"))
        messages = next(body[key] for key in ("messages", "input", "contents") if key in body)
        found |= {(name, violation.rule) for violation in SHAPES[format].lint(messages)}
    assert found == set()


def test_every_rule_has_a_planted_fault() -> None:
    sources = [path.read_text(encoding="utf-8") for path in Path(checkers.__file__).parent.glob("*.py")]
    named = {name for text in sources for name in re.findall(r'Violation\(\s*"(\w+)"', text)}
    either = {
        name for text in sources for pair in re.findall(r'"(\w+)" if .* else "(\w+)"', text) for name in pair
    }
    tables = (*RESPONSES_FAULTS, *AGENTSCOPE_FAULTS, *GEMINI_FAULTS)
    planted = {rule for rule, _ in tables} | {rule for _, rule, _ in (*PREVIEW_FAULTS, *COMPRESS_FAULTS)}
    assert named | either == planted
    assert len(TAIL) == 6, "the tables count on it"
