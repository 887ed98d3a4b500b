"""The protocol's own conformance suite, both generations, against offcut's server behind HTTP.

offcut serves standard input and output; the suite speaks only HTTP, so the SDK's transport stands between.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

from support.hosts.place import Place, new_place
from support.hosts.programs import CONFORMANCE, CONFORMANCE_NEXT, NODE_22, NodeProgram, node_program
from support.paths import ROOT

pytestmark = [pytest.mark.full, pytest.mark.timeout(1200)]

FRONT = ROOT / "tests" / "support" / "hosts" / "http_front.py"
FAILURE = re.compile(r"\[([a-z0-9-]+) *\] \S*FAILURE")
SUMMARY = re.compile(r"Passed: (\d+)/(\d+), (\d+) failed, 0 warnings")

#: Checks that offcut cannot pass, each with the reason.
NO_PROMPTS = "offcut has no prompts"
NO_COMPLETION = "offcut completes no arguments"
NO_FIXTURE = "asks for the suite's own tool test_missing_capability"

SCENARIOS_UNTIL_2025: dict[str, dict[str, str]] = {
    "server-initialize": {},
    "ping": {},
    "tools-list": {},
    "resources-list": {},
    "server-sse-multiple-streams": {},
    "dns-rebinding-protection": {},
    "prompts-list": {"prompts-list": NO_PROMPTS},
    "completion-complete": {"completion-complete": NO_COMPLETION},
}
SCENARIOS_OF_2026: dict[str, dict[str, str]] = {
    "tools-list": {},
    "resources-list": {},
    "server-sse-multiple-streams": {},
    "dns-rebinding-protection": {},
    "http-header-validation": {},
    "sep-2164-resource-not-found": {},
    "input-required-result-unsupported-methods": {},
    "input-required-result-ignore-extra-params": {},
    "caching": {"sep-2549-prompts-list-caching-hints": NO_PROMPTS},
    "prompts-list": {"prompts-list": NO_PROMPTS},
    "completion-complete": {"completion-complete": NO_COMPLETION},
    "server-stateless": {
        "sep-2575-server-rejects-undeclared-capability": NO_FIXTURE,
        "sep-2575-missing-capability-http-400": NO_FIXTURE,
    },
}
#: The program, its scenario, the version of the protocol it is to speak, and what cannot pass.
CHECKS = [
    *((CONFORMANCE, name, None, known) for name, known in SCENARIOS_UNTIL_2025.items()),
    *((CONFORMANCE_NEXT, name, "2026-07-28", known) for name, known in SCENARIOS_OF_2026.items()),
    (CONFORMANCE_NEXT, "server-session-lifecycle", "2025-11-25", {}),
]


@pytest.fixture(scope="module")
def front_place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    return new_place(tmp_path_factory.mktemp("conformance"))


@pytest.fixture(scope="module")
def url(front_place: Place) -> Iterator[str]:
    """The address of offcut's server behind HTTP."""
    environment = front_place.environment(PYTHONPATH=os.environ["PYTHONPATH"])
    with subprocess.Popen(
        [sys.executable, str(FRONT)],
        cwd=front_place.project,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        try:
            yield f"http://127.0.0.1:{int(process.stdout.readline())}/mcp"
            process.stdin.close()
            process.wait(timeout=60)
        finally:
            process.kill()


@pytest.mark.parametrize(
    ("program", "scenario", "version", "known"), CHECKS, ids=lambda value: getattr(value, "version", None)
)
def test_the_scenario_fails_nothing_but_what_is_known(
    program: NodeProgram, scenario: str, version: str | None, known: dict[str, str], url: str, place: Place
) -> None:
    path = f"{node_program(NODE_22).parent}{os.pathsep}{os.environ['PATH']}"
    spoken = ("--spec-version", version) if version else ()
    ran = place.run(node_program(program), "server", "--url", url, "--scenario", scenario, *spoken, PATH=path)
    summary = SUMMARY.search(ran.out)
    assert summary, ran
    assert set(FAILURE.findall(ran.out)) == set(known), ran.out
    passed, checks, failed = map(int, summary.groups())
    assert (passed, failed) == (checks - len(known), len(known)), ran.out
