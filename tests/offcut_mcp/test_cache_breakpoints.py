"""``cache_breakpoints`` over stdio: who is offered it, the shape of its answer, and the setting behind it."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from offcut import cache_breakpoints
from offcut.vocabulary import exact_counter
from offcut_mcp.tools import HOST_TOOLS, TOOLS
from support.command import offcut
from support.conversations import RECORD, Step, chat
from support.servers import SERVE, Wire, greeted_server, raw_server
from support.settings import Places, places_in

NAME = "cache_breakpoints"
HOST = (*SERVE, "--tools", "host")
CLAUDE = {"model": "claude-sonnet-4-5", "provider": "openrouter"}
MESSAGES = chat([Step(RECORD)])


def listed(wire: Wire) -> list[str]:
    return [tool["name"] for tool in wire.ask("tools/list")["result"]["tools"]]


def called(wire: Wire, **arguments: Any) -> Any:
    """Return the structure of a call that worked; its text is the same without messages."""
    result = wire.call(NAME, {"messages": MESSAGES, **CLAUDE, **arguments})
    assert result["isError"] is False, result
    whole = result["structuredContent"]
    short = {name: value for name, value in whole.items() if name != "messages"}
    [block] = result["content"]
    assert json.loads(block["text"]) == short
    return whole


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    with raw_server(tmp_path_factory.mktemp("cache") / "archive.db", *HOST) as wire:
        wire.handshake()
        yield wire
        assert wire.finish() == 0
        assert wire.complaints() == ""


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Places:
    return places_in(tmp_path, monkeypatch)


@pytest.mark.requirement("H-58", "H-71")
def test_the_same_messages_come_back_with_markers_and_a_line_for_the_user(wire: Wire) -> None:
    found = called(wire)
    assert list(found) == ["schema_version", "messages", "breakpoints", "enabled", "status", "warnings"]
    expected = cache_breakpoints(MESSAGES, model=CLAUDE["model"], provider=CLAUDE["provider"])
    assert found == expected.to_wire()
    assert found["breakpoints"] == [{"message": at, "part": 0} for at in (0, 7, 8, 9)]
    assert (found["schema_version"], found["enabled"], found["warnings"]) == (1, True, [])
    assert found["status"] == "💾 Prompt caching: ENABLED (Claude via OpenRouter, 5m TTL)"


@pytest.mark.requirement("F-19", "H-63")
def test_what_came_back_may_be_sent_again(wire: Wire) -> None:
    once = called(wire, provider="anthropic", messages=MESSAGES[:4])
    assert once["breakpoints"][-1] == {"message": 3, "part": None}
    assert called(wire, provider="anthropic", messages=once["messages"]) == once


@pytest.mark.requirement("H-69")
def test_for_other_models_the_messages_are_those_that_were_sent(wire: Wire) -> None:
    found = called(wire, model="gpt-4o")
    assert (found["messages"], found["breakpoints"], found["enabled"]) == (MESSAGES, [], False)
    assert found["status"] == '💾 Prompt caching: DISABLED ("gpt-4o" is no Claude model)'


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"ttl": "10m"}, 'ttl must be "5m" or "1h", not \'10m\''),
        ({"messages": None}, "messages is missing: Whole conversation, oldest first"),
        (
            {"format": "auto"},
            f'"format" is no argument of {NAME}, which takes messages, model, provider, ttl',
        ),
        ({"messages": [7]}, "messages[0] must be an object, not an integer"),
    ],
)
def test_a_wrong_argument_is_one_sentence(arguments: Any, words: str, wire: Wire) -> None:
    result = wire.call(NAME, {"messages": MESSAGES, **arguments})
    assert (result["isError"], result["content"]) == (True, [{"type": "text", "text": words}])


def test_repaired_characters_are_a_warning(wire: Wire) -> None:
    [warning] = called(wire, messages=[{"role": "user", "content": "cut \ud83d"}])["warnings"]
    assert "U+FFFD" in warning


@pytest.mark.anyio
async def test_the_tool_is_plain_cheap_and_only_reads() -> None:
    definition = HOST_TOOLS[NAME].definition()
    assert list(definition["inputSchema"]["properties"]) == ["messages", "model", "provider", "ttl"]
    assert definition["inputSchema"]["required"] == ["messages"]
    assert definition["annotations"]["readOnlyHint"] is True
    shown = json.dumps({key: definition[key] for key in ("name", "description", "inputSchema")})
    assert (await exact_counter()).count(shown) <= 250
    taken = set(inspect.signature(cache_breakpoints).parameters) - {"warnings"}
    assert taken == set(HOST_TOOLS[NAME].arguments)


@pytest.mark.parametrize("arguments", [HOST, (*SERVE, "--set", "server.tools=host")])
def test_the_command_line_adds_it_to_the_default_tools(arguments: Any, tmp_path: Path) -> None:
    with raw_server(tmp_path / "archive.db", *arguments) as wire:
        wire.handshake()
        assert listed(wire) == [*TOOLS, NAME]
        assert called(wire)["enabled"]


def test_settings_add_it_and_the_command_line_wins(places: Places) -> None:
    archive = places.home / "archive.db"
    with greeted_server(archive) as wire:
        assert listed(wire) == [*TOOLS]
    with greeted_server(archive, OFFCUT_SERVER__TOOLS="host") as wire:
        assert listed(wire) == [*TOOLS, NAME]
    places.write(user="server: {tools: host}")
    with greeted_server(archive) as wire:
        assert listed(wire) == [*TOOLS, NAME]
        assert called(wire)["enabled"]
    with raw_server(archive, *SERVE, "--tools", "default") as wire:
        wire.handshake()
        assert listed(wire) == [*TOOLS]


def test_listing_tools_reads_no_settings_where_none_can_name_them(places: Places) -> None:
    for text, read in ((None, False), ("server: {tools: host}", True)):
        places.write(user=text)
        with raw_server(places.home / "archive.db", "-X", "importtime", *SERVE) as wire:
            wire.handshake()
            assert listed(wire)
            assert wire.finish() == 0
            assert ("offcut.settings.reading" in wire.complaints()) is read


def test_another_word_is_refused_before_anything_is_served() -> None:
    ran = offcut("serve", "--tools", "all")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "offcut: --tools must be default or host, not 'all'; see `offcut serve --help`.\n"


def test_without_it_a_call_says_how_to_get_it(places: Places) -> None:
    with greeted_server(places.home / "archive.db") as wire:
        result = wire.call(NAME, {"messages": MESSAGES})
        [block] = wire.call("cache_points", {})["content"]
    said = f"{NAME} is not offered; start the server with --tools host"
    assert (result["isError"], result["content"][0]["text"]) == (True, said)
    assert block["text"] == f'no tool "cache_points"; offcut has {", ".join(TOOLS)}'


def test_broken_settings_list_the_default_tools_and_every_call_says_what_is_wrong(places: Places) -> None:
    places.write(user="server: {tools: everything}")
    with greeted_server(places.home / "archive.db") as wire:
        assert listed(wire) == [*TOOLS]
        [block] = wire.call(NAME, {"messages": MESSAGES})["content"]
        assert block["text"].startswith('server.tools must be "default" or "host", not \'everything\'')
        places.write(user="server: {tools: host}")
        assert called(wire)["enabled"]
        assert listed(wire) == [*TOOLS, NAME]


@pytest.mark.requirement("H-68", "H-70")
@pytest.mark.parametrize("place", ["user", "project"])
def test_the_setting_says_how_long_unless_the_call_does(place: Any, places: Places) -> None:
    places.write(**{place: "prompt_caching:\n  cache_ttl: 1h\n"})
    with raw_server(places.home / "archive.db", *HOST) as wire:
        wire.handshake()
        found, given = called(wire), called(wire, ttl="5m")
    hour, minutes = (f"ENABLED (Claude via OpenRouter, {ttl} TTL)" for ttl in ("1h", "5m"))
    assert found["status"].endswith(hour) and given["status"].endswith(minutes)
    assert found["messages"][0]["content"][0]["cache_control"] == {"type": "ephemeral", "ttl": "1h"}
    assert given["messages"][0]["content"][0]["cache_control"] == {"type": "ephemeral"}
