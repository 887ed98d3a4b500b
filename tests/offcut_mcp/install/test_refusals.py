"""What an installation refuses: in one sentence, with every file left exactly as it was."""

from __future__ import annotations

import contextlib
import json
import os
import stat
from pathlib import Path

import pytest

from offcut_mcp.install.document import Refused
from offcut_mcp.install.files import Change, apply
from offcut_mcp.install.hosts import HostName
from offcut_mcp.install.plan import plan_install
from support.installations import COMMAND, OTHER_COMMAND, home_of

SERVERS: dict[HostName, str] = {
    "claude-code": ".claude.json",
    "codex": ".codex/config.toml",
    "cursor": ".cursor/mcp.json",
    "gemini": ".gemini/settings.json",
}


@pytest.mark.parametrize(
    ("host", "body", "words"),
    [
        ("claude-code", b'{"a": 1', "no valid JSON"),
        ("claude-code", b'{"a": 1,}', "no valid JSON"),
        ("claude-code", b"{} // what", "no valid JSON"),
        ("claude-code", b'{"a": NaN}', "no valid JSON"),
        ("claude-code", b"[]", "no JSON object"),
        ("claude-code", b'{"mcpServers": []}', "mcpServers that is no object"),
        ("claude-code", b'{"mcpServers": null, "a": 1}', "mcpServers that is no object"),
        ("claude-code", b'{"mcpServers": false, "a": 1}', "mcpServers that is no object"),
        ("claude-code", b'{"a": "\xff"}', "not UTF-8"),
        ("claude-code", b"[" * 100_000, "no valid JSON"),
        ("cursor", b'{"a": /* 1}', "no valid JSON"),
        ("cursor", b'{"a": 1 "b": 2}', "no valid JSON"),
        ("cursor", '{"mcpServers": {}}'.encode("utf-16"), "not UTF-8"),
        ("gemini", b'{"mcpServers": "none"}', "mcpServers that is no object"),
        ("codex", b"a = \n", "no valid TOML"),
        ("codex", b"a = 1\na = 2\n", "no valid TOML"),
        ("codex", b"mcp_servers = 1\n", "mcp_servers that is no object"),
        ("codex", b"mcp_servers = { x = { command = 'c' } }\n", "edit it by hand"),
        ("codex", b"[[mcp_servers]]\nname = 'x'\n", "mcp_servers that is no object"),
    ],
)
def test_a_file_that_cannot_be_changed_with_certainty_is_left_alone(
    host: HostName, body: bytes, words: str, tmp_path: Path
) -> None:
    home = home_of(host, tmp_path)
    path = home.write(SERVERS[host], body)
    with pytest.raises(Refused) as refused:
        home.install(hooks=False)
    sentence = str(refused.value)
    assert str(path) in sentence and words in sentence and "\n" not in sentence
    with contextlib.suppress(Refused):
        home.uninstall()
    assert home.files() == {SERVERS[host]: body}


@pytest.mark.parametrize(
    "body",
    [
        b'{"hooks": []}',
        b'{"hooks": {"PostToolUse": {}}}',
        b'{"hooks": 1}',
        b'{"hooks": null}',
        b'{"hooks": {"PreCompact": null}}',
    ],
)
def test_hooks_in_another_shape_are_left_alone_and_so_is_the_file_of_servers(
    body: bytes, tmp_path: Path
) -> None:
    home = home_of("claude-code", tmp_path)
    home.write(".claude/settings.json", body)
    with pytest.raises(Refused, match=r"hooks\S* that is no"):
        home.install()
    assert home.files() == {".claude/settings.json": body}


@pytest.mark.parametrize(
    ("host", "body"),
    [
        ("claude-code", b'{"mcpServers": {"offcut": {"type": "http", "url": "https://x.example/mcp"}}}'),
        ("claude-code", b'{"mcpServers": {"offcut": {"command": "/bin/offcut", "args": ["other"]}}}'),
        ("claude-code", b'{"mcpServers": {"offcut": {"command": "/bin/offcut", "args": [1]}}}'),
        ("claude-code", b'{"mcpServers": {"offcut": 3}}'),
        ("codex", b"[mcp_servers.offcut]\ncommand = 'node'\nargs = ['/my/offcut.js', 'serve']\n"),
        ("codex", b"mcp_servers.offcut.command = 'offcut-of-mine'\n"),
    ],
)
def test_another_program_of_our_name_is_neither_replaced_nor_removed(
    host: HostName, body: bytes, tmp_path: Path
) -> None:
    home = home_of(host, tmp_path)
    home.write(SERVERS[host], body)
    with pytest.raises(Refused, match="not this program"):
        home.install(hooks=False)
    home.uninstall()
    assert home.files() == {SERVERS[host]: body}


def test_an_entry_that_was_added_by_hand_is_known_as_ours(tmp_path: Path) -> None:
    home = home_of("codex", tmp_path)
    body = b"[mcp_servers.offcut]\ncommand = '/opt/of fcut/bin/offcut' # mine\nargs = [\n  'serve',\n]\n"
    home.write(".codex/config.toml", body)
    assert home.install(hooks=False) == []
    home.install(("/new/offcut",), hooks=False)
    changed = b'[mcp_servers.offcut]\ncommand = "/new/offcut" # mine\nargs = ["serve"]\n'
    assert home.files()[".codex/config.toml"] == changed
    home.uninstall()
    assert home.files() == {".codex/config.toml": b""}


