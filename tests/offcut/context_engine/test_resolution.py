"""Which engine a user gets: by name, in the order of H-10, and never one that was not named."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import pytest

from offcut import (
    Archive,
    ContextCompressor,
    ContextEngine,
    InvalidInput,
    open_context_engine,
    register_context_engine,
)
from offcut.plugins import engines_folder
from offcut.settings import read_configuration
from support.settings import Places

PLUGIN = """
from pathlib import Path
from offcut import ContextEngine

Path(__file__).with_name("ran").touch()

class Engine(ContextEngine):
    name = "%s"
    def compress(self, messages, current_tokens=None):
        return list(messages)
"""


class Registered(ContextEngine):
    name = "registered"

    def compress(self, messages: Sequence[Any], *unused: Any, **named: Any) -> list[Any]:
        return list(messages)


def plug_in(
    name: str, code: str | None = None, file: str = "__init__.py", folder: Path | None = None
) -> Path:
    """Write a plug-in and return its folder."""
    place = (folder or engines_folder()) / name
    place.mkdir(parents=True, exist_ok=True)
    (place / file).write_text(PLUGIN % name if code is None else code, encoding="utf-8")
    return place


def named(places: Places, name: str) -> None:
    places.write(user=f"context:\n  engine: {name}\n")


# Who is chosen


@pytest.mark.requirement("H-03", "H-05", "H-12", "H-13")
def test_the_compressor_is_what_one_gets_who_names_nothing(places: Places) -> None:
    chosen = open_context_engine(model="gpt-4o")
    assert isinstance(chosen.engine, ContextCompressor)
    assert (chosen.origin, chosen.warning) == ("built-in", None)
    assert chosen.engine.context_length == 128_000


@pytest.mark.requirement("H-05", "H-13")
def test_the_settings_make_the_built_in_engine(places: Places) -> None:
    places.write(user="compression: {threshold: 0.3, protect_last_n: 9, enabled: false}")
    engine = open_context_engine(context_length=10_000).engine
    assert (engine.threshold_tokens, engine.protect_last_n) == (3_000, 9)
    assert not engine.should_compress(9_999)


@pytest.mark.requirement("H-04", "H-05", "H-10", "H-13")
@pytest.mark.parametrize("file", ["__init__.py", "engine.py"])
def test_a_plug_in_folder_takes_the_compressors_place(file: str, places: Places) -> None:
    plug_in("my-lcm.2", file=file)
    named(places, "my-lcm.2")
    chosen = open_context_engine(context_length=5_000)
    assert (chosen.engine.name, chosen.origin, chosen.warning) == ("my-lcm.2", "folder", None)
    assert chosen.engine.context_length == 5_000


@pytest.mark.requirement("H-04", "H-10")
def test_a_package_may_have_modules_of_its_own_and_make_its_engine_itself(places: Places) -> None:
    place = plug_in("in_parts", "from .parts import Engine, Other\ncreate_engine = lambda: Engine(7)")
    other = "\nclass Other(Engine): pass\n"
    made = "    def __init__(self, number): self.number = number\n"
    (place / "parts.py").write_text(PLUGIN % "parts" + made + other)
    named(places, "in_parts")
    assert open_context_engine().engine.number == 7  # type: ignore[attr-defined]


@pytest.mark.requirement("H-04", "H-10")
def test_a_registered_engine_comes_after_a_folder_and_before_the_built_in_one(places: Places) -> None:
    register_context_engine("second", Registered)
    named(places, "second")
    chosen = open_context_engine()
    assert (chosen.engine.name, chosen.origin) == ("registered", "registered")
    assert open_context_engine().engine is not chosen.engine
    plug_in("second")
    assert open_context_engine().origin == "folder"


@pytest.mark.requirement("H-10")
def test_a_name_that_nobody_has_gives_the_built_in_engine_and_a_warning(places: Places) -> None:
    named(places, "lcm")
    chosen = open_context_engine(context_length=7_000)
    assert isinstance(chosen.engine, ContextCompressor) and chosen.engine.context_length == 7_000
    assert chosen.origin == "built-in"
    assert chosen.warning is not None
    assert "no context engine lcm" in chosen.warning and str(engines_folder()) in chosen.warning


# Who is not


@pytest.mark.requirement("H-11", "H-12")
@pytest.mark.parametrize("engine", ["compressor", None])
def test_no_plug_in_runs_that_was_not_named(engine: str | None, places: Places) -> None:
    folders = [plug_in(name) for name in ("compressor", "lcm")]
    register_context_engine(f"not-named-{engine}", partial(pytest.fail, "made"))
    if engine:
        named(places, engine)
    assert type(open_context_engine().engine) is ContextCompressor
    assert not any((folder / "ran").exists() for folder in folders)


@pytest.mark.requirement("H-11")
def test_a_project_can_neither_name_an_engine_nor_bring_one(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(places.project)
    brought = [
        plug_in("lcm", folder=places.project / inner)
        for inner in ("plugins/context_engine", "", ".offcut/plugins/context_engine")
    ]
    named(places, "lcm")
    assert open_context_engine().origin == "built-in"
    assert not any((folder / "ran").exists() for folder in brought)
    places.write(project="context: {engine: lcm}")
    with pytest.raises(InvalidInput, match=r"context\.engine may not be set by a project"):
        open_context_engine()


@pytest.mark.parametrize("name", ["../lcm", "a/b", "..", ".hidden", ""])
def test_a_name_leads_to_no_other_folder(name: str, places: Places) -> None:
    plug_in("lcm", folder=engines_folder().parent)
    named(places, json.dumps(name))
    with pytest.raises(InvalidInput, match=r"context\.engine must be a name"):
        open_context_engine()


# What is wrong with one

BROKEN = {
    "nothing": ({}, "it needs an __init__.py"),
    "two": ({"a.py": "", "b.py": ""}, "not 2"),
    "empty": ({"__init__.py": ""}, "no engine class and no create_engine()"),
    "choice": ({"__init__.py": PLUGIN % "x" + "\nclass Other(Engine): pass\n"}, "has 2 engine classes"),
    "syntax": ({"__init__.py": "class Engine(:\n"}, "SyntaxError"),
    "import": ({"__init__.py": "\nimport no_such_module_at_all"}, "__init__.py, line 2"),
    "raises": ({"__init__.py": "x = 1\n1 / 0"}, "ZeroDivisionError: division by zero (__init__.py, line 2)"),
    "exits": ({"__init__.py": "import sys; sys.exit('bye')"}, "SystemExit: bye"),
    "unfinished": (
        {"__init__.py": "from offcut import ContextEngine\nclass E(ContextEngine): name = 'e'"},
        "abstract",
    ),
    "other": ({"__init__.py": "create_engine = dict"}, "it is a dict and no ContextEngine"),
    "making": ({"__init__.py": "def create_engine():\n    raise OSError('no\\n disk')"}, "OSError: no disk"),
    "uncallable": ({"__init__.py": "create_engine = 7"}, "not callable"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_plug_in_that_does_not_work_is_one_sentence(name: str, places: Places) -> None:
    files, words = BROKEN[name]
    (engines_folder() / name).mkdir(parents=True)
    for file, code in files.items():
        (engines_folder() / name / file).write_text(code)
    named(places, name)
    with pytest.raises(InvalidInput) as refused:
        open_context_engine()
    said = str(refused.value)
    assert said.startswith(f"the context engine {name}") and words in said and "\n" not in said
    assert said.endswith("mend it, or set context.engine to compressor")


def test_an_engine_is_not_imported_under_a_name_that_programs_use(places: Places) -> None:
    plug_in("json")
    named(places, "json")
    assert open_context_engine().origin == "folder"
    assert sys.modules["json"] is json


@pytest.mark.requirement("H-12")
@pytest.mark.parametrize(
    ("name", "factory", "words"),
    [
        ("compressor", Registered, "always means the built-in"),
        ("", Registered, "must be a text"),
        (7, Registered, "must be a text"),
        ("shapeless", 7, "needs a function or class"),
    ],
)
def test_what_cannot_be_registered_is_refused(name: Any, factory: Any, words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        register_context_engine(name, factory)


def test_a_name_belongs_to_who_registered_it_first() -> None:
    register_context_engine("taken", Registered)
    register_context_engine("taken", Registered)
    with pytest.raises(InvalidInput, match="another context engine is registered as taken"):
        register_context_engine("taken", lambda: Registered())


def test_the_archive_is_the_one_that_the_settings_name(places: Places, tmp_path: Path) -> None:
    places.write(user=f"archive: {{path: {tmp_path / 'by-setting.db'}}}")
    settings = read_configuration().settings
    for given, path in ((None, "by-setting.db"), (Archive.open(tmp_path / "given.db"), "given.db")):
        engine = open_context_engine(settings, archive=given).engine
        assert json.loads(engine.handle_tool_call("search_archive", {"query": "x"}))["hits"] == []
        assert (tmp_path / path).exists()
        archive = given or engine._archive  # type: ignore[attr-defined]
        anyio.run(archive.aclose)
