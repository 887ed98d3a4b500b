"""The best place of a text: whole words before parts, near before far, the first of equals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from offcut.errors import Cancelled
from offcut.search import best_match
from offcut.search.matching import MOST_PLACES


def go_on() -> None:
    """Check nothing."""


def place(text: str, *terms: str) -> str:
    """Return what follows the best place."""
    match = best_match(text, terms, go_on)
    assert match is not None
    return text[match.at :]


def score(text: str, *terms: str) -> float:
    match = best_match(text, terms, go_on)
    assert match is not None
    return match.score


@pytest.mark.parametrize("terms", [["order"], ["refund", "order"], ["nd orde", "x"]])
def test_a_text_without_one_of_the_terms_is_no_match(terms: list[str]) -> None:
    assert best_match("refund of x", [*terms], go_on) is None


@pytest.mark.parametrize(
    ("text", "terms", "found"),
    [
        ("one two three", ["two"], "two three"),
        ("1742 and 42", ["42"], "42"),
        ("refund_id, then refund", ["refund"], "refund"),
        ("error\n" + "x" * 500 + "\nerror 7", ["error", "7"], "7"),
        ("error a\nerror b\nerror c", ["error", "b"], "b\nerror c"),
        ("a " * 100 + "\nneedle\n" + "a " * 100, ["a", "needle"], "needle\n" + "a " * 100),
        ("x far" + " " * 300 + "x y", ["x", "y"], "y"),
        ("x y" + " " * 300 + "x y", ["x", "y"], "x y" + " " * 300 + "x y"),
        ("see /srv/app/main.py:12", ["/srv/app"], "/srv/app/main.py:12"),
        ("执行退款操作", ["退款"], "退款操作"),
        ("a.b*c(d", ["*c("], "*c(d"),
    ],
)
def test_the_best_place(text: str, terms: list[str], found: str) -> None:
    assert place(text, *terms) == found


@pytest.mark.parametrize(
    ("better", "worse", "terms"),
    [
        ("payment retry", "payment and then, later, the retry", ["payment", "retry"]),
        ("retry of payment", "payment" + "\n" * 200 + "retry", ["payment", "retry"]),
        ("call pay(retry)", "repaying", ["pay"]),
        ("pay retry", "repaying retry", ["pay", "retry"]),
    ],
)
def test_a_better_text_scores_higher(better: str, worse: str, terms: list[str]) -> None:
    assert score(better, *terms) > score(worse, *terms)


def test_scores_are_the_documented_ones() -> None:
    assert score("one", "one") == 1.0
    assert score("ones", "one") == 0.5
    assert score("one" + " " * 80 + "two", "one", "two") == 0.75
    assert score("ones" + " " * 79 + "two", "one", "two") == 0.5


def test_a_term_of_very_many_places_does_not_hide_the_rare_one() -> None:
    text = "e " * (MOST_PLACES + 10) + "needle"
    assert place(text, "e", "needle") == "needle"


def test_a_term_of_very_many_places_counts_where_it_is_nearest_and_not_where_it_is_first() -> None:
    text = "q " * (MOST_PLACES + 10) + " " * 500 + "needle" + " " * 500 + "needle q"
    assert place(text, "needle", "q") == "needle q"
    assert score(text, "needle", "q") == 0.99
    assert score(text + "q", "needle", "q") == 0.99, "any occurrence, not only whole words"


def test_a_rare_term_leads_even_where_a_common_one_is_seldom_a_word() -> None:
    text = "e " + "there " * MOST_PLACES + "needles e needle"
    assert place(text, "e", "needle") == "needle"


class Counted:
    """A check that counts its calls, and stops the work at one of them."""

    def __init__(self, stop_at: int | None = None) -> None:
        self.calls, self.stop_at = 0, stop_at

    def __call__(self) -> None:
        self.calls += 1
        if self.calls == self.stop_at:
            raise Cancelled("enough")


@pytest.mark.parametrize("terms", ["z", "az", "abcdefghijklmnopqrstuvwxyz"])
@pytest.mark.parametrize(
    "text", ["abcdefghijklmnopqrstuvwxyz" * 50_000, "zyxwvutsrqponmlkjihgfedcba " * 50_000]
)
def test_all_terms_together_are_looked_at_in_a_bounded_number_of_places(text: str, terms: str) -> None:
    counted = Counted()
    match = best_match(text, list(terms), counted)
    assert match is not None and match.score > 0
    assert counted.calls <= len(terms) + MOST_PLACES // len(terms)


def test_looking_stops_at_the_first_place_that_nothing_can_beat() -> None:
    counted = Counted()
    assert best_match("a " * 50_000, ["a"], counted) is not None
    assert counted.calls == 2


@pytest.mark.parametrize("stop_at", [1, 3, 100])
def test_looking_through_one_text_can_be_stopped(stop_at: int) -> None:
    with pytest.raises(Cancelled):
        best_match(("a" + " " * 20 + "b" + " " * 20) * 50_000, ["a", "b"], Counted(stop_at))


words = st.lists(st.sampled_from(["a", "b", "ab", "ba", "_", " ", "\n"]), max_size=30).map("".join)


@given(words, st.lists(st.sampled_from(["a", "b", "ab", "a\nb", "_a"]), min_size=1, max_size=3, unique=True))
def test_a_match_stands_where_a_term_stands(text: str, terms: list[str]) -> None:
    match = best_match(text, terms, go_on)
    assert (match is None) == any(term not in text for term in terms)
    if match is not None:
        assert any(text.startswith(term, match.at) for term in terms)
        assert 0 < match.score <= 1
