"""What uninstalling trusts: only what an installation left, and only where nothing else was written."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from offcut_mcp.install.backups import hash_of
from support.installations import COMMAND, home_of

ENTRY = {"command": COMMAND[0], "args": ["serve"]}
OURS = json.dumps({"mcpServers": {"offcut": ENTRY}}).encode()
MOMENT = "20260101T000000Z"


def test_a_file_that_the_user_wrote_is_never_deleted(tmp_path: Path) -> None:
    home = home_of("cursor", tmp_path)
    home.write(".cursor/mcp.json", OURS)
    home.uninstall()
    assert home.everything() == {".cursor/mcp.json": b"{}"}


def test_a_file_that_an_installation_made_has_a_sign_that_goes_with_it(tmp_path: Path) -> None:
    home = home_of("cursor", tmp_path)
    assert home.install() == [None]
    [sign] = home.everything().keys() - home.files().keys()
    assert home.everything()[sign] == b""
    assert sign.startswith(".cursor/mcp.json.offcut-made-")
    home.uninstall()
    assert home.everything() == {}


@pytest.mark.parametrize("empty", [b"", b"{}", b" \n"])
def test_a_file_that_was_empty_before_stays(empty: bytes, tmp_path: Path) -> None:
    home = home_of("cursor", tmp_path)
    home.write(".cursor/mcp.json", empty)
    home.install()
    home.uninstall()
    assert home.everything() == {".cursor/mcp.json": empty}


def test_a_file_that_was_made_and_then_changed_stays_and_its_sign_goes(tmp_path: Path) -> None:
    home = home_of("cursor", tmp_path)
    home.install()
    home.write(".cursor/mcp.json", OURS)
    home.uninstall()
    assert home.everything() == {".cursor/mcp.json": b"{}"}


@pytest.mark.skipif(os.name != "posix", reason="needs pipes and symbolic links")
@pytest.mark.parametrize("ending", [f"{MOMENT}-{hash_of(OURS)}", f"{MOMENT}-0123456789abcdef", "x", ""])
@pytest.mark.parametrize("kind", ["garbage", "pipe", "folder", "link", "another file"])
def test_what_only_has_the_name_of_a_backup_is_neither_read_nor_restored(
    kind: str, ending: str, tmp_path: Path
) -> None:
    home = home_of("cursor", tmp_path)
    home.write(".cursor/mcp.json", OURS)
    false = tmp_path / ".cursor" / f"mcp.json.offcut-backup-{ending}"
    match kind:
        case "garbage":
            false.write_bytes(b"\xff no JSON")
        case "pipe":
            os.mkfifo(false)
        case "folder":
            false.mkdir()
        case "link":
            false.symlink_to(tmp_path / "elsewhere")
            (tmp_path / "elsewhere").write_bytes(b"{}\n")
        case _:
            false.write_bytes(b'{"mcpServers": {"foreign": {"command": "/bin/evil"}}}')
    home.uninstall()
    left = json.loads((tmp_path / ".cursor/mcp.json").read_bytes())
    assert left in ({}, {"mcpServers": {}})
    assert os.path.lexists(false)


def test_a_made_sign_that_is_not_empty_is_none(tmp_path: Path) -> None:
    home = home_of("cursor", tmp_path)
    home.write(".cursor/mcp.json", OURS)
    name = f".cursor/mcp.json.offcut-made-{MOMENT}-{hash_of(OURS)}"
    home.write(name, b"mine")
    home.uninstall()
    assert home.everything() == {".cursor/mcp.json": b"{}", name: b"mine"}
