"""Which session a caller gets: its own, those of its project, and nothing else."""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from offcut.errors import InvalidInput
from offcut.transcripts import (
    Caller,
    Host,
    SessionFolders,
    Transcript,
    find_session,
    list_sessions,
    read_session,
    read_transcript,
)
from support.session_files import (
    SESSION,
    THREAD,
    ClaudeFile,
    Row,
    event,
    lines,
    meta,
    spoken,
    write_rollout,
    written,
)

OTHER = "5a1c0043-0000-4000-8000-000000000043"


class Home:
    """A home folder with sessions of two hosts and two projects."""

    def __init__(self, folder: Path) -> None:
        self.folders = SessionFolders.of({"HOME": str(folder)})
        self.shop, self.bank = folder / "work" / "shop", folder / "work" / "bank"
        self.own = self.claude(self.shop, SESSION)
        self.foreign = self.claude(self.bank, OTHER)
        self.rollout = write_rollout(self.folders.codex, [meta(self.shop), spoken("user", "From Codex.")])

    def claude(self, project: Path, session: str) -> Path:
        file = ClaudeFile(project, session)
        file.user(f"From {project.name}.")
        return file.write(self.folders.claude_code)

    def caller(self, host: Host | None = None, session: str | None = None) -> Caller:
        return Caller(host, session, self.shop)

    def read(self, which: str | Path, caller: Caller | None = None) -> Transcript:
        return read_session(str(which), caller or self.caller(), folders=self.folders)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def refusal(home: Home, which: str | Path, caller: Caller | None = None) -> str:
    with pytest.raises(InvalidInput) as refused:
        home.read(which, caller)
    sentence = str(refused.value)
    assert "\n" not in sentence
    assert ". " not in sentence, "one sentence"
    return sentence


def test_the_current_session_of_each_host_is_found(home: Home) -> None:
    assert home.read("current", home.caller("claude-code", SESSION)).messages[0]["content"] == "From shop."
    assert home.read("current", home.caller("codex", THREAD)).host == "codex"


def test_the_current_session_is_the_callers_wherever_it_was_started(home: Home) -> None:
    assert home.read("current", home.caller("claude-code", OTHER)).path == home.foreign.resolve()


def test_sessions_of_the_project_are_found_by_id_and_by_path(home: Home) -> None:
    for which in (SESSION, home.own):
        assert home.read(which).session == SESSION
    for which in (THREAD, home.rollout):
        assert home.read(which).session == THREAD


def test_of_two_sessions_with_one_id_the_projects_own_is_taken(home: Home) -> None:
    home.claude(home.bank, SESSION)
    home.claude(home.bank.parent / "yard", SESSION)
    assert home.read(SESSION).project == home.shop


def test_another_projects_session_is_refused_unless_the_user_allows_all(home: Home) -> None:
    for which in (OTHER, home.foreign):
        assert "belongs to another project" in refusal(home, which)
        allowed = read_session(str(which), home.caller(), reach="all", folders=home.folders)
        assert allowed.session == OTHER


def test_a_folder_name_that_two_projects_share_does_not_open_the_others_session(home: Home) -> None:
    twin = home.claude(Path(f"{home.shop.parent}-shop"), OTHER)
    assert twin.parent == home.own.parent
    assert "belongs to another project" in refusal(home, twin)


def rows_of(project: Path | str | None, ahead: list[Row]) -> str:
    """Return rows that say nothing of a folder, and a session's that do, if there is a project."""
    file = ClaudeFile("" if project is None else project, OTHER)
    file.user("A secret plan.")
    return lines([*ahead, *file.rows])


NO_FOLDER: dict[str, list[Row]] = {
    "snapshots": [{"type": "file-history-snapshot", "messageId": str(n), "snapshot": {}} for n in range(64)],
    "queue": [{"type": "queue-operation", "operation": "enqueue", "content": '{"cwd": "/x"}'}] * 100,
    "summaries": [{"type": "summary", "summary": "x", "leafUuid": str(n)} for n in range(1_000)],
    "a large row": [{"type": "file-history-snapshot", "snapshot": {"text": "x" * 5_000_000}}],
    "no folder": [{"type": "summary", "cwd": ""}, {"type": "summary", "cwd": None}],
}


