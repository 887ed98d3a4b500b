"""Lines by pattern: what is printed, what is bounded, and what a hostile pattern cannot do."""

from __future__ import annotations

import random
import re
import resource
import subprocess
import sys
from typing import Any

import anyio.to_thread
import pytest
from hypothesis import given
from hypothesis import strategies as st

from offcut.errors import InvalidInput
from offcut.recovery.matches import select_matches
from offcut.recovery.selection import Matches
from offcut.recovery.shown import Shown
from support.reading import Answer, followed, recovered

TEXT = "\n".join(["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota"])


@pytest.mark.parametrize(
    ("selection", "printed"),
    [
        ({"grep": "gam", "context": 1}, "2-beta\n3:gamma\n4-delta"),
        ({"grep": "^(alpha|iota)$", "context": 0}, "1:alpha\n--\n9:iota"),
        ({"grep": "^z|^th", "context": 1}, "5-epsilon\n6:zeta\n7-eta\n8:theta\n9-iota"),
        ({"grep": "^[be]", "context": 0}, "2:beta\n--\n5:epsilon\n--\n7:eta"),
        ({"grep": "nothing"}, ""),
        ({"grep": "gam", "context": 1, "raw": True}, "beta\ngamma\ndelta"),
        ({"grep": "^(alpha|iota)$", "context": 0, "raw": True}, "alpha\niota"),
        ({"grep": "ta$", "context": 0, "max_matches": 2}, "2:beta\n--\n4:delta"),
    ],
)
def test_matches_are_printed_with_numbers_context_and_separators(
    selection: dict[str, Any], printed: str
) -> None:
    answer = recovered(TEXT, **selection)
    assert (answer if selection.get("raw") else Answer.of(answer).selection) == printed


@given(
    st.lists(st.text("ab", max_size=4), max_size=20).map("\n".join),
    st.sampled_from(["a", "b$", "^", "$", "a*", "ab|ba", "(?<=a)b", ""]),
    st.integers(0, 3),
)
def test_the_lines_that_match_are_those_a_search_per_line_would_find(
    text: str, pattern: str, context: int
) -> None:
    lines = text.split("\n")
    matching = {n for n, line in enumerate(lines, 1) if re.search(pattern, line)}
    near = {n for n in range(1, len(lines) + 1) if any(abs(n - m) <= context for m in matching)}
    printed = [
        row
        for row in Answer.of(recovered(text, grep=pattern, context=context)).selection.split("\n")
        if row != "--"
    ]
    expected = [f"{n}{':' if n in matching else '-'}{lines[n - 1]}" for n in sorted(near)]
    assert printed == (expected or [""])


def test_a_match_over_several_lines_is_printed_where_it_begins() -> None:
    assert recovered("a\nb\nc\na\nb", grep=r"a\nb", context=0, raw=True) == "a\na"


def test_two_matches_in_one_line_count_once() -> None:
    assert recovered("ab\nab\nab", grep="a|$", context=0, max_matches=2, raw=True) == "ab\nab"


def test_more_matches_than_asked_announce_the_call_that_shows_them() -> None:
    text = "\n".join(f"hit {n}" for n in range(130))
    whole, answers = followed(text, grep="hit", context=0)
    assert [answer.next and answer.next["max_matches"] for answer in answers] == [100, 200, None]
    assert answers[-1].selection.count("hit") == 130
    assert "the first 50 matching lines of 130 lines; more is left" in answers[0].header
    assert whole  # each answer was announced exactly


@given(st.integers(1, 200), st.integers(0, 2), st.lists(st.integers(0, 120), min_size=1, max_size=12))
def test_matching_lines_stay_within_the_limit_and_the_announced_calls_end(
    limit: int, context: int, sizes: list[int]
) -> None:
    text = "\n".join(("hit" if n % 3 == 0 else "miss") + "x" * size for n, size in enumerate(sizes))
    _, answers = followed(text, grep="hit", context=context, limit=limit)
    assert len(answers[0].selection) <= limit
    if limit > 130:
        assert "hit" in answers[0].selection


