"""What `offcut` offers to importers, and what it costs to ask."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import inspect
import json
import subprocess
import sys
from pathlib import Path

import pytest

import offcut
from offcut import errors

#: What is heavy, or opens the door to files and the network, before anybody asked for it.
LATER = ("tiktoken", "mcp", "sqlite3", "httpx", "pydantic", "typer", "rich", "regex", "asyncio", "anyio")


def test_all_is_exactly_what_is_public() -> None:
    homes = {name: getattr(getattr(offcut, name), "__module__", "") for name in dir(offcut)}
    public = {name for name, home in homes.items() if home.startswith("offcut.") and not name.startswith("_")}
    assert sorted(offcut.__all__) == sorted({*public, "__version__"})


def test_type_checkers_and_callers_find_the_same_names() -> None:
    tree = ast.parse(inspect.getsource(offcut))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    homes = {alias.name: node.module or "" for node in imports for alias in node.names}
    seen = {name: home for name, home in homes.items() if home.startswith("offcut.")}
    assert sorted({*seen, "__version__"}) == sorted(offcut.__all__)
    for name, home in seen.items():
        assert getattr(offcut, name) is getattr(importlib.import_module(home), name)


@pytest.mark.parametrize("name", offcut.__all__)
def test_every_public_name_is_there_and_says_what_it_is(name: str) -> None:
    value = getattr(offcut, name)
    if inspect.isclass(value) or inspect.isroutine(value):
        assert value.__name__ == name
        assert value.__module__.startswith("offcut.")
        assert inspect.getdoc(value)


def test_the_library_offers_its_passes_its_archive_and_every_error() -> None:
    defined = inspect.getmembers(errors, inspect.isclass)
    kinds = {name for name, value in defined if issubclass(value, errors.OffcutError)}
    assert {"Archive", "compact_context", "recover_source", "CompactionResult"} | kinds <= set(offcut.__all__)


def test_a_name_that_is_not_public_is_an_ordinary_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'compacted_context'"):
        offcut.compacted_context  # noqa: B018


def test_importing_the_library_alone_loads_nothing_heavy() -> None:
    program = "import json, sys; import offcut; print(json.dumps([*sys.modules]))"
    command = [sys.executable, "-c", program]
    run = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    loaded = {name.split(".")[0] for name in json.loads(run.stdout)}
    assert "offcut" in loaded
    assert loaded.isdisjoint(LATER)


@pytest.mark.parametrize("package", ["offcut", "offcut_mcp"])
def test_type_checkers_of_importers_may_read_the_annotations(package: str) -> None:
    spec = importlib.util.find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    assert (Path(spec.origin).parent / "py.typed").is_file()
