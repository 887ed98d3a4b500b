"""What counts as a command of ours, however it was customised, and what an installation changes of it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from offcut_mcp.install.command import shell_line
from offcut_mcp.install.hosts import HostName
from offcut_mcp.install.started import line_with_program, split_line, start_of, with_program
from support.installations import COMMAND, OTHER_COMMAND, home_of

posix = pytest.mark.skipif(os.name != "posix", reason="lines of a POSIX shell")
HOOKS: list[tuple[HostName, str]] = [("claude-code", ".claude/settings.json"), ("codex", ".codex/hooks.json")]


@pytest.mark.parametrize(
    ("words", "own"),
    [
        (["/opt/bin/offcut", "serve"], True),
        (["offcut", "serve"], True),
        ([r"C:\Users\Ada Lovelace\offcut.exe", "serve"], True),
        (["/usr/bin/python3", "-m", "offcut_mcp", "serve"], True),
        (["/usr/bin/python3", "-X", "utf8", "-m", "offcut_mcp", "serve"], True),
        (["/opt/bin/offcut", "serve", "--set", "a=b"], True),
        (["uvx", "offcut", "serve"], True),
        (["uvx", "offcut@1.0", "serve"], True),
        (["uv", "tool", "run", "--from", "x", "offcut[extra]==1.0", "serve"], True),
        (["env", "OFFCUT_ARCHIVE=/a", "offcut", "serve"], True),
        (["sh", "-c", "exec offcut serve"], True),
        (["bash", "-lc", "cd /x && OFFCUT_ARCHIVE=a offcut serve --set a=b"], True),
        (["/opt/bin/offcut"], False),
        (["serve"], False),
        (["/opt/bin/my-offcut", "serve"], False),
        (["node", "/my/offcut.js", "serve"], False),
        (["/opt/bin/offcut", "other", "serve"], False),
        (["/usr/bin/python3", "-m", "other", "serve"], False),
        (["-m", "offcut_mcp", "serve"], False),
        (["echo", "exec offcut serve"], False),
        ([], False),
    ],
)
def test_what_counts_as_this_program(words: list[str], own: bool) -> None:
    assert (start_of(words, "serve") is not None) is own


@posix
@pytest.mark.parametrize(
    ("line", "renewed"),
    [
        ("/old/offcut hook codex", "'/n w/offcut' hook codex"),
        ("/old/python -m offcut_mcp hook codex", "'/n w/offcut' hook codex"),
        ("offcut hook codex --threshold 30000", "'/n w/offcut' hook codex --threshold 30000"),
        ("A=$HOME/x '/o p/offcut'  hook codex # hi", "A=$HOME/x '/n w/offcut'  hook codex # hi"),
        ('"$HOME/offcut" hook codex 2>/dev/null', "'/n w/offcut' hook codex 2>/dev/null"),
        ("[ -x /o/offcut ] && /o/offcut hook codex", "[ -x /o/offcut ] && '/n w/offcut' hook codex"),
        ("cd /x;offcut hook codex;true", "cd /x;'/n w/offcut' hook codex;true"),
        ("A=1 \\\n offcut hook codex", "A=1 \\\n '/n w/offcut' hook codex"),
        ("uvx offcut@1.0 hook codex", None),
        ("sh -c 'exec offcut hook codex'", None),
        ("python3 -X utf8 -m offcut_mcp hook codex", None),
    ],
)
def test_of_a_line_only_the_program_is_renewed_unless_another_one_starts_it(
    line: str, renewed: str | None
) -> None:
    assert start_of(split_line(line), "hook", "codex") is not None
    assert line_with_program(line, ("/n w/offcut",), "hook", "codex") == (renewed or line)


@posix
@pytest.mark.parametrize(
    "line",
    [
        "cat x # offcut hook codex",
        "echo 'offcut hook codex'",
        "offcut hook codex2",
        "offcut 'hook codex'",
        "log 'open offcut hook codex",
        "",
    ],
)
def test_a_line_that_only_speaks_of_us_is_not_ours(line: str) -> None:
    assert start_of(split_line(line), "hook", "codex") is None
    assert line_with_program(line, ("/new",), "hook", "codex") == line


def test_a_shell_line_with_spaces_and_quotes_is_split_as_it_was_joined() -> None:
    words = ["/opt/Ada's tools/offcut", "hook", "codex"]
    assert split_line(shell_line(words)) == words
    assert split_line("echo 'open") == [] or os.name == "nt"


def test_options_of_a_server_stay_when_its_program_is_renewed() -> None:
    words = ["/old/offcut", "serve", "--set", "a=b"]
    assert with_program(words, OTHER_COMMAND, "serve") == (*OTHER_COMMAND, "serve", "--set", "a=b")


@posix
@pytest.mark.parametrize(("name", "file"), HOOKS)
@pytest.mark.parametrize(
    "custom",
    [
        "{} --threshold 30000",
        "OFFCUT_ARCHIVE=/a.db {}",
        "{} || true",
        "uvx offcut hook NAME",
        "sh -c 'offcut hook NAME'",
    ],
)
def test_customised_hooks_are_neither_doubled_nor_left(
    custom: str, name: HostName, file: str, tmp_path: Path
) -> None:
    home = home_of(name, tmp_path)
    before = home.fill()
    home.install()
    line = f"'{COMMAND[0]}' hook {name}"
    changed = custom.replace("NAME", name).format(line)
    body = home.files()[file].decode().replace(json.dumps(line), json.dumps(changed)).encode()
    assert body != home.files()[file]
    home.write(file, body)
    assert home.install() == []
    home.install(OTHER_COMMAND)
    renewed = changed.replace(f"'{COMMAND[0]}'", " ".join(OTHER_COMMAND))
    assert home.files()[file] == body.replace(json.dumps(changed).encode(), json.dumps(renewed).encode())
    home.uninstall()
    assert json.loads(home.files()[file]) == json.loads(before[file])


@pytest.mark.parametrize(
    "words", [["/old/offcut", "serve", "--set", "a=b"], ["uvx", "offcut", "serve"]], ids=["options", "runner"]
)
def test_a_customised_server_stays_customised_and_goes(words: list[str], tmp_path: Path) -> None:
    home = home_of("cursor", tmp_path)
    entry = {"command": words[0], "args": words[1:]}
    home.write(".cursor/mcp.json", json.dumps({"mcpServers": {"offcut": entry}, "a": 1}).encode())
    home.install()
    written = json.loads(home.files()[".cursor/mcp.json"])["mcpServers"]["offcut"]
    assert [written["command"], *written["args"]] == list(with_program(words, COMMAND, "serve"))
    home.uninstall()
    assert json.loads(home.files()[".cursor/mcp.json"])["a"] == 1
    assert b"offcut" not in home.files()[".cursor/mcp.json"]
