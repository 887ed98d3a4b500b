"""``offcut compact`` with files that are no conversation: one sentence and code 2, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.command import assert_one_sentence, offcut

MEBIBYTE = 1024 * 1024

#: What the file holds, and the words that its sentence must have.
UNUSABLE = {
    "empty": (b"", ["empty"]),
    "blank": (b" \n\n ", ["empty"]),
    "not JSON": (b'[\n  {"role": "user",\n   "content" "hi"}\n]', ["line 3, column 14"]),
    "cut off": (b'[{"role": "user", "content": "hi', ["line 1, column 30"]),
    "two values": (b'[]\n{"role": "user"}', ["line 2, column 1"]),
    "not UTF-8": ('[{"role": "user", "content": "é"}]'.encode("latin-1"), ["not UTF-8", "byte 30"]),
    "UTF-16": ("[]".encode("utf-16"), ["not UTF-8", "byte 0"]),
    "NaN": (b'[{"role": "user",\n "content": "NaN", "x": NaN}]', ["NaN", "line 2, column 25"]),
    "minus infinity": (b'["Infinity \\" -Infinity", -Infinity]', ["-Infinity", "line 1, column 27"]),
    "NaN and more": (b"[NaNa]", ["NaN", "line 1, column 2"]),
    "infinity and more": (b'["-Infinity", -Infinityx]', ["-Infinity", "line 1, column 15"]),
    "overflow and more": (b"[1e999abc]", ["1e999", "line 1, column 2"]),
    "a control character": (b'["\x1b"]', ["character at line 1, column 3"]),
    "JSON Lines": (b'{"role": "user"}\r\n{"role": "user"}\n', ["looks like JSON Lines", "one list"]),
    "overflowing number": (b'[{"x": 1e999}]', ["1e999", "line 1, column 8"]),
    "endless integer": (b"[" + b"7" * 5000 + b"]", ["too many digits"]),
    "201 levels": (b"[" * 201 + b"]" * 201, ["deeper than 200"]),
    "100000 levels": (b"[" * 100_000 + b"]" * 100_000, ["deeper than 200"]),
    "a number": (b"42", ["list of messages"]),
    "a string": (b'"messages"', ["list of messages"]),
    "an object without messages": (
        b'{"history": [], "n": 1}',
        ['"history", "n"', '"messages"', '"contents"'],
    ),
    "an empty object": (b"{}", ["an empty object"]),
    "messages that are no list": (b'{"messages": {"0": {}}}', ['"messages"']),
    "items that are no objects": (b'["hi", 3, null, []]', ["messages[0]", "messages[1]", "1 more"]),
    "an unknown kind of message": (
        b'[{"action": "run", "source": "agent"}]',
        ['has "action"', "agent events", "agentscope and gemini"],
    ),
}


@pytest.mark.parametrize("case", UNUSABLE)
def test_an_unusable_file_is_refused_in_one_sentence_that_names_it(case: str, tmp_path: Path) -> None:
    body, words = UNUSABLE[case]
    (tmp_path / "session.json").write_bytes(body)
    assert_one_sentence(offcut("compact", "session.json", cwd=tmp_path), 2, *words)


def test_the_sentence_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "session.json").write_bytes(b"{")
    assert_one_sentence(offcut("compact", "session.json", cwd=tmp_path), 2, "session.json is not JSON")
    assert_one_sentence(offcut("compact", "-", stdin=b"{"), 2, "standard input is not JSON")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("missing.json", ["No such file"]),
        (".", ["directory"]),
        ("session.json/x", ["Not a directory"]),
        ("x" * 300, ["too long"]),
    ],
)
def test_a_name_that_cannot_be_read_is_refused(name: str, words: list[str], tmp_path: Path) -> None:
    (tmp_path / "session.json").write_bytes(b"[]")
    ran = offcut("compact", name, cwd=tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert "cannot be read" in ran.err
    assert all(word in ran.err for word in words), ran.err
    assert ran.err.count("\n") == 1


def test_a_file_beyond_the_limit_is_refused_before_it_fills_the_memory(tmp_path: Path) -> None:
    with (tmp_path / "huge.json").open("wb") as sparse:
        sparse.truncate(20 * 1024 * MEBIBYTE)
    assert_one_sentence(offcut("compact", "huge.json", cwd=tmp_path), 2, "larger than 256 MiB")


def test_200_levels_are_not_too_deep() -> None:
    deep = b"[" * 198 + b"]" * 198
    ran = offcut("compact", "-", stdin=b'[{"role": "user", "content": "hi", "extra": ' + deep + b"}]")
    assert (ran.code, ran.err) == (0, "")


def test_a_byte_order_mark_is_no_obstacle() -> None:
    ran = offcut("compact", "-", stdin=b"\xef\xbb\xbf" + b'[{"role": "user", "content": "hi"}]')
    assert (ran.code, ran.err) == (0, "")


def test_nothing_is_stored_for_unusable_input(tmp_path: Path) -> None:
    offcut("compact", "-", "--archive", tmp_path / "archive.db", stdin=b"[{]")
    assert list(tmp_path.iterdir()) == []
