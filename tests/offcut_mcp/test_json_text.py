"""JSON from outside: two readers that agree, and everything harmful named with its place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from offcut_mcp.broken_json import top_level_id
from offcut_mcp.json_text import DEEPEST, Unreadable, Unusable, read_json

NUMBERS = st.one_of(st.integers(), st.floats(allow_nan=False, allow_infinity=False))
#: Texts with halves of characters, as JavaScript hosts write them.
TEXTS = st.text(st.one_of(st.characters(), st.sampled_from(["\ud83d", "\ude00", '"', "\\", "\u2028"])))
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(TEXTS, inner, max_size=4)),
    max_leaves=20,
)


@given(VALUES, st.booleans())
def test_whatever_json_can_say_is_read_as_python_reads_it_without_lone_surrogates(
    value: Any, escaped: bool
) -> None:
    line = json.dumps(value, ensure_ascii=escaped).encode("utf-8", "surrogatepass")
    read = read_json(line)
    # Written escaped and read again, two halves in a row are one character.
    assert read.value == _repaired(json.loads(json.dumps(value)))
    json.dumps(read.value, ensure_ascii=False, allow_nan=False).encode()


def _repaired(value: Any) -> Any:
    if isinstance(value, str):
        return "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in value)
    if isinstance(value, dict):
        return _distinct(value)
    return [_repaired(item) for item in value] if isinstance(value, list) else value


def _distinct(members: dict[str, Any]) -> dict[str, Any]:
    """Repair keys without losing one: what becomes the same as another gets longer."""
    sound = {key for key in members if _repaired(key) == key}
    kept: dict[str, Any] = {}
    for key, item in members.items():
        name = _repaired(key)
        while name in kept or (name != key and name in sound):
            name += "\ufffd"
        kept[name] = _repaired(item)
    return kept


@given(st.binary(max_size=80))
def test_any_bytes_are_read_or_refused_in_one_sentence(line: bytes) -> None:
    try:
        read_json(line)
    except (Unreadable, Unusable) as error:
        assert "\n" not in str(error)
        str(error).encode()


@pytest.mark.requirement("F-30", "F-33")
@pytest.mark.parametrize(
    ("line", "value", "places"),
    [
        (rb'{"a":["x","\ud83d"]}', {"a": ["x", "\ufffd"]}, ("a[1]",)),
        (rb'{"a":"\ud83d\ude00"}', {"a": "\U0001f600"}, ()),
        (b'{"a":"\xed\xa0\xbd"}', {"a": "\ufffd"}, ("a",)),
        (b'{"a":"\xed\xa0\xbd\xed\xb8\x80"}', {"a": "\U0001f600"}, ()),
        (b'{"a":"\xff!"}', {"a": "\ufffd!"}, ("a",)),
        (rb'{"\udc00":1}', {"\ufffd": 1}, ("\ufffd",)),
        (
            rb'{"a":{"\ud800":1,"\ud801":2}}',
            {"a": {"\ufffd": 1, "\ufffd\ufffd": 2}},
            ("a.\ufffd", "a.\ufffd\ufffd"),
        ),
        (rb'{"\ud800":1,"\ufffd":2}', {"\ufffd\ufffd": 1, "\ufffd": 2}, ("\ufffd\ufffd",)),
        (rb'{"\ud800":"\ud800"}', {"\ufffd": "\ufffd"}, ("\ufffd",)),
        (rb'["\ud800","\ud801","\ud802","\ud803"]', ["\ufffd"] * 4, ("[0]", "[1]", "[2]")),
        (rb'{"m":[{"c":{"d":"\udfff"}}]}', {"m": [{"c": {"d": "\ufffd"}}]}, ("m[0].c.d",)),
    ],
)
def test_halves_of_characters_are_replaced_and_up_to_three_places_are_named(
    line: bytes, value: Any, places: tuple[str, ...]
) -> None:
    read = read_json(line)
    assert read.value == value
    assert read.replaced == places


@pytest.mark.requirement("F-33")
@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b'{"a":[1,{"b":NaN}]}', "a[1].b is NaN, which JSON does not have"),
        (b"Infinity", "the message is Infinity, which JSON does not have"),
        (b'{"a":-Infinity}', "a is -Infinity, which JSON does not have"),
        (b'{"a":[1e999]}', "a[0] is Infinity, which JSON does not have"),
        (b'{"a":' + b"1" * 400 + b".5}", "a is Infinity, which JSON does not have"),
    ],
)
def test_numbers_that_json_does_not_have_are_named(line: bytes, sentence: str) -> None:
    with pytest.raises(Unusable) as error:
        read_json(line)
    assert str(error.value) == sentence


def _nested(levels: int, kind: str) -> bytes:
    opening, closing = {"list": ("[", "]"), "object": ('{"k":', "}"), "both": ('[{"k":', "}]")}[kind]
    if kind == "both":
        levels //= 2
    return f"{opening * levels}1{closing * levels}".encode()


@pytest.mark.parametrize("kind", ["list", "object", "both"])
@pytest.mark.parametrize(
    ("levels", "fits"), [(200, True), (202, False), (900, False), (10_000, False), (200_000, False)]
)
def test_nesting_ends_at_two_hundred_levels_however_deep_it_goes(kind: str, levels: int, fits: bool) -> None:
    line = b'{"args":' + _nested(levels, kind) + b"}"
    if fits:
        assert read_json(line).value == json.loads(line)
    else:
        with pytest.raises(Unusable, match=rf"^args\S+… is nested deeper than {DEEPEST} levels$"):
            read_json(line)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{",
        b'{"a":',
        b"nope",
        b"[1,]",
        b'{"a":1}}',
        b'"\x01"',
        b"1" * 5000,
        b"{'a':1}",
        b"\xff\xfe{\x00}\x00",
    ],
)
def test_what_is_no_json_is_unreadable(line: bytes) -> None:
    with pytest.raises(Unreadable, match=r"^the JSON cannot be read: "):
        read_json(line)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (b'{"id":7,"method":', 7),
        (b'{"method":"x","params":{"id":9},"id":"a-1"', "a-1"),
        (b'{"method":"\\"id\\":5","id" : -3 ,', -3),
        (b'{"params":[{"id":1}', None),
        (b'{"params":"never closed, \\"id\\":4, {', None),
        (b'{"id":true,"x":5', None),
        (b'{"id":null,', None),
        (b'{"id":[5],', None),
        (b'{"id":1.5,', None),
        (b'{"id":' + b"9" * 5000 + b",", None),
        (b'{"id":"' + b"x" * 5000 + b'",', None),
        (b'[{"id":5}', None),
        (b"", None),
        (b'"id":5', None),
        (b'{"x":' + b"[" * 50_000 + b"]" * 50_000 + b',"id":8}', 8),
    ],
)
def test_the_id_of_an_unreadable_request_is_found_where_there_is_one(line: bytes, found: Any) -> None:
    assert top_level_id(line) == found


@pytest.mark.parametrize("behind", [64_000, 66_000])
def test_the_id_is_found_however_far_behind_it_stands(behind: int) -> None:
    """Also where the first part that is looked at ends in the middle of it."""
    for shift in range(12):
        line = b'{"x":"' + b"y" * (65_536 - 16 + shift) + b'","id":1234,"z":"' + b"y" * behind
        assert top_level_id(line) == 1234


@pytest.mark.parametrize(
    ("line", "place"),
    [
        (b'{"a":[1,{"b":"[","c":', "a[1].c"),
        (b'{"a":1,"b":2,"a":', "a"),
        (b'[[],[[1]],{"k":[{}]},', "[3]"),
        (b'{"a":{"b":"\\"]"},"b":["]",', "b[1]"),
    ],
)
def test_the_place_that_is_too_deep_is_named_whatever_stands_before_it(line: bytes, place: str) -> None:
    with pytest.raises(Unusable) as error:
        read_json(line + b"[" * 100_000, "p")
    assert str(error.value).startswith(f"p{'' if place[0] == '[' else '.'}{place}[0][0]")


def test_an_integer_with_too_many_digits_is_named_in_our_own_words() -> None:
    with pytest.raises(Unreadable, match=r"an integer of more than 4,300 digits$"):
        read_json(b"[" + b"1" * 5000 + b"]")


def test_a_place_in_the_text_is_said_once() -> None:
    with pytest.raises(Unreadable, match=r"Invalid control character at character 1$"):
        read_json(b'"\x01"')
