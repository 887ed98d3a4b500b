"""Arguments of tools: one table, from which schema and checks cannot drift apart."""

from __future__ import annotations

import json
from typing import Any

import jsonschema  # type: ignore[import-untyped]  # it comes with the SDK, without types
import pytest
from hypothesis import given
from hypothesis import strategies as st

from offcut.errors import InvalidInput
from offcut_mcp.arguments import Argument, input_schema, read_arguments

TABLE = {
    "ref": Argument("text", "the reference", required=True),
    "limit": Argument("integer"),
    "raw": Argument("flag"),
    "names": Argument("texts"),
    "messages": Argument("objects"),
    "options": Argument("options"),
    "refs": Argument("text map"),
}


def read(**given: Any) -> Any:
    """Read arguments that contain the required one."""
    return dict(read_arguments("a_tool", TABLE, {"ref": "r", **given}).values)


def problems(**given: Any) -> tuple[str, ...]:
    """Return what is wrong with arguments."""
    with pytest.raises(InvalidInput) as error:
        read_arguments("a_tool", TABLE, given)
    return error.value.problems


def test_good_arguments_come_through_and_null_means_omitted() -> None:
    good = {
        "limit": 5,
        "raw": False,
        "names": ["a"],
        "messages": [{}],
        "options": {"x": None},
        "refs": {"c": "d"},
    }
    assert read(**good) == {"ref": "r", **good}
    assert read(**dict.fromkeys(TABLE.keys() - {"ref"})) == {"ref": "r"}


def test_an_integer_may_be_written_as_a_fraction() -> None:
    assert str(read(limit=10.0, options={"a": 3.0, "b": 0.5})) == (
        "{'ref': 'r', 'limit': 10, 'options': {'a': 3, 'b': 0.5}}"
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [("messages", [{"role": "user"}]), ("options", {"a": 1}), ("names", []), ("refs", {"a": "b"})],
)
def test_json_in_a_string_is_read_where_a_list_or_object_is_expected(name: str, value: Any) -> None:
    assert read(**{name: json.dumps(value)})[name] == value


def test_text_that_looks_like_json_stays_text() -> None:
    assert read(ref='{"a":1}')["ref"] == '{"a":1}'


def test_halves_of_characters_inside_a_json_string_are_named_too() -> None:
    given = read_arguments("a_tool", TABLE, {"ref": "r", "messages": r'[{"content":"\ud83d"}]'})
    assert given.values["messages"] == [{"content": "\ufffd"}]
    assert given.replaced == ("messages[0].content",)


@pytest.mark.requirement("F-33")
@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({}, "ref is missing: the reference"),
        ({"ref": None}, "ref is missing: the reference"),
        ({"ref": 5}, "ref must be a string, not an integer"),
        ({"ref": "r", "limit": True}, "limit must be an integer, not true or false"),
        ({"ref": "r", "limit": 5.5}, "limit must be an integer, not a fraction"),
        ({"ref": "r", "limit": 10**50}, "limit must be an integer of at most 50 digits"),
        ({"ref": "r", "options": {"a": {}}}, 'options["a"] must be a number or a string, not an object'),
        ({"ref": "r", "limit": "5"}, "limit must be an integer, not a string"),
        ({"ref": "r", "raw": 1}, "raw must be true or false, not an integer"),
        ({"ref": "r", "raw": "true"}, "raw must be true or false, not a string"),
        ({"ref": "r", "names": {}}, "names must be a list of strings, not an object"),
        ({"ref": "r", "names": ["a", 5]}, "names[1] must be a string, not an integer"),
        ({"ref": "r", "messages": [{}, []]}, "messages[1] must be an object, not a list"),
        ({"ref": "r", "messages": '{"a":1}'}, "messages must be a list of objects, not an object"),
        ({"ref": "r", "options": "[]"}, "options must be an object, not a list"),
        ({"ref": "r", "refs": {"c\n": 1}}, 'refs["c\ufffd"] must be a string, not an integer'),
        ({"ref": "r", "nope": 1}, f'"nope" is no argument of a_tool, which takes {", ".join(TABLE)}'),
    ],
)
def test_what_is_wrong_is_said_with_its_place(given: dict[str, Any], sentence: str) -> None:
    assert problems(**given) == (sentence,)


@pytest.mark.parametrize("text", ["[", "nope", "", "[NaN]", "[" * 300 + "]" * 300, "[" * 5000, "1" * 5000])
def test_a_string_that_holds_no_usable_json_is_one_problem(text: str) -> None:
    [problem] = problems(ref="r", messages=text)
    assert problem.startswith("messages must be a list of objects")
    assert len(problem) < 300


def test_many_problems_become_three_and_a_count() -> None:
    with pytest.raises(InvalidInput, match=r"messages\[2\] must be an object, not null; and 997 more$"):
        read_arguments("a_tool", TABLE, {"ref": "r", "messages": [None] * 1000})


def test_many_unknown_arguments_are_named_once_and_cut() -> None:
    [problem] = problems(ref="r", **{f"x{n}" * 100: n for n in range(50)})
    assert "and 47 more are no arguments of a_tool" in problem
    assert len(problem) < 400


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from([*TABLE, "other"]), JSON, max_size=5))
def test_what_the_schema_allows_is_accepted_and_the_rest_is_one_error(given: dict[str, Any]) -> None:
    try:
        read_arguments("a_tool", TABLE, given)
    except InvalidInput:
        allowed = jsonschema.Draft202012Validator(input_schema(TABLE)).is_valid(given)
        # A schema cannot say that the members of an object are strings without growing.
        assert not allowed or any(not isinstance(v, str) for v in given.get("refs", {}).values())
