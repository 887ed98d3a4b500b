"""Search finds what the caller's project archived, best first, and nothing of anybody else."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from offcut.archive import Archive
from offcut.archive.searching import Scope, Wanted, search
from offcut.errors import Cancelled, InvalidInput
from offcut.ports import NewSource, Occurrence, SearchHit, SearchResult, SourceKind
from offcut.recovery import recover_source
from support.reading import tool_result

pytestmark = pytest.mark.anyio

KEY = "sk-" + "A1b2C3d4" * 5


def met(text: str, tool: str | None = "read", kind: SourceKind = "tool_result") -> NewSource:
    return NewSource(text.encode("utf-8", "surrogatepass"), kind, occurrence=Occurrence(tool))


async def put(path: Path, project: str | None, *sources: NewSource, namespace: str = "local") -> list[str]:
    async with Archive.open(path, project=project, namespace=namespace) as archive:
        return await archive.put_many(sources)


async def found(path: Path, query: str, project: str | None = "/p", **more: Any) -> SearchResult:
    async with Archive.open(path, project=project) as archive:
        return await archive.search(query, **more)


async def in_memory(sources: list[NewSource], query: str, **more: Any) -> SearchResult:
    async with Archive.open(":memory:") as archive:
        await archive.put_many(sources)
        return await archive.search(query, **more)


def refs(result: SearchResult) -> list[str]:
    return [hit.ref for hit in result.hits]


async def test_a_hit_says_where_and_what(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    text = "first\nthe Refund of order A-1042 failed\nlast"
    [ref, _] = await put(path, "/p", met(text, "get_order"), met("another order", "get_order"))
    result = await found(path, "refund ORDER")
    hit = SearchHit(ref, "get_order", 2, "the Refund of order A-1042 failed", 0.98)
    assert result == SearchResult((hit,), 2, ())
    assert result.to_wire() == {
        "hits": [
            {"ref": ref, "tool": "get_order", "line": 2, "snippet": hit.snippet, "score": 0.98},
        ],
        "searched": 2,
        "warnings": [],
    }


@pytest.mark.parametrize(
    ("text", "query", "line"),
    [
        ("def compact_context(messages):", "act_con", 1),
        ("a\nsee engines/offcut/archive/sqlite.py:12\n", "OFFCUT/archive/sqlite.py", 2),
        ("C:\\Users\\me\\x.txt", "\\users\\ME", 1),
        ("一\n执行退款操作失败\n", "退款 失败", 2),
        ("テスト\n検索エンジン", "索エ", 2),
        ("x" * 500_000 + " needle " + "y" * 500_000, "needle", 1),
        ("line\n" * 20_000 + "needle\n" + "line\n" * 20_000, "needle", 20_001),
        ("x" * 32_765 + "needle", "needle", 1),
        ("half \ud83d\nneedle", "needle", 2),
        ("half \ud83d", "\ud83d", 1),
        ("a\0b\nnul \0 byte", "nul \0", 2),
        ("one\ntwo\nconnection refused\nrefused connection", '"refused connection"', 4),
        ("ΟΔΟΣ", "οδος", 1),
    ],
)
async def test_identifiers_paths_parts_of_words_and_any_script(text: str, query: str, line: int) -> None:
    result = await in_memory([met(text), met("something else")], query)
    [hit] = result.hits
    assert hit.line == line
    assert len(hit.snippet) <= 160 and "\n" not in hit.snippet
    hit.snippet.encode()


@pytest.mark.parametrize(
    "query",
    [
        "' OR 1=1 --",
        "'; DELETE FROM source; --",
        "needle* OR NOT x",
        "NEAR(needle, 2)",
        "needle:x -y ^z",
        '"',
        '"" "',
        '"needle',
        "%",
        "_ %",
        "(a+)+$",
        ".*",
        "[",
        "\\",
        "\0",
        "needle\0",
        "\ud83d",
        "🤷‍♂️",
        "({[<>]})?!",
        "--help",
    ],
)
async def test_a_hostile_query_is_only_words(query: str) -> None:
    async with Archive.open(":memory:") as archive:
        await archive.put_many([met("the needle in the hay")])
        result = await archive.search(query)
        assert result.hits == () and result.searched == 1
        for warning in result.warnings:
            warning.encode()
        await archive.put_many([met(f"now {query} is here")])
        assert len((await archive.search(query)).hits) == 1
        assert (await archive.stats()).total.count == 2


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"query": " "}, "query is empty"),
        ({"query": "x" * 10_000}, "10000 characters; give at most 1000"),
        ({"query": "x", "limit": 0}, "limit must be an integer from 1 to 50"),
        ({"query": "x", "limit": 51}, "limit must be"),
        ({"query": "x", "limit": True}, "limit must be"),
        ({"query": "x", "limit": "3"}, "limit must be"),
    ],
)
async def test_what_cannot_be_searched_is_one_sentence(given: dict[str, Any], words: str) -> None:
    async with Archive.open(":memory:") as archive:
        with pytest.raises(InvalidInput, match=words):
            await archive.search(**given)


async def test_only_the_callers_project_is_searched(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    [ours] = await put(path, "/p", met("needle of p"))
    [theirs] = await put(path, "/q", met("needle of q"))
    [nobodys] = await put(path, None, met("needle of nobody"))
    [shared] = await put(path, "/p", met("needle of both"))
    await put(path, "/q", met("needle of both"))
    assert set(refs(await found(path, "needle"))) == {ours, shared}
    assert set(refs(await found(path, "needle", "/q"))) == {theirs, shared}
    assert set(refs(await found(path, "needle", None))) == {nobodys}
    everywhere = await found(path, "needle", "/p", projects="all")
    assert set(refs(everywhere)) == {ours, theirs, nobodys, shared} and everywhere.searched == 4
    nothing = await found(path, "needle", "/r")
    assert nothing == SearchResult((), 0, ("nothing is archived in this project",))


async def test_a_tool_of_another_project_is_not_named(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    await put(path, "/q", met("needle", "theirs"))
    await put(path, "/p", met("needle", "ours"))
    assert [hit.tool for hit in (await found(path, "needle")).hits] == ["ours"]
    assert (await found(path, "needle", tool="theirs")).searched == 0


async def test_another_namespace_does_not_exist(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    await put(path, "/p", met("needle"), namespace="other")
    assert (await found(path, "needle", projects="all")).searched == 0


async def test_only_the_named_tool_is_searched(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    [read, grep, none] = await put(
        path, "/p", met("needle 1", "read"), met("needle 2", "grep"), met("needle 3", None)
    )
    await put(path, "/p", met("needle 1", "grep"))
    assert set(refs(await found(path, "needle", tool="grep"))) == {read, grep}
    assert {(hit.ref, hit.tool) for hit in (await found(path, "needle")).hits} == {
        (read, "read"),
        (grep, "grep"),
        (none, None),
    }
    assert len((await found(path, "needle", tool="")).hits) == 3
    missing = await found(path, "needle", tool="rm'\n")
    assert missing.warnings == ('nothing of tool "rm\'�" is archived in this project; leave tool out',)


async def test_prompts_and_manifests_are_not_searched(tmp_path: Path) -> None:
    kinds: tuple[SourceKind, ...] = ("tool_result", "message", "summary", "plan")
    sources = [met(f"needle {kind}", kind=kind) for kind in kinds]
    sources.append(met('{"messages":[],"needle":1}', kind="segment"))
    result = await in_memory(sources, "needle")
    assert {hit.snippet for hit in result.hits} == {"needle tool_result", "needle message", "needle summary"}
    assert result.searched == 3


async def test_what_has_expired_or_is_about_to_is_not_found(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    [past, soon, later] = await put(path, "/p", *(met(f"needle {n}") for n in range(3)))
    connection = sqlite3.connect(path)
    for ref, end in ((past, 1.0), (soon, time.time() + 10), (later, time.time() + 3600)):
        connection.execute("UPDATE source SET expires_at = ? WHERE ref = ?", (end, ref))
    connection.commit()
    connection.close()
    result = await found(path, "needle")
    assert (refs(result), result.searched) == ([later], 1)


async def test_the_text_of_blocks_is_searched_and_not_their_json() -> None:
    body = b'[{"type":"text","text":"one\\ntwo"}]'
    blocks = NewSource(body, text="one\ntwo", blocks=1, media_type="application/json")
    picture = NewSource(b"\x89two", text="", media_type="image/png")
    result = await in_memory([blocks, picture], "two")
    assert [(hit.line, hit.snippet) for hit in result.hits] == [(2, "two")] and result.searched == 1
    assert (await in_memory([blocks], "type")).hits == ()


async def test_better_places_come_first_and_equal_ones_by_last_use(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    texts = ["payment x" * 9 + " retry", "old payment retry", "new payment retry", "repayment retrying"]
    [far, old, new, parts] = await put(path, "/p", *map(met, texts))
    assert refs(await found(path, "payment retry")) == [new, old, far, parts]
    assert refs(await found(path, "payment retry", limit=2)) == [new, old]
    async with Archive.open(path) as archive:
        await archive.get(old)
    assert refs(await found(path, "payment retry")) == [old, new, far, parts]
    assert await found(path, "payment retry") == await found(path, "payment retry")


async def test_searching_is_no_use_of_a_source(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    await put(path, "/p", met("needle"))
    before = _used(path)
    assert (await found(path, "needle")).hits
    assert _used(path) == before


def _used(path: Path) -> list[Any]:
    connection = sqlite3.connect(path)
    try:
        return connection.execute("SELECT ref, used_at FROM source").fetchall()
    finally:
        connection.close()


async def test_what_is_forgotten_is_never_found_again(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    [ref, other] = await put(path, "/p", met("needle one"), met("needle two"))
    await put(path, "/q", met("needle two"))
    async with Archive.open(path, project="/p") as archive:
        assert len((await archive.search("needle")).hits) == 2
        await archive.forget(refs=[ref])
        assert refs(await archive.search("needle")) == [other]
        await archive.forget(project="/p")
        assert (await archive.search("needle")).searched == 0
        assert refs(await archive.search("needle", projects="all")) == [other]


async def test_no_snippet_shows_a_secret() -> None:
    result = await in_memory([met(f"key = {KEY} of prod\nprod uses {KEY}\n")], "prod uses")
    [hit] = result.hits
    assert hit.snippet == "prod uses [secret]"
    [hit] = (await in_memory([met(f"key = {KEY} of prod")], KEY[:12])).hits
    assert hit.snippet == "key = [secret] of prod"


async def test_a_thousand_sources_are_searched_and_each_can_be_found(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    texts = [f"file {n}\n" + f"filler {n} " * 200 + f"\nticket T-{n:04} is open\n" for n in range(1000)]
    stored = await put(path, "/p", *map(met, texts))
    async with Archive.open(path, project="/p") as archive:
        for number in (0, 499, 999):
            result = await archive.search(f"T-{number:04}")
            [hit] = result.hits
            assert (hit.ref, hit.line, result.searched) == (stored[number], 3, 1000)
        assert len((await archive.search("ticket", limit=50)).hits) == 50


async def test_letters_of_a_large_source_cost_a_bounded_number_of_looks_and_can_be_stopped() -> None:
    letters = tuple("abcdefghijklmnopqrstuvwxyz")
    checks, most = 0, 5_000

    def check() -> None:
        nonlocal checks
        checks += 1
        if checks == most:
            raise Cancelled("enough")

    async with Archive.open(":memory:") as archive:
        await archive.put_many([met(f"{n} " + "".join(letters) * 10_000) for n in range(3)])
        scope = Scope("local", "", None)
        result = await archive._snapshot(lambda c: search(c, scope, Wanted(letters, 10), check))
        assert len(result.hits) == 3 and 2_000 < checks < most
        checks, most = 0, checks // 2
        with pytest.raises(Cancelled):
            await archive._snapshot(lambda c: search(c, scope, Wanted(letters, 10), check))


@pytest.mark.parametrize(
    ("query", "warning"),
    [
        ("one absent", 'no source holds "absent"; leave that out'),
        ("one a1 a2 a3 a4", 'no source holds "a1", "a2", "a3" and 1 more; leave that out'),
        ("one two", "each word occurs, but no source holds them all; give fewer words"),
    ],
)
async def test_nothing_found_says_which_word_is_in_the_way(query: str, warning: str) -> None:
    result = await in_memory([met("one"), met("two")], query)
    assert result == SearchResult((), 2, (warning,))
    assert (await in_memory([met("one")], "absent")).warnings == ()


async def test_beyond_the_bound_the_most_recently_used_are_read_and_the_rest_is_named() -> None:
    texts = ["oldest needle", "needle " * 20, "newer needle", "newest needle"]
    async with Archive.open(":memory:") as archive:
        stored = await archive.put_many(list(map(met, texts)))
        scope = Scope("local", "", None)
        result = await archive._snapshot(
            lambda c: search(c, scope, Wanted(("needle",), 10, most_characters=40), lambda: None)
        )
    assert refs(result) == [stored[3], stored[2], stored[0]]
    assert result.searched == 3
    [warning] = result.warnings
    assert warning.startswith("1 of 4 sources were not looked at: one search reads 40 characters")


async def test_a_damaged_source_is_named_and_the_others_are_found(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    [damaged, whole] = await put(path, "/p", met("needle broken"), met("needle whole"))
    connection = sqlite3.connect(path)
    connection.execute("UPDATE piece SET body = x'00' WHERE CAST(body AS TEXT) = 'needle broken'")
    connection.commit()
    connection.close()
    result = await found(path, "needle")
    assert (refs(result), result.searched) == ([whole], 1)
    assert result.warnings == (f"could not be read, because their bytes are damaged: {damaged}",)


lines = st.lists(st.text(st.characters(exclude_characters="\n"), max_size=20), max_size=20)


async def _found_and_recovered(text: str) -> str:
    async with Archive.open(":memory:") as archive:
        await archive.put_many([tool_result(text)])
        [hit] = (await archive.search("planted-FACT")).hits
        return await recover_source(archive, hit.ref, lines=str(hit.line), raw=True)


@given(lines, lines)
def test_the_line_of_a_hit_is_the_line_that_recovery_gives(before: list[str], after: list[str]) -> None:
    text = "\n".join([*before, "the-Planted-fact", *after])
    assert anyio.run(_found_and_recovered, text) == "the-Planted-fact"
