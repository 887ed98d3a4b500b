"""What folding keeps against what it leaves, over the thresholds, on the shared retention cases.

    python tests/benchmarks/retention_curve.py

Beside each other in one run: the naive preview of values (the floor) and offcut. *old left* is the share
of the old results' tokens that remains; *gold* and *all* are the needed strings still in the context, whole
file and only where the source was folded.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "engines"), str(ROOT / "tests")]

import anyio

from offcut import Archive, compact_context
from support.paths import TOOLS

SETTINGS: tuple[dict[str, Any], ...] = (
    *({"drop_threshold": value} for value in (0.0, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0)),
    *({"drop_threshold": 1.0, "preview_chars": value} for value in (100, 200, 400, 600)),
    {"drop_threshold": 1.0, "preview_style": "head_tail"},
)
FORMATS = {"openai": "openai-chat", "anthropic": "anthropic"}


def main() -> None:
    cases = [row for row in map(json.loads, score("--emit").splitlines()) if row["shape"] in FORMATS]
    print(f"{'':44}{'old left':>9}{'gold':>7}{'all':>7}{'gold folded':>13}{'all folded':>12}")
    show("floor: values, 300 characters", json.loads(score("--baseline", "values:300", *COUNTED)))
    for options in SETTINGS:
        rows = "\n".join(anyio.run(folded, cases, options))
        show(json.dumps(options)[1:-1], json.loads(score("--only-given", *COUNTED, stdin=rows)))


COUNTED = ("--count", "o200k", "--json")


def score(*arguments: str, stdin: str = "") -> str:
    command = [sys.executable, str(TOOLS / "score_retention.py"), *arguments]
    environment = {**os.environ, "PYTHONPATH": ""}
    return subprocess.run(
        command, input=stdin, capture_output=True, text=True, check=True, env=environment
    ).stdout


async def folded(cases: list[Any], options: dict[str, Any]) -> list[str]:
    async with Archive.open(":memory:") as archive:
        return [row async for row in _rows(cases, options, archive)]


async def _rows(cases: list[Any], options: dict[str, Any], archive: Archive) -> AsyncIterator[str]:
    for case in cases:
        format = FORMATS[case["shape"]]
        result = await compact_context(case["messages"], archive=archive, format=format, options=options)
        row = {"case_index": case["case_index"], "messages": result.messages}
        yield json.dumps(row, ensure_ascii=False)


def show(name: str, report: Any) -> None:
    figures = [report["old_results"]["left"], report["gold"]["survived"], report["all"]["survived"]]
    figures += [report[grade]["folded"]["share"] for grade in ("gold", "all")]
    shown = [f"{100 * figure:.1f} %" if figure is not None else "n/a" for figure in figures]
    print(f"{name:44}{shown[0]:>9}{shown[1]:>8}{shown[2]:>8}{shown[3]:>11}{shown[4]:>12}")


if __name__ == "__main__":
    main()
