"""The MCP Inspector, which checks schemas for what hosts can read, finds nothing in either protocol era."""

from __future__ import annotations

import json
import os

import pytest

from offcut_mcp.tools import TOOLS
from support.command import Ran
from support.hosts.place import Place
from support.hosts.programs import INSPECTOR, NODE_22, node_program, offcut_command

pytestmark = [pytest.mark.full, pytest.mark.timeout(1200)]

ERAS = ("legacy", "modern")
#: How the program says that the tool's result is an error.
IS_ERROR = 5


def inspect(place: Place, *arguments: str) -> Ran:
    """Ask our server something with the program's command line."""
    path = f"{node_program(NODE_22).parent}{os.pathsep}{os.environ['PATH']}"
    server = (offcut_command(), "serve")
    return place.run(node_program(INSPECTOR), "--cli", *server, *arguments, PATH=path)


@pytest.mark.parametrize("era", ERAS)
def test_the_strict_check_finds_nothing_in_any_tool(era: str, place: Place) -> None:
    ran = inspect(place, "--method", "tools/list", "--strict", "--protocol-era", era)
    assert ran.code == 0, ran
    assert {tool["name"] for tool in ran.json["tools"]} == set(TOOLS)
    assert ran.err == "", ran.err


@pytest.mark.parametrize("era", ERAS)
def test_a_failed_call_is_an_error_that_the_program_understands(era: str, place: Place) -> None:
    call = ("--method", "tools/call", "--tool-name", "recover_source", "--tool-arg", "ref=oc_x")
    ran = inspect(place, *call, "--protocol-era", era)
    assert ran.code == IS_ERROR, ran
    [block] = json.loads(ran.out)["content"]
    assert 'no source "oc_x"' in block["text"]
