"""What a preview tells of each kind of content."""

from __future__ import annotations

import base64
import json

import pytest

from offcut.previews import Marker
from offcut.previews.born import born_preview
from offcut.previews.kinds import kind_of

LOG = [f"2026-11-02 12:00:{n % 60:02d} INFO request {n} served in {n % 9} ms" for n in range(600)]
GREP = "\n".join(f"src/pkg{n // 50}/mod{n // 5}.py:{n}:    call({n})" for n in range(500))
PATHS = "\n".join(f"./src/pkg{n // 40}/deep/file_{n}.py" for n in range(800))
TABLE = "id,name,amount\n" + "\n".join(f"{n},user {n},{n * 3}" for n in range(700))
CODE = "\n".join(
    f'class Thing{n}:\n    """Say what."""\n\n    def method_{n}(self) -> int:\n        return {n}\n\n'
    for n in range(150)
)
DIFF = "\n".join(
    f"diff --git a/src/f{n}.c b/src/f{n}.c\nindex 1..2 100644\n--- a/src/f{n}.c\n+++ b/src/f{n}.c\n"
    f"@@ -{n},3 +{n},4 @@ int main_{n}(void)\n context\n+added {n}\n+more\n-removed\n context"
    for n in range(40)
)
BASE64 = base64.encodebytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40).decode()


def shown(text: str, limit: int = 2_000) -> str:
    return born_preview(text, limit=limit, marker=Marker.of(text, "oc_abcdefghij234567")).rsplit("\n", 1)[0]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("\n".join(LOG), "text"), (GREP, "grep"), (PATHS, "paths"), (TABLE, "table"), (CODE, "code"),
        (DIFF, "diff"), (BASE64, "binary"), ("\ufffd\ufffdab" * 99, "binary"),
        (json.dumps({"a": 1}), "json"), ("[1,\n 2]", "json"), ("7", "text"), ("{not json}", "text"),
        ('{"a": 1}\n' * 9, "json lines"), ("", "text"), ("a" * 500, "text"),
        ("0123456789abcdef" * 20, "text"),
        ("12:30:01 worker started\n" * 20, "text"), ("Well, yes, no.\nOne, two.\n" * 9, "text"),
        ("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n", "diff"),
    ],
)  # fmt: skip
def test_the_kind_is_told_from_the_shape(text: str, kind: str) -> None:
    assert kind_of(text).name == kind


def test_a_log_shows_its_beginning_its_end_and_what_stands_out_with_line_numbers() -> None:
    lines = list(LOG)
    lines[300] = "2026-11-02 12:05:00 ERROR cannot reach payment gateway: E17"
    lines[410] = "worker restarted by the operator"
    text = shown("\n".join(lines))
    assert text.startswith(LOG[0]) and text.endswith(LOG[-1])
    assert f"\n301: {lines[300]}\n" in text and f"\n411: {lines[410]}\n" in text
    assert "left out; these stand out:" in text


def test_lines_that_differ_in_numbers_only_stand_out_once_and_are_counted() -> None:
    lines = list(LOG)
    for at in (100, 200, 300):
        lines[at] = f"ERROR job {at} failed"
    assert "\n101: ERROR job 100 failed (and 2 like it)\n" in shown("\n".join(lines))


def test_good_news_is_no_trouble() -> None:
    prose = [f"{'abcdefghijklmnopqrst'[n % 20] * (n // 20 + 1)} passes by" for n in range(400)]
    for news, told in (
        ("0 errors were found", False),
        ("no failed tests", False),
        ("4 errors were found", True),
    ):
        text = shown("\n".join([*prose[:200], news, *prose[200:]]))
        assert (f"\n201: {news}\n" in text) == told


def test_of_a_progress_bar_only_the_end_is_shown_and_line_numbers_stay() -> None:
    bar = "".join(f"\r{n}%" for n in range(101))
    lines = ["start", bar, *LOG, "FATAL the end", *LOG]
    text = shown("\r\n".join(lines))
    assert text.startswith("start\n100%\n") and "\n603: FATAL the end\n" in text


def test_line_ends_that_are_none_in_the_original_move_no_line_number() -> None:
    lines = ["page\f one\v", "a\u2028b\x85c", "d\re", *LOG, "FATAL here", *LOG]
    assert "\n604: FATAL here\n" in shown("\n".join(lines))


def test_line_numbers_hold_behind_a_secret_of_several_lines() -> None:
    body = ["QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9w"] * 9
    key = ["-----BEGIN RSA PRIVATE KEY-----", *body, "-----END RSA PRIVATE KEY-----"]
    text = shown("\n".join([*LOG, *key, *LOG, "FATAL here", *LOG]))
    assert f"\n{600 + 11 + 600 + 1}: FATAL here\n" in text and "QUJDREVG" not in text


