"""What stays of a folded result."""

from __future__ import annotations

import re

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from offcut.config import PreviewStyle
from offcut.previews import Marker, ends_in_marker, preview
from offcut.previews.excerpt import border_after, border_before, head_and_tail
from offcut.provenance import values
from support.conversations import RECORD

REF = "oc_abcdefghij234567"
any_text = st.text(st.characters(), max_size=400)
CLUSTERS = ["👩‍👩‍👧‍👦", "é", "🇻🇳", "각", "a", " ", "\r\n", "க்ஷி", "z\u0335\u0336", "\0"]
graphemes = st.lists(st.sampled_from(CLUSTERS), max_size=60).map("".join)


def stand_in(text: str, *, limit: int = 300, style: str = "identifiers") -> str:
    kind: PreviewStyle = "head_tail" if style == "head_tail" else "identifiers"
    return preview(text, first_seen=values(text), style=kind, limit=limit, marker=Marker.of(text, REF))


@pytest.mark.requirement("F-35")
def test_the_marker_says_that_the_source_is_intact_how_large_it_is_and_how_to_get_it() -> None:
    marker = Marker.of("one\ntwo\n", REF)
    assert str(marker) == f'[offcut: 8 chars, 3 lines archived intact; recover_source(ref="{REF}")]'
    kept = Marker.of("one", "notes/c1", by_host=True)
    assert str(kept) == "[offcut: 3 chars, 1 lines kept by the host; original: notes/c1]"
    for word in ("corrupt", "lost", "truncated", "damaged"):
        assert word not in f"{marker} {kept}"


@pytest.mark.requirement("R-55")
@given(any_text, st.integers(0, 400), st.sampled_from(["identifiers", "head_tail"]))
def test_the_text_part_never_exceeds_the_limit_and_the_marker_is_the_last_line(
    text: str, limit: int, style: str
) -> None:
    shown = stand_in(text, limit=limit, style=style)
    marker = str(Marker.of(text, REF))
    assert shown == marker or shown.endswith("\n" + marker)
    assert len(shown) <= limit + 1 + len(marker) and ends_in_marker(shown)
    assert shown == stand_in(text, limit=limit, style=style)


@pytest.mark.requirement("R-55")
def test_a_limit_of_zero_leaves_the_marker_alone() -> None:
    assert stand_in(RECORD, limit=0) == str(Marker.of(RECORD, REF))


def test_identifiers_are_printed_once_in_order_of_appearance() -> None:
    text = "see ORD-00002 then pay_7 and userName, ORD-00001 with ORD-00002 again, plain words only"
    assert stand_in(text).splitlines()[0] == "ORD-00002 pay_7 userName ORD-00001"


def test_only_values_that_the_text_brought_in_are_shown() -> None:
    text, own = "ORD-00001 ORD-00002", frozenset({"ORD-00002"})
    shown = preview(text, first_seen=own, style="identifiers", limit=300, marker=Marker.of(text, REF))
    assert shown.splitlines()[0] == "ORD-00002"


def test_both_recurring_and_rare_values_find_room() -> None:
    rare = " ".join(f"row_{n:03d}" for n in range(100))
    shown = stand_in(f"{rare} {'shared/module.py ' * 9}", limit=60)
    assert "shared/module.py" in shown and "row_000" in shown


@pytest.mark.requirement("F-21")
def test_trouble_in_the_middle_of_a_long_result_is_shown() -> None:
    filler = "\n".join(f"2026-11-02 12:00:{n % 60:02d} INFO request {n} served in 3 ms" for n in range(80))
    text = f"{filler}\n2026-11-02 12:01:07 FATAL payment gateway refused: code E17\n{filler}"
    assert "FATAL payment gateway refused: code E17" in stand_in(text)


@pytest.mark.parametrize(
    ("worse", "milder"),
    [("panic: index out of range", "ERROR: retried"), ("ValueError: bad amount", "FAILED test_pay")],
)
def test_the_most_telling_line_wins_wherever_it_stands(worse: str, milder: str) -> None:
    shown = stand_in(f"{milder}\n" * 40 + f"context {worse}\n" + f"{milder}\n" * 40)
    assert worse in shown and milder not in shown


@pytest.mark.parametrize("style", ["identifiers", "head_tail"])
@pytest.mark.parametrize(
    "text",
    [
        "deploy with API_KEY=alpha-beta-9999 now, then call alpha-beta-9999 again",
        f"key_1 sk-proj-{'abcd1234' * 4} key_2",
        "dsn_1 postgres://app:hunter2_x9@db_1/x",
        "FATAL: token=tok_abcdef123 refused",
    ],
)
def test_a_recognised_secret_never_appears(text: str, style: str) -> None:
    shown = stand_in(text, style=style)
    for secret in ("alpha-beta-9999", "abcd1234abcd", "hunter2_x9", "tok_abcdef123"):
        assert secret not in shown


@pytest.mark.parametrize("style", ["identifiers", "head_tail"])
@pytest.mark.parametrize("limit", range(20, 120, 7))
@pytest.mark.parametrize(
    "repeat", [" bare ZQhunter2ZQ", "ZQhunter2ZQ FATAL disk_1 ZQhunter2ZQ full", "日本ZQhunter2ZQ"]
)
def test_no_part_of_a_secret_is_left_by_a_cut(repeat: str, limit: int, style: str) -> None:
    text = f"{repeat * 9}\n{'filler ' * 20}\npassword=ZQhunter2ZQ\n{'more ' * 20}{repeat * 9}"
    shown = stand_in(text, limit=limit, style=style).split("\n[offcut")[0]
    assert not re.search("ZQ|hunt|ter2", shown)


