"""What is shown of a change: a unified diff that other programs could apply, of whatever size."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from offcut_mcp.install.files import Change
from offcut_mcp.install.shown import difference
from support.command import offcut
from support.installations import home_of

LINES = st.lists(st.sampled_from(["a", "b", "{", "}"]), max_size=20)


@given(LINES, LINES, LINES, LINES)
def test_the_diff_turns_the_one_into_the_other(
    head: list[str], old: list[str], new: list[str], tail: list[str]
) -> None:
    before, after = [*head, *old, *tail], [*head, *new, *tail]
    change = Change(Path("f"), "\n".join(before).encode(), "\n".join(after).encode())
    patch = list(difference(change))
    assert patch[:2] == ["--- f", "+++ f"]
    assert applied(patch[2:], before) == after


def applied(patch: list[str], lines: list[str]) -> list[str]:
    """Apply the hunks of a unified diff."""
    result, position = [], 0
    for line in patch:
        if line.startswith("@@"):
            start, _, length = line.split()[1][1:].partition(",")
            # Of a hunk that takes no line the number is that of the line before it.
            at = int(start) - (0 if length == "0" else 1)
            result += lines[position:at]
            position = at
            continue
        if line[0] in " -":
            assert lines[position] == line[1:]
            position += 1
        if line[0] in " +":
            result.append(line[1:])
    return result + lines[position:]


def test_the_line_numbers_are_those_of_the_files() -> None:
    before = [str(number) for number in range(1000)]
    after = [*before[:500], "new", *before[500:]]
    change = Change(Path("f"), "\n".join(before).encode(), "\n".join(after).encode())
    assert list(difference(change)) == list(difflib.unified_diff(before, after, "f", "f", lineterm=""))


def test_a_file_that_comes_or_goes_is_named_as_none() -> None:
    assert list(difference(Change(Path("f"), None, b"x\n"))) == [
        "--- (no file)",
        "+++ f",
        "@@ -0,0 +1 @@",
        "+x",
    ]
    assert list(difference(Change(Path("f"), b"x\n", None))) == [
        "--- f",
        "+++ (no file)",
        "@@ -1 +0,0 @@",
        "-x",
    ]


def test_long_lines_are_cut() -> None:
    [*_, line] = difference(Change(Path("f"), b"", b"x" * 5_000))
    assert len(line) < 200 and line.endswith(" …")


def test_only_line_feeds_end_a_line(tmp_path: Path) -> None:
    body = "a\u2028b\x0bc\x85d\re\x1cf\r\ng\n".encode()
    assert list(difference(Change(tmp_path, None, body)))[3:] == ["+a\u2028b\x0bc\x85d\re\x1cf", "+g"]


@pytest.mark.parametrize("sign", ["\x1b", "\x9b", "\x0b", "\x7f", "\u202e", "\u2066", "\u200b", "\u2028"])
def test_what_a_terminal_would_obey_is_never_printed(sign: str, tmp_path: Path) -> None:
    home = home_of("gemini", tmp_path)
    home.write(".gemini/settings.json", f'{{\n  // {sign}[31mred\n  "a": 1\n}}\n'.encode())
    ran = offcut("install", "gemini", "--yes", stdin=b"", cwd=tmp_path, **home.environment)
    assert ran.code == 0
    assert "[31mred" in ran.out and sign not in ran.out


@pytest.mark.parametrize("between", ["", "\u200b", "\x1b[0m", "\u202e", "\x00"])
def test_keys_are_masked_whatever_stands_invisibly_in_them(between: str, tmp_path: Path) -> None:
    key = f"ghp_0123456789ab{between}cdefghijABCDEFGHIJ012345"
    [*_, line, last] = difference(Change(tmp_path, b"", f'{{"a": "{key}",\n"b": "\u200b"}}'.encode()))
    assert "cdefghijABCDEFGHIJ" not in line and '"a"' in line
    assert last == '+"b": "\u200b"}'
