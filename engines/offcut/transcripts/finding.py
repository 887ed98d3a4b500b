"""Finds the session that a caller means, and refuses what is not the caller's."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Literal

from offcut.errors import InvalidInput
from offcut.ports import Check
from offcut.transcripts import claude_code, codex
from offcut.transcripts.folders import SessionFolders, belongs_to, started_in
from offcut.transcripts.opening import opened, regular_file
from offcut.transcripts.session import HOSTS, TITLES, Caller, Host, Session, Transcript

#: Sessions of the caller's own project, or those of every project of this user.
Reach = Literal["project", "all"]
CURRENT = "current"
#: What ids look like; no character of theirs is a wildcard or leads to another folder.
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,127}")
_READERS = {"claude-code": claude_code.read, "codex": codex.read}


def _unchecked() -> None:
    """Let the reading go on."""


def read_transcript(path: Path, host: Host, *, check: Check = _unchecked) -> Transcript:
    """Return the live conversation of a session file that the caller vouches for.

    ``check`` is called before each row. Raises ``InvalidInput`` when the file cannot be read.
    """
    with regular_file(path) as file:
        return _read(file, path, host, check)


def read_session(
    which: str,
    caller: Caller,
    *,
    reach: Reach = "project",
    folders: SessionFolders | None = None,
    check: Check = _unchecked,
) -> Transcript:
    """Return the live conversation of ``current``, of a session id, or of the path of a session file.

    What is read is the file that was checked: below a session folder, the user's own, and of the caller's
    own project unless ``reach`` is ``all``. Raises ``InvalidInput`` with one sentence for anything else.
    """
    with _checked(which, caller, reach, folders, check) as (file, path, host):
        transcript = _read(file, path, host, check)
        # The host may have rewritten its file since it was checked.
        _require_own(transcript.project, path, host, caller, reach)
        return transcript


def find_session(
    which: str, caller: Caller, *, reach: Reach = "project", folders: SessionFolders | None = None
) -> Session:
    """Return where a session lies and whose it is; the rules are those of ``read_session``."""
    with _checked(which, caller, reach, folders, _unchecked) as (file, path, host):
        return _session(file, path, host)


def list_sessions(
    project: Path | None, *, reach: Reach = "project", folders: SessionFolders | None = None
) -> list[Session]:
    """Return the sessions of a project, or of ``all`` projects, the newest first."""
    folders = folders or SessionFolders.of(os.environ)
    found = []
    for host in HOSTS:
        for path in folders.files(host):
            with suppress(InvalidInput, OSError), opened(path, folders) as (file, resolved, _):
                session = _session(file, resolved, host)
                if reach == "all" or belongs_to(project, session.project):
                    found.append(session)
    return sorted(found, key=lambda session: (-session.modified, session.id))


def _read(file: BinaryIO, path: Path, host: Host, check: Check) -> Transcript:
    try:
        return _READERS[host](file, os.fstat(file.fileno()).st_size, path, check)
    except OSError as error:
        reason = error.strerror or "unknown reason"
        raise InvalidInput(f"session {_id_of(path, host)} cannot be read to its end ({reason})") from error


@contextmanager
def _checked(
    which: str, caller: Caller, reach: Reach, folders: SessionFolders | None, check: Check
) -> Iterator[tuple[BinaryIO, Path, Host]]:
    folders = folders or SessionFolders.of(os.environ)
    given = _given_path(which)
    path = given or _path_of(_id(which, caller), caller, folders, check)
    with opened(path, folders) as (file, resolved, host):
        if not _is_free(resolved, host, caller, reach):
            _require_own(started_in(file, check), resolved, host, caller, reach)
        yield file, resolved, host


def _is_free(path: Path, host: Host, caller: Caller, reach: Reach) -> bool:
    """Tell whether a session is read whatever project it is of: the current one, or where all are allowed."""
    return reach == "all" or _id_of(path, host) == caller.session


def _require_own(project: Path | None, path: Path, host: Host, caller: Caller, reach: Reach) -> None:
    if not (_is_free(path, host, caller, reach) or belongs_to(caller.project, project)):
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


def _path_of(id: str, caller: Caller, folders: SessionFolders, check: Check) -> Path:
    """Return the file of a session, the caller's host and project first where ids repeat."""
    hosts = sorted(HOSTS, key=lambda host: host != caller.host)
    found = [path for host in hosts for path in sorted(folders.files(host, id))]
    if not found:
        where = " or ".join(f"{TITLES[host]} below {folders.root(host)}" for host in hosts)
        raise InvalidInput(f"there is no session {id} of {where}; `offcut sessions` lists what there is")
    own = (path for path in found if len(found) > 1 and _is_own(path, caller, folders, check))
    return next(own, found[0])


def _is_own(path: Path, caller: Caller, folders: SessionFolders, check: Check) -> bool:
    with suppress(InvalidInput, OSError), opened(path, folders) as (file, _, _):
        return belongs_to(caller.project, started_in(file, check))
    return False


def _session(file: BinaryIO, path: Path, host: Host) -> Session:
    status = os.fstat(file.fileno())
    project = started_in(file, _unchecked)
    return Session(_id_of(path, host), host, project, path, status.st_mtime, status.st_size)


def _id_of(path: Path, host: Host) -> str:
    return codex.id_of_file(path) if host == "codex" else path.stem
