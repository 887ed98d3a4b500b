"""Installing into copies of configuration files as people have them, and taking it out again."""

from __future__ import annotations

import codecs
import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from offcut_mcp.install.document import document
from offcut_mcp.install.hosts import HOSTS, HostName, Syntax
from support.installations import COMMAND, OTHER_COMMAND, Home, home_of

Variant = Callable[[bytes], bytes]

VARIANTS: dict[str, Variant] = {
    "as it is": lambda body: body,
    "CRLF": lambda body: body.replace(b"\n", b"\r\n"),
    "tabs": lambda body: body.replace(b"  ", b"\t"),
    "no final newline": bytes.rstrip,
    "newlines at the end": lambda body: body + b"\n\n\n",
    "byte order mark": lambda body: codecs.BOM_UTF8 + body,
}


@pytest.fixture(params=HOSTS)
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Home:
    return home_of(request.param, tmp_path)


@pytest.fixture(params=VARIANTS)
def variant(request: pytest.FixtureRequest) -> Variant:
    return VARIANTS[request.param]


def varied(home: Home, variant: Variant) -> dict[str, bytes]:
    """Put realistic files of one variant into the home and return their bytes."""
    bodies = {name: variant(body) for name, body in home.fill().items()}
    for name, body in bodies.items():
        home.write(name, body)
    return bodies


def values(home: Home, name: str) -> dict[str, Any]:
    """Return what a file of the home says, as the host reads it."""
    syntax: Syntax = home.host.syntax if name == home.names[0] else "json"
    return document(Path(name), home.files()[name], syntax).values


def test_the_server_and_the_hooks_are_added_and_nothing_else_changes(home: Home, variant: Variant) -> None:
    varied(home, variant)
    before = {name: values(home, name) for name in home.names}
    home.install()
    servers, *hooks = home.names
    added = values(home, servers)
    entry = added[home.host.servers_key].pop("offcut")
    assert (entry["command"], entry["args"]) == (COMMAND[0], ["serve"])
    if home.host.servers_key not in before[servers]:
        assert added.pop(home.host.servers_key) == {}
    assert repr(added) == repr(before[servers])
    for name in hooks:
        assert_only_own_hooks_were_added(home, before[name], values(home, name))


def assert_only_own_hooks_were_added(home: Home, before: dict[str, Any], after: dict[str, Any]) -> None:
    for event, matcher in home.host.events.items():
        [*foreign, own] = after["hooks"][event]
        assert own.get("matcher") == matcher
        assert own["hooks"][0]["command"] == f"'{COMMAND[0]}' hook {home.host.name}"
        assert foreign == before["hooks"].get(event, [])
        after["hooks"][event] = foreign
        if event not in before["hooks"]:
            del after["hooks"][event]
    assert repr(after) == repr(before)


def test_every_line_that_was_there_is_still_there_in_its_style(home: Home, variant: Variant) -> None:
    bodies = varied(home, variant)
    home.install()
    for name, body in bodies.items():
        after = home.files()[name]
        assert after.startswith(codecs.BOM_UTF8) == body.startswith(codecs.BOM_UTF8)
        lines = iter(after.splitlines())
        missing = [line for line in body.splitlines() if not any(_same(line, other) for other in lines)]
        assert missing == []
        if b"\r\n" in body:
            assert after.count(b"\n") == after.count(b"\r\n")
        if b"\n\t" in body and name.endswith("json"):
            assert b"\n  " not in after


def _same(before: bytes, after: bytes) -> bool:
    """A line may have got a comma, nothing else."""
    return after in (before, before + b",") or after.replace(b", //", b" //") == before


def test_twice_is_once(home: Home, variant: Variant) -> None:
    varied(home, variant)
    home.install()
    once = home.files()
    assert home.install() == []
    assert home.files() == once


def test_uninstalling_gives_back_the_bytes_and_leaves_no_trace(home: Home, variant: Variant) -> None:
    varied(home, variant)
    before = home.files()
    home.install()
    assert home.files() != before
    home.uninstall()
    assert home.files() == before


def test_uninstalling_gives_back_the_bytes_after_several_installations(home: Home) -> None:
    home.fill()
    before = home.files()
    home.install(hooks=False)
    home.install()
    home.install(OTHER_COMMAND)
    home.uninstall()
    assert home.files() == before


def test_a_file_that_was_changed_meanwhile_loses_only_what_is_ours(home: Home, variant: Variant) -> None:
    bodies = varied(home, variant)
    home.install()
    for name in bodies:
        home.write(name, home.files()[name] + (b"\n# later\n" if name.endswith("toml") else b"\n\n"))
        assert b"offcut" in home.files()[name]
    home.uninstall()
    for name, body in bodies.items():
        assert b"offcut" not in home.files()[name]
        assert repr(values(home, name)) == repr(_read(home, name, body))
    assert sum("offcut-backup" in name for name in home.files()) == len(bodies)


