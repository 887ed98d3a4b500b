"""Codex, headless, with a scripted model in the place of its service."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from support.command import Ran
from support.hosts.place import Place
from support.hosts.programs import CODEX, node_program
from support.hosts.responses import ResponsesService
from support.hosts.script import Step
from support.hosts.service import serving

MODEL = "gpt-5"
#: A folder that is no repository, no sandbox of its own, and nobody who could be asked.
UNATTENDED = ("--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox")
TRUST_HOOKS = "--dangerously-bypass-hook-trust"


def codex(place: Place, *arguments: str | Path, **environment: str) -> Ran:
    """Run the program to its end."""
    return place.run(node_program(CODEX), *arguments, **environment)


def run_agent(place: Place, script: Sequence[Step], *arguments: str | Path) -> ResponsesService:
    """Let the program work on a request while its model follows the script; return what the model saw."""
    service = ResponsesService(script)
    with serving(service):
        provider = (
            f'{{name="scripted",base_url="{service.address}/v1",env_key="SCRIPTED_KEY",wire_api="responses"}}'
        )
        chosen = ("-c", "model_provider=scripted", "-c", f"model_providers.scripted={provider}", "-m", MODEL)
        ran = codex(place, "exec", *UNATTENDED, *chosen, *arguments, "go", SCRIPTED_KEY="scripted")
    assert ran.code == 0, ran
    return service


def server_option(name: str, command: str | Path, *arguments: str) -> tuple[str, str]:
    """Return the option that gives one run this MCP server, waited for before the model is asked."""
    listed = ",".join(f'"{argument}"' for argument in arguments)
    table = f'{{command="{command}",args=[{listed}],startup_timeout_sec=60,required=true}}'
    return ("-c", f"mcp_servers.{name}={table}")


def waiting_for(*servers: str) -> list[str]:
    """Return the options by which Codex asks no model before these configured servers have started."""
    return [word for name in servers for word in ("-c", f"mcp_servers.{name}.required=true")]
