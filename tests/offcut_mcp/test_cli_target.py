"""``-o``: what it would destroy is refused before anything runs, and nothing is archived in vain."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from support.command import assert_one_sentence, offcut
from support.session import FOLD_ALL, LISTING, as_bytes, conversation

MESSAGES = as_bytes(conversation())


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """An archive with one source, in a folder that a link leads to as well."""
    folder = tmp_path / "kept"
    folder.mkdir()
    (tmp_path / "way").symlink_to(folder, target_is_directory=True)
    return folder / "archive.db"


@pytest.fixture
def ref(archive: Path) -> str:
    ran = offcut("compact", "-", "--json", *FOLD_ALL, "--archive", archive, stdin=MESSAGES)
    (archive.parent / "link.db").symlink_to(archive)
    os.link(archive, archive.parent / "hard.db")
    return str(ran.json["sources"][0]["ref"])


@pytest.mark.skipif(os.name != "posix", reason="needs links")
@pytest.mark.parametrize(
    ("target", "named"),
    [
        ("kept/archive.db", "kept/archive.db"),
        ("kept/archive.db-wal", "kept/archive.db"),
        ("kept/archive.db-shm", "kept/link.db"),
        ("way/archive.db", "kept/archive.db"),
        ("kept/../way/archive.db", "kept/link.db"),
        ("kept/link.db", "kept/archive.db"),
        ("kept/hard.db", "way/archive.db"),
        ("kept/archive.db", "way/link.db"),
    ],
)
def test_the_archive_is_never_replaced_by_an_output(
    target: str, named: str, archive: Path, ref: str, tmp_path: Path
) -> None:
    kept = archive.read_bytes()
    for command in (["compact", "-"], ["recover", ref]):
        ran = offcut(*command, "-o", target, cwd=tmp_path, stdin=MESSAGES, OFFCUT_ARCHIVE=named)
        assert_one_sentence(ran, 2, target, "archive")
    assert archive.read_bytes() == kept
    assert offcut("recover", ref, "--bytes", "--archive", archive).stdout == LISTING.encode()


def test_a_file_that_is_write_protected_is_refused(tmp_path: Path) -> None:
    target = tmp_path / "after.json"
    target.write_text("old")
    target.chmod(0o444)
    ran = offcut("compact", "-", "-o", target, "--archive", tmp_path / "a.db", stdin=MESSAGES)
    assert_one_sentence(ran, 2, "after.json", "write-protected")
    assert target.read_text() == "old"
    assert not (tmp_path / "a.db").exists()


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder that takes no files")
def test_nothing_is_archived_for_a_list_that_cannot_be_written(tmp_path: Path) -> None:
    archive = tmp_path / "a.db"
    ran = offcut("compact", "-", "-o", "/proc/after.json", "--archive", archive, *FOLD_ALL, stdin=MESSAGES)
    assert_one_sentence(ran, 1, "(/proc/after.json)")
    assert not archive.exists()


@pytest.mark.skipif(os.name != "posix", reason="needs a device")
def test_a_device_is_written_to_and_stays_one(tmp_path: Path) -> None:
    ran = offcut("compact", "-", "-o", "/dev/stderr", "--archive", tmp_path / "a.db", stdin=MESSAGES)
    assert ran.code == 0
    assert ran.err.startswith('[{"role":"user"')