def _read(home: Home, name: str, body: bytes) -> dict[str, Any]:
    return document(Path(name), body, home.host.syntax if name == home.names[0] else "json").values


def test_what_is_taken_out_of_a_changed_file_leaves_its_other_lines_alone(home: Home) -> None:
    bodies = home.fill()
    home.install()
    changed = {name: home.files()[name] + b"\n" for name in bodies}
    for name, body in changed.items():
        home.write(name, body)
    home.uninstall()
    for name, body in bodies.items():
        assert home.files()[name].rstrip() == body.rstrip(), name


def test_files_that_an_installation_made_go_again(home: Home) -> None:
    home.install()
    assert sorted(home.files()) == sorted(home.names)
    home.install(OTHER_COMMAND)
    home.uninstall()
    assert home.files() == {}


def test_a_file_that_an_installation_made_stays_if_something_was_added(home: Home) -> None:
    home.install()
    for name in home.names:
        added = b"\nx = 1\n" if name.endswith("toml") else b'{\n  "x": 1,'
        body = home.files()[name]
        home.write(name, added + body.removeprefix(b"{") if name.endswith("json") else added + body)
    home.uninstall()
    assert sorted(home.files()) == sorted(home.names)
    assert [values(home, name) for name in home.names] == [{"x": 1}] * len(home.names)


def test_another_command_takes_the_place_of_the_old_one_and_leaves_what_the_user_set(home: Home) -> None:
    home.fill()
    home.install()
    servers = home.write(home.names[0], _with_user_key(home))
    home.install(OTHER_COMMAND)
    assert b"of fcut" not in b"".join(body for name, body in home.files().items() if "backup" not in name)
    entry = values(home, servers.name if "/" not in home.names[0] else home.names[0])
    own = entry[home.host.servers_key]["offcut"]
    assert (own["command"], own["args"]) == (OTHER_COMMAND[0], [*OTHER_COMMAND[1:], "serve"])
    assert own["env"] == {"OFFCUT_ARCHIVE": "/elsewhere.db"}


def _with_user_key(home: Home) -> bytes:
    body = home.files()[home.names[0]]
    if home.host.syntax == "toml":
        return body + b'env = { OFFCUT_ARCHIVE = "/elsewhere.db" }\n'
    at = body.index(b'"command": "/opt')
    return body[:at] + b'"env": {"OFFCUT_ARCHIVE": "/elsewhere.db"}, ' + body[at:]


def test_a_large_file_of_claude_code_is_changed_in_one_place(tmp_path: Path) -> None:
    home = home_of("claude-code", tmp_path)
    history = [{"display": f'prompt {n} {{"a": [1, 2, "\\""]}}', "pastedContents": {}} for n in range(20_000)]
    projects = {f"/p/{n}": {"history": history[n * 100 : n * 100 + 100]} for n in range(200)}
    large = json.dumps({"projects": projects, "userID": "x"}, indent=2).encode()
    home.write(".claude.json", large)
    home.install(hooks=False)
    after = home.files()[".claude.json"]
    assert after.startswith(large[:-2])
    home.uninstall()
    assert home.files() == {".claude.json": large}


@pytest.mark.parametrize(
    ("body", "after"),
    [
        (b"", '{\n  "mcpServers": {\n    "offcut": E\n  }\n}\n'),
        (b"{}", '{\n  "mcpServers": {\n    "offcut": E\n  }\n}'),
        (b'{"a":1}', '{"a":1,"mcpServers":{"offcut":E}}'),
        (b'{"a": 1}\n', '{"a": 1, "mcpServers": {"offcut": E}}\n'),
        (b'{"mcpServers": {}}', '{"mcpServers": {\n  "offcut": E\n}}'),
        (b'{\n    "mcpServers": {\n    }\n}', '{\n    "mcpServers": {\n        "offcut": E\n    }\n}'),
        (b'{\n\t"a": 1\n}', '{\n\t"a": 1,\n\t"mcpServers": {\n\t\t"offcut": E\n\t}\n}'),
        (b'{\n  "a": 1, // one\n}', '{\n  "a": 1, // one\n  "mcpServers": {\n    "offcut": E\n  },\n}'),
        (b'{\n  "a": 1 // one\n}', '{\n  "a": 1, // one\n  "mcpServers": {\n    "offcut": E\n  }\n}'),
        (b'{"a": 1 // one\n}', '{"a": 1, // one\n  "mcpServers": {"offcut": E}\n}'),
        (b"{\n  // none\n}", '{\n  // none\n  "mcpServers": {\n    "offcut": E\n  }\n}'),
    ],
)
def test_the_entry_is_written_in_the_style_of_the_file(body: bytes, after: str, tmp_path: Path) -> None:
    home = home_of("cursor", tmp_path)
    home.write(".cursor/mcp.json", body)
    home.install()
    written = home.files()[".cursor/mcp.json"].decode()
    start = written.index('"offcut"') + len('"offcut"')
    entry = written[written.index("{", start) :]
    entry = entry[: entry.index("}") + 1]
    assert json.loads(entry) == {"command": COMMAND[0], "args": ["serve"]}
    assert written.replace(entry, "E") == after
    home.uninstall()
    assert home.files() == {".cursor/mcp.json": body}


