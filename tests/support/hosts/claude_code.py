"""Claude Code, headless, with a scripted model in the place of its service."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from support.command import Ran
from support.hosts.anthropic import AnthropicService
from support.hosts.place import Place
from support.hosts.programs import CLAUDE_CODE, node_program
from support.hosts.script import Step
from support.hosts.service import serving

QUIET = {
    "ANTHROPIC_API_KEY": "sk-ant-scripted",
    "DISABLE_TELEMETRY": "1",
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
}


def claude(place: Place, *arguments: str | Path, **environment: str) -> Ran:
    """Run the program to its end."""
    return place.run(node_program(CLAUDE_CODE), *arguments, **QUIET, **environment)


def run_agent(
    place: Place, script: Sequence[Step], *arguments: str | Path, request: str = "go"
) -> AnthropicService:
    """Let the program work on a request while its model follows the script; return what the model saw."""
    service = AnthropicService(script)
    with serving(service):
        ran = claude(place, "-p", request, *arguments, ANTHROPIC_BASE_URL=service.address)
    assert ran.code == 0, ran
    return service


def server_file(place: Place, servers: Mapping[str, Mapping[str, Any]]) -> Path:
    """Write a configuration of MCP servers whose tools are offered at once; return its path."""
    path = place.home / "servers.json"
    loaded = {name: {**server, "alwaysLoad": True} for name, server in servers.items()}
    path.write_text(json.dumps({"mcpServers": loaded}))
    return path
