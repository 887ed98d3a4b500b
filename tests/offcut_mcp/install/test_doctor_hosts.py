"""What the doctor says of a host's configuration."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from offcut_mcp.doctor.hosts import check_host
from offcut_mcp.install.command import command, shell_line
from support.installations import Home, home_of


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = home_of("claude-code", tmp_path / "home")
    home.path.mkdir()
    return home


def altered(home: Home, name: str, old: bytes, new: bytes) -> None:
    """Replace something in a file of the home that holds it."""
    body = home.files()[name]
    assert old in body
    home.write(name, body.replace(old, new))


@pytest.mark.anyio
async def test_a_host_that_is_here_and_does_not_know_offcut_is_told_how(home: Home) -> None:
    (home.path / ".claude").mkdir()
    found = await check_host(home.host, home.places)
    assert (found.status, found.advice) == ("note", "`offcut install claude-code`")
    home.install(command(), hooks=False)
    found = await check_host(home.host, home.places)
    assert (found.status, found.found) == ("note", "offcut is registered, without hooks")
    assert "--hooks" in (found.advice or "")


@pytest.mark.anyio
async def test_a_command_that_is_gone_is_broken(home: Home) -> None:
    home.install(("/gone/bin/offcut",))
    found = await check_host(home.host, home.places)
    assert (found.status, found.found) == ("broken", "starts /gone/bin/offcut, which is not there")
    assert found.advice == "`offcut install claude-code --hooks`"


@pytest.mark.anyio
async def test_hooks_of_another_installation_that_is_gone_are_broken(home: Home) -> None:
    home.install(("/gone/bin/offcut",))
    home.install(command(), hooks=False)
    assert (await check_host(home.host, home.places)).status == "broken"


@pytest.mark.anyio
async def test_claude_code_is_asked_to_load_the_tools_always(home: Home) -> None:
    home.install(command())
    altered(home, ".claude.json", b'"alwaysLoad": true', b'"alwaysLoad": false')
    found = await check_host(home.host, home.places)
    assert found.status == "note"
    assert '"alwaysLoad": true' in (found.advice or "")


@pytest.mark.anyio
async def test_a_missing_hook_of_several_is_named(home: Home) -> None:
    home.install(command())
    altered(home, ".claude/settings.json", b'"PreCompact"', b'"Other"')
    found = await check_host(home.host, home.places)
    assert (found.status, found.found) == ("note", "offcut is registered, without the hooks PreCompact")


@pytest.mark.anyio
async def test_another_program_of_our_name_is_noted_without_its_secrets(home: Home) -> None:
    arguments = ["/x/offcut.js", "--api-key", "sk-ant-api03-0123456789abcdefghij"]
    entry = {"command": "node", "args": arguments}
    home.write(".claude.json", json.dumps({"mcpServers": {"offcut": entry}}).encode())
    found = await check_host(home.host, home.places)
    assert found.status == "note" and "(node /x/offcut.js --api-key [secret])" in found.found


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("program", "missing"),
    [
        ("{} --threshold 9", None),
        ("OFFCUT_ARCHIVE=/a {}", None),
        ("cd / && {}", None),
        ("/gone/uvx offcut hook claude-code", "/gone/uvx"),
        ("A=b /gone/offcut hook claude-code", "/gone/offcut"),
    ],
)
async def test_of_a_customised_hook_the_program_is_looked_for(
    program: str, missing: str | None, home: Home
) -> None:
    home.install(command())
    line = shell_line((*command(), "hook", "claude-code"))
    changed = json.dumps(program.format(line)).encode()
    altered(home, ".claude/settings.json", json.dumps(line).encode(), changed)
    found = await check_host(home.host, home.places)
    assert (found.status == "broken") == bool(missing)
    assert missing is None or found.found == f"starts {missing}, which is not there"


@pytest.mark.anyio
async def test_a_configuration_that_is_write_protected_can_still_be_checked(home: Home) -> None:
    home.install(command())
    (home.path / ".claude.json").chmod(0o400)
    assert (await check_host(home.host, home.places)).status == "ok"
