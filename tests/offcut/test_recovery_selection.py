"""Which part of a source is asked for, and what cannot be asked for."""

from __future__ import annotations

from typing import Any

import pytest

from offcut.errors import InvalidInput
from offcut.recovery.selection import Lines, Matches, Page, bound, parse_selection


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("120-180", 120, 180),
        ("120-", 120, None),
        ("-40", 1, 40),
        ("7", 7, 7),
        (" 3 - 4 ", 3, 4),
        ("1-1", 1, 1),
    ],
)
def test_a_line_range_has_four_forms(text: str, first: int, last: int | None) -> None:
    assert parse_selection(lines=text) == Lines(first, last)


@pytest.mark.parametrize(
    "text",
    ["", "-", "0", "0-3", "9-3", "-0", "a-b", "1-2-3", "1,2", "+3", "٣", "1.5", "9" * 5000, "\ud800", "../x"],
)
def test_anything_else_is_no_line_range_and_the_sentence_says_so(text: str) -> None:
    with pytest.raises(InvalidInput, match=r"^lines ") as error:
        parse_selection(lines=text)
    assert len(str(error.value)) < 200
    str(error.value).encode()


@pytest.mark.parametrize(
    "given",
    [
        {"lines": "1", "grep": "x"},
        {"lines": "1", "offset": 0},
        {"grep": "x", "offset": 0},
        {"lines": "1", "grep": "x", "offset": 3},
    ],
)
def test_two_selections_exclude_each_other(given: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput, match="exclude each other"):
        parse_selection(**given)


@pytest.mark.parametrize(
    "given",
    [
        {"offset": -1},
        {"offset": True},
        {"offset": 1.0},
        {"limit": 0},
        {"limit": 100_001},
        {"limit": "5"},
        {"context": -1},
        {"context": 101},
        {"max_matches": 0},
        {"max_matches": 1001},
        {"lines": 7},
        {"grep": ["x"]},
    ],
)
def test_a_wrong_value_is_named_with_what_is_right(given: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput, match=f"^{next(iter(given))} must be "):
        parse_selection(**given)


def test_every_problem_is_named_at_once() -> None:
    with pytest.raises(InvalidInput) as error:
        parse_selection(offset=-1, limit=0, context=-1)
    assert len(error.value.problems) == 3


def test_nothing_asked_is_the_first_page_and_null_means_omitted() -> None:
    nothing: dict[str, Any] = dict.fromkeys(("lines", "grep", "context", "max_matches", "offset", "limit"))
    assert parse_selection(**nothing) == Page()
    assert parse_selection(grep="x", context=None, max_matches=None) == Matches("x", 2, 50)


@pytest.mark.parametrize("given", [{}, {"offset": 5}, {"lines": "3-"}, {"grep": "x"}])
@pytest.mark.parametrize(("limit", "characters"), [(None, 10_000), (1, 1), (100_000, 100_000)])
def test_a_limit_bounds_the_characters_of_any_selection(
    given: dict[str, Any], limit: int | None, characters: int
) -> None:
    assert bound(parse_selection(**given, limit=limit)) == characters
