"""``compress`` over stdio: what it removes comes back from a new process, on every real list."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from offcut.formats import read
from support.compress_calls import compressed, removed_from, resource, texts
from support.corpus import Checker, lists
from support.long_session import DUE, RULE, session
from support.servers import Wire, greeted_server


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    with greeted_server(tmp_path_factory.mktemp("compress") / "archive.db") as wire:
        yield wire
        assert wire.finish() == 0
        assert wire.complaints() == ""


def test_what_was_removed_comes_back_from_a_new_process(tmp_path: Path) -> None:
    path, before = tmp_path / "archive.db", session()
    with greeted_server(path) as wire:
        result = compressed(wire, before, options={"protect_last_n": 4}, **DUE)
    with greeted_server(path) as wire:
        removed = json.loads(resource(wire, result["segment_ref"]))
        assert removed_from(before, removed, result)
        assert resource(wire, result["summary_ref"]) == result["summary"]
        assert result["segment_ref"] in result["summary"]
        for source in result["sources"]:
            assert resource(wire, source["ref"]) in texts(before)
        found = wire.call("recover_source", {"ref": result["segment_ref"], "grep": "unique-3"})
        assert "unique-3" in found["content"][0]["text"]


def test_a_second_compression_replaces_the_first_summary(wire: Wire) -> None:
    first = compressed(wire, session(), **DUE)
    grown = [*first["messages"], *session()[2:]]
    second = compressed(wire, grown, **DUE)
    assert second["status"] == "compressed"
    assert first["summary"] not in texts(second["messages"])
    assert RULE in "".join(texts(second["messages"]))
    assert first["segment_ref"] != second["segment_ref"]


@pytest.mark.requirement("F-28")
def test_every_list_of_the_corpus_keeps_every_promise(tmp_path: Path) -> None:
    path, checker, outcomes = tmp_path / "archive.db", Checker(), []
    shown: dict[str, str] = {}
    with greeted_server(path) as wire:
        for name, before in lists().items():
            status = wire.call("context_status", {"messages": before})["structuredContent"]
            arguments = {"context_length": status["tokens"], "options": {"protect_last_n": 4}, "force": True}
            result = compressed(wire, before, **arguments)
            outcomes.append(result["status"])
            if result["status"] != "compressed":
                assert result["status"] in ("nothing_to_compress", "no_progress"), name
                assert result["messages"] == before, name
                continue
            check(name, before, result, checker)
            removed = json.loads(resource(wire, result["segment_ref"]))
            assert removed_from(before, removed, result), name
            if result["summary"] is not None:
                shown[result["summary_ref"]] = result["summary"]
            shown |= {source["ref"]: resource(wire, source["ref"]) for source in result["sources"]}
            assert all(shown[source["ref"]] in originals(before) for source in result["sources"]), name
    assert outcomes.count("compressed") >= 20, outcomes
    with greeted_server(path) as wire:
        for ref, text in shown.items():
            assert resource(wire, ref) == text


def check(name: str, before: Any, result: Any, checker: Checker) -> None:
    """Assert that a result is smaller and that no checker finds a fault in it."""
    own_call = result["segment_ref"].removeprefix("oc_")
    faults = [f for f in checker.faults(before, result["messages"], "compress") if own_call not in f[1]]
    assert faults == [], name
    stats = result["stats"]
    assert stats["tokens_after"] <= 0.95 * stats["tokens_before"], name
    assert len(json.dumps(result["messages"])) <= len(json.dumps(before)), name
    if result["summary"] is None:  # only results of a tail that is larger than the window gave way
        assert result["sources"] and stats["messages_removed"] == 0, name
    else:
        assert result["summary"] in texts(result["messages"]), name


def originals(messages: Any) -> set[str]:
    return {result.source for message in read(messages).messages for result in message.results}
