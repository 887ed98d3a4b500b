"""The main job over stdio on every real list: smaller, valid, and every byte back, also after a kill."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from offcut.formats import read
from support.corpus import Checker, lists
from support.servers import sdk_client


async def fold(client: Client, body: Any, options: dict[str, Any]) -> Any:
    result = await client.call_tool("compact_context", {"messages": body, "options": options})
    assert not result.is_error, result.content
    return result.structured_content


async def recovered(client: Client, ref: str) -> bytes:
    (content,) = (await client.read_resource(f"offcut://source/{ref}")).contents
    assert hasattr(content, "text"), f"{ref} came back as a blob"
    return str(content.text).encode()


def originals(messages: Any) -> set[bytes]:
    return {result.source.encode() for message in read(messages).messages for result in message.results}


@pytest.mark.anyio
@pytest.mark.requirement("R-01", "R-06", "R-23", "F-28", "F-34")
@pytest.mark.parametrize("options", [{}, {"drop_threshold": 1.0}], ids=["defaults", "everything"])
async def test_every_list_of_the_corpus_keeps_every_promise(options: dict[str, Any], tmp_path: Path) -> None:
    checker, archive = Checker(), tmp_path / "archive.db"
    shown: dict[str, bytes] = {}
    folds = 0
    async with sdk_client(archive) as client:
        for name, before in lists().items():
            first = await fold(client, before, options)
            after = first["messages"]
            assert checker.faults(before, after, "preview") == [], name
            assert len(json.dumps(after)) <= len(json.dumps(before)), name
            assert first["stats"]["tokens_after"] <= first["stats"]["tokens_before"]
            if not first["changed"]:
                assert after == before
            second = await fold(client, after, options)
            assert second["changed"] is False and second["messages"] == after, name
            for source in first["sources"]:
                shown[source["ref"]] = data = await recovered(client, source["ref"])
                assert data in originals(before), (name, source)
            folds += len(first["sources"])
    assert folds > 200, "the corpus hardly folds at all"
    async with sdk_client(archive) as client:
        for ref, data in shown.items():
            assert await recovered(client, ref) == data
