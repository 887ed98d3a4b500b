"""Finds the session that a caller means, and refuses what is not the caller's."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Literal

from offcut.errors import InvalidInput
from offcut.transcripts import claude_code, codex
from offcut.transcripts.folders import SessionFolders, belongs_to, started_in
from offcut.transcripts.opening import opened
from offcut.transcripts.session import HOSTS, TITLES, Caller, Host, Session, Transcript

#: Sessions of the caller's own project, or those of every project of this user.
Reach = Literal["project", "all"]
CURRENT = "current"
#: What ids look like; no character of theirs is a wildcard or leads to another folder.
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,127}")
_READERS = {"claude-code": claude_code.read, "codex": codex.read}


def read_transcript(path: Path, host: Host) -> Transcript:
    """Return the live conversation of a session file that the caller vouches for.

    Raises ``InvalidInput`` when it cannot be read.
    """
    try:
        with path.open("rb") as file:
            return _READERS[host](file, os.fstat(file.fileno()).st_size, path)
    except OSError as error:
        raise InvalidInput(
            f"the session file {path} cannot be read ({error.strerror or 'unknown reason'})"
        ) from error


def read_session(
    which: str, caller: Caller, *, reach: Reach = "project", folders: SessionFolders | None = None
) -> Transcript:
    """Return the live conversation of ``current``, of a session id, or of the path of a session file.

    What is read is the file that was checked: below a session folder, the user's own, and of the caller's
    own project unless ``reach`` is ``all``. Raises ``InvalidInput`` with one sentence for anything else.
    """
    with _checked(which, caller, reach, folders) as (file, path, host):
        return _READERS[host](file, os.fstat(file.fileno()).st_size, path)


def find_session(
    which: str, caller: Caller, *, reach: Reach = "project", folders: SessionFolders | None = None
) -> Session:
    """Return where a session lies and whose it is; the rules are those of ``read_session``."""
    with _checked(which, caller, reach, folders) as (file, path, host):
        return _session(file, path, host)


def list_sessions(
    project: Path | None, *, reach: Reach = "project", folders: SessionFolders | None = None
) -> list[Session]:
    """Return the sessions of a project, or of ``all`` projects, the newest first."""
    folders = folders or SessionFolders.of(os.environ)
    found = []
    for host in HOSTS:
        root = folders.root(host)
        for path in folders.files(host):
            with suppress(InvalidInput, OSError), opened(path, folders) as (file, resolved, _):
                session = _session(file, resolved, host)
                if reach == "all" or belongs_to(project, resolved, session.project, host, root):
                    found.append(session)
    return sorted(found, key=lambda session: (-session.modified, session.id))


@contextmanager
def _checked(
    which: str, caller: Caller, reach: Reach, folders: SessionFolders | None
) -> Iterator[tuple[BinaryIO, Path, Host]]:
    folders = folders or SessionFolders.of(os.environ)
    given = _given_path(which)
    path = given or _path_of(_id(which, caller), caller, folders)
    with opened(path, folders) as (file, resolved, host):
        own = _id_of(resolved, host) == caller.session
        if not own and reach != "all":
            _require_own_project(file, resolved, host, caller, folders)
        yield file, resolved, host


def _require_own_project(
    file: BinaryIO, path: Path, host: Host, caller: Caller, folders: SessionFolders
) -> None:
    if not belongs_to(caller.project, path, started_in(file), host, folders.root(host)):
        raise InvalidInput(
            f"session {_id_of(path, host)} belongs to another project, so it is not read; "
            "the user can allow it with server.transcripts: all"
        )


def _given_path(which: str) -> Path | None:
    """Return the path that was given, if it is one rather than an id."""
    if not (which.startswith("~") or which.endswith(".jsonl") or "/" in which or os.sep in which):
        return None
    path = Path(os.path.expanduser(which))  # noqa: PTH111 - pathlib's raises where no home is known
    if not path.is_absolute():
        raise InvalidInput(f"{which[:200]!r} is a relative path; give an absolute one, or a session id")
    return path


def _id(which: str, caller: Caller) -> str:
    """Return the session id that is meant."""
    id = caller.session if which == CURRENT else which
    if id is None:
        raise InvalidInput(
            "the host does not tell offcut which session is the current one; give a session id or the path "
            "of a session file, which `offcut sessions` lists"
        )
    if not _ID.fullmatch(id):
        raise InvalidInput(
            f'{id[:80]!r} is no session; give "current", a session id or a session file\'s path'
        )
    return id


def _path_of(id: str, caller: Caller, folders: SessionFolders) -> Path:
    """Return the file of a session, the caller's host and project first where ids repeat."""
    hosts = sorted(HOSTS, key=lambda host: host != caller.host)
    found = [path for host in hosts for path in sorted(folders.files(host, id))]
    if not found:
        where = " or ".join(f"{TITLES[host]} below {folders.root(host)}" for host in hosts)
        raise InvalidInput(f"there is no session {id} of {where}; `offcut sessions` lists what there is")
    return max(found, key=lambda path: _is_own(path, caller, folders))


def _is_own(path: Path, caller: Caller, folders: SessionFolders) -> bool:
    with suppress(InvalidInput, OSError), opened(path, folders) as (file, resolved, host):
        return belongs_to(caller.project, resolved, started_in(file), host, folders.root(host))
    return False


def _session(file: BinaryIO, path: Path, host: Host) -> Session:
    status = os.fstat(file.fileno())
    id = _id_of(path, host)
    return Session(id, host, started_in(file), path, status.st_mtime, status.st_size)


def _id_of(path: Path, host: Host) -> str:
    return codex.id_of_file(path) if host == "codex" else path.stem
