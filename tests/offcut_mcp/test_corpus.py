"""The main job over stdio on every real list: smaller, valid, and every byte back, also after a kill."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from offcut.formats import read
from support.paths import TOOLS, require_shared
from support.servers import sdk_client

FOLDERS = ("openai-chat", "anthropic")


def validator() -> Any:
    spec = importlib.util.spec_from_file_location("shared_validate", TOOLS / "validate.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def lists() -> dict[str, Any]:
    corpus = require_shared() / "corpus"
    paths = [path for folder in FOLDERS for path in sorted((corpus / folder).glob("*.json"))]
    return {f"{path.parent.name}/{path.name}": json.loads(path.read_text()) for path in paths}


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


def check(name: str, before: Any, after: Any, validate: Any) -> None:
    shape = "openai" if name.startswith("openai") else "anthropic"
    report = validate(before, after, shape=shape, mode="preview")
    assert report["errors"] == [] and report["warnings"] == [], (name, report["errors"], report["warnings"])
    assert len(json.dumps(after)) <= len(json.dumps(before))


@pytest.mark.anyio
@pytest.mark.requirement("R-01", "R-06", "R-23", "F-28", "F-34")
@pytest.mark.parametrize("options", [{}, {"drop_threshold": 1.0}], ids=["defaults", "everything"])
async def test_every_list_of_the_corpus_keeps_every_promise(options: dict[str, Any], tmp_path: Path) -> None:
    validate, archive = validator().validate, tmp_path / "archive.db"
    shown: dict[str, bytes] = {}
    folds = 0
    async with sdk_client(archive) as client:
        for name, body in lists().items():
            before = body["messages"]
            first = await fold(client, before, options)
            after = first["messages"]
            check(name, before, after, validate)
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
