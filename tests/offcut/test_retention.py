"""How much of what an agent needed later is still there, on the shared retention cases."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import anyio
import pytest

from offcut import Archive, compact_context
from support.paths import TOOLS, require_shared

FORMATS = {"openai": "openai-chat", "anthropic": "anthropic"}


def scorer(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(TOOLS / "score_retention.py"), *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=280, check=False)


def contexts() -> list[Any]:
    lines = scorer("--emit").stdout.splitlines()
    return [row for row in map(json.loads, lines) if row["shape"] in FORMATS]


async def _folded(options: dict[str, Any], archive: Archive) -> list[str]:
    """Return the run of every case, as the scorer reads it: what is recoverable comes from the archive."""
    rows = []
    for case in contexts():
        result = await compact_context(
            case["messages"], archive=archive, format=FORMATS[case["shape"]], options=options
        )
        recoverable = {source.ref: (await archive.get(source.ref)).decode() for source in result.sources}
        row = {"case_index": case["case_index"], "messages": result.messages, "recoverable": recoverable}
        rows.append(json.dumps(row, ensure_ascii=False))
    return rows


async def _run(options: dict[str, Any], path: Path) -> list[str]:
    async with Archive.open(path) as archive:
        return await _folded(options, archive)


@pytest.mark.requirement("R-01", "R-52")
@pytest.mark.parametrize(
    ("options", "limits"),
    [
        (
            {"drop_threshold": 1.0, "preview_chars": 300},
            {"--min-gold-folded": 0.95, "--min-all-folded": 0.47, "--max-old-left": 0.14},
        ),
        ({}, {"--min-gold": 0.99, "--min-all": 0.94, "--max-old-left": 0.46}),
    ],
    ids=["everything folded", "defaults"],
)
def test_previews_and_decider_keep_what_later_calls_needed(
    options: dict[str, Any], limits: dict[str, float], tmp_path: Path
) -> None:
    require_shared()
    rows = anyio.run(_run, options, tmp_path / "archive.db")
    assert len(rows) == 257
    wanted = [word for limit, value in limits.items() for word in (limit, str(value))]
    scored = scorer("--only-given", "--count", "o200k", "--json", *wanted, stdin="\n".join(rows))
    assert scored.returncode == 0, scored.stderr
    report = json.loads(scored.stdout)
    assert (report["gold"]["lost"], report["all"]["lost"]) == (0, 0)
