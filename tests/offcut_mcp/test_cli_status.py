"""``offcut status``: the figures of a file, and what to do; it changes nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from support.command import Ran, assert_one_sentence, offcut
from support.long_session import WINDOW, session
from support.session import as_bytes


def status(*options: str | Path, messages: Any = None) -> Ran:
    body = as_bytes(session() if messages is None else messages)
    ran = offcut("status", "-", *options, stdin=body)
    assert ran.code == 0, ran.err
    return ran


def test_the_table_says_how_full_it_is_and_what_to_do(tmp_path: Path) -> None:
    options = ("--archive", tmp_path / "archive.db", "--context-length", str(WINDOW))
    ran, wire = status(*options), status(*options, "--json").json
    rows = [line.split("  ", 1) for line in ran.out.replace("  list_orders", "list_orders").splitlines()]
    shown = {name.strip(): value.strip() for name, value in rows}
    [entry] = wire["reclaimable"]
    assert shown == {
        "tokens": f"{wire['tokens']:,} (exact), {wire['usage_percent']:g} % of a window of {WINDOW:,}",
        "threshold": f"{WINDOW // 2:,} (over threshold)",
        "safety net": f"{WINDOW * 85 // 100:,} (below threshold)",
        "tail budget": f"{WINDOW // 10:,}",
        "summary": f"at most {WINDOW // 20:,}",
        "reclaimable": f"{entry['tokens']:,}",
        "list_orders": f"{entry['tokens']:,} in {entry['results']} results",
        "recommendation": "compact_context",
    }
    assert ran.err == "" and not (tmp_path / "archive.db").exists()


@pytest.mark.parametrize(
    ("options", "key", "value"),
    [
        ((), "context_length", 200_000),
        (("--context-length", "1000"), "threshold_tokens", 500),
        (("--model", "gpt-4.1"), "context_length", 1_047_576),
        (("--model", "no-such-model"), "token_factor", 1.2),
        (("--reported-tokens", "18000"), "tokens", 18_000),
        (("--format", "openai-chat"), "recommendation", "none"),
        (("--set", "compression.threshold=0.05"), "recommendation", "compact_context"),
        (("--set", "compression.enabled=false"), "reason", "disabled"),
        (("--set", "server.protected_tools=list_orders"), "reclaimable", []),
    ],
)
def test_every_option_reaches_the_answer(
    options: tuple[str, ...], key: str, value: Any, tmp_path: Path
) -> None:
    assert status("--archive", tmp_path / "a.db", "--json", *options).json[key] == value


def test_an_empty_list_is_an_answer_too(tmp_path: Path) -> None:
    ran = status("--archive", tmp_path / "a.db", messages=[])
    lines = [" ".join(line.split()) for line in ran.out.splitlines()]
    assert lines[0] == "tokens 0 (exact), 0 % of a window of 200,000"
    assert lines[-1] == "recommendation none"


def test_without_a_usable_archive_it_warns_and_goes_on(tmp_path: Path) -> None:
    archive, notes = tmp_path / "archive.db", tmp_path / "notes.txt"
    fold = ("compact", "-", "--archive", archive, "--drop-threshold", "1", "--json")
    folded = offcut(*fold, stdin=as_bytes(session())).json["messages"]
    notes.write_text("these are notes, and more than a header's worth of them: " + "x" * 200)
    ran = status("--archive", notes, messages=folded)
    assert ran.err.startswith("warning: ") and "notes.txt" in ran.err.replace("\n", "")
    assert "recommendation" in ran.out
    assert status("--archive", ":memory:", messages=folded).err == ""


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["status"], ["FILE", "offcut status --help"]),
        (["status", "no-such-file"], ["no-such-file"]),
        (["status", "-", "--context-length", "-1"], ["context_length"]),
        (["status", "-", "--format", "klingon"], ["klingon"]),
        (["status", "-", "--force"], ["--force"]),
    ],
)
def test_wrong_usage_is_one_sentence_and_code_2(
    arguments: list[str], words: list[str], tmp_path: Path
) -> None:
    assert_one_sentence(offcut(*arguments, stdin=b"[]", cwd=tmp_path), 2, *words)
