"""``offcut install`` and ``uninstall`` as a user runs them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from offcut_mcp.install.command import command
from offcut_mcp.install.hosts import HOSTS, HostName
from support.command import COMMAND as RUN
from support.command import PATIENCE, Ran, assert_one_sentence, offcut
from support.installations import Home, home_of

HOOKS = ("claude-code", "codex")


def run(home: Home, *arguments: str) -> Ran:
    """Run the command in the home's project."""
    home.places.project.mkdir(parents=True, exist_ok=True)
    return offcut(*arguments, stdin=b"", cwd=home.places.project, **home.environment)


@pytest.mark.parametrize("name", HOSTS)
def test_install_shows_the_change_makes_it_and_does_it_once(name: HostName, tmp_path: Path) -> None:
    home = home_of(name, tmp_path)
    before = home.fill()
    hooks = ["--hooks"] if name in HOOKS else []
    ran = run(home, "install", name, *hooks, "--yes")
    assert (ran.code, ran.err) == (0, "")
    for file in before:
        assert f"--- {home.path / file}\n+++ {home.path / file}\n@@ " in ran.out
        assert f"Changed {home.path / file}; as it was before: " in ran.out
    assert f"Installed offcut in {home.host.title}." in ran.out
    assert ("in plain text in\n" in ran.out) == bool(hooks)
    assert ("/hooks in Codex" in ran.out) == (name == "codex")
    again = run(home, "install", name, *hooks)
    assert (again.code, again.err) == (0, "")
    assert again.out.startswith(f"offcut is already installed in {home.host.title}: ")
    undone = run(home, "uninstall", name, "--yes")
    assert (undone.code, undone.err) == (0, "")
    assert home.files() == before
    assert run(home, "uninstall", name).out.startswith(f"offcut is not installed in {home.host.title}: ")


def test_without_a_terminal_and_without_yes_the_change_is_shown_and_not_made(tmp_path: Path) -> None:
    home = home_of("codex", tmp_path)
    before = home.fill()
    ran = run(home, "install", "codex")
    assert ran.code == 2
    assert "+[mcp_servers.offcut]\n" in ran.out
    assert ran.err == (
        "offcut: Nothing was installed. Nobody can be asked, since standard input is no terminal; "
        "add --yes to go ahead.\n"
    )
    assert home.files() == before
    home.install()
    installed = home.files()
    ran = run(home, "uninstall", "codex")
    assert ran.code == 2
    assert "-[mcp_servers.offcut]\n" in ran.out
    assert "Nothing was removed." in ran.err
    assert home.files() == installed


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("answer", "code"), [(b"y\n", 0), (b"n\n", 1), (b"\n", 1)])
def test_on_a_terminal_the_answer_decides(answer: bytes, code: int, tmp_path: Path) -> None:
    home = home_of("cursor", tmp_path)
    before = home.fill()
    ours, theirs = os.openpty()
    with subprocess.Popen(
        [*RUN, "install", "cursor"],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **home.environment},
    ) as process:
        os.write(ours, answer)
        out, err = process.communicate(timeout=PATIENCE)
    for end in (ours, theirs):
        os.close(end)
    assert process.returncode == code
    assert b"+++ " in out
    assert b"Change " in err and b"[y/N]" in err
    assert (home.files() == before) == bool(code)
    assert (b"Nothing was installed." in err) == bool(code)


def test_keys_nearby_are_masked_in_what_is_shown(tmp_path: Path) -> None:
    home = home_of("claude-code", tmp_path)
    key = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
    home.write(".claude.json", f'{{"mcpServers": {{"a": {{"env": {{"TOKEN": "{key}"}}}}}}}}'.encode())
    ran = run(home, "install", "claude-code", "--yes")
    assert ran.code == 0
    assert "TOKEN" in ran.out and key not in ran.out
    assert key.encode() in home.files()[".claude.json"]


