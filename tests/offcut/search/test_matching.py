"""The best place of a text: whole words before parts, near before far, the first of equals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from offcut.search import best_match
from offcut.search.matching import MOST_PLACES


def place(text: str, *terms: str) -> str:
    """Return what follows the best place."""
    match = best_match(text, terms)
    assert match is not None
    return text[match.at :]


def score(text: str, *terms: str) -> float:
    match = best_match(text, terms)
    assert match is not None
    return match.score


@pytest.mark.parametrize("terms", [["order"], ["refund", "order"], ["nd orde", "x"]])
def test_a_text_without_one_of_the_terms_is_no_match(terms: list[str]) -> None:
    assert best_match("refund of x", [*terms]) is None


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


words = st.lists(st.sampled_from(["a", "b", "ab", "ba", "_", " ", "\n"]), max_size=30).map("".join)


@given(words, st.lists(st.sampled_from(["a", "b", "ab", "a\nb", "_a"]), min_size=1, max_size=3, unique=True))
def test_a_match_stands_where_a_term_stands(text: str, terms: list[str]) -> None:
    match = best_match(text, terms)
    assert (match is None) == any(term not in text for term in terms)
    if match is not None:
        assert any(text.startswith(term, match.at) for term in terms)
        assert 0 < match.score <= 1
