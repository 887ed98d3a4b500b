"""What a host shows to its model: small, plain, and true."""

from __future__ import annotations

import dataclasses
import inspect
import json
import re
from typing import Any

import jsonschema  # type: ignore[import-untyped]  # it comes with the SDK, without types
import pytest

from offcut.api import compact_context, compress, context_status
from offcut.archive import Archive
from offcut.config import CompactionOptions, CompressionOptions
from offcut.recovery import recover_source
from offcut.vocabulary import exact_counter
from offcut_mcp.instructions import INSTRUCTIONS
from offcut_mcp.tools import TOOLS

#: o200k tokens of name, description and schema: of each tool, and of all together (DESIGN 4).
BUDGETS = {
    "compress": 465,
    "compact_context": 520,
    "recover_source": 240,
    "search_archive": 130,
    "context_status": 230,
}
ALL_TOGETHER = 1600


@pytest.mark.anyio
@pytest.mark.parametrize("name", list(TOOLS))
async def test_a_tool_costs_its_reader_no_more_tokens_than_it_may(name: str) -> None:
    assert await _tokens(name) <= BUDGETS[name]


@pytest.mark.anyio
async def test_the_default_set_costs_its_reader_no_more_tokens_than_it_may() -> None:
    assert set(TOOLS) == set(BUDGETS)
    assert await _tokens(*TOOLS) <= ALL_TOGETHER


async def _tokens(*names: str) -> int:
    members = ("name", "description", "inputSchema")
    shown = [{key: TOOLS[name].definition()[key] for key in members} for name in names]
    return (await exact_counter()).count(json.dumps(shown, ensure_ascii=False, separators=(",", ":")))


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
        ("compress", compress, {"archive", "warnings", "progress", "enabled"}),
        ("compact_context", compact_context, {"archive", "warnings", "progress", "protected_tools"}),
        ("recover_source", recover_source, {"store"}),
        ("search_archive", Archive.search, {"self", "projects"}),
        (
            "context_status",
            context_status,
            {"archive", "warnings", "options", "compaction", "protected_tools", "enabled"},
        ),
    ],
)
def test_every_argument_of_the_library_can_be_given_over_the_wire(
    name: str, function: Any, by_the_server: set[str]
) -> None:
    taken = set(inspect.signature(function).parameters) - by_the_server
    assert set(TOOLS[name].arguments) - {"transcript"} == taken


@pytest.mark.parametrize(
    ("name", "options"), [("compact_context", CompactionOptions), ("compress", CompressionOptions)]
)
def test_the_options_that_are_described_are_those_that_exist_with_their_defaults(
    name: str, options: type[CompactionOptions | CompressionOptions]
) -> None:
    described = TOOLS[name].arguments["options"].description
    found = dict(re.findall(r"(\w+) [^,(]*\(([^)]+)\)", described))
    assert found == {field.name: _shown(field.default) for field in dataclasses.fields(options)}


def _shown(default: Any) -> str:
    if default is None:
        return "null"
    return f"{default:g}" if isinstance(default, float) else str(default)


@pytest.mark.parametrize(
    ("name", "read_only"),
    [
        ("compress", False),
        ("compact_context", False),
        ("recover_source", True),
        ("search_archive", True),
        ("context_status", True),
    ],
)
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
    assert all(name in INSTRUCTIONS for name in TOOLS)
    assert len(INSTRUCTIONS) < 1500
