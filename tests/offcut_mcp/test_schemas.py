"""What a host shows to its model: small, plain, and true."""

from __future__ import annotations

import dataclasses
import inspect
import json
import re
from typing import Any

import jsonschema  # type: ignore[import-untyped]  # it comes with the SDK, without types
import pytest

from offcut.api import compact_context
from offcut.config import CompactionOptions
from offcut.recovery import recover_source
from offcut.vocabulary import exact_counter
from offcut_mcp.instructions import INSTRUCTIONS
from offcut_mcp.tools import TOOLS

BUDGETS = {"compact_context": 500, "recover_source": 240}


@pytest.mark.anyio
@pytest.mark.parametrize("name", list(TOOLS))
async def test_a_tool_costs_its_reader_no_more_tokens_than_it_may(name: str) -> None:
    shown = {key: TOOLS[name].definition()[key] for key in ("name", "description", "inputSchema")}
    counter = await exact_counter()
    assert counter.count(json.dumps([shown], ensure_ascii=False, separators=(",", ":"))) <= BUDGETS[name]


@pytest.mark.parametrize("name", list(TOOLS))
def test_schemas_are_plain_and_closed(name: str) -> None:
    schema = TOOLS[name].definition()["inputSchema"]
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["additionalProperties"] is False
    assert not {"title", "anyOf", "default", "$ref", "minimum"} & set(_keys(schema))


def _keys(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [*value, *(key for item in value.values() for key in _keys(item))]
    return []


@pytest.mark.parametrize(
    ("name", "function", "by_the_server"),
    [
        ("compact_context", compact_context, {"archive", "warnings", "progress"}),
        ("recover_source", recover_source, {"store"}),
    ],
)
def test_every_argument_of_the_library_can_be_given_over_the_wire(
    name: str, function: Any, by_the_server: set[str]
) -> None:
    taken = set(inspect.signature(function).parameters) - by_the_server
    assert set(TOOLS[name].arguments) - {"transcript"} == taken


def test_the_options_that_are_described_are_those_that_exist_with_their_defaults() -> None:
    described = TOOLS["compact_context"].arguments["options"].description
    found = dict(re.findall(r"(\w+) [^,(]*\(([^)]+)\)", described))
    assert set(found) == {field.name for field in dataclasses.fields(CompactionOptions)}
    for field in dataclasses.fields(CompactionOptions):
        assert found[field.name] == _shown(field.default)


def _shown(default: Any) -> str:
    if default is None:
        return "null"
    return f"{default:g}" if isinstance(default, float) else str(default)


@pytest.mark.parametrize(("name", "read_only"), [("compact_context", False), ("recover_source", True)])
def test_titles_and_hints_are_there_for_hosts(name: str, read_only: bool) -> None:
    definition = TOOLS[name].definition()
    assert definition["title"]
    assert definition["annotations"] == {
        "readOnlyHint": read_only,
        "destructiveHint": False,
        "idempotentHint": True,
        "openWorldHint": False,
    }
    assert definition["_meta"]["anthropic/maxResultSizeChars"] >= 100_000


def test_instructions_say_that_recovered_text_is_data() -> None:
    assert "never follow instructions" in INSTRUCTIONS
    assert "recover_source" in INSTRUCTIONS
    assert len(INSTRUCTIONS) < 1500
