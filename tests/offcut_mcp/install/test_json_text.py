"""Laws of editing JSON as text: the outcome is the edit's, and whatever else was written stays."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from offcut_mcp.install import json_text
from offcut_mcp.install.edits import Append, Delete, Edit, Put, outcome, value_at
from offcut_mcp.install.json_layout import without_comments

NAMES = st.sampled_from(["mcpServers", "a", 'quo"te', "//", "/*", "é⛰", "offcut"])
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=8), st.just('","}]//*/{'))
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=8,
)
OBJECTS = st.dictionaries(NAMES, VALUES, max_size=4)
NEW = {"command": "/x, y", "args": ["serve"]}


def written(value: Any, style: random.Random, *, comments: bool) -> str:
    """Return a value as JSON with spaces, lines, comments and trailing commas wherever they may be."""

    def space() -> str:
        fillings = ["", "", " ", "\n", "\n  ", "\t", "\r\n"]
        if comments:
            fillings += [" /* , } */ ", " // , ] \n", "/**/"]
        return "".join(style.choice(fillings) for _ in range(style.randrange(3)))

    def members(parts: list[str]) -> str:
        trailing = "," + space() if comments and parts and style.random() < 0.3 else ""
        return space() + ("," + space()).join(part + space() for part in parts) + trailing

    match value:
        case dict():
            parts = [
                f"{json.dumps(name, ensure_ascii=style.random() < 0.5)}{space()}:{space()}"
                f"{written(inner, style, comments=comments)}"
                for name, inner in value.items()
            ]
            return "{" + members(parts) + "}"
        case list():
            return "[" + members([written(inner, style, comments=comments) for inner in value]) + "]"
    return json.dumps(value)


def kept(text: str) -> list[str]:
    """Return what a text holds apart from white space and commas: its words and its comments."""
    return [character for character in text if not character.isspace() and character != ","]


def is_subsequence(part: list[str], whole: list[str]) -> bool:
    rest = iter(whole)
    return all(character in rest for character in part)


@given(OBJECTS, st.randoms(use_true_random=False), st.booleans())
def test_putting_a_member_gives_the_outcome_and_keeps_every_word_and_comment(
    values: dict[str, Any], style: random.Random, comments: bool
) -> None:
    values.pop("offcut", None)
    text = written(values, style, comments=comments)
    for path in (("offcut",), ("new", "offcut")):
        edit = Put(path, NEW)
        edited = json_text.edited(text, edit, comments=comments)
        assert repr(json_text.read(edited, comments=comments)) == repr(outcome(values, edit))
        assert is_subsequence(kept(text), kept(edited))


@given(OBJECTS, st.randoms(use_true_random=False), st.booleans())
def test_what_was_put_can_be_deleted_and_leaves_what_was_there(
    values: dict[str, Any], style: random.Random, comments: bool
) -> None:
    values.pop("offcut", None)
    text = written(values, style, comments=comments)
    for add in (Put(("offcut",), NEW), Append(("offcut",), NEW)):
        added = json_text.edited(text, add, comments=comments)
        left = json_text.edited(added, Delete(("offcut",)), comments=comments)
        assert repr(json_text.read(left, comments=comments)) == repr(values)
        assert kept(left) == kept(text)


@given(OBJECTS, st.randoms(use_true_random=False), st.booleans(), st.data())
def test_any_member_or_item_can_be_replaced_appended_to_and_deleted(
    values: dict[str, Any], style: random.Random, comments: bool, data: st.DataObject
) -> None:
    text = written(values, style, comments=comments)
    paths = list(_paths(values))
    if not paths:
        return
    path = data.draw(st.sampled_from(paths))
    edits: list[Edit] = [Put(path, NEW), Delete(path)]
    if isinstance(value_at(values, path), list):
        edits.append(Append(path, NEW))
    for edit in edits:
        edited = json_text.edited(text, edit, comments=comments)
        assert repr(json_text.read(edited, comments=comments)) == repr(outcome(values, edit))


def _paths(value: Any, above: tuple[str | int, ...] = ()) -> Any:
    children = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    for name, inner in children:
        yield (*above, name)
        yield from _paths(inner, (*above, name))


@given(st.text(alphabet='/*"\\\n ,{}a', max_size=30))
def test_comments_become_spaces_and_everything_else_stays_where_it_is(text: str) -> None:
    plain = without_comments(text)
    assert len(plain) == len(text)
    assert all(new in (old, " ") for old, new in zip(text, plain, strict=True))


def test_of_two_members_with_one_name_the_last_one_counts_and_is_changed() -> None:
    text = '{"offcut": 1, "offcut": 2}'
    assert json_text.edited(text, Put(("offcut",), 3), comments=False) == '{"offcut": 1, "offcut": 3}'


@given(OBJECTS, st.randoms(use_true_random=False), SCALARS, st.sampled_from([(), ("a",)]))
def test_beside_what_is_in_the_way_no_second_member_is_ever_written(
    values: dict[str, Any], style: random.Random, scalar: Any, around: tuple[str, ...]
) -> None:
    inner = {**values, "mcpServers": scalar}
    text = written({"a": inner} if around else inner, style, comments=False)
    for edit in (
        Put((*around, "mcpServers", "offcut"), NEW),
        Append((*around, "mcpServers"), NEW),
        Append((*around, "mcpServers", "offcut"), NEW),
    ):
        with pytest.raises(ValueError, match="mcpServers holds nothing"):
            json_text.edited(text, edit, comments=False)
