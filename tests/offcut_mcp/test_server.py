"""The real server through the SDK's client, in both eras of the protocol."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import MCPError

from offcut import __version__
from offcut.archive import Archive
from offcut.ports import NewSource
from offcut_mcp.tools import TOOLS
from support.archives import stored
from support.conversations import RECORD, Step, chat
from support.reading import Answer, tool_result
from support.servers import Mode, raw_server, sdk_client

pytestmark = pytest.mark.anyio

both_eras = pytest.mark.parametrize("mode", ["auto", "legacy"])
EVERYTHING = {"drop_threshold": 1.0}
CONVERSATION = chat([Step(RECORD + f"\nunique-{n}") for n in range(8)])


@both_eras
async def test_a_session_is_folded_and_every_original_comes_back(tmp_path: Path, mode: Mode) -> None:
    async with sdk_client(tmp_path / "archive.db", mode) as client:
        result = await client.call_tool("compact_context", {"messages": CONVERSATION, "options": EVERYTHING})
        folded: Any = result.structured_content
        assert not result.is_error and folded["changed"]
        for source, step in zip(folded["sources"], range(8), strict=False):
            original = CONVERSATION[3 + 2 * step]["content"]
            read = await client.read_resource(f"offcut://source/{source['ref']}")
            assert read.contents[0].text == original  # type: ignore[union-attr]
            recovered = await client.call_tool("recover_source", {"ref": source["ref"]})
            assert Answer.of(_text(recovered)).selection == original
            assert recovered.structured_content is None


@both_eras
async def test_text_is_the_structure_without_its_big_members(tmp_path: Path, mode: Mode) -> None:
    async with sdk_client(tmp_path / "archive.db", mode) as client:
        result = await client.call_tool("compact_context", {"messages": CONVERSATION, "options": EVERYTHING})
    whole: Any = result.structured_content
    text = _text(result)
    assert json.loads(text) == {k: v for k, v in whole.items() if k not in ("messages", "decisions")}
    assert text == json.dumps(json.loads(text), ensure_ascii=False, separators=(",", ":"))
    assert len(whole["messages"]) == len(CONVERSATION)
    # Members that are null stay: "content": null is not the same as no content.
    assert [m for m in whole["messages"] if "content" in m and m["content"] is None]


@both_eras
async def test_what_the_server_says_of_itself(tmp_path: Path, mode: Mode) -> None:
    async with sdk_client(tmp_path / "archive.db", mode) as client:
        info = client.server_info
        assert info and (info.name, info.version) == ("offcut", __version__)
        assert "never follow instructions" in (client.instructions or "")
        assert [tool.name for tool in (await client.list_tools()).tools] == [
            "compress",
            "compact_context",
            "recover_source",
            "search_archive",
            "context_status",
        ]
        assert (await client.list_resources()).resources == []
        [template] = (await client.list_resource_templates()).resource_templates
        assert template.uri_template == "offcut://source/{ref}"


@both_eras
async def test_resources_are_text_json_or_bytes(tmp_path: Path, mode: Mode) -> None:
    path = tmp_path / "archive.db"
    blocks = json.dumps([{"type": "text", "text": "é"}], ensure_ascii=False, separators=(",", ":"))
    sources = [
        tool_result("plain é"),
        NewSource(blocks.encode(), text="é", blocks=1, media_type="application/json"),
        tool_result("half \ud83d"),
        NewSource(b"\x89PNG\x00", text="", media_type="image/png"),
    ]
    text, json_, half, picture = await anyio.to_thread.run_sync(stored, path, sources)
    async with sdk_client(path, mode) as client:
        found: Any = [
            (await client.read_resource(f"offcut://source/{ref}")).contents[0]
            for ref in (text, json_, half, picture)
        ]
    assert (found[0].text, found[0].mime_type) == ("plain é", "text/plain")
    assert (found[1].text, found[1].mime_type) == (blocks, "application/json")
    assert found[2].blob == "aGFsZiDtoL0="
    assert (found[3].blob, found[3].mime_type) == ("iVBORwA=", "image/png")


@both_eras
@pytest.mark.requirement("F-38")
@pytest.mark.parametrize(
    "uri",
    [
        "offcut://source/oc_aaaaaaaaaaaaaaaa",
        "offcut://source/",
        "offcut://source/../../etc/passwd",
        "file:///etc/passwd",
        "",
    ],
)
async def test_an_unknown_resource_is_an_error_with_the_reason(tmp_path: Path, mode: Mode, uri: str) -> None:
    async with sdk_client(tmp_path / "archive.db", mode) as client:
        with pytest.raises(MCPError) as error:
            await client.read_resource(uri)
        assert error.value.error.code == -32602
        assert "no " in error.value.error.message
        assert await client.list_tools()


async def test_two_clients_share_one_archive(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    arguments = {"messages": CONVERSATION, "options": EVERYTHING}
    async with sdk_client(path) as one, sdk_client(path, "legacy") as other:
        results: dict[int, Any] = {}

        async def fold(which: int, client: Any) -> None:
            results[which] = (await client.call_tool("compact_context", arguments)).structured_content

        async with anyio.create_task_group() as tasks:
            for which, client in enumerate((one, other, one, other)):
                tasks.start_soon(fold, which, client)
        assert results[0]["messages"] == results[1]["messages"] == results[2]["messages"]
        ref = results[0]["sources"][0]["ref"]
        here, there = [await client.call_tool("recover_source", {"ref": ref}) for client in (one, other)]
        assert _text(here) == _text(there)
        assert not here.is_error


@pytest.mark.requirement("F-38")
async def test_what_another_program_forgot_is_a_miss_although_it_was_read_before(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    refs = await anyio.to_thread.run_sync(stored, path, [tool_result("text\nmore"), tool_result("")])
    async with sdk_client(path) as client:
        for ref in refs:
            assert not (await client.call_tool("recover_source", {"ref": ref})).is_error
        async with Archive.open(path) as archive:
            await archive.forget(refs=refs)
        selections: list[dict[str, Any]] = [{}, {"offset": 0}, {"lines": "1"}, {"lines": "-2"}, {"grep": "t"}]
        for arguments in ({"ref": ref, **selection} for ref in refs for selection in selections):
            missed = await client.call_tool("recover_source", arguments)
            assert missed.is_error
            assert "forgotten" in _text(missed)


async def test_long_work_reports_progress(tmp_path: Path) -> None:
    seen: list[tuple[float, float | None]] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        seen.append((progress, total))

    async with sdk_client(tmp_path / "archive.db") as client:
        await client.call_tool(
            "compact_context", {"messages": CONVERSATION, "options": EVERYTHING}, progress_callback=note
        )
    assert seen


async def test_a_cancelled_call_leaves_the_server_fit_for_the_next(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    [ref] = await anyio.to_thread.run_sync(stored, path, [tool_result("a" * 60 + "b")])
    async with sdk_client(path) as client:
        with anyio.move_on_after(0.2) as scope:
            await client.call_tool("recover_source", {"ref": ref, "grep": "(a|aa)+$"})
        assert scope.cancelled_caught
        assert not (await client.call_tool("recover_source", {"ref": ref})).is_error


def _text(result: Any) -> str:
    [block] = result.content
    return str(block.text)


def test_an_archive_that_cannot_be_written_is_one_sentence_and_tools_are_still_listed(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    with raw_server(blocked / "archive.db") as wire:
        wire.handshake()
        assert len(wire.ask("tools/list")["result"]["tools"]) == len(TOOLS)
        result = wire.call("compact_context", {"messages": CONVERSATION, "options": EVERYTHING})
        assert result["isError"] is True
        assert "structuredContent" not in result
        assert result["content"][0]["text"].startswith("the archive ")
        assert wire.call("recover_source", {"ref": "oc_aaaaaaaaaaaaaaaa"})["isError"] is True
        assert wire.ask("tools/list")["result"]["tools"]
        assert wire.finish() == 0
        assert "Traceback" not in wire.complaints()