@pytest.mark.parametrize("body", [b"{}", b'{"mcpServers": {}}', b'{"mcpServers": {}, "a": 1}', b'{"a": 1}'])
def test_what_was_empty_before_stays_also_if_the_file_was_changed_meanwhile(
    body: bytes, tmp_path: Path
) -> None:
    home = home_of("cursor", tmp_path)
    home.write(".cursor/mcp.json", body)
    home.install()
    home.write(".cursor/mcp.json", home.files()[".cursor/mcp.json"] + b"\n")
    home.uninstall()
    assert home.files()[".cursor/mcp.json"] == body + b"\n"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a = 1",
        "[mcp_servers]\n",
        "[mcp_servers]\nx = { command = 'c' }\n# end",
        "mcp_servers.x.command = 'c'\n[t]\nq = 1\n",
        "[mcp_servers.x]\nc = 1\n[t]\nq = 1\n[mcp_servers.y]\nc = 2\n",
        "[t]\nnested = [\n  [1],\n  [2]\n]\n",
    ],
)
def test_a_table_is_appended_to_any_toml_and_taken_out_again(text: str, tmp_path: Path) -> None:
    home = home_of("codex", tmp_path)
    home.write(".codex/config.toml", text.encode())
    home.install(hooks=False)
    written = home.files()[".codex/config.toml"].decode()
    assert written.startswith(text)
    assert tomllib.loads(written)["mcp_servers"]["offcut"]["command"] == COMMAND[0]
    home.write(".codex/config.toml", f"{written}\n[added]\n".encode())
    home.uninstall()
    left = tomllib.loads(home.files()[".codex/config.toml"].decode())
    assert left.pop("added") == {}
    assert left.get("mcp_servers", {}) == tomllib.loads(text).get("mcp_servers", {})


def test_tables_within_ours_go_with_it_and_comments_about_the_next_one_stay(tmp_path: Path) -> None:
    home = home_of("codex", tmp_path)
    home.install(hooks=False)
    body = home.files()[".codex/config.toml"]
    added = (
        b'\n[mcp_servers."offcut".tools.compress]\napproval_mode = "approve"\n\n# about me\n[tui]\na = 1\n'
    )
    home.write(".codex/config.toml", body + added)
    home.uninstall()
    assert home.files() == {".codex/config.toml": b"\n# about me\n[tui]\na = 1\n"}


HOOKED: list[tuple[HostName, str]] = [
    ("claude-code", ".claude/settings.json"),
    ("codex", ".codex/hooks.json"),
]


@pytest.mark.parametrize(("host", "name"), HOOKED)
def test_a_foreign_hook_beside_ours_in_one_group_stays(host: HostName, name: str, tmp_path: Path) -> None:
    home = home_of(host, tmp_path)
    home.install()
    settings = json.loads(home.files()[name])
    settings["hooks"]["PostToolUse"][0]["hooks"].insert(
        0, {"type": "command", "command": "offcut-like hook x"}
    )
    home.write(name, json.dumps(settings).encode())
    home.uninstall()
    left = {"hooks": [{"type": "command", "command": "offcut-like hook x"}]}
    assert json.loads(home.files()[name]) == {"hooks": {"PostToolUse": [left]}}


@pytest.mark.parametrize("variable", ["CLAUDE_CONFIG_DIR", "CODEX_HOME"])
def test_a_variable_moves_the_folder(variable: str, tmp_path: Path) -> None:
    host = HOSTS["claude-code" if variable.startswith("CLAUDE") else "codex"]
    home = home_of(host.name, tmp_path)
    places = type(home.places)(tmp_path, tmp_path / "project", {variable: str(tmp_path / "moved")})
    hooks_file = host.hooks_file("user", places)
    assert host.servers_file("user", places) == tmp_path / "moved" / host.servers
    assert hooks_file == tmp_path / "moved" / str(host.hooks)
