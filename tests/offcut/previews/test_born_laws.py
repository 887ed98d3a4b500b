"""Laws of the preview of a new output: whatever the text, it is bounded, the same each time, and harmless."""

from __future__ import annotations

import json
import string
import unicodedata

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from offcut.previews import Marker, ends_in_marker
from offcut.previews.born import born_preview
from support.paths import CORPUS, require_shared

REF = "oc_abcdefghij234567"
SECRETS = ("AKIAQWERTYUIOPASDFGH", "ghp_" + "a1B2" * 9, "xK9#mQ2$vL7!")
CLUSTERS = ["👩‍👩‍👧‍👦", "é", "🇻🇳", "각", "க்ஷி", "z\u0335\u0336", "行"]

lines_of_a_kind = st.sampled_from(
    [
        "2026-11-02 12:00:0{} INFO request {} served",
        "ERROR {} failed: code E{}",
        "src/module{}.py:{}: def name():",
        "./folder{}/file{}.txt",
        "{},name,value {},x",
        '{{"id": {}, "state": "ok{}"}}',
        "def function{}(x): return {}",
        "diff --git a/f{} b/f{}",
        "--- a/f{}\n+++ b/f{}\n@@ -1,2 +1,2 @@\n-x\n+y",
        "\x1b[31mred {}\x1b[0m\rover {}",
        "\u202e\u200b{} \0{}",
    ]
)
repeated = st.builds(
    lambda form, times, more: "\n".join([form.format(n, n * 7) for n in range(times)] + more),
    lines_of_a_kind,
    st.integers(0, 60),
    st.lists(st.text(st.characters(), max_size=40), max_size=4),
)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=8), inner, max_size=6),
    max_leaves=40,
)
any_text = st.text(st.characters(), max_size=600) | repeated | values.map(json.dumps)


def shown_of(text: str, limit: int = 400, kept: int = 0) -> str:
    return born_preview(text, limit=limit, marker=Marker.of(text, REF), kept=kept)


@given(any_text, st.integers(0, 500), st.integers(0, 60))
def test_it_is_bounded_ends_in_the_marker_and_is_the_same_each_time(text: str, limit: int, kept: int) -> None:
    shown = shown_of(text, limit, kept)
    marker = str(Marker.of(text, REF))
    assert shown == marker or shown.endswith(f"\n{marker}")
    assert len(shown) <= limit + 1 + len(marker) and ends_in_marker(shown)
    assert shown == shown_of(text, limit, kept)


@given(any_text)
def test_nothing_in_it_acts_on_a_terminal_or_hides(text: str) -> None:
    shown = shown_of(text)
    shown.encode("utf-8")
    assert not [c for c in shown if unicodedata.category(c) in ("Cc", "Cs") and c not in "\n\t"]
    assert not regex.search("[\u202a-\u202e\u2066-\u2069\u200b]", shown)


@given(
    any_text,
    any_text,
    st.sampled_from(SECRETS),
    st.sampled_from(["{}\npassword={}\n{}", '{}\n{{"token":"{}"}}\n{}']),
)
def test_no_part_of_a_secret_is_shown(before: str, after: str, secret: str, form: str) -> None:
    text = form.format(before, secret, after)
    for limit in (60, 200, 400):
        shown = shown_of(text, limit)
        assert secret not in shown and secret[:10] not in shown and secret[-10:] not in shown


@pytest.mark.parametrize("limit", [*range(1, 60, 7), 290, 700, 1_100])
@pytest.mark.parametrize("cluster", CLUSTERS)
@pytest.mark.parametrize("form", ["{}", "ERROR {}", '[{{"name": "{}"}}]', "a/b/{}", "f.py:1: {}", "x,y,z,{}"])
def test_no_grapheme_is_split(form: str, cluster: str, limit: int) -> None:
    text = "\n".join([form.format(cluster * 60)] * 9)
    shown = shown_of(text, limit).rsplit("\n", 1)[0]
    whole = regex.findall(r"\X", cluster * 2)
    pieces = {piece for piece in regex.findall(r"\X", shown) if any(c in cluster for c in piece)}
    assert pieces <= {*whole, *string.printable, "E", "…"}


@given(any_text, any_text)
def test_a_header_stands_first_and_whole(header: str, text: str) -> None:
    clean = f"Exit code: {len(header)}\nOutput:\n"
    shown = shown_of(clean + text, 200, kept=len(clean))
    assert shown.startswith(clean.rstrip("\n"))


@pytest.mark.parametrize(
    "form", ["plain", "[" * 50_000, '{"a":' * 50_000, "ERROR \r", "a,b,c\n", "x/y:1:", "\ud83d"]
)
def test_hostile_repetition_comes_to_an_end(form: str) -> None:
    """Quadratic work on three million characters would not end before the suite's timeout."""
    text = form * (3_000_000 // len(form))
    assert len(shown_of(text, 4_000)) <= 4_000 + 120


def test_every_real_output_keeps_the_bound_and_says_something() -> None:
    require_shared()
    files = sorted((CORPUS / "tool-outputs").iterdir())
    assert files
    for file in files:
        text = file.read_bytes().decode("utf-8", "replace")
        shown, marker = shown_of(text, 4_000).rsplit("\n", 1)
        assert 20 < len(shown) <= 4_000, file
        assert marker == str(Marker.of(text, REF)), file
