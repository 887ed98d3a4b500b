"""The MCP clients of other Python libraries connect to offcut over stdio and call each of its tools."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from offcut_mcp.tools import TOOLS
from support.hosts.place import Place
from support.hosts.programs import (
    FASTMCP,
    LANGCHAIN,
    OPENAI_AGENTS,
    PYDANTIC_AI,
    PythonProgram,
    offcut_command,
    python_program,
)
from support.hosts.script import Call, next_turn
from support.hosts.tour import TOUR, assert_tour
from support.paths import ROOT

pytestmark = [pytest.mark.full, pytest.mark.timeout(1200)]

SCRIPTS = ROOT / "tests" / "support" / "hosts" / "clients"
CLIENTS = [
    pytest.param(FASTMCP, "fastmcp_client.py", id="fastmcp"),
    pytest.param(LANGCHAIN, "langchain_client.py", id="langchain-mcp-adapters"),
    pytest.param(PYDANTIC_AI, "pydantic_ai_client.py", id="pydantic-ai"),
    pytest.param(OPENAI_AGENTS, "openai_agents_client.py", id="openai-agents"),
]


@pytest.mark.parametrize(("program", "script"), CLIENTS)
def test_the_client_finds_all_tools_and_gets_their_answers(
    program: PythonProgram, script: str, place: Place
) -> None:
    with running(place, python_program(program), SCRIPTS / script, offcut_command()) as client:
        assert set(answer(client)) == set(TOOLS)
        shown: list[str] = []
        while isinstance(turn := next_turn(TOUR, shown), Call):
            ask(client, turn)
            shown.append(answer(client))
    assert_tour(shown)


@contextmanager
def running(place: Place, *command: str | Path) -> Iterator[subprocess.Popen[str]]:
    """Run a client here until its input ends; by force if that does not end it."""
    process = subprocess.Popen(
        [*map(str, command)],
        cwd=place.project,
        env=place.environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            yield process
            assert process.stdin is not None
            process.stdin.close()
            assert process.wait(timeout=60) == 0
        finally:
            process.kill()


def ask(client: subprocess.Popen[str], call: Call) -> None:
    assert client.stdin is not None
    client.stdin.write(json.dumps({"tool": call.tool, "arguments": dict(call.arguments)}) + "\n")
    client.stdin.flush()


def answer(client: subprocess.Popen[str]) -> Any:
    """Return the next answer; a client that hangs is ended by the test's own time limit."""
    assert client.stdout is not None
    line = client.stdout.readline()
    assert line, "the client ended; its standard error says why"
    return json.loads(line)