def test_a_match_in_a_line_that_never_fits_is_shown_with_its_surroundings() -> None:
    text = "short\n" + "a" * 400_000 + "NEEDLE" + "b" * 400_000
    answer = Answer.of(recovered(text, grep="NEEDLE"))
    assert answer.selection.startswith("2:aaa")
    assert "NEEDLEb" in answer.selection
    assert len(answer.selection) == 10_000
    assert answer.next is not None
    assert text[answer.next["offset"] - 1 :].startswith(answer.selection[-1])
    assert text[: answer.next["offset"]].endswith(answer.selection.removeprefix("2:"))


def test_carriage_returns_belong_to_the_line() -> None:
    assert recovered("a\r\nb\r\n", grep="a", context=0, raw=True) == "a\r"


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("[", "not a valid regular expression"),
        ("(?P<a>x)(?P=b)", "not a valid regular expression"),
        (r"\p{Nope}", "not a valid regular expression"),
        ("a{99999999999999999999}", "more than 10000 items"),
        ("(" * 450 + "a" + ")" * 450, "nests too many groups"),
        ("x" * 1001, "at most 1000"),
        ("(?R)", "calls itself"),
        ("(a|(?1)?)+", "calls itself"),
        ("(?P<n>(?:(?&n))|a)", "calls itself"),
        ("(?:a?){10000000}", "more than 10000 items"),
        ("(?:(?:(?:(?:a?){100}){100}){100}){100}", "more than 10000 items"),
        (r"(?:\X{1000}){1000}", "more than 10000 items"),
        (r"\R{10000000}", "more than 10000 items"),
        ("((a{1000}){10}){1000}", "more than 10000 items"),
        ("(?:" + "a{1000}" * 100 + "){1000}", "more than 10000 items"),
        ("(?:a?|" * 100 + "b" + ")+" * 100, "more than 10000 items"),  # x+ is written out as xx*
        ("(?:a|b)(?i){100000}", "more than 10000 items"),  # flags are no item, the group is repeated
        ("[[:alpha:](](a{1000}){1000}", "more than 10000 items"),
        ("(?x)(?:x{9 9 9 9}){9 9 9 9}", r'does not allow "\(\?x"'),
        ("(?x)(?R )|x", r'does not allow "\(\?x"'),
        ("(?V1)[[a-z]--[aeiou]]", r'does not allow "\(\?V1"'),
        ("(?r)a", r'does not allow "\(\?r"'),
        ("(?|(a)|(b))", r'does not allow "\(\?|"'),
        ("(?#comment)a", r'does not allow "\(\?#comment"'),
        ("(?:abcdefghij){e<=400}zz", "has no fuzzy matching"),
        (r"\p{e<=3}", "has no fuzzy matching"),
        (r"\L<names>", "not a valid regular expression"),
    ],
)
def test_a_pattern_that_cannot_be_used_is_one_sentence(pattern: str, words: str) -> None:
    with pytest.raises(InvalidInput, match=words) as error:
        recovered("a" * 1000, grep=pattern)
    assert str(error.value).startswith("grep ")
    assert len(str(error.value)) < 300


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("(a|aa)+$", "a" * 60 + "b"),
        ("(a|b|ab)*c$", "ab" * 500_000 + "cd"),
        ("((((((a)|(b))*)*)*)*)*cd$", "ab" * 100_000 + "cc cdx"),
        ("(a+)+$", "a" * 3000 + "b"),
    ],
)
def test_a_pattern_that_does_not_end_is_stopped_within_its_time_and_bounded_memory(
    pattern: str, text: str
) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(InvalidInput, match="did not finish within 2 seconds"):
        recovered(text, grep=pattern)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 1_000_000, "kilobytes"


