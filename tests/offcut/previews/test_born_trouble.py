"""No preview drops what went wrong: lines of trouble and lines of another kind are shown and counted."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest

from offcut.previews import Marker
from offcut.previews.born import born_preview
from offcut.previews.kinds import kind_of
from offcut.previews.of_log import VARIABLE


def shown(text: str, limit: int = 4_000) -> str:
    return born_preview(text, limit=limit, marker=Marker.of(text, "oc_abcdefghij234567")).rsplit("\n", 1)[0]


#: Of each kind some lines.
LINES: dict[str, Callable[[int], str]] = {
    "grep": lambda n: f"src/mod{n % 40}.c:{n}:{n % 9 + 1}: warning: unused variable 'x{n}'",
    "paths": lambda n: f"./src/mod{n}/a{n}.c",
    "json lines": lambda n: json.dumps({"level": "info", "msg": f"ok {n}", "at": n}),
    "table": lambda n: f"{n},{n * 2},{n * 3}",
    "diff": lambda n: f"+line {n}" if n else "diff --git a/x b/x\n@@ -1 +1 @@\n-a",
    "code": lambda n: f"def function{n}(): return {n}",
    "binary": lambda n: "QUJDxyz1" * 9,
}
MESSAGES = [
    "make: *** [Makefile:12: all] Error 2",
    "find: './root': Permission denied",
    "panic: runtime error: index out of range",
    "fatal: unable to read tree 123",
    "cat: other.py: No such file or directory",
    "psql: ERROR: the connection was lost",
    "ValueError: bad row",
]


@pytest.mark.parametrize("at", [0.3, 0.5, 0.9, 1.0])
@pytest.mark.parametrize("message", MESSAGES)
@pytest.mark.parametrize("kind", LINES)
def test_what_a_program_says_among_its_results_is_shown_with_its_line_number(
    kind: str, message: str, at: float
) -> None:
    lines = "\n".join(map(LINES[kind], range(900))).split("\n")
    place = int(len(lines) * at)
    lines.insert(place, message)
    text = "\n".join(lines)
    assert kind_of(text).name == kind
    preview = shown(text)
    assert f"\n{place + 1}: {message}" in preview
    assert "1 line does not fit:" in preview
    assert len(preview) - preview.index("1 line does") <= 4_000 / 3


@pytest.mark.parametrize("kind", LINES)
def test_the_last_lines_of_another_kind_are_shown_and_all_are_counted(kind: str) -> None:
    lines = "\n".join(map(LINES[kind], range(900))).split("\n")
    ends = [f"that is all of it, {word} it" for word in ("count", "read", "keep", "mark", "leave")]
    preview = shown("\n".join([*lines, *ends]))
    if kind == "code":
        return  # whatever is no message may be code
    assert "5 lines do not fit:" in preview and preview.endswith(ends[-1])


@pytest.mark.parametrize("kind", LINES)
def test_many_lines_of_trouble_take_a_third_of_the_room(kind: str) -> None:
    lines = [LINES[kind](n) for n in range(900)]
    for n in range(60):
        lines[n * 9 + 5] = f"fatal: {'abcdefghij'[n % 10] * 90}{'abcdef'[n // 10]} failed"
    preview = shown("\n".join(lines))
    assert len(preview) - preview.index("60 lines do not fit:") <= 4_000 / 3


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("\n".join([*map(LINES["grep"], range(900)), "src/a.c:9:3: error: expected ';'"]),
         "error: expected ';'"),
        ("\n".join([*map(LINES["json lines"], range(500)), '{"level":"error","msg":"the disk exploded"}',
                    *map(LINES["json lines"], range(500))]), "the disk exploded"),
        ("id,state\n" + "\n".join(f"{n},{'failed' if n == 77 else 'ok'},x" for n in range(900)), "77,failed"),
        (json.dumps({"items": ["ok x"] * 3_000, "errors": [{"message": "kaboom"}]}), "kaboom"),
        (json.dumps({"a": {"b": {"c": {"d": [{"ok": 1}] * 3_000 + [{"error": "kaboom"}]}}}}), "d[3000]: "),
        (json.dumps([{"level": "info", "msg": f"ok {n}"} for n in range(500)]
                    + [{"level": "error", "msg": "kaboom"}] + [{"level": "info", "msg": "x"}] * 9), "kaboom"),
        (json.dumps([["ok"] * 400, {"log": ["fine", "worker failed: kaboom", "fine"], "x": {}}]), "kaboom"),
    ],
    ids=range(7),
)  # fmt: skip
def test_trouble_that_is_of_the_kind_is_shown_too(text: str, wanted: str) -> None:
    assert wanted in shown(text)


@pytest.mark.parametrize(
    "record", [{"id": 1, "error": None, "failed": 0}, {"errors": [], "msg": "no errors"}]
)
def test_a_field_for_errors_without_any_is_no_trouble(record: dict[str, object]) -> None:
    assert "of trouble" not in shown(json.dumps([record] * 400))
    assert "of trouble" not in shown("\n".join([json.dumps(record)] * 400))


@pytest.mark.parametrize(
    ("start", "rest"),
    [
        (["@@ -1,2 +1,2 @@"], ["INFO step {n} done"]),
        (["diff --git a/x b/x", "--- a/x", "+++ b/x"], ["INFO step {n} done"]),
        (["QUJDxyz1" * 9] * 150, ["more text is here"]),
        (["\ufffd" * 900], ["the text of line {n} is here"]),
        (["class Thing:"], ["INFO step {n} done"]),
        (["a/b.c:1: text"] * 100, ["INFO step {n} done"]),
        (["./a/b.c"] * 100, ["INFO step {n} done"]),
        (["a,b,c"] * 100, ["INFO step {n} done"]),
        (['{"a": 1}'] * 100, ["INFO step {n} done"]),
    ],
    ids=range(9),
)  # fmt: skip
def test_a_kind_is_told_from_start_middle_and_end(start: list[str], rest: list[str]) -> None:
    lines = [*start, *(rest[0].format(n=n) for n in range(900)), "ERROR: the build failed"]
    text = "\n".join(lines)
    assert kind_of(text).name == "text"
    assert "ERROR: the build failed" in shown(text)


def test_the_same_holds_for_a_kind_that_comes_last() -> None:
    log = [f"INFO step {n} done" for n in range(400)]
    for lines in LINES.values():
        assert kind_of("\n".join([*log, *map(lines, range(1, 80))])).name == "text"


PASSWORD = "Tr0ub4dor&3xyzzy"
HIDDEN = ["\u200b", "\u200d", "\x07", "\x1b[31m", "\u2060", "\U000e0061", "\u034f"]


def escaped(text: str) -> str:
    return json.dumps("".join(f"\\u{ord(letter):04x}" for letter in text)).strip('"').replace("\\\\", "\\")


def records(name: str, value: str) -> list[str]:
    own = [f'{{"user": "u{n}", "{name}": "{value}{n // 150}"}}' for n in range(300)]
    return [f"[{','.join(own)}]", "\n".join(own), own[0], "LOG " + "\nLOG ".join(own)]


@pytest.mark.parametrize(
    "name",
    ["pass\\u0077ord", "pass\\\\u0077ord", escaped("password")]
    + [f"pass{json.dumps(mark)[1:-1]}word" for mark in HIDDEN]
    + [f"pass{mark}word" for mark in HIDDEN],
)
@pytest.mark.parametrize("value", [PASSWORD, escaped(PASSWORD)], ids=["plain", "escaped"])
def test_a_secret_under_a_name_that_only_a_reader_of_json_sees_is_not_shown(name: str, value: str) -> None:
    for text in records(name, value):
        preview = shown(text)
        assert PASSWORD not in preview and escaped(PASSWORD)[:30] not in preview
        assert not re.search("Tr0ub4|3xyzzy", preview)


@pytest.mark.parametrize("mark", HIDDEN)
def test_a_key_that_is_parted_by_what_nobody_sees_is_not_shown(mark: str) -> None:
    key = "AKIAQWERTYUIOPASDFGH"
    for parted in (f"{key[:9]}{mark}{key[9:]}", f"{key[:9]}{json.dumps(mark)[1:-1]}{key[9:]}"):
        for text in records("name", f"{parted} "):
            assert key not in shown(text).replace(mark, "")


def test_escapes_that_belong_to_the_text_stay() -> None:
    text = shown(json.dumps({"quoted": 'a "b" \\ c\nd', "smile": "😀", "half": "\ud83d", "é": "ü"}))
    assert all(part in text for part in ('a \\"b\\" \\\\ c d', "😀", "é", "ü"))


def test_hexadecimal_letters_without_a_digit_are_searched_once() -> None:
    """Quadratic work on a million letters would not end before the suite's timeout."""
    assert VARIABLE.sub("0", "abcdef" * 200_000) == "abcdef" * 200_000
    assert VARIABLE.sub("0", "id 0x1f, beef7 cafe 12:30 served2 a1b2") == "id 0, 0 cafe 0:0 serv0 0"
