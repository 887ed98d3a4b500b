"""What was put comes back byte for byte, whole and in parts, from a new process's point of view."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from offcut.archive import Archive
from offcut.errors import InvalidInput
from offcut.ports import Excerpt, NewSource

PIECE = 32_768

#: Any text: NUL, CRLF, emoji, lone surrogates; ``st.text()`` alone leaves surrogates out.
any_text = st.text(st.characters(exclude_categories=()))
#: Texts of up to six pieces whose borders fall anywhere.
long_text = st.builds(
    lambda unit, lead, times: (lead + unit * times)[: 6 * PIECE],
    st.text(st.characters(exclude_categories=()), min_size=1, max_size=40),
    any_text,
    st.integers(0, 6000),
)
texts = any_text | long_text
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner, max_size=3)
)
blocks = st.lists(st.dictionaries(st.text(max_size=5), json_values, max_size=3), max_size=5)


def text_source(text: str) -> NewSource:
    return NewSource(text.encode("utf-8", "surrogatepass"))


def block_source(blocks: list[object], text: str) -> NewSource:
    body = json.dumps(blocks, ensure_ascii=False, separators=(",", ":"))
    return NewSource(
        body.encode(), text=text, blocks=len(blocks), media_type="application/json", kind="message"
    )


def binary_source(content: bytes) -> NewSource:
    return NewSource(content, text="", media_type="application/octet-stream")


sources = (
    st.builds(text_source, texts)
    | st.builds(block_source, blocks, texts)
    | st.builds(
        binary_source,
        st.binary() | st.builds(lambda b, n: b * n, st.binary(max_size=50), st.integers(0, 4000)),
    )
)


async def _round_trip(path: Path, given: list[NewSource]) -> list[tuple[bytes, str]]:
    async with Archive.open(path) as archive:
        refs = await archive.put_many(given)
    async with Archive.open(path) as archive:
        return [(await archive.get(ref), (await archive.read_text(ref)).text) for ref in refs]


@given(st.lists(sources, max_size=6, unique_by=lambda source: source.body))
def test_every_source_comes_back_after_reopening(given: list[NewSource]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        found = anyio.run(_round_trip, Path(folder) / "archive.db", given)
    for source, (body, text) in zip(given, found, strict=True):
        assert body == source.body
        expected = source.text if source.text is not None else source.body.decode("utf-8", "surrogatepass")
        assert text == expected


async def _ranges(text: str, blocks: bool, low: int, high: int) -> tuple[Excerpt, Excerpt]:
    source = block_source([{"n": 1}], text) if blocks else text_source(text)
    async with Archive.open(":memory:") as archive:
        [ref] = await archive.put_many([source])
        return await archive.read_characters(ref, low, high), await archive.read_lines(ref, low, high)


@given(texts, st.booleans(), st.data())
def test_ranges_hold_what_slicing_gives(text: str, blocks: bool, data: st.DataObject) -> None:
    lines = text.split("\n")
    low = data.draw(st.integers(0, len(text) + 2) | st.integers(0, len(lines) + 2))
    high = data.draw(st.integers(low, max(low, len(text) + 2)) | st.integers(low, low + 5))
    characters, by_line = anyio.run(_ranges, text, blocks, low, high)
    assert text.startswith(characters.text, characters.character)
    assert characters.line == text.count("\n", 0, characters.character)
    assert characters.character <= low or not characters.text
    skipped = low - characters.character
    assert characters.text[max(skipped, 0) :][: high - low] == text[low:high]
    first = max(low, 1) - 1
    found = by_line.text.split("\n")
    assert text.startswith(by_line.text, by_line.character)
    assert by_line.line == text.count("\n", 0, by_line.character)
    if text and first < min(high, len(lines)):
        # The first and last line of an excerpt may be cut; those that were asked for never are.
        assert found[first - by_line.line : high - by_line.line] == lines[first:high]


@pytest.mark.anyio
async def test_a_page_of_a_big_source_takes_only_the_pieces_it_meets() -> None:
    text = "".join(f"line {number:07}\n" for number in range(80_000))
    async with Archive.open(":memory:") as archive:
        [ref] = await archive.put_many([text_source(text)])
        page = await archive.read_characters(ref, 500_000, 510_000)
        lines = await archive.read_lines(ref, 40_000, 40_010)
    assert (page.character, len(page.text)) == (491_520, PIECE)
    assert len(lines.text) <= 2 * PIECE
    assert lines.text.split("\n")[40_000 - 1 - lines.line] == "line 0039999"


@pytest.mark.anyio
@pytest.mark.parametrize("text", ["", "a", "a\n", "a\nb", "\n" * PIECE, "x" * PIECE + "\nend"])
async def test_beyond_the_end_there_is_nothing(text: str) -> None:
    async with Archive.open(":memory:") as archive:
        [ref] = await archive.put_many([text_source(text)])
        end = Excerpt("", len(text), text.count("\n"))
        assert await archive.read_characters(ref, len(text), len(text) + 9) == end
        assert await archive.read_lines(ref, text.count("\n") + 2, 10**9) == end


@pytest.mark.anyio
async def test_measures_are_those_of_the_text_and_the_body() -> None:
    async with Archive.open(":memory:") as archive:
        refs = await archive.put_many(
            [text_source("é\n\n"), block_source([{"a": "é"}], "x\ny"), binary_source(b"\xff\n\xfe")]
        )
        found = [await archive.describe(ref) for ref in refs]
    assert [(i.bytes, i.characters, i.lines, i.blocks) for i in found] == [
        (4, 3, 3, 0),
        (12, 3, 2, 1),
        (3, 0, 1, 0),
    ]
    assert [i.kind for i in found] == ["tool_result", "message", "tool_result"]
    assert found[2].media_type == "application/octet-stream"


@pytest.mark.anyio
async def test_bytes_said_to_be_text_that_are_none_are_refused_and_nothing_is_stored() -> None:
    async with Archive.open(":memory:") as archive:
        with pytest.raises(InvalidInput, match=r"sources\[1\]\.body is not UTF-8"):
            await archive.put_many([NewSource(b"fine"), NewSource(b"\xff\xfe")])
        assert (await archive.stats()).total.count == 0