@pytest.mark.parametrize(
    "pattern",
    [
        "(x*)*y",
        "x*",
        "^",
        "$",
        "",
        r"\b",
        "()" * 400,
        "(?=(a+))*b",
        "a{1,1000}",
        r"(?:\d{1,3}\.){3}\d{1,3}",
    ],
)
def test_patterns_that_look_dangerous_or_match_nothing_at_all_give_a_result(pattern: str) -> None:
    answer = Answer.of(recovered("a" * 3000 + "b\nxxx\n10.0.0.1", grep=pattern, context=0))
    assert len(answer.selection) <= 10_000


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("error|failed", "failed"),
        (r"\bfoo\w{3,40}\b", "foobar"),
        ("(?i)TIMEOUT", "timeout"),
        ("(?i:TIME)out", "timeout"),
        (r"^\s*def \w+", "    def name"),
        (r"\d{1,3}(\.\d{1,3}){3}", "10.0.0.1"),
        (r"(?<=a)b(?!c)(?=d)(?<!x)", "abd"),
        (r"(?P<quote>['\"])x(?P=quote)(?<end>;)", "'x';"),
        (r"(a)?(?(1)b|c)", "ab"),
        (r"[\p{L}]+\p{Nd}\p{script=Greek}\pL", "é1αb"),
        (r"[[:alpha:]]{2}[]x][^]x]", "ab]y"),
        (r'{"key": {"a": \[1,{2', '{"key": {"a": [1,{2'),
        (r"\N{LATIN SMALL LETTER A}\x62\u0063", "abc"),
        (r".{0,5000}end", "the end"),
        (r"(?>a+)b*+c??", "aab"),
        ("x{,3}y{2,}z{}", "xyyz{}"),
    ],
)
def test_ordinary_patterns_are_understood(pattern: str, found: str) -> None:
    assert recovered(f"#\n{found}\n", grep=pattern, context=0, raw=True) == found


COMPILE = """
import re, resource, sys
from pathlib import Path
from offcut.errors import InvalidInput
from offcut.recovery.pattern import compile_pattern

resource.setrlimit(resource.RLIMIT_AS, (1_000_000_000, 1_000_000_000))
accepted = 0
for pattern in sys.stdin.read().split("\\0"):
    try:
        compile_pattern(pattern)
        accepted += 1
    except InvalidInput as error:
        assert "memory" not in str(error) and "malformed" not in str(error)
# Of this program alone: getrusage's peak is inherited from the process that started it.
peak = re.search("VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())
print(accepted, peak[1])
"""


def nested(choose: random.Random, room: int) -> str:
    """Return a pattern of repeats, groups, lookarounds, alternations and references inside each other."""
    repeat = choose.choice(["", "", "", "?", "*", "*", "+", "*?", "{2}", "{2,}", "{1,2}", "{90}", "{2000}"])
    if room < 20:
        return choose.choice(["a", ".", r"\w", "[^x-z]", r"\R", r"\X", "^", r"\b", "(?i)", "(a)\\1"]) + repeat
    opening = choose.choice(["(", "(?:", "(?=", "(?<!", "(?>", "(?i:", "(?:a|", "(?:a?|", "(a*", ""])
    if opening:
        return opening + nested(choose, room - 10) + ")" + repeat
    part = choose.randint(1, room)
    return nested(choose, part) + choose.choice(["", "|"]) + nested(choose, room - part)


def test_no_pattern_takes_much_memory_to_compile() -> None:
    choose = random.Random(1)
    patterns = [nested(choose, choose.choice([60, 130, 300, 900])) for _ in range(1_500)]
    patterns += [
        opening * depth + "ab" + closing * depth
        for opening in ("(", "(?:a|", "(?!", "(a*", "(?:a?|")
        for closing in (")+", "){2}", "){1,2}", ")*", "){2,}")
        for depth in (5, 8, 9, 10, 11, 12, 13, 14, 40, 150)
    ]
    patterns = [pattern for pattern in patterns if len(pattern) <= 1_000]
    command = [sys.executable, "-c", COMPILE]
    done = subprocess.run(command, input="\0".join(patterns), capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    accepted, kilobytes = map(int, done.stdout.split())
    assert accepted > 300
    assert kilobytes < 300_000


def test_searches_at_the_same_time_do_not_spend_each_others_time() -> None:
    text = ("x" * 40 + "\n") * 6_000 + "end"
    slow = Matches("x+x+y|end", context=0)

    async def together() -> list[Shown]:
        answers: list[Shown] = []

        async def search() -> None:
            answers.append(await anyio.to_thread.run_sync(lambda: select_matches(text, slow, raw=False)))

        async with anyio.create_task_group() as tasks:
            for _ in range(6):
                tasks.start_soon(search)
        return answers

    assert {answer.text for answer in anyio.run(together)} == {"6001:end"}