@pytest.mark.parametrize("ahead", list(NO_FOLDER))
def test_the_first_folder_that_a_row_names_counts_wherever_it_stands(ahead: str, home: Home) -> None:
    other = Path(f"{home.shop.parent}-shop")
    path = written(home.own.with_name(f"{OTHER}.jsonl"), rows_of(other, NO_FOLDER[ahead]))
    for which in (OTHER, path):
        assert "belongs to another project" in refusal(home, which)
    assert OTHER not in {session.id for session in list_sessions(home.shop, folders=home.folders)}
    written(path, rows_of(home.shop, NO_FOLDER[ahead]))
    assert home.read(path).project == home.shop
    assert OTHER in {session.id for session in list_sessions(home.shop, folders=home.folders)}


@pytest.mark.parametrize("folder", [None, ".", "..", "shop", "~", "a\0b", "/a\0b"])
def test_a_session_that_names_no_real_folder_is_nobodys(
    folder: str | None, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.shop.mkdir(parents=True)
    monkeypatch.chdir(home.shop)
    path = written(home.own.with_name(f"{OTHER}.jsonl"), rows_of(folder, []))
    for which in (OTHER, path):
        assert "belongs to another project" in refusal(home, which)
    assert OTHER not in {session.id for session in list_sessions(home.shop, folders=home.folders)}
    everything = list_sessions(home.shop, reach="all", folders=home.folders)
    assert {SESSION, OTHER, THREAD} <= {session.id for session in everything}
    assert home.read(OTHER, home.caller("claude-code", OTHER)).session == OTHER
    assert read_session(OTHER, home.caller(), reach="all", folders=home.folders).session == OTHER


def test_a_poisoned_session_of_the_same_id_is_passed_over(home: Home) -> None:
    written(home.folders.claude_code / "-a" / f"{SESSION}.jsonl", rows_of("/a\0b", []))
    assert home.read(SESSION).path == home.own.resolve()


def test_a_tools_folder_is_not_the_sessions(home: Home) -> None:
    began = event("exec_command_begin", cwd=str(home.shop))
    path = write_rollout(home.folders.codex, [began, meta(home.bank), spoken("user", "A secret.")])
    assert "belongs to another project" in refusal(home, path)


def test_what_is_rewritten_after_it_was_checked_is_compared_once_more(home: Home) -> None:
    foreign = home.foreign.read_text(encoding="utf-8")
    changed: list[int] = []

    def rewrite() -> None:
        if not changed:  # the row that is checked has been read already
            changed.append(home.own.write_text(foreign, encoding="utf-8"))

    with pytest.raises(InvalidInput, match="belongs to another project"):
        read_session(SESSION, home.caller(), folders=home.folders, check=rewrite)


def test_without_a_project_nothing_but_the_current_session_is_read(home: Home) -> None:
    assert "belongs to another project" in refusal(home, SESSION, Caller())


@pytest.mark.parametrize(
    ("which", "said"),
    [
        ("current", "does not tell"),
        ("no-such-session", "there is no session no-such-session"),
        ("*", "is no session"),
        ("a b", "is no session"),
        ("", "is no session"),
        ("../../etc/passwd", "relative path"),
        ("/etc/passwd", "is no session file below"),
        ("/no/such/session.jsonl", "is no session file below"),
        ("/nul/\0.jsonl", "is no path"),
    ],
)
def test_what_is_no_session_is_refused_in_one_sentence(which: str, said: str, home: Home) -> None:
    assert said in refusal(home, which)


def test_a_path_that_climbs_out_of_the_folder_is_refused(home: Home, tmp_path: Path) -> None:
    secret = written(tmp_path / "secret.jsonl", '{"a": 1}\n')
    assert "is no session file below" in refusal(home, home.own.parent / ".." / ".." / ".." / secret.name)


def test_other_files_in_the_folder_are_refused(home: Home) -> None:
    notes = written(home.own.parent / "memory" / "MEMORY.md", "notes")
    assert "is no session file below" in refusal(home, notes)


def test_a_link_out_of_the_folder_is_refused(home: Home, tmp_path: Path) -> None:
    secret = written(tmp_path / "secret.jsonl", '{"a": 1}\n')
    link = home.own.parent / "5a1c0044-0000-4000-8000-000000000044.jsonl"
    link.symlink_to(secret)
    linked_folder = home.folders.claude_code / "linked"
    linked_folder.symlink_to(tmp_path)
    for which in (link, link.stem, linked_folder / secret.name):
        assert "is no session file below" in refusal(home, which)
    assert {session.path for session in list_sessions(home.shop, folders=home.folders)} == {
        home.own.resolve(),
        home.rollout.resolve(),
    }


def test_a_link_to_another_projects_session_is_refused(home: Home) -> None:
    link = home.own.parent / "5a1c0045-0000-4000-8000-000000000045.jsonl"
    link.symlink_to(home.foreign)
    assert "belongs to another project" in refusal(home, link)


def test_what_is_exchanged_while_it_is_opened_is_never_read(home: Home, tmp_path: Path) -> None:
    secret = written(tmp_path / "secret.jsonl", home.own.read_text().replace("From shop.", "A secret."))
    folder, outside = home.own.parent, tmp_path / "outside"
    outside.mkdir()
    written(outside / home.own.name, secret.read_text())
    hidden = folder.with_name("hidden")
    stop = threading.Event()

    def exchange() -> None:
        while not stop.is_set():
            folder.rename(hidden)
            folder.symlink_to(outside)
            folder.unlink()
            hidden.rename(folder)

    thread = threading.Thread(target=exchange)
    thread.start()
    try:
        for _ in range(2_000):
            with suppress(InvalidInput):
                assert home.read(home.own).messages[0]["content"] == "From shop."
    finally:
        stop.set()
        thread.join(60)


def test_a_circle_of_links_is_refused(home: Home) -> None:
    link = home.own.parent / "circle.jsonl"
    link.symlink_to(link)
    refusal(home, link)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_refused_without_waiting_for_its_writer(home: Home) -> None:
    pipe = home.own.parent / "pipe.jsonl"
    os.mkfifo(pipe)
    assert "no regular file" in refusal(home, pipe)
    assert len(list_sessions(home.shop, folders=home.folders)) == 2


def test_a_folder_with_a_sessions_name_is_refused(home: Home) -> None:
    folder = home.own.parent / "folder.jsonl"
    folder.mkdir()
    assert "no regular file" in refusal(home, folder)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs Linux's list of open files")
def test_what_is_refused_leaves_no_file_open(home: Home) -> None:
    folder, pipe = home.own.with_name("folder.jsonl"), home.own.with_name("pipe.jsonl")
    folder.mkdir()
    os.mkfifo(pipe)
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(5):
        for which in (folder, pipe, home.foreign, "/etc/passwd"):
            refusal(home, which)
        list_sessions(home.shop, folders=home.folders)
        for vouched in (folder, pipe):
            with pytest.raises(InvalidInput, match="no regular file"):
                read_transcript(vouched, "claude-code")
    assert len(list(Path("/proc/self/fd").iterdir())) == before


@pytest.mark.parametrize(
    "which", ["/" + "a" * 100_000, "/" + "a/" * 50_000 + "x.jsonl", "x" * 100_000, "~" * 9_999]
)
def test_a_refusal_is_short_whatever_is_asked_for(which: str, home: Home) -> None:
    assert len(refusal(home, which)) < 1_500


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a file to another user"
)
def test_another_users_session_is_refused(home: Home) -> None:
    os.chown(home.own, 12345, 12345)
    assert "belongs to another user" in refusal(home, home.own)
    assert "belongs to another user" in refusal(home, "current", home.caller("claude-code", SESSION))


