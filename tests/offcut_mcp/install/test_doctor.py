"""``offcut doctor`` with real servers, hooks and archives, in homes that are whole and homes that are not."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from offcut_mcp.doctor import examine
from offcut_mcp.doctor.hook import check_hook
from offcut_mcp.doctor.server import check_server
from offcut_mcp.install.command import command
from offcut_mcp.install.hosts import HOSTS
from support.command import Ran, offcut
from support.installations import Home, home_of

CHECKS = ["packages", "settings", "archive", "references", "server", "hook claude-code", "hook codex", *HOSTS]
#: A hook that keeps what it is given where offcut's would, and answers as offcut's would.
HOOK = """
import json, os, sys
import anyio
from offcut import Archive
from offcut.ports import NewSource
event = json.load(sys.stdin)
answer = event["tool_response"]
text = answer["stdout"] if isinstance(answer, dict) else answer
async def keep():
    async with Archive.open(os.environ["OFFCUT_ARCHIVE"]) as archive:
        return (await archive.put_many([NewSource(text{cut}.encode())]))[0]
print(json.dumps({{"reason": "a preview " + anyio.run(keep) + {more}}}))
"""


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = home_of("claude-code", tmp_path / "home")
    home.path.mkdir()
    return home


def examined(home: Home, **environment: str) -> tuple[Ran, dict[str, dict[str, Any]]]:
    """Run the doctor in this home, with nothing on the way that is a host; return its findings by check."""
    variables = {**home.environment, "OFFCUT_ARCHIVE": "", "PATH": str(home.path), **environment}
    ran = offcut("doctor", "--json", stdin=b"", cwd=home.path, **variables)
    assert [finding["check"] for finding in ran.json] == CHECKS
    return ran, {finding["check"]: finding for finding in ran.json}


def test_every_link_of_the_chain_is_checked_and_nothing_is_changed(home: Home) -> None:
    home.install(command())
    before = home.files()
    ran, found = examined(home)
    for check in ("packages", "settings", "archive", "references", "server", "claude-code"):
        assert found[check]["status"] == "ok", found[check]
    assert "compact_context" in found["server"]["found"]
    assert found["settings"]["found"].endswith("sends text to nobody")
    assert found["claude-code"]["found"] == "offcut is registered, with hooks"
    assert found["codex"]["found"] == "not found on this machine"
    assert ran.code == any(finding["status"] == "broken" for finding in found.values())
    assert home.files() == before


def test_the_hooks_fire(home: Home) -> None:
    ran, found = examined(home)
    for check in ("hook claude-code", "hook codex"):
        assert found[check]["status"] == "ok", found[check]
    assert ran.code == 0


def test_an_archive_that_is_there_is_left_as_it_is(home: Home) -> None:
    archive = home.path / "kept" / "archive.db"
    assert offcut("demo", "--keep", archive.parent).code == 0
    before = home.files()
    _, found = examined(home, OFFCUT_ARCHIVE=str(archive))
    assert found["archive"]["status"] == found["references"]["status"] == "ok"
    assert f"{archive.stat().st_size:,} bytes" in found["archive"]["found"]
    assert home.files() == before


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX permissions")
def test_an_archive_that_others_can_read_is_noted_and_not_changed(home: Home) -> None:
    archive = home.write("archive.db", b"")
    archive.chmod(0o644)
    _, found = examined(home, OFFCUT_ARCHIVE=str(archive))
    assert found["archive"]["status"] == "note"
    assert found["archive"]["advice"] == f"chmod 600 {archive}"
    assert stat.S_IMODE(archive.stat().st_mode) == 0o644


def test_what_is_broken_is_said_with_what_to_do_and_the_exit_code_is_1(home: Home) -> None:
    home.write(".claude.json", b"{")
    home.write("file", b"")
    ran, found = examined(
        home, OFFCUT_ARCHIVE=str(home.path / "file" / "archive.db"), OFFCUT_COMPRESSION__THRESHOLD="7"
    )
    assert ran.code == 1
    for check, words in (
        ("settings", "compression.threshold"),
        ("archive", "cannot be written"),
        ("claude-code", "no valid JSON"),
    ):
        assert found[check]["status"] == "broken", found[check]
        assert words in found[check]["found"]
        assert found[check]["advice"]


def test_without_json_there_is_one_line_for_each_check(home: Home) -> None:
    ran = offcut("doctor", stdin=b"", cwd=home.path, **home.environment)
    lines = ran.out.splitlines()
    assert [line[8:].partition(":")[0] for line in lines] == CHECKS
    assert {line[:8] for line in lines} <= {"ok      ", "note    ", "broken  "}


@pytest.mark.anyio
async def test_no_finding_holds_a_secret_wherever_it_comes_from(home: Home) -> None:
    key = "sk-ant-api03-0123456789abcdefghij"
    home.install((f"/gone/{key}/offcut",))
    findings = [finding async for finding in examine(home.places, ("/gone/offcut", "--api-key", key))]
    assert key not in repr(findings)
    assert "/gone/[secret]/offcut" in repr(findings)


@pytest.mark.parametrize("settings", ["compression: 7\n", "hooks:\n  nothing: [\n"])
def test_with_broken_settings_nothing_is_changed_either(settings: str, home: Home) -> None:
    for folder in (".config/offcut", "offcut"):
        home.write(f"{folder}/config.yaml", settings.encode())
    before = home.everything()
    ran, found = examined(home)
    assert found["settings"]["status"] == found["hook codex"]["status"] == "broken"
    assert ran.code == 1
    assert home.everything() == before


# Servers and hooks that do not do what they should


@pytest.mark.anyio
@pytest.mark.parametrize(
    "words",
    [("/gone/offcut",), (sys.executable, "-c", "raise SystemExit(3)"), (sys.executable, "-c", "print(1)")],
)
async def test_a_server_that_does_not_start_is_broken(words: tuple[str, ...]) -> None:
    found = await check_server(words)
    assert found.status == "broken" and "does not start" in found.found
    assert f"{words[0]}" in (found.advice or "")


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("program", "words"),
    [
        (HOOK.format(cut="", more="''"), None),
        (HOOK.format(cut="[1:]", more="''"), "something else than the output"),
        (HOOK.format(cut="", more="text"), "did not make a large output smaller"),
        ("print('{}')", "let a large output pass unchanged (exit code 0)"),
        ("import sys; sys.exit('cannot write')", "(exit code 1: cannot write)"),
        ("print('oc_aaaaaaaaaaaaaaaa')", "oc_aaaaaaaaaaaaaaaa"),
    ],
)
@pytest.mark.parametrize("host", ["claude-code", "codex"])
async def test_a_hook_is_judged_by_what_it_does(host: str, program: str, words: str | None) -> None:
    found = await check_hook(
        next(h for h in HOSTS.values() if h.name == host), (sys.executable, "-c", program)
    )
    assert found.status == ("broken" if words else "ok"), found
    assert (words or "gives them back") in found.found


@pytest.mark.anyio
async def test_a_hook_that_is_not_there_is_broken() -> None:
    found = await check_hook(HOSTS["codex"], ("/gone/offcut",))
    assert found.status == "broken" and found.advice