def test_the_registered_command_is_absolute_and_starts_the_server_without_an_environment(
    tmp_path: Path,
) -> None:
    home = home_of("claude-code", tmp_path)
    assert run(home, "install", "claude-code", "--hooks", "--yes").code == 0
    entry = json.loads(home.files()[".claude.json"])["mcpServers"]["offcut"]
    words = [entry["command"], *entry["args"]]
    assert Path(words[0]).is_absolute()
    assert words == [*command(), "serve"]
    assert entry["alwaysLoad"] is True
    started = subprocess.run(
        words, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, cwd="/", check=False,
        env={"HOME": str(tmp_path), "PYTHONPATH": os.environ["PYTHONPATH"]},
    )  # fmt: skip
    assert (started.returncode, started.stdout) == (0, b"")


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("claude-code", ".mcp.json"),
        ("codex", ".codex/config.toml"),
        ("cursor", ".cursor/mcp.json"),
        ("gemini", ".gemini/settings.json"),
    ],
)
def test_project_means_the_file_of_this_folder(name: HostName, file: str, tmp_path: Path) -> None:
    home = home_of(name, tmp_path)
    assert run(home, "install", name, "--project", "--yes").code == 0
    assert list(home.files()) == [f"project/{file}"]
    assert run(home, "uninstall", name, "--project", "--yes").code == 0
    assert home.files() == {}


@pytest.mark.parametrize("name", HOSTS)
def test_print_shows_what_an_installation_writes_and_touches_nothing(name: HostName, tmp_path: Path) -> None:
    home = home_of(name, tmp_path)
    ran = run(home, "install", name, "--print")
    assert (ran.code, ran.err) == (0, "")
    assert home.files() == {}
    home.install(command(), hooks=False)
    assert ran.stdout == home.files()[home.names[0]]


def test_print_shows_the_hooks_below_the_server(tmp_path: Path) -> None:
    home = home_of("codex", tmp_path)
    ran = run(home, "install", "codex", "--print", "--hooks")
    server, _, hooks = ran.out.partition("\n\n")
    assert list(tomllib.loads(server)["mcp_servers"]) == ["offcut"]
    assert list(json.loads(hooks)["hooks"]) == ["PostToolUse", "PreCompact", "SessionStart"]


def test_print_without_a_host_is_what_most_hosts_read(tmp_path: Path) -> None:
    first, *rest = command()
    ran = run(home_of("cursor", tmp_path), "install", "--print")
    assert ran.json == {"mcpServers": {"offcut": {"command": first, "args": [*rest, "serve"]}}}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["install"], ["name a host: claude-code, codex, cursor, gemini", "--print"]),
        (["install", "emacs"], ["'emacs' is no host", "claude-code, codex, cursor, gemini"]),
        (["install", "cursor", "--hooks"], ["no hooks for Cursor"]),
        (["install", "gemini", "--hooks", "--print"], ["no hooks for Gemini CLI"]),
        (["install", "--print", "--hooks"], ["claude-code or codex"]),
        (["uninstall"], ["name a host"]),
    ],
)
def test_wrong_usage_is_one_sentence(arguments: list[str], words: list[str], tmp_path: Path) -> None:
    assert_one_sentence(run(home_of("cursor", tmp_path), *arguments), 2, *words)


def test_a_broken_file_is_one_sentence_and_stays(tmp_path: Path) -> None:
    home = home_of("claude-code", tmp_path)
    path = home.write(".claude.json", b'{"mcpServers": ')
    assert_one_sentence(
        run(home, "install", "claude-code", "--yes"), 1, str(path), "no valid JSON", "mend it"
    )
    assert home.files() == {".claude.json": b'{"mcpServers": '}


def test_backups_that_are_left_are_named(tmp_path: Path) -> None:
    home = home_of("cursor", tmp_path)
    home.fill()
    [backup] = home.install()
    home.write(".cursor/mcp.json", home.files()[".cursor/mcp.json"] + b"\n")
    ran = run(home, "uninstall", "cursor", "--yes")
    assert ran.code == 0
    assert ran.out.endswith(f"{backup}\n")


# The command


def test_the_console_script_beside_the_interpreter_is_preferred(tmp_path: Path) -> None:
    interpreter = tmp_path / "python"
    interpreter.symlink_to(sys.executable)
    imports = "import sys; sys.executable = sys.argv[1]; from offcut_mcp.install.command import command"
    program = f"{imports}; print(command())"
    ask = [sys.executable, "-c", program, str(interpreter)]

    def answer() -> str:
        return subprocess.run(ask, capture_output=True, check=True, timeout=PATIENCE).stdout.decode().strip()

    assert answer() == str((str(interpreter), "-m", "offcut_mcp"))
    script = tmp_path / "offcut"
    script.write_text("#!/bin/sh\n")
    script.chmod(0o755)
    assert answer() == str((str(script),))