def test_secrets_of_another_program_are_masked_in_the_refusal(tmp_path: Path) -> None:
    home = home_of("cursor", tmp_path)
    entry = {"command": "node", "args": ["/x/offcut.js", "--api-key", "sk-ant-api03-0123456789abcdefghij"]}
    home.write(".cursor/mcp.json", json.dumps({"mcpServers": {"offcut": entry}}).encode())
    with pytest.raises(Refused, match=r"node /x/offcut\.js --api-key \[secret\]"):
        home.install()


@pytest.mark.parametrize("kind", ["folder", "pipe", "write-protected", "loop"])
def test_what_is_no_writable_file_is_refused(kind: str, tmp_path: Path) -> None:
    home = home_of("cursor", tmp_path)
    path = home.path / ".cursor" / "mcp.json"
    path.parent.mkdir()
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "loop":
        path.symlink_to(path)
    else:
        path.write_bytes(b"{}")
        path.chmod(0o444)
    before = path.lstat()
    with pytest.raises(Refused, match=r"mcp\.json .*left as it was|mcp\.json .*left as it is"):
        home.install()
    assert path.lstat() == before or kind == "write-protected"
    assert [entry.name for entry in path.parent.iterdir()] == ["mcp.json"]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may read and write everything")
@pytest.mark.parametrize("mode", [0o000, 0o200])
def test_an_unreadable_file_is_refused(mode: int, tmp_path: Path) -> None:
    home = home_of("cursor", tmp_path)
    path = home.write(".cursor/mcp.json", b"{}")
    path.chmod(mode)
    with pytest.raises(Refused, match="cannot be read"):
        home.install()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may read and write everything")
def test_a_folder_that_may_not_be_written_is_refused(tmp_path: Path) -> None:
    home = home_of("cursor", tmp_path)
    path = home.write(".cursor/mcp.json", b"{}")
    path.parent.chmod(0o500)
    try:
        with pytest.raises(Refused, match="cannot be written"):
            home.install()
    finally:
        path.parent.chmod(0o700)
    assert home.files() == {".cursor/mcp.json": b"{}"}


def test_a_parent_that_is_a_file_is_refused(tmp_path: Path) -> None:
    home = home_of("cursor", tmp_path)
    home.write(".cursor", b"not a folder")
    with pytest.raises(Refused, match="left as it is"):
        home.install()
    assert home.files() == {".cursor": b"not a folder"}


def test_a_file_that_its_host_wrote_after_the_plan_is_left_alone(tmp_path: Path) -> None:
    home = home_of("cursor", tmp_path)
    home.write(".cursor/mcp.json", b"{}")
    changes = plan_install(home.host, home.places, COMMAND)
    home.write(".cursor/mcp.json", b'{"newer": 1}')
    with pytest.raises(Refused, match="changed by another program meanwhile"):
        apply(changes)
    assert home.files() == {".cursor/mcp.json": b'{"newer": 1}'}


def test_a_table_that_only_seems_to_be_ours_stays_in_its_text(tmp_path: Path) -> None:
    home = home_of("codex", tmp_path)
    body = b'note = """\n[mcp_servers.offcut]\ncommand = "x"\n[x]\n"""\n'
    home.write(".codex/config.toml", body)
    home.install(hooks=False)
    home.install(OTHER_COMMAND, hooks=False)
    home.write(".codex/config.toml", home.files()[".codex/config.toml"] + b"\n# changed\n")
    home.uninstall()
    assert home.files()[".codex/config.toml"] == body + b"\n# changed\n"


# How a file is replaced


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX permissions")
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644])
def test_file_and_backup_keep_the_permissions(mode: int, tmp_path: Path) -> None:
    home = home_of("cursor", tmp_path)
    home.write(".cursor/mcp.json", b"{}").chmod(mode)
    [backup] = home.install()
    assert backup is not None and backup.read_bytes() == b"{}"
    for path in (backup, home.path / ".cursor/mcp.json"):
        assert stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.skipif(os.name != "posix", reason="needs symbolic links")
@pytest.mark.parametrize("there", [True, False])
def test_a_symbolic_link_stays_one_and_the_backup_stays_out_of_the_folder_it_leads_to(
    there: bool, tmp_path: Path
) -> None:
    home = home_of("cursor", tmp_path / "home")
    dotfiles = tmp_path / "dotfiles"
    dotfiles.mkdir()
    target = dotfiles / "cursor.json"
    if there:
        target.write_bytes(b"{}")
    link = home.path / ".cursor" / "mcp.json"
    link.parent.mkdir(parents=True)
    link.symlink_to("../../dotfiles/cursor.json")
    home.install()
    assert link.is_symlink() and b"offcut" in target.read_bytes()
    assert list(dotfiles.iterdir()) == [target]
    home.uninstall()
    assert (target.read_bytes() if there else target.exists()) == (b"{}" if there else False)


def test_a_new_folder_is_private(tmp_path: Path) -> None:
    home = home_of("cursor", tmp_path)
    home.install()
    assert stat.S_IMODE((home.path / ".cursor").stat().st_mode) & 0o077 == 0 or os.name != "posix"


def test_a_change_that_changes_nothing_says_so() -> None:
    assert not Change(Path("x"), b"a", b"a").changes
    assert Change(Path("x"), None, b"").changes
