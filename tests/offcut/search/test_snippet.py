"""A snippet is one short line that never shows a secret, wherever the secret began."""

from __future__ import annotations

import unicodedata

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from offcut.errors import Cancelled
from offcut.search import LONGEST_SNIPPET
from offcut.search import snippet as checked_snippet
from offcut.search.snippet import NEAR

KEY = "sk-" + "A1b2C3d4" * 5
PEM = "\n".join(
    ["-----BEGIN RSA PRIVATE KEY-----", *["MIIEpAIBAAKCAQEA" * 4] * 12, "-----END RSA PRIVATE KEY-----"]
)
FAMILY = "👨‍👩‍👧‍👦"


def snippet(text: str, at: int) -> str:
    return checked_snippet(text, at, lambda: None)


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


LONG = "Q7xZ" * (NEAR // 2)


@pytest.mark.parametrize(
    ("before", "secret", "after"),
    [
        ("password=", LONG, " in use"),
        ('{"password": "', LONG, '", "user": "me"}'),
        ("password='", LONG, "'"),
        ("x " * NEAR + "token: ", LONG, "\nuser: me"),
        (
            "-----BEGIN RSA PRIVATE KEY-----\n",
            "MIIEpAIBAAKCAQEA\n" * (NEAR // 5),
            "-----END RSA PRIVATE KEY-----",
        ),
        ("-----BEGIN PRIVATE KEY-----\\n", "MIIEpAIBAAKCAQEA\\n" * (NEAR // 5), "-----END PRIVATE KEY-----"),
    ],
)
@pytest.mark.parametrize("share", [0.001, 0.45, 0.5, 0.55, 0.9, 0.9999])
def test_a_secret_longer_than_what_is_looked_at_is_hidden_everywhere_in_it(
    before: str, secret: str, after: str, share: float
) -> None:
    text = before + secret + after
    shown = snippet(text, len(before) + int(len(secret) * share))
    assert secret[:4] not in shown and "[secret]" in shown


@pytest.mark.parametrize("shift", range(-45, 46, 5))
def test_a_secret_across_the_border_of_what_is_looked_at_is_never_shown(shift: int) -> None:
    lead = f"password={KEY} "
    text = "x " * 100 + lead + "y " * ((NEAR + shift) // 2) + f"needle {KEY}"
    assert around(text, "needle").endswith("needle [secret]")


def test_a_secret_named_near_a_place_is_hidden_there_in_a_large_text() -> None:
    text = "line\n" * NEAR + "password=hunter2222\n" + "line\n" * (NEAR // 6) + "needle hunter2222\n"
    assert around(text + "line\n" * NEAR, "needle") == "needle [secret]"


def test_what_lies_far_away_changes_nothing_so_a_snippet_of_a_large_text_costs_no_more() -> None:
    near = "\n" + "z " * NEAR + "needle of hunter2222\n" + "z " * NEAR
    plain, full = "plain text " * 1000, "password=hunter2222 \" ' -- " * 1000
    for before, after in [(plain, plain), (plain, full), (full, plain)]:
        text = before + near + after
        assert snippet(text, len(before) + near.index("needle")) == "…" + "z " * 69 + "needle of hunter2222"


def test_what_was_found_in_the_rest_of_a_value_is_hidden_and_what_follows_is_shown() -> None:
    text = LONG + "needle" + LONG + " then this"
    assert around(text, "needle") == "[secret]"
    assert around("{" + "1," * (2 * NEAR) + '"a":"needle"}', "needle").endswith('"needle"}')


def test_looking_for_secrets_can_be_stopped() -> None:
    def stop() -> None:
        raise Cancelled("enough")

    with pytest.raises(Cancelled):
        checked_snippet("needle", 0, stop)


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
