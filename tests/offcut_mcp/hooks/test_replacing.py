"""After a tool call: a large output is replaced in the host's own shape, and the original comes back."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from offcut.compaction.recognition import digest_of
from support.command import offcut
from support.hook_events import (
    LONG,
    REF,
    SESSION,
    assert_passed,
    hook,
    original,
    shell,
    tool_event,
)

HEADER = "Exit code: 3\nWall time: 0.2 seconds\nOutput:\n"


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return tmp_path / "archive.db"


def updated(ran: Any) -> Any:
    assert (ran.code, ran.err) == (0, "")
    specific = ran.json["hookSpecificOutput"]
    assert set(ran.json) == {"hookSpecificOutput"} and set(specific) == {"hookEventName", "updatedToolOutput"}
    assert specific["hookEventName"] == "PostToolUse"
    return specific["updatedToolOutput"]


def reason(ran: Any) -> str:
    assert (ran.code, ran.err) == (0, "")
    assert set(ran.json) == {"decision", "reason"} and ran.json["decision"] == "block"
    return str(ran.json["reason"])


def test_claude_codes_shell_keeps_its_shape_and_only_standard_output_is_replaced(archive: Path) -> None:
    given = shell(
        LONG, "warning: 3 left", returnCodeInterpretation="Some files differ", later=[1, {"a": None}]
    )
    new = updated(hook("claude-code", tool_event("Bash", given), archive=archive))
    assert list(new) == list(given)
    assert {**new, "stdout": ""} == {**given, "stdout": ""}
    text, marker = new["stdout"].rsplit("\n", 1)
    assert len(text) <= 4_000
    assert marker.startswith(f"[offcut: {len(LONG)} chars, 900 lines archived intact; recover_source(")
    assert original(new["stdout"], archive) == LONG.encode()


def test_claude_codes_mcp_output_becomes_a_list_of_blocks_and_other_blocks_stay(archive: Path) -> None:
    picture = {"type": "image", "data": "aGk=", "mimeType": "image/png"}
    given = [
        {"type": "text", "text": LONG, "annotations": {"x": 1}},
        picture,
        {"type": "text", "text": "the end é"},
    ]
    first, second = updated(hook("claude-code", tool_event("mcp__db__query", given), archive=archive))
    assert second == picture
    assert {**first, "text": ""} == {"type": "text", "text": "", "annotations": {"x": 1}}
    kept = original(first["text"], archive)
    assert kept == json.dumps(given, ensure_ascii=False, separators=(",", ":")).encode()
    shown = offcut("recover", REF.search(first["text"])[1], "--lines", "900-", "--raw", "--archive", archive)  # type: ignore[index]
    assert shown.out == f"{LONG.splitlines()[-1]}\nthe end é"


@pytest.mark.parametrize(("tool", "field"), [("Grep", "content"), ("WebFetch", "result")])
def test_a_known_text_of_another_tool_is_replaced_and_its_shape_kept(
    tool: str, field: str, archive: Path
) -> None:
    given = {"mode": "content", "numFiles": 2, field: LONG, "code": 200}
    new = updated(hook("claude-code", tool_event(tool, given), archive=archive))
    assert {**new, field: ""} == {**given, field: ""}
    assert original(new[field], archive) == LONG.encode()


def test_codex_gets_one_text_that_begins_with_the_exit_code_of_its_shell(archive: Path) -> None:
    given = HEADER + LONG
    text = reason(hook("codex", tool_event("Bash", given), archive=archive))
    assert text.startswith(HEADER)
    assert len(text.rsplit("\n", 1)[0]) <= 3_000
    assert original(text, archive) == given.encode()


def test_line_numbers_count_from_the_first_line_of_the_whole_output(archive: Path) -> None:
    lines = [*HEADER.splitlines(), *LONG.splitlines()]
    lines[500] = "FATAL: the disk is gone"
    text = reason(hook("codex", tool_event("Bash", "\n".join(lines)), archive=archive))
    assert "\n501: FATAL: the disk is gone\n" in text


@pytest.mark.parametrize("structure", [None, {"rows": [{"id": n, "state": "ok"} for n in range(500)]}])
def test_codexs_mcp_output_is_what_the_model_would_see_and_all_of_it_is_kept(
    structure: Any, archive: Path
) -> None:
    given = {"content": [{"type": "text", "text": LONG}], "structuredContent": structure, "isError": False}
    text = reason(hook("codex", tool_event("mcp__db__query", given), archive=archive))
    assert ("500 records" in text) == bool(structure)
    assert json.loads(original(text, archive)) == given


def test_the_source_says_where_it_comes_from_and_the_preview_is_recognised(archive: Path) -> None:
    told = tool_event("Bash", shell(LONG))
    new = updated(hook("claude-code", told, archive=archive))
    with sqlite3.connect(archive) as connection:
        [row] = connection.execute("SELECT tool, call_id, session, project FROM occurrence").fetchall()
        [stand_in] = connection.execute("SELECT digest, ref, kind FROM stand_in").fetchall()
        [kind] = connection.execute("SELECT kind FROM source").fetchone()
    connection.close()
    assert row == ("Bash", "call_1", SESSION, "/project")
    assert stand_in == (digest_of(new["stdout"]), REF.search(new["stdout"])[1], "preview")  # type: ignore[index]
    assert kind == "tool_result"
    again = updated(hook("claude-code", told, archive=archive, CLAUDE_PROJECT_DIR="/other"))
    assert again == new
    with sqlite3.connect(archive) as connection:
        projects = connection.execute("SELECT project FROM occurrence ORDER BY project").fetchall()
    connection.close()
    assert projects == [("/other",), ("/project",)]


def test_a_later_compaction_reads_the_preview_as_its_original(archive: Path, tmp_path: Path) -> None:
    new = updated(hook("claude-code", tool_event("Bash", shell(LONG)), archive=archive))
    messages: list[dict[str, Any]] = [
        {"role": "user", "content": "Look at the log."},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "call_1", "name": "Bash", "input": {}}]},
        {
            "role": "user",
            "content": [{"type": "tool_result", "tool_use_id": "call_1", "content": new["stdout"]}],
        },
        *({"role": role, "content": f"turn {n}"} for n in range(6) for role in ("assistant", "user")),
    ]
    file = tmp_path / "messages.json"
    file.write_text(json.dumps(messages), encoding="utf-8")
    ran = offcut("compact", file, "--json", "--drop-threshold", "1.0", "--archive", archive)
    assert ran.json["decisions"][0]["reason"] == "already_preview"


def test_the_threshold_counts_all_that_the_model_would_see(archive: Path) -> None:
    def replaced(stdout: int, stderr: int) -> bool:
        told = tool_event("Bash", shell(LONG[:stdout], "e" * stderr))
        ran = hook("claude-code", told, archive=archive)
        assert (ran.code, ran.err) == (0, "")
        return bool(ran.stdout)

    assert [replaced(20_000, 0), replaced(20_001, 0), replaced(19_000, 1_001)] == [False, True, True]
    assert not replaced(200, 30_000), "only standard output could become smaller"


@pytest.mark.parametrize(
    ("options", "replaced"),
    [(("--threshold", "500", "--preview=300"), True), (("--threshold=50000",), False), ((), True)],
)
def test_the_command_may_set_other_limits(options: tuple[str, ...], replaced: bool, archive: Path) -> None:
    ran = hook("codex", tool_event("Bash", LONG), *options, archive=archive)
    assert bool(ran.stdout) == replaced
    if "--preview=300" in options:
        assert len(reason(ran).rsplit("\n", 1)[0]) <= 300


def test_half_characters_and_sixteen_megabytes_come_back_exactly(archive: Path) -> None:
    huge = "Zeile ünd 行 \ud83d\n" * 1_000_000
    new = updated(hook("claude-code", tool_event("Bash", shell(huge)), archive=archive))
    assert original(new["stdout"], archive) == huge.encode("utf-8", "surrogatepass")
    assert "\ud83d" not in new["stdout"]


def test_an_output_that_claude_code_keeps_in_a_file_is_archived_whole(archive: Path, tmp_path: Path) -> None:
    folder = tmp_path / SESSION / "tool-results"
    folder.mkdir(parents=True)
    whole = folder / "b1.txt"
    whole.write_bytes(LONG.encode() * 3 + b"\xff\n")
    given = shell(LONG[:30_000], persistedOutputPath=str(whole), persistedOutputSize=whole.stat().st_size)
    told = tool_event("Bash", given, transcript_path=str(tmp_path / f"{SESSION}.jsonl"))
    new = updated(hook("claude-code", told, archive=archive))
    assert new.keys() == shell("").keys()
    assert original(new["stdout"], archive) == whole.read_bytes()


@pytest.mark.parametrize("held", ["", "short", LONG[:29_000], "FAIL\n" + LONG * 3], ids=len)
def test_a_file_of_the_host_that_does_not_hold_the_output_never_takes_its_place(
    held: str, archive: Path, tmp_path: Path
) -> None:
    """It may be emptied, still be written, or the disk be full."""
    folder = tmp_path / SESSION / "tool-results"
    folder.mkdir(parents=True)
    (folder / "b1.txt").write_text(held, encoding="utf-8")
    given = shell(LONG[:30_000], persistedOutputPath=str(folder / "b1.txt"))
    told = tool_event("Bash", given, transcript_path=str(tmp_path / f"{SESSION}.jsonl"))
    new = updated(hook("claude-code", told, archive=archive))
    assert original(new["stdout"], archive) == LONG[:30_000].encode()
    assert f"a copy that differs: {folder / 'b1.txt'}" in new["stdout"]


def test_a_secret_is_not_shown_but_kept(archive: Path) -> None:
    secret = "AKIA" + "QWERTYUIOPASDFGH"
    told = tool_event("Bash", shell(f"aws_access_key_id={secret}\n{LONG}\nlast {secret}"))
    new = updated(hook("claude-code", told, archive=archive))
    assert secret not in json.dumps(new) and "[secret]" in new["stdout"]
    assert secret.encode() in original(new["stdout"], archive)


def test_recovered_by_the_command_the_header_names_the_tool(archive: Path) -> None:
    text = reason(hook("codex", tool_event("Bash", LONG), archive=archive))
    ran = offcut("recover", REF.search(text)[1], "--archive", archive)  # type: ignore[index]
    assert "tool: Bash" in ran.out


def test_nothing_is_said_where_nothing_is_to_be_done(archive: Path) -> None:
    assert_passed(hook("claude-code", tool_event("Bash", shell("short")), archive=archive))
    assert not archive.exists()
