"""Installations of several files on disks that refuse one of them, and what a replaced file keeps."""

from __future__ import annotations

import contextlib
import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from offcut_mcp.install.document import Refused
from support.installations import Home, home_of

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs POSIX limits, owners and links")
SERVERS, HOOKS = ".claude.json", ".claude/settings.json"


@contextlib.contextmanager
def no_file_above(size: int) -> Iterator[None]:
    """Let the disk refuse every file that grows above this size."""
    import resource  # which not every system has

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def filled(tmp_path: Path, *, servers: bytes | None = b'{"a": 1}') -> tuple[Home, int]:
    """Return a home whose second file is too long for a disk that takes the first, and its size."""
    home = home_of("claude-code", tmp_path)
    if servers is not None:
        home.write(SERVERS, servers)
    body = json.dumps({"long": "x" * 100_000}).encode()
    home.write(HOOKS, body)
    return home, len(body)


@pytest.mark.parametrize("servers", [b'{"a": 1}', None])
@pytest.mark.parametrize("room", [-10, 10], ids=["no backup fits", "a backup fits"])
def test_when_the_second_file_fails_the_first_is_put_back_and_the_sentence_says_so(
    room: int, servers: bytes | None, tmp_path: Path
) -> None:
    home, size = filled(tmp_path, servers=servers)
    before = home.everything()
    with pytest.raises(Refused) as refused, no_file_above(size + room):
        home.install()
    sentence = str(refused.value)
    assert f"{home.path / HOOKS} cannot be written (File too large)" in sentence
    assert f"{home.path / SERVERS}, which was changed already, was put back as it was" in sentence
    assert home.everything() == before


def test_when_uninstalling_fails_the_first_file_is_put_back_with_its_backups(tmp_path: Path) -> None:
    home, size = filled(tmp_path)
    home.install()
    home.write(HOOKS, home.files()[HOOKS].replace(b'{"long"', b'{"longer": "' + b"y" * 2_000 + b'", "long"'))
    before = home.everything()
    with pytest.raises(Refused, match="was put back as it was"), no_file_above(size + 100):
        home.uninstall()
    assert home.everything() == before


@pytest.mark.parametrize("kind", ["dangling link", "folder that is a file", "write-protected"])
def test_nothing_is_written_when_a_later_file_can_be_seen_to_fail(kind: str, tmp_path: Path) -> None:
    home = home_of("claude-code", tmp_path)
    servers = home.write(SERVERS, b"{}")
    hooks = home.path / HOOKS
    if kind == "folder that is a file":
        hooks.parent.write_bytes(b"")
    else:
        hooks.parent.mkdir()
    if kind == "dangling link":
        hooks.symlink_to(tmp_path / "gone" / "settings.json")
    elif kind == "write-protected":
        hooks.write_bytes(b"{}")
        hooks.chmod(0o444)
    before = servers.stat()
    with pytest.raises(Refused, match="left as it is") as refused:
        home.install()
    assert str(SERVERS) not in str(refused.value)
    assert servers.stat() == before
    assert [path.name for path in home.path.iterdir() if path.is_file() and path != hooks.parent] == [SERVERS]


# What a replaced file keeps


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root may give files away")
@pytest.mark.parametrize("mode", [0o600, 0o640])
def test_file_and_backup_stay_with_their_owner_and_group(mode: int, tmp_path: Path) -> None:
    home = home_of("cursor", tmp_path)
    path = home.write(".cursor/mcp.json", b"{}")
    os.chown(path, 1234, 4321)
    path.chmod(mode)
    [backup] = home.install()
    assert backup is not None
    for file in (path, backup):
        status = file.stat()
        assert (status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)) == (1234, 4321, mode)
    home.uninstall()
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 4321)


def test_the_other_names_of_a_file_stay_names_of_it(tmp_path: Path) -> None:
    home = home_of("cursor", tmp_path)
    path = home.write(".cursor/mcp.json", b"{}")
    other = tmp_path / "dotfiles.json"
    other.hardlink_to(path)
    [backup] = home.install()
    assert backup is not None and backup.read_bytes() == b"{}"
    assert other.samefile(path) and b"offcut" in other.read_bytes()
    home.uninstall()
    assert other.samefile(path) and other.read_bytes() == b"{}"


def test_a_file_with_other_names_keeps_its_content_when_the_disk_is_full(tmp_path: Path) -> None:
    home, size = filled(tmp_path)
    (tmp_path / "other").hardlink_to(home.path / HOOKS)
    before = home.everything()
    with pytest.raises(Refused, match="File too large"), no_file_above(size + 10):
        home.install()
    assert home.everything() == before
