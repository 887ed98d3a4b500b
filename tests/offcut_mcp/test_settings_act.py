"""Settings over the real server and the real command line: each changes what is done."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anyio
import pytest

from offcut import Archive
from offcut.settings.keys import SETTINGS, WAITING
from requirement_tables.settings import OPTIONS
from support.command import offcut
from support.long_session import DUE, WINDOW, session
from support.servers import SERVE, Wire, greeted_server, raw_server
from support.session import LISTING, TOOL, as_bytes, conversation
from support.settings import Places, places_in


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Places:
    return places_in(tmp_path, monkeypatch)


#: Everything eligible is folded, so that whatever a setting does is seen.
ALL = "compaction:\n  drop_threshold: 1\n"

#: Key -> a file that sets it, and what is then true of a call with no options of its own.
EFFECTS: dict[str, tuple[str, Any]] = {
    "compaction.drop_threshold": ("compaction: {drop_threshold: 0}", lambda o: o["reason"] == "no_change"),
    "compaction.preserve_recent_messages": (
        f"{ALL}  preserve_recent_messages: 99\n",
        lambda o: reasons(o) == ["protected", "protected"],
    ),
    "compaction.preserve_recent_pairs": (
        f"{ALL}  preserve_recent_pairs: 2\n",
        lambda o: reasons(o) == ["protected", "protected"],
    ),
    "compaction.preview_chars": (f"{ALL}  preview_chars: 0\n", lambda o: preview(o).startswith("[offcut: ")),
    "compaction.preview_style": (
        f"{ALL}  preview_style: head_tail\n",
        lambda o: preview(o).startswith(LISTING[:40]),
    ),
    "compaction.min_savings_tokens": (
        f"{ALL}  min_savings_tokens: 99999\n",
        lambda o: reasons(o) == ["no_savings", "protected"],
    ),
    "compaction.max_output_tokens": (
        f"{ALL}  max_output_tokens: 1\n",
        lambda o: (o["reason"], o["budget_met"]) == ("budget_exceeded", False),
    ),
    "server.protected_tools": (
        f"{ALL}server: {{protected_tools: [{TOOL}]}}",
        lambda o: reasons(o) == ["protected", "protected"],
    ),
}


def reasons(outcome: Any) -> list[str]:
    return [decision["reason"] for decision in outcome["decisions"]]


def preview(outcome: Any) -> str:
    return str(outcome["messages"][2]["content"])


def called(wire: Wire, **options: Any) -> Any:
    """Return what the tool makes of the conversation."""
    arguments = {"messages": conversation(), **({"options": options} if options else {})}
    return wire.call("compact_context", arguments)["structuredContent"]


def server_outcome(places: Places, **options: Any) -> Any:
    with greeted_server(places.home / "archive.db") as wire:
        return called(wire, **options)


def command_outcome(places: Places, *arguments: str) -> Any:
    archive = ("--archive", str(places.home / "archive.db"))
    return offcut("compact", "-", "--json", *archive, *arguments, stdin=as_bytes(conversation())).json


@pytest.fixture(scope="module")
def everything_folded(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What a server makes of the conversation that folds all it may, and is told nothing else."""
    archive = tmp_path_factory.mktemp("folded") / "archive.db"
    with greeted_server(archive, OFFCUT_COMPACTION__DROP_THRESHOLD="1") as wire:
        return called(wire)


#: The same for a session that ``compress`` compresses, beside what becomes of it without the setting.
COMPRESSED: dict[str, tuple[str, Any]] = {
    "compression.threshold": ("threshold: 0.99", lambda o, plain: o["status"] == "below_threshold"),
    "compression.target_ratio": ("target_ratio: 0.8", lambda o, plain: kept(o) > kept(plain)),
    "compression.protect_last_n": ("protect_last_n: 40", lambda o, plain: kept(o) > kept(plain)),
    "compression.protect_first_n": ("protect_first_n: 8", lambda o, plain: removed(o) < removed(plain)),
    "compression.tail_pressure": (
        "tail_pressure: keep",
        lambda o, plain: not o["sources"] and plain["sources"],
    ),
    "compression.max_summary_tokens": (
        "max_summary_tokens: 400",
        lambda o, plain: 0 < o["stats"]["summary_tokens"] < plain["stats"]["summary_tokens"],
    ),
    "compression.enabled": ("enabled: false", lambda o, plain: o["reason"] == "disabled"),
}


def kept(outcome: Any) -> int:
    return int(outcome["stats"]["messages_after"])


