"""Another text stands for what a hook was given only if it surely contains it."""

from __future__ import annotations

import pytest

from offcut_mcp.hooks.wholeness import contains

WHOLE = "\n".join(f"line {n} of the output" for n in range(400)) + "\n"
HEAD, TAIL = WHOLE[:3_000], WHOLE[-2_000:]


@pytest.mark.parametrize(
    "given",
    [
        WHOLE, WHOLE.strip(), HEAD, TAIL, "",
        f"{HEAD}…{TAIL}", f"{HEAD}…123 tokens truncated…{TAIL}",
        f"{HEAD}\n... [9 lines truncated] ...\n\n{TAIL}",
        f"{HEAD}\n[... omitted 12 of 400 lines ...]\n{TAIL}", f"{HEAD}... 45 bytes omitted ...{TAIL}",
    ],
    ids=lambda given: given[2_990:3_040],
)  # fmt: skip
def test_a_part_with_the_hosts_cut_is_contained(given: str) -> None:
    assert contains(WHOLE, given)


@pytest.mark.parametrize(
    ("whole", "given"),
    [
        ("", HEAD), (HEAD[:-9], HEAD), ("other " * 900, HEAD), (WHOLE, f"FAIL\n{HEAD}"),
        (WHOLE, f"{HEAD}\nFAIL test_7\n{TAIL}"), (WHOLE, f"{HEAD}\n{'FAIL ' * 90}…{TAIL}"),
        (WHOLE, f"{HEAD}…9 tokens truncated…{TAIL}\nFAIL"), (WHOLE, f"x{WHOLE}"),
        (HEAD, f"{HEAD}…9 tokens truncated…{HEAD}"), (WHOLE, " … " * 900),
    ],
    ids=range(10),
)  # fmt: skip
def test_a_text_of_other_words_is_not_contained(whole: str, given: str) -> None:
    assert not contains(whole, given)


@pytest.mark.parametrize("given", ["…" * 2_000_000, "\n" * 2_000_000 + "x", "[ 1" * 700_000])
def test_hostile_repetition_comes_to_an_end(given: str) -> None:
    assert not contains("y" * 3_000_000, given)