def test_json_shows_shape_counts_ids_and_outliers() -> None:
    records = [{"id": f"ord_{n:04d}", "state": "paid", "amount": n, "tags": ["a"]} for n in range(400)]
    records[123] = {**records[123], "state": "failed", "note": "card expired"}
    text = shown(json.dumps({"total": 400, "items": records}))
    assert text.startswith("JSON: object of 2 keys\n  total: 400\n")
    assert "items: 400 records" in text
    assert '"ord_0000", "ord_0001"' in text and '… "ord_0399"' in text
    assert '"paid" × 399, "failed" × 1 (item 123)' in text
    assert "amount: 0 to 399, 400 distinct" in text
    assert 'note, in 1 of 400: always "card expired"' in text


def test_json_of_other_lists_and_of_many_alike_keys_stays_short() -> None:
    assert "1000 numbers, 0 to 999" in shown(json.dumps(list(range(1_000))))
    text = shown(json.dumps({f"k{n}": {"de": "ja", "en": "yes"} for n in range(900)}))
    assert "892 more keys, the last k899" in text and "values: 900 records" in text


def test_json_that_a_masked_number_would_break_is_still_read_as_json() -> None:
    text = shown(json.dumps([{"password": 123456789, "user": f"u{n}"} for n in range(90)]))
    assert "90 records" in text and "123456789" not in text


def test_what_json_hides_in_escapes_is_masked_too() -> None:
    assert "hunter2" not in shown('{"pass\\u0077ord": "hunter2hunter9", "user": "u"}')
    token = "".join(f"\\u{ord(c):04x}" for c in "AKIAQWERTYUIOPASDFGH")
    assert "AKIAQWERTYUIOP" not in shown(f'[{{"key": "{token}"}}]')


def test_a_diff_shows_files_counts_and_hunks() -> None:
    text = shown(DIFF, 6_000)
    assert text.startswith("diff of 40 files, +80 -40\nsrc/f0.c: +2 -1, 1 hunks\n")
    assert "  @@ -7,3 +7,4 @@ int main_7(void)\n    +added 7\n    +more\n    -removed" in text
    assert "src/f39.c: +2 -1, 1 hunks" in shown(DIFF, 2_000), (
        "changed lines go before hunks, hunks before files"
    )
    assert shown(DIFF, 300).endswith("more files")


def test_a_diff_without_git_lines_counts_the_same() -> None:
    plain = "\n".join(line for line in DIFF.split("\n") if not line.startswith(("diff", "index")))
    assert shown(plain, 6_000) == shown(DIFF, 6_000)


def test_matches_are_grouped_by_file() -> None:
    text = shown(GREP, 6_000)
    assert text.startswith("500 matches in 100 files\nsrc/pkg0/mod0.py: 5 matches\n")
    assert "src/pkg9/mod99.py: 5 matches" in text
    assert shown(GREP, 400).endswith("more files")


def test_paths_are_grouped_by_folder() -> None:
    text = shown(PATHS, 3_000)
    assert text.startswith("800 paths in 20 folders\n./src/pkg0/deep/ (40): file_0.py, file_1.py")
    assert "./src/pkg19/deep/ (40)" in text


def test_a_table_shows_header_size_first_and_last_rows() -> None:
    text = shown(TABLE).split("\n")
    assert text[:3] == ["table of 700 rows and 3 columns; header and rows:", "id,name,amount", "0,user 0,0"]
    assert text[-1] == "699,user 699,2097"
    assert any(line.startswith("… ") and line.endswith(" rows …") for line in text)


def test_code_shows_an_outline_with_line_numbers() -> None:
    text = shown(CODE, 12_000)
    assert text.startswith(
        "code, 1050 lines; outline:\n1: class Thing0:\n4:     def method_0(self) -> int:\n"
    )
    outer = shown(CODE, 4_500)
    assert "1044: class Thing149:" in outer and "method" not in outer


def test_binary_says_type_and_size_and_nothing_else() -> None:
    assert shown(BASE64) == "base64 of a PNG image, 10248 bytes when decoded"
    assert shown("data:image/webp;base64," + "QUJD" * 90) == "base64 of image/webp, 270 bytes when decoded"
    assert shown("\ufffd" * 300 + "x" * 100) == "binary data: 300 of 400 characters are no text"


def test_a_text_that_fits_is_shown_as_it_is() -> None:
    assert shown("one\ntwo\n") == "one\ntwo"
