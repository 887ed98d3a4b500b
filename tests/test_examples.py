"""Each example runs to its end, as the README says."""

from __future__ import annotations

import subprocess
import sys

import pytest

from support.paths import ROOT

EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
SAYS = {
    "agent_loop.py": ["compact_context: ", "compress: ", "recover_source", "Order 72849 was charged twice."],
    "fold_in_process.py": ["archived intact; recover_source", "bytes back"],
    "host_over_mcp.py": ["tokens became", "INFO job 417 done"],
    "plugin_folder_engine.py": ["lossless, from a folder", "lossless_grep gives back: ", "job 117 of 0:00"],
    "registered_engine.py": ["engine unhurried, registered", "ORD-3017 was paid", "still there: True"],
}


def test_every_example_is_expected_here() -> None:
    assert {path.name for path in EXAMPLES} == set(SAYS)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_an_example_runs_and_says_what_it_promises(path: object) -> None:
    ran = subprocess.run(
        [sys.executable, str(path)], capture_output=True, text=True, timeout=120, check=False
    )
    assert ran.returncode == 0, ran.stderr
    for words in SAYS[str(path).rsplit("/", 1)[-1]]:
        assert words in ran.stdout
