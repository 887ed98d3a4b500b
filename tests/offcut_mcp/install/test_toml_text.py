"""Editing tables of a TOML text, whatever its strings and lists hold."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from offcut_mcp.install import toml_text
from offcut_mcp.install.edits import Delete, Put
from offcut_mcp.install.toml_layout import statements
from support.installations import OTHER_COMMAND, home_of

PLACE = ("mcp_servers", "offcut")
#: What may stand before and behind our table, each misleading in its own way.
AROUND = [
    "",
    "a = 1\n",
    '# [mcp_servers.offcut] "\n',
    'note = """\n[mcp_servers.offcut]\ncommand = "x"\n"""\n',
    "note = '''\n[mcp_servers.offcut]\nargs = [\n'''\n",
    'note = """\\"""\n[x]\n""""" # end\n',
    "list = [\n  [1],\n  [2]\n]\n",
    'list = [ # ]\n  "]", # "\n  \'[\',\n]\n',
    'b = { c = "}" }\n',
    'd = "#" # "\n',
]
#: What may stand in our table as the value of a key.
VALUES = [
    '"x"',
    "'x'",
    '"/q\\"uo]te" # mine',
    '"""x\n[y]\n"""',
    "'''\n'''",
    "[\n  \"a]\", # ]\n  'b'\n]",
    "[] # none",
]


@given(st.sampled_from(AROUND), st.sampled_from(AROUND), st.sampled_from(VALUES))
def test_a_key_is_set_and_the_table_deleted_among_anything(before: str, behind: str, value: str) -> None:
    head, tail = before, f"\n[t]\n{behind}"
    text = f'{head}[mcp_servers.offcut]\ncommand = {value}\n"args" = {value}\nenv = {{ A = "b" }}\n{tail}'
    for key in ("command", "args"):
        text = toml_text.edited(text, Put((*PLACE, key), ["new"]))
    assert text.startswith(head) and text.endswith(tail)
    table = tomllib.loads(text)["mcp_servers"]["offcut"]
    assert table == {"command": ["new"], "args": ["new"], "env": {"A": "b"}}
    assert all(f'{key} = ["new"]{comment(value)}\n' in text for key in ("command", '"args"'))
    left = toml_text.edited(text, Delete(PLACE))
    assert tomllib.loads(left) == tomllib.loads(head + tail)


def comment(value: str) -> str:
    """Return the comment at the end of a value, which stays."""
    return next((end for end in (" # mine", " # none") if value.endswith(end)), "")


@given(st.text(alphabet="a=[]{}\"'#\\\n ", max_size=40))
def test_statements_joined_are_the_text(text: str) -> None:
    assert "".join(statement.text for statement in statements(text)) == text


@given(st.lists(st.sampled_from(AROUND), max_size=4), st.text(alphabet="a\"'\\]#[ \té", max_size=12))
def test_any_path_can_be_renewed_and_taken_out(parts: list[str], path: str) -> None:
    text = "".join(f"[t{number}]\n{part}" for number, part in enumerate(parts))
    added = toml_text.edited(text, Put(PLACE, {"command": f"/{path}/offcut", "args": [path, "serve"]}))
    again = toml_text.edited(added, Put((*PLACE, "command"), "/new"))
    again = toml_text.edited(again, Put((*PLACE, "args"), ["serve"]))
    assert tomllib.loads(again)["mcp_servers"]["offcut"] == {"command": "/new", "args": ["serve"]}
    assert tomllib.loads(toml_text.edited(again, Delete(PLACE))) == tomllib.loads(text)


@pytest.mark.parametrize("old", ["/q\"uo'te]/100%/offcut", "/a\\b/offcut", "/a\tb/offcut", "/a#]b/offcut"])
def test_another_command_takes_the_place_of_one_with_quotes(old: str, tmp_path: Path) -> None:
    home = home_of("codex", tmp_path)
    before = home.fill()
    home.install((old,))
    home.install(OTHER_COMMAND)
    entry = tomllib.loads(home.files()[".codex/config.toml"].decode())["mcp_servers"]["offcut"]
    assert (entry["command"], entry["args"]) == (OTHER_COMMAND[0], [*OTHER_COMMAND[1:], "serve"])
    home.uninstall()
    assert home.everything() == before