def test_no_part_of_a_secret_is_left_where_a_text_has_no_values() -> None:
    text = "語語ひみつ1ひみつ " * 40 + "password: 'ひみつ1ひみつ'"
    for limit in range(10, 60):
        assert "ひ" not in stand_in(text, limit=limit).split("\n[offcut")[0]


@given(
    st.text(
        st.characters() | st.sampled_from("\x1b[3m\x9b\x07\r\n\0\u202e\u2066\ud83d\ude00 "), max_size=200
    ),
    st.sampled_from(["identifiers", "head_tail"]),
)
def test_what_is_shown_is_utf8_without_control_characters(text: str, style: str) -> None:
    shown = stand_in(f"{text}\nFATAL {text} row_1{text}", style=style)
    shown.encode()
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]", shown)


def test_control_characters_do_not_hide_a_secret_from_being_recognised() -> None:
    shown = stand_in("pass\x1b[1mword=hun\u202eter2\x1b[0mzz row_1", style="head_tail")
    assert shown.startswith("password=[secret] row_1")


def test_a_value_in_colour_is_shown_without_its_colour() -> None:
    assert stand_in("see \x1b[31mORD-00001\x1b[0m now").startswith("ORD-00001\n")


def test_a_hosts_own_reference_cannot_break_the_markers_line() -> None:
    marker = str(Marker.of("one", "notes\n\x1b[2J\u202e/c1\ud800", by_host=True))
    assert marker == "[offcut: 3 chars, 1 lines kept by the host; original: notes /c1\ufffd]"


def test_cancelled_work_stops_between_the_rules_of_redaction() -> None:
    calls = 0

    def check() -> None:
        nonlocal calls
        calls += 1
        if calls == 5:
            raise TimeoutError

    marker = Marker.of("text", REF)
    with pytest.raises(TimeoutError):
        preview("text", first_seen=frozenset(), style="head_tail", limit=9, marker=marker, check=check)


def test_a_limit_without_bound_is_filled_in_linear_work() -> None:
    """Joining what is chosen anew for each value would not end within the suite's limit."""
    text = " ".join(f"row_{number:07d}" for number in range(300_000))
    assert stand_in(text, limit=10**9).startswith(text)


def test_a_value_that_stands_inside_another_is_shown_once() -> None:
    assert stand_in("lib/app.py src/lib/app.py src/lib/app.py").splitlines()[0] == "src/lib/app.py"


def test_text_in_a_script_without_values_shows_its_head_and_tail() -> None:
    text = "日本語のログ、" * 100
    shown = stand_in(text)
    assert shown.startswith("日本語") and len(shown.split("\n[offcut")[0]) <= 300


def test_text_that_fits_is_shown_whole_by_head_and_tail() -> None:
    assert stand_in("short", style="head_tail").startswith("short\n[offcut: 5 chars")


@pytest.mark.requirement("F-30")
@given(graphemes, st.integers(0, 120))
def test_cuts_fall_between_graphemes(text: str, at: int) -> None:
    borders = {0, len(text), *(match.end() for match in regex.finditer(r"\X", text))}
    assert border_before(text, at) in borders and border_after(text, at) in borders
    assert border_before(text, at) <= at and border_after(text, at) >= min(at, len(text))


@pytest.mark.requirement("F-30")
@pytest.mark.parametrize("before", ["", "a", "ab", "語", "語🇩", "🇩"])
def test_a_flag_in_a_run_longer_than_the_reach_is_not_cut(before: str) -> None:
    text = before + "🇩🇪" * 1_500
    borders = {0, *(match.end() for match in regex.finditer(r"\X", text))}
    for at in (*range(9), *range(995, 1_009), *range(len(text) - 9, len(text))):
        assert border_before(text, at) in borders and border_after(text, at) in borders
        assert at - 2 <= border_before(text, at) <= at <= border_after(text, at) <= at + 2


def test_flags_are_told_apart_in_linear_work() -> None:
    """Looking back over the whole run from each flag would not end within the suite's limit."""
    text = "🇩🇪" * 1_000_000
    for at in range(len(text) - 100, len(text), 2):
        assert border_before(text, at + 1) == at and border_after(text, at + 1) == at + 2


@given(any_text | graphemes, st.integers(0, 100))
def test_an_excerpt_fits_and_is_made_of_the_texts_ends(text: str, limit: int) -> None:
    excerpt = head_and_tail(text, limit)
    head, _, tail = excerpt.partition("\n…\n")
    assert len(excerpt) <= limit or excerpt == text
    assert text.startswith(head) and (excerpt == text or text.endswith(tail))


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        (f"x\n{Marker(5, 1, REF)}", True),
        (f"{Marker(5, 1, 'notes/1', by_host=True)}\n", True),
        (f"{Marker(5, 1, REF)} and more", False),
        ("[offcut: five chars]", False),
        ("", False),
    ],
)
def test_a_text_that_ends_in_a_markers_form_is_a_suspect(text: str, ends: bool) -> None:
    assert ends_in_marker(text) is ends
