"""Arguments of a tool: one table that its schema is made from and its calls are checked with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from offcut.errors import InvalidInput
from offcut_mcp.json_text import SHOWN_PLACES, Json, Unreadable, Unusable, quoted, read_json

Kind = Literal["text", "integer", "flag", "texts", "objects", "options", "text map"]
Problems = list[str]


@dataclass(frozen=True, slots=True)
class _Shape:
    """What a kind looks like: in a schema, in Python, in words; and each of its items."""

    schema: Mapping[str, Any]
    python: type
    words: str
    item: type | tuple[type, ...] | None = None
    item_words: str = ""


#: Plain types only: hosts strip or misread everything cleverer.
_SHAPES: Mapping[Kind, _Shape] = {
    "text": _Shape({"type": "string"}, str, "a string"),
    "integer": _Shape({"type": "integer"}, int, "an integer"),
    "flag": _Shape({"type": "boolean"}, bool, "true or false"),
    "texts": _Shape(
        {"type": "array", "items": {"type": "string"}}, list, "a list of strings", str, "a string"
    ),
    "objects": _Shape(
        {"type": "array", "items": {"type": "object"}}, list, "a list of objects", dict, "an object"
    ),
    "options": _Shape(
        {"type": "object"}, dict, "an object", (str, int, float, type(None)), "a number or a string"
    ),
    "text map": _Shape({"type": "object"}, dict, "an object of strings", str, "a string"),
}
#: No number that anybody means has more, and errors repeat numbers.
MOST_DIGITS = 50

_JSON_WORDS: Mapping[type, str] = {
    str: "a string",
    int: "an integer",
    float: "a fraction",
    bool: "true or false",
    list: "a list",
    dict: "an object",
    type(None): "null",
}


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a tool. Without a description its name says everything."""

    kind: Kind
    description: str = ""
    required: bool = False


Table = Mapping[str, Argument]


@dataclass(frozen=True, slots=True)
class Given:
    """The checked arguments of a call. ``replaced`` names places repaired in JSON given as a string."""

    values: Mapping[str, Any]
    replaced: tuple[str, ...] = ()


def input_schema(table: Table) -> dict[str, Any]:
    """Return the JSON schema of a tool's arguments."""
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {name: _property(argument) for name, argument in table.items()},
        "additionalProperties": False,
    }
    required = [name for name, argument in table.items() if argument.required]
    return {**schema, "required": required} if required else schema


def read_arguments(tool: str, table: Table, given: Mapping[str, Any]) -> Given:
    """Return the given arguments, checked; ``null`` means omitted.

    Where a list or an object is expected, a string that holds its JSON is read, because models write
    that. Raises ``InvalidInput`` naming every place that is wrong.
    """
    present = {name: value for name, value in given.items() if value is not None}
    problems = [*_unknown(tool, table, present), *_missing(table, present)]
    values: dict[str, Any] = {}
    replaced: list[str] = []
    for name, value in present.items():
        if name in table:
            read = _read(name, table[name].kind, value, problems)
            values[name] = read.value
            replaced += read.replaced
    if problems:
        raise InvalidInput(*problems)
    return Given(values, tuple(replaced[:SHOWN_PLACES]))


def _property(argument: Argument) -> dict[str, Any]:
    schema = dict(_SHAPES[argument.kind].schema)
    return {**schema, "description": argument.description} if argument.description else schema


def _unknown(tool: str, table: Table, present: Mapping[str, Any]) -> Iterator[str]:
    unknown = [name for name in present if name not in table]
    if unknown:
        named = ", ".join(quoted(name) for name in unknown[:SHOWN_PLACES])
        more = f" and {len(unknown) - SHOWN_PLACES} more" if len(unknown) > SHOWN_PLACES else ""
        verb = "are no arguments" if len(unknown) > 1 else "is no argument"
        yield f"{named}{more} {verb} of {tool}, which takes {', '.join(table)}"


def _missing(table: Table, present: Mapping[str, Any]) -> Iterator[str]:
    for name, argument in table.items():
        if argument.required and name not in present:
            yield f"{name} is missing: {argument.description}"


def _read(name: str, kind: Kind, value: Any, problems: Problems) -> Json:
    """Return the value of one argument, and add what is wrong with it to ``problems``."""
    shape = _SHAPES[kind]
    read = Json(_whole(value, kind))
    if isinstance(value, str) and shape.python in (list, dict):
        try:
            read = read_json(value.encode(), name)
        except (Unreadable, Unusable) as error:
            problems.append(f"{name} must be {shape.words}, and this string cannot be read as one: {error}")
            return read
    problems += _wrong(name, shape, read.value)
    return read


def _whole(value: Any, kind: Kind) -> Any:
    """Return integers where they were written as fractions: to JSON, 10.0 is an integer."""
    if kind == "options" and isinstance(value, dict):
        return {name: _whole(item, "integer") for name, item in value.items()}
    return int(value) if kind == "integer" and isinstance(value, float) and value.is_integer() else value


def _wrong(name: str, shape: _Shape, value: Any) -> Iterator[str]:
    if not _is(value, shape.python):
        yield f"{name} must be {shape.words}, not {_words(value)}"
    elif shape.python is int and abs(value) >= 10**MOST_DIGITS:
        yield f"{name} must be an integer of at most {MOST_DIGITS} digits"
    elif shape.item is not None:
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, item in items:
            if not _is(item, shape.item):
                place = quoted(key) if isinstance(key, str) else key
                yield f"{name}[{place}] must be {shape.item_words}, not {_words(item)}"


def _is(value: Any, kind: type | tuple[type, ...]) -> bool:
    """Say whether a JSON value is of a type; in JSON, ``true`` is no number."""
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))


def _words(value: Any) -> str:
    return _JSON_WORDS.get(type(value), "something else")