def removed(outcome: Any) -> int:
    return int(outcome["stats"]["messages_removed"])


def compressed(wire: Wire) -> Any:
    """Return what the tool makes of a long session."""
    return wire.call("compress", {"messages": session(), **DUE})["structuredContent"]


@pytest.fixture(scope="module")
def plainly_compressed(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What a server makes of the session that is told nothing else."""
    with greeted_server(tmp_path_factory.mktemp("compressed") / "archive.db") as wire:
        return compressed(wire)


@pytest.mark.parametrize("key", COMPRESSED)
def test_a_setting_changes_how_the_server_and_the_command_line_compress(
    key: str, plainly_compressed: Any, places: Places
) -> None:
    text, holds = COMPRESSED[key]
    assert plainly_compressed["status"] == "compressed"
    assert not holds(plainly_compressed, plainly_compressed)
    places.write(user=f"compression: {{{text}}}")
    archive = places.home / "archive.db"
    with greeted_server(archive) as wire:
        by_server = compressed(wire)
    window = ("--context-length", str(WINDOW))
    ran = offcut("compress", "-", "--json", "--archive", archive, *window, stdin=as_bytes(session()))
    for outcome in (by_server, ran.json):
        assert holds(outcome, plainly_compressed), outcome["stats"]


@pytest.mark.parametrize("key", EFFECTS)
def test_a_setting_changes_what_the_server_and_the_command_line_do(
    key: str, everything_folded: Any, places: Places
) -> None:
    text, holds = EFFECTS[key]
    assert everything_folded["changed"]
    assert not holds(everything_folded)
    places.write(user=text)
    for outcome in (server_outcome(places), command_outcome(places)):
        assert holds(outcome), outcome["decisions"]


def test_an_option_of_the_call_wins_over_the_setting(places: Places) -> None:
    places.write(user="compaction: {drop_threshold: 0, preserve_recent_pairs: 2}")
    assert not server_outcome(places)["changed"]
    given = {"drop_threshold": 1, "preserve_recent_messages": 6}
    assert server_outcome(places, **given)["changed"]
    arguments = [
        word for name, value in given.items() for word in (f"--{name.replace('_', '-')}", str(value))
    ]
    assert command_outcome(places, *arguments)["changed"]


def test_the_servers_own_command_line_wins_over_its_environment(places: Places, tmp_path: Path) -> None:
    (tmp_path / "variables").write_text(
        "OFFCUT_SERVER__PROTECTED_TOOLS=nothing\nOFFCUT_COMPACTION__DROP_THRESHOLD=1\n"
    )
    arguments = (*SERVE, "--env-file", str(tmp_path / "variables"), "--set", f"server.protected_tools={TOOL}")
    with raw_server(places.home / "archive.db", *arguments, OFFCUT_SERVER__PROTECTED_TOOLS="none") as wire:
        wire.handshake()
        assert reasons(called(wire)) == ["protected", "protected"]
    with raw_server(places.home / "archive.db", *arguments[:-2]) as wire:
        wire.handshake()
        assert called(wire)["changed"]


async def _kept(path: Path, ref: str) -> bytes:
    async with Archive.open(path) as archive:
        return await archive.get(ref)


def test_the_archive_lies_where_the_setting_says(places: Places) -> None:
    places.write(user=f"{ALL}archive: {{path: by-file.db}}")
    by_file = Path(offcut("config", "--json").json["archive"])
    assert by_file.name == "by-file.db"
    with greeted_server("") as wire:
        [source] = called(wire)["sources"]
    assert anyio.run(_kept, by_file, source["ref"]) == LISTING.encode()
    by_command = places.home / "by-command.db"
    ran = offcut(
        "compact", "-", "--json", "--set", f"archive.path={by_command}", stdin=as_bytes(conversation())
    )
    assert anyio.run(_kept, by_command, ran.json["sources"][0]["ref"]) == LISTING.encode()
    assert offcut("recover", source["ref"], "--bytes").out == LISTING
    assert offcut("archive", "stats", "--json").json["path"] == str(by_file)


def test_every_setting_acts_or_is_planned() -> None:
    status = {option.id: option for option in OPTIONS}
    assert list(status) == list(SETTINGS)
    acting = {key for key, option in status.items() if option.kind == "tested"}
    elsewhere = {"archive.path", "context.engine", "prompt_caching.cache_ttl", "server.tools"}
    assert acting == {*EFFECTS, *COMPRESSED, *elsewhere}
    assert acting == {key for key in SETTINGS if not key.startswith(WAITING)}
