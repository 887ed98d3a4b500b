"""A snippet is one short line that never shows a secret, wherever the secret began."""

from __future__ import annotations

import unicodedata

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from offcut.search import LONGEST_SNIPPET, snippet

KEY = "sk-" + "A1b2C3d4" * 5
PEM = "\n".join(
    ["-----BEGIN RSA PRIVATE KEY-----", *["MIIEpAIBAAKCAQEA" * 4] * 12, "-----END RSA PRIVATE KEY-----"]
)
FAMILY = "👨‍👩‍👧‍👦"


def around(text: str, needle: str) -> str:
    return snippet(text, text.index(needle))


@pytest.mark.parametrize(
    ("text", "needle", "shown"),
    [
        ("first\n  the second line \nthird", "second", "the second line"),
        ("only", "only", "only"),
        ("\n\n", "\n", ""),
        ("a\tb\rc\x1b[31md\x00", "c", "a b c [31md"),
        ("half \ud83d of it", "of", "half � of it"),
        (f"export KEY={KEY} # prod", "prod", "export KEY=[secret] # prod"),
        (f"export KEY={KEY} # prod", "A1b2", "export KEY=[secret] # prod"),
        (f"{KEY}{' ' * 5000}x", "x", "…" + "x"),
        ("postgres://me:pa55word@db/x", "db", "postgres://me:[secret]@db/x"),
        ("password=hunter2222\nlater hunter2222 again", "later", "later [secret] again"),
        ("token=abc123def\ntoken=abc123defghi", "defghi", "token=[secret]"),
    ],
)
def test_the_line_without_secrets_and_control_characters(text: str, needle: str, shown: str) -> None:
    assert around(text, needle) == shown


@pytest.mark.parametrize("lead", [0, 60, 70, 79, 80, 100, 155, 3_990, 4_000, 4_500])
@pytest.mark.parametrize("tail", [1, 20, 79, 80, 200, 5_000])
def test_a_secret_across_a_cut_is_hidden_whole(lead: int, tail: int) -> None:
    line = "." * lead + f"key={KEY}" + " " * tail + "needle" + "." * lead
    shown = around(line, "needle")
    assert "needle" in shown
    assert not any(KEY[at : at + 6] in shown for at in range(len(KEY) - 6))


def test_no_line_of_a_key_in_many_lines_is_shown() -> None:
    lines = f"before\n{PEM}\nafter".split("\n")
    for number, line in enumerate(lines):
        at = len("\n".join(lines[:number])) + (number > 0)
        expected = line if line in ("before", "after") else "[secret]"
        assert snippet("\n".join(lines), at) == expected


def test_a_secret_inside_another_secret_is_hidden_with_it() -> None:
    shown = around(f"postgres://me:pre-{KEY}@db/needle", "needle")
    assert shown == "postgres://me:[secret]@db/needle"


@pytest.mark.parametrize("at", [0, 1, 100, 500, 998, 999])
def test_a_long_line_is_cut_around_the_place(at: int) -> None:
    line = "x" * at + "N" + "y" * (999 - at)
    shown = snippet(f"above\n{line}\nbelow", len("above\n") + at)
    assert "N" in shown and len(shown) <= LONGEST_SNIPPET
    assert len(shown) > LONGEST_SNIPPET - 3
    assert shown.startswith("…") == (at >= 100) and shown.endswith("…") == (at < 900)


@pytest.mark.parametrize("lead", range(30))
def test_a_cut_never_splits_a_grapheme(lead: int) -> None:
    line = "x" * lead + FAMILY * 60 + "needle" + FAMILY * 60
    shown = around(line, "needle").strip("…").lstrip("x")
    assert set(regex.findall(r"\X", shown)) == {FAMILY, *"needle"}


any_text = st.text(st.characters(exclude_categories=())) | st.builds(
    lambda unit, times: unit * times,
    st.text(st.characters(exclude_categories=()), min_size=1, max_size=5),
    st.integers(1, 3000),
)


@given(any_text, st.data())
def test_a_snippet_is_short_and_plain_whatever_the_text(text: str, data: st.DataObject) -> None:
    shown = snippet(text, data.draw(st.integers(0, max(len(text) - 1, 0))))
    assert len(shown) <= LONGEST_SNIPPET
    assert not any(unicodedata.category(character) in ("Cc", "Cs") for character in shown)