def test_sessions_are_listed_newest_first_of_one_project_or_of_all(home: Home) -> None:
    for age, path in enumerate((home.rollout, home.own, home.foreign)):
        os.utime(path, (1_700_000_000 - age, 1_700_000_000 - age))
    own = list_sessions(home.shop, folders=home.folders)
    assert [(session.id, session.host) for session in own] == [(THREAD, "codex"), (SESSION, "claude-code")]
    everything = list_sessions(home.shop, reach="all", folders=home.folders)
    assert [session.id for session in everything] == [THREAD, SESSION, OTHER]
    assert everything[2].project == home.bank
    assert own[1].bytes == home.own.stat().st_size
    assert find_session(SESSION, home.caller(), folders=home.folders) == own[1]


def test_folders_that_the_environment_names_count(tmp_path: Path) -> None:
    folders = SessionFolders.of({"HOME": "/x", "CLAUDE_CONFIG_DIR": "/c", "CODEX_HOME": "/d"})
    assert (folders.claude_code, folders.codex) == (Path("/c/projects"), Path("/d/sessions"))
    assert list_sessions(tmp_path, folders=SessionFolders(tmp_path / "none", tmp_path / "no")) == []


def test_a_sub_agents_session_is_found_but_not_listed(home: Home) -> None:
    agent = home.own.with_suffix("") / "subagents" / "agent-a1.jsonl"
    written(agent, home.own.read_text(encoding="utf-8"))
    assert home.read("agent-a1").path == agent.resolve()
    assert len(list_sessions(home.shop, folders=home.folders)) == 2
