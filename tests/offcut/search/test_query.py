"""A query is words and phrases; nothing in it can be wrong, and case never moves a place."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from offcut.errors import InvalidInput
from offcut.search import LONGEST_QUERY, MOST_TERMS, folded, parse_query

any_text = st.text(st.characters(exclude_categories=()))


@pytest.mark.parametrize(
    ("query", "terms"),
    [
        ("Refund Order", ("refund", "order")),
        ("  a\tb\nc\u3000d ", ("a", "b", "c", "d")),
        ("same SAME Same", ("same",)),
        ('"connection refused" 5432', ("connection refused", "5432")),
        ('x "two  spaces kept" y', ("x", "two  spaces kept", "y")),
        ('{"id":42}', ('{"id":42}',)),
        ('name="foo bar"', ('name="foo', 'bar"')),
        ('"never closed', ('"never', "closed")),
        ('"', ('"',)),
        ("AND OR NOT NEAR(a b) col:x *", ("and", "or", "not", "near(a", "b)", "col:x", "*")),
        ("'; DROP TABLE source; --", ("';", "drop", "table", "source;", "--")),
        ("%_\\ (a+)+$ [", ("%_\\", "(a+)+$", "[")),
        ("a\0b", ("a\0b",)),
        ("退款 ORDER", ("退款", "order")),
    ],
)
def test_every_character_is_what_it_is_but_the_quotes_around_a_phrase(
    query: str, terms: tuple[str, ...]
) -> None:
    assert parse_query(query) == terms


@pytest.mark.parametrize("query", ["", " \n\t", '"  "', '" " "\t"'])
def test_a_query_without_words_is_refused(query: str) -> None:
    with pytest.raises(InvalidInput, match="query is empty; give words"):
        parse_query(query)


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("x" * (LONGEST_QUERY + 1), "1001 characters; give at most 1000"),
        (" ".join(map(str, range(MOST_TERMS + 1))), "33 different words; give at most 32"),
        (None, "query must be a string"),
    ],
)
def test_a_query_that_asks_too_much_is_refused(query: Any, words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        parse_query(query)


def test_the_longest_query_is_read() -> None:
    assert parse_query("x" * LONGEST_QUERY) == ("x" * LONGEST_QUERY,)
    assert len(parse_query(" ".join(map(str, range(MOST_TERMS))))) == MOST_TERMS


@given(any_text)
def test_any_text_is_a_query_or_an_error_in_words(query: str) -> None:
    try:
        terms = parse_query(query)
    except InvalidInput:
        return
    assert terms and all(term.strip() and term in folded(query) for term in terms)


def test_folding_changes_no_length() -> None:
    for code in range(sys.maxunicode + 1):
        assert len(folded(chr(code))) == 1, hex(code)


@pytest.mark.parametrize(
    ("one", "other"), [("ÄÖ", "äö"), ("İd", "ID"), ("ΟΔΟΣ", "οδοσ"), ("οδος", "ΟΔΟΣΑ"[:4]), ("Ж", "ж")]
)
def test_folding_takes_case_away(one: str, other: str) -> None:
    assert folded(one) == folded(other)


@given(any_text, any_text)
def test_folding_is_the_same_for_a_part_as_for_the_whole(one: str, other: str) -> None:
    assert folded(one + other) == folded(one) + folded(other)
