"""``search_archive`` over stdio: what was folded away is found by its words and leads back to the line."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.conversations import RECORD, Step, chat
from support.paths import require_shared
from support.servers import Wire, greeted_server, sdk_client

LEAST_CHARACTERS = 500
KEY = "sk-" + "A1b2C3d4" * 5
SECRET_LINE = f"deploy key {KEY} of planted-prod"


def lists() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    for path in sorted((require_shared() / "corpus" / "openai-chat").glob("*.json")):
        yield path.stem, json.loads(path.read_text())["messages"]


def planted(messages: list[dict[str, Any]], label: str) -> tuple[list[dict[str, Any]], dict[str, str]]:
    """Return the list with one line more in the middle of every large result; fact -> changed text."""
    planted, facts = copy.deepcopy(messages), {}
    for number, message in enumerate(planted):
        text = message.get("content")
        if message["role"] == "tool" and isinstance(text, str) and len(text) >= LEAST_CHARACTERS:
            lines = text.split("\n")
            fact = f"planted-{label}-{number} holds VALUE{number}"
            lines.insert(len(lines) // 2, fact)
            message["content"] = facts[fact] = "\n".join(lines)
    return planted, facts


def searched(wire: Wire, **arguments: Any) -> Any:
    result = wire.call("search_archive", arguments)
    assert result["isError"] is False, result
    [block] = result["content"]
    assert json.loads(block["text"]) == result["structuredContent"]
    return result["structuredContent"]


def sentence(wire: Wire, **arguments: Any) -> str:
    result = wire.call("search_archive", arguments)
    assert result["isError"] is True and "structuredContent" not in result
    return str(result["content"][0]["text"])


def fold(wire: Wire, messages: list[dict[str, Any]]) -> Any:
    arguments = {"messages": messages, "options": {"drop_threshold": 1.0}}
    result = wire.call("compact_context", arguments)
    assert result["isError"] is False, result
    return result["structuredContent"]


def original(wire: Wire, ref: str) -> str:
    reply = wire.ask("resources/read", {"uri": f"offcut://source/{ref}"})
    return str(reply["result"]["contents"][0]["text"])


def test_facts_planted_in_real_lists_are_found_and_their_lines_recovered(tmp_path: Path) -> None:
    found = 0
    with greeted_server(tmp_path / "archive.db") as wire:
        for label, messages in lists():
            changed, facts = planted(messages, label)
            folded = {
                source["ref"]: original(wire, source["ref"]) for source in fold(wire, changed)["sources"]
            }
            for fact, text in facts.items():
                hits = searched(wire, query=fact.upper(), limit=1)["hits"]
                assert bool(hits) == (text in folded.values()), fact
                for hit in hits:
                    assert folded[hit["ref"]] == text and fact in hit["snippet"] and hit["score"] > 0.9
                    line = {"ref": hit["ref"], "lines": str(hit["line"]), "raw": True}
                    assert wire.call("recover_source", line)["content"][0]["text"] == fact
                    found += 1
        assert wire.finish() == 0
    assert found >= 50, found


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    """A server whose archive holds eight records of one project and one of another."""
    path = tmp_path_factory.mktemp("search") / "archive.db"
    with greeted_server(path, CLAUDE_PROJECT_DIR="/elsewhere") as other:
        fold(other, chat([Step(f"{RECORD}\nunique-elsewhere {n}") for n in range(2)]))
        assert other.finish() == 0
    with greeted_server(path, CLAUDE_PROJECT_DIR="/here") as wire:
        steps = [Step(f"{RECORD}\nunique-{n}\n{SECRET_LINE if n == 3 else ''}") for n in range(8)]
        assert len(fold(wire, chat(steps))["sources"]) >= 5
        yield wire
        assert wire.finish() == 0
        assert wire.complaints() == ""


def test_a_hit_has_the_documented_shape(wire: Wire) -> None:
    result = searched(wire, query="unique-1")
    assert list(result) == ["hits", "searched", "warnings"]
    [hit] = result["hits"]
    assert list(hit) == ["ref", "tool", "line", "snippet", "score"]
    assert (hit["line"], hit["snippet"], hit["score"]) == (RECORD.count("\n") + 2, "unique-1", 1.0)
    assert result["searched"] >= 5 and result["warnings"] == []


def test_the_limit_and_the_tool_narrow_the_answer(wire: Wire) -> None:
    everything = searched(wire, query="unique")
    tool = everything["hits"][0]["tool"]
    assert len(searched(wire, query="unique", limit=2)["hits"]) == 2
    assert searched(wire, query="unique", tool=tool) == everything
    none = searched(wire, query="unique", tool="other")
    assert none["hits"] == [] and none["searched"] == 0
    assert none["warnings"] == ['nothing of tool "other" is archived in this project; leave tool out']


def test_another_project_is_not_searched(wire: Wire) -> None:
    assert searched(wire, query="unique-elsewhere")["hits"] == []


def test_a_secret_in_the_line_is_not_shown(wire: Wire) -> None:
    for query in ("planted-prod", KEY):
        result = wire.call("search_archive", {"query": query})
        [hit] = result["structuredContent"]["hits"]
        assert hit["snippet"] == "deploy key [secret] of planted-prod"
        assert KEY not in json.dumps(result)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, "query is missing"),
        ({"query": None}, "query is missing"),
        ({"query": ""}, "query is empty; give words that the wanted text holds"),
        ({"query": " \n "}, "query is empty"),
        ({"query": 7}, "query must be a string, not an integer"),
        ({"query": "x" * 10_000}, "query has 10000 characters; give at most 1000"),
        ({"query": "x", "limit": 0}, "limit must be an integer from 1 to 50"),
        ({"query": "x", "limit": 51}, "limit must be an integer from 1 to 50"),
        ({"query": "x", "projects": "all"}, '"projects" is no argument of search_archive'),
    ],
)
def test_an_unusable_call_is_one_sentence(wire: Wire, arguments: dict[str, Any], words: str) -> None:
    error = sentence(wire, **arguments)
    assert words in error and "\n" not in error


@pytest.mark.parametrize(
    "query", ["' OR 1=1 --", "uni*", "unique NOT x", '"unique', "(a+)+$", "\0", "\ud83d", "NEAR(unique)", "%"]
)
def test_syntax_of_other_programs_is_only_words(wire: Wire, query: str) -> None:
    result = searched(wire, query=query)
    assert result["hits"] == [] and result["searched"] >= 5


def test_a_repaired_query_is_said_to_be_one(wire: Wire) -> None:
    [repaired, *_] = searched(wire, query="half \ud83d")["warnings"]
    assert "U+FFFD" in repaired and "query" in repaired


def test_a_new_archive_says_that_it_is_empty(tmp_path: Path) -> None:
    with greeted_server(tmp_path / "archive.db") as wire:
        assert searched(wire, query="x") == {
            "hits": [],
            "searched": 0,
            "warnings": ["nothing is archived in this project"],
        }


@pytest.mark.anyio
async def test_the_sdk_client_gets_the_same_hits_from_a_new_process(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    with greeted_server(path) as wire:
        fold(wire, chat([Step(f"{RECORD}\nunique-{n}") for n in range(4)]))
        before = searched(wire, query="unique")
    async with sdk_client(path) as client:
        result = await client.call_tool("search_archive", {"query": "unique", "limit": None})
        assert result.structured_content == before and before["hits"]
