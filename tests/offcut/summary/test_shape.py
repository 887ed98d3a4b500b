"""A model's summary is rejected by shape, and taken out of what models put around it."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest

from offcut.errors import InvalidInput
from offcut.summary.prompt import prompt_for
from offcut.summary.shape import HEADINGS, checkpoint_in
from support.counting import no_check

BODY = "## Goal\n- Settle the orders.\n\n## Critical Context\n- `pay_7` is open."
CODE = f"{BODY}\n\n```py\nprint(1)\n```\n- That ran."


@pytest.mark.requirement("H-42")
def test_the_headings_are_those_that_the_prompt_asks_for() -> None:
    prompt = prompt_for([], earlier="", max_tokens=900, characters=9_000, check=no_check)
    assert tuple(re.findall(r"^#+ (.+)$", prompt, re.MULTILINE)) == HEADINGS


@pytest.mark.requirement("F-11")
@pytest.mark.parametrize(
    ("summary", "sentence"),
    [
        ("", "missing or blank"),
        (" \n\t", "missing or blank"),
        ("I'm sorry, but I can't help with that request.", "refusal"),
        ("I’m sorry, but I can’t assist with that.", "refusal"),
        ("I cannot provide a summary of this conversation.", "refusal"),
        ("Unfortunately, I am unable to summarise this.", "refusal"),
        ("As an AI language model, I can't continue.", "refusal"),
        ("I must decline.", "refusal"),
        (f"I cannot comply with this.\n\n{BODY}", "refusal"),
        ("## Goal\n\nI'm sorry, but I can't assist with that.", "refusal"),
        ("<think>The user wants orders.</think>", "only thinking"),
        ("<think>The user wants orders. ## Goal", "only thinking"),
        (f"<thinking>\n{BODY}", "only thinking"),
        ("```\n\n```", "only thinking or an empty block"),
        ("Here you go: the orders are settled.", "none of the headings"),
        ('{"goal": "Settle the orders."}', "none of the headings"),
        ("# Summary\n- The orders are settled.", "none of the headings"),
        ("The ## Goal is to settle.", "none of the headings"),
        ("## Goals of others\n- x", "none of the headings"),
        ("## Goal\n\n## Progress\n### Done\n", "nothing below them"),
        (f"[CONTEXT COMPACTION] Earlier turns.\n\n{BODY}", "only offcut writes"),
        (f"<think>x</think>\n```\n[CONTEXT COMPACTION]\n{BODY}\n```", "only offcut writes"),
    ],
)
def test_what_is_no_checkpoint_is_refused_with_what_to_do(summary: str, sentence: str) -> None:
    with pytest.raises(InvalidInput, match=sentence) as raised:
        checkpoint_in(summary)
    assert "\n" not in str(raised.value) and "step" in str(raised.value)


@pytest.mark.parametrize(
    ("summary", "checkpoint"),
    [
        (BODY, BODY),
        (f"\n\n{BODY}\n", BODY),
        (BODY.replace("\n", "\r\n"), BODY),
        (f"<think>\n## Goal\nI cannot do it.\n</think>\n\n{BODY}", BODY),
        (f"<think>a</think><think>b</think>{BODY}", BODY),
        (f"```\n{BODY}\n```", BODY),
        (f"```markdown\n{BODY}\n```\n", BODY),
        (f"~~~~md\n{BODY}\n~~~~", BODY),
        (f"<think>x</think>\n```markdown\n<think>y</think>\n{BODY}\n```", BODY),
        (f"```markdown\n{CODE}\n```", CODE),
        (CODE, CODE),
        (f"```\nls\n```\n{BODY}\n```\ndf\n```", f"```\nls\n```\n{BODY}\n```\ndf\n```"),
        (f"Here is the checkpoint:\n\n{BODY}", f"Here is the checkpoint:\n\n{BODY}"),
        ("**Goal**\n- x", "**Goal**\n- x"),
        ("# 1. Goal: x", "# 1. Goal: x"),
        ("## constraints and preferences\n- x", "## constraints and preferences\n- x"),
        (
            "## Goal\n- I can't help customers log in: fix it.",
            "## Goal\n- I can't help customers log in: fix it.",
        ),
        ("## Goal\nBuild <think> tags.", "## Goal\nBuild <think> tags."),
    ],
)
def test_a_checkpoint_is_taken_out_of_what_stands_around_it(summary: str, checkpoint: str) -> None:
    assert checkpoint_in(summary) == checkpoint


def test_a_long_text_is_judged_in_linear_time() -> None:
    for piece in ("<think>", "```\n", "I ", "## Goal", "<think></think>", "~~~x\n```x\n"):
        with suppress(InvalidInput):
            checkpoint_in(piece * 100_000)
