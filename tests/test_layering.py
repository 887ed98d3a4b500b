"""The shape of the house: imports go down, the core does no I/O, nothing is circular or overlong.

The checks are functions over source text, so that planted violations prove that they can fail.
"""

from __future__ import annotations

import ast
import graphlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from support.paths import ROOT

#: ``engines/offcut`` from the ground up: a module imports only from lines above its own. Lines may
#: stand here before their module does.
CORE = (
    "errors",
    "conversation",
    "limits",
    "config",
    "ports",
    "worker",
    "formats",
    "families",
    "tokens",
    "pairing",
    "redact",
    "provenance",
    "pressure",
    "cachepoints",
    "previews",
    "recovery",
    "search",
    "evidence",
    "relevance",
    "summary",
    "compaction",
    "compression",
    "context_engine",
)
EDGES = (
    "settings",
    "archive",
    "models",
    "transcripts",
    "vocabulary",
    "coefficients",
    "api",
    "compressor",
    "plugins",
)
LAYERS = (*CORE, *EDGES)

#: What the core may not import: files, network, processes, clock, randomness, environment, logs.
IO_MODULES = frozenset(
    {"fileinput", "glob", "importlib", "io", "os", "pathlib", "platformdirs", "shutil", "sqlite3", "tempfile"}
    | {"http", "httpx", "httpx2", "mcp", "requests", "socket", "ssl", "urllib.request"}
    | {"asyncio", "concurrent", "multiprocessing", "selectors", "signal", "subprocess", "threading"}
    | {"datetime", "platform", "random", "secrets", "time", "uuid"}
    | {"logging", "tiktoken"}
)
IO_CALLS = frozenset({"__import__", "breakpoint", "exec", "eval", "input", "open", "print"})
#: The one door of anyio that the core may use: CPU work on large inputs runs in a worker thread.
WORKER_THREADS = "anyio.to_thread"

LONGEST_FUNCTION = 60
LONGEST_FILE = 600

#: Source text by dotted name; a package's own file is ``package.__init__``.
Sources = Mapping[str, str]


def read_sources(*roots: Path) -> dict[str, str]:
    """Read every module below the source roots."""
    return {
        ".".join(path.relative_to(root).with_suffix("").parts): path.read_text(encoding="utf-8")
        for root in roots
        for path in sorted(root.rglob("*.py"))
    }


def layering_violations(sources: Sources) -> list[str]:
    """Name every module outside the layers, every import from a line below, every import of the server."""
    found = []
    for module, source in sources.items():
        if not module.startswith("offcut.") or module == "offcut.__init__":
            continue
        layer = _layer(module)
        if layer not in LAYERS:
            found.append(f"{module} stands in no layer")
            continue
        for line, target in _inner_imports(module, source, sources):
            if target.startswith("offcut_mcp"):
                found.append(f"{module}:{line} imports the server: {target}")
            elif _layer(target) != layer and _height(target) > _height(module):
                found.append(f"{module}:{line} imports upward: {target}")
    return list(dict.fromkeys(found))  # one statement may import several names of a module


def io_violations(sources: Sources) -> list[str]:
    """Name everything in the core that could reach outside the process."""
    return [
        f"{module}:{line} does I/O: {what}"
        for module, source in sources.items()
        if module.startswith("offcut.") and _layer(module) in CORE
        for line, what in _reaching_out(ast.parse(source))
    ]


def import_cycle(sources: Sources) -> list[str]:
    """Return the modules of one import cycle, or nothing."""
    graph = {
        module: {target for _, target in _inner_imports(module, source, sources)} - {module}
        for module, source in sources.items()
    }
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as error:
        return list(error.args[1])
    return []


def overlong(sources: Sources) -> list[str]:
    """Name every function and file that nobody reads in one go."""
    found = [
        f"{module} has {lines} lines"
        for module, source in sources.items()
        if (lines := len(source.splitlines())) > LONGEST_FILE
    ]
    for module, source in sources.items():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > LONGEST_FUNCTION:
                    found.append(f"{module}:{node.lineno} {node.name} has {lines} lines")
    return found


def patched(sources: Sources) -> list[str]:
    """Name every place where a test replaces code instead of passing a double in."""
    found = []
    for module, source in sources.items():
        for node in ast.walk(ast.parse(source)):
            names = [name for _, name in _imported_names(node, module)]
            mocks = [name for name in names if {"mock", "pytest_mock"} & set(name.split("."))]
            if isinstance(node, ast.arg) and node.arg == "mocker":
                mocks.append("mocker")
            if isinstance(node, ast.Attribute) and node.attr in ("setattr", "delattr", "setitem", "delitem"):
                mocks.append(node.attr)
            found += [f"{module}:{getattr(node, 'lineno', 0)} patches: {name}" for name in mocks]
    return found


def _layer(module: str) -> str:
    """``offcut.formats.anthropic`` stands in ``formats``; the package's own file in none."""
    return module.split(".")[1]


def _height(module: str) -> int:
    """How high a module stands. What is in no layer, the package's own file above all, is the roof."""
    layer = _layer(module)
    return LAYERS.index(layer) if layer in LAYERS else len(LAYERS)


def _inner_imports(module: str, source: str, sources: Sources) -> Iterator[tuple[int, str]]:
    """Yield line and target of every import of our own modules, wherever in the file it stands."""
    for node in ast.walk(ast.parse(source)):
        for line, name in _imported_names(node, module):
            if name.split(".")[0] in ("offcut", "offcut_mcp"):
                yield line, _module_of(name, sources)


def _module_of(name: str, sources: Sources) -> str:
    """The module that an imported dotted name comes from: itself, or the nearest parent that exists."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        for candidate in (".".join(parts[:end]), ".".join([*parts[:end], "__init__"])):
            if candidate in sources:
                return candidate
    return f"{parts[0]}.__init__"


def _imported_names(node: ast.AST, module: str) -> Iterator[tuple[int, str]]:
    """Yield line and absolute dotted name of each thing that one statement imports."""
    if isinstance(node, ast.Import):
        yield from ((node.lineno, alias.name) for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        package = module.split(".")[: -node.level] if node.level else []
        origin = ".".join([*package, *([node.module] if node.module else [])])
        yield from ((node.lineno, f"{origin}.{alias.name}") for alias in node.names)


def _reaching_out(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        for line, name in _imported_names(node, ""):
            if _is_io(name):
                yield line, name
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IO_CALLS:
            yield node.lineno, f"{node.func.id}()"
        if (
            isinstance(node, ast.Attribute)
            and ast.unparse(node.value) == "anyio"
            and node.attr != "to_thread"
        ):
            yield node.lineno, f"anyio.{node.attr}"


def _is_io(name: str) -> bool:
    if name == "anyio":
        return False  # the bare module is judged by what is taken from it
    if name.startswith("anyio."):
        return not f"{name}.".startswith(f"{WORKER_THREADS}.")
    parts = name.split(".")
    return any(".".join(parts[:end]) in IO_MODULES for end in range(1, len(parts) + 1))


ENGINES = read_sources(ROOT / "engines")
SERVER = read_sources(ROOT / "server")
TESTS = read_sources(ROOT / "tests")


def test_every_module_stands_in_a_layer_and_imports_only_from_below_it() -> None:
    violations = layering_violations(ENGINES)
    assert not violations, "\n".join(violations)


def test_the_core_does_no_io() -> None:
    violations = io_violations(ENGINES)
    assert not violations, "\n".join(violations)


def test_no_imports_go_in_a_circle() -> None:
    cycle = import_cycle({**ENGINES, **SERVER})
    assert not cycle, " -> ".join(cycle)


def test_functions_and_files_are_short_enough_to_read() -> None:
    violations = overlong({**ENGINES, **SERVER})
    assert not violations, "\n".join(violations)


def test_tests_patch_nothing() -> None:
    violations = patched(TESTS)
    assert not violations, "\n".join(violations)


def test_the_whole_tree_was_read() -> None:
    assert {"offcut.__init__", "offcut.errors", "offcut.formats.__init__"} <= ENGINES.keys()
    assert "offcut_mcp.__main__" in SERVER
    assert f"{Path(__file__).stem}" in TESTS


SOUND_TREE = {
    "offcut.__init__": "",
    "offcut.errors": "import dataclasses",
    "offcut.formats.__init__": "from offcut.formats.anthropic import read\nimport offcut.errors",
    "offcut.formats.anthropic": "from offcut.formats import contents\nfrom ..errors import OffcutError",
    "offcut.formats.contents": "from offcut import errors",
    "offcut.tokens": "import anyio.to_thread\nfrom anyio import to_thread\nanyio.to_thread.run_sync(len)",
    "offcut.compaction.__init__": "from offcut.compaction.plan import plan",
    "offcut.compaction.plan": "from offcut import tokens",
    "offcut.archive.__init__": "import sqlite3\nfrom offcut.ports import SourceStore",
    "offcut.ports": "from typing import Protocol",
    "offcut.api": "import os\nfrom offcut.archive import Archive\nopen('x')",
    "offcut_mcp.__init__": "",
    "offcut_mcp.serve": "import offcut.api\nfrom offcut import Archive",
}


def planted(module: str, source: str) -> dict[str, str]:
    return {**SOUND_TREE, module: f"{SOUND_TREE.get(module, '')}\n{source}"}


def test_a_sound_tree_passes_every_check() -> None:
    assert layering_violations(SOUND_TREE) == []
    assert io_violations(SOUND_TREE) == []
    assert import_cycle(SOUND_TREE) == []


@pytest.mark.parametrize(
    ("module", "source", "complaint"),
    [
        ("offcut.tokens", "import offcut.compaction", "imports upward: offcut.compaction.__init__"),
        ("offcut.tokens", "from offcut import api", "imports upward: offcut.api"),
        ("offcut.tokens", "from offcut.archive import Archive", "imports upward: offcut.archive.__init__"),
        ("offcut.tokens", "from . import api", "imports upward: offcut.api"),
        ("offcut.tokens", "from .compaction.plan import plan", "imports upward: offcut.compaction.plan"),
        ("offcut.formats.contents", "from .. import tokens", "imports upward: offcut.tokens"),
        ("offcut.tokens", "def later():\n    from offcut.api import x", "imports upward: offcut.api"),
        ("offcut.tokens", "async def later():\n    import offcut.api as a", "imports upward: offcut.api"),
        ("offcut.tokens", "if TYPE_CHECKING:\n    from offcut.api import x", "imports upward: offcut.api"),
        ("offcut.archive.__init__", "from offcut.api import x", "imports upward: offcut.api"),
        ("offcut.tokens", "from offcut import Archive", "imports upward: offcut.__init__"),
        ("offcut.tokens", "import offcut", "imports upward: offcut.__init__"),
        ("offcut.api", "from offcut_mcp import serve", "imports the server: offcut_mcp.serve"),
        ("offcut.api", "def f():\n    import offcut_mcp", "imports the server: offcut_mcp.__init__"),
        ("offcut.helpers", "", "offcut.helpers stands in no layer"),
        ("offcut.helpers.__init__", "", "offcut.helpers.__init__ stands in no layer"),
    ],
)
def test_a_planted_import_from_the_wrong_place_is_found(module: str, source: str, complaint: str) -> None:
    (found,) = layering_violations(planted(module, source))
    assert found.startswith(module)
    assert found.endswith(complaint)


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("import os", "os"),
        ("import os.path as p", "os.path"),
        ("from os import environ", "os.environ"),
        ("from pathlib import Path", "pathlib.Path"),
        ("import sqlite3", "sqlite3"),
        ("from datetime import datetime", "datetime.datetime"),
        ("import importlib.resources", "importlib.resources"),
        ("from importlib import resources", "importlib.resources"),
        ("from urllib.request import urlopen", "urllib.request.urlopen"),
        ("def f():\n    import logging", "logging"),
        ("def f():\n    import tiktoken", "tiktoken"),
        ("from anyio import sleep", "anyio.sleep"),
        ("import anyio.from_thread", "anyio.from_thread"),
        ("import anyio\nawait_ = anyio.open_file", "anyio.open_file"),
        ("open('x').read()", "open()"),
        ("def f():\n    print('x')", "print()"),
        ("__import__('os')", "__import__()"),
    ],
)
def test_planted_io_in_the_core_is_found(source: str, what: str) -> None:
    (found,) = io_violations(planted("offcut.compaction.plan", source))
    assert found.endswith(f"does I/O: {what}")


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("offcut.formats.contents", "from offcut.formats import anthropic"),
        ("offcut.formats.contents", "def f():\n    from .anthropic import read"),
        ("offcut.formats.contents", "from offcut.formats import read"),
        ("offcut.errors", "import offcut.tokens\nfrom offcut.compaction import plan"),
    ],
)
def test_a_planted_cycle_is_found(module: str, source: str) -> None:
    sources = {**planted(module, source), "offcut.tokens": "from offcut.errors import OffcutError"}
    assert module in import_cycle(sources)


def test_a_planted_long_function_and_file_are_found() -> None:
    body = "    pass\n"
    assert overlong({"m": "def f():\n" + body * (LONGEST_FUNCTION - 1)}) == []
    assert overlong({"m": "async def f():\n" + body * LONGEST_FUNCTION}) == ["m:1 f has 61 lines"]
    assert overlong({"m": "x = 1\n" * LONGEST_FILE}) == []
    assert overlong({"m": "x = 1\n" * (LONGEST_FILE + 1)}) == ["m has 601 lines"]


@pytest.mark.parametrize(
    "source",
    [
        "from unittest import mock",
        "from unittest.mock import patch",
        "import unittest.mock as m",
        "def test_x(mocker): ...",
        "def test_x(monkeypatch):\n    monkeypatch.setattr(thing, 'name', 1)",
    ],
)
def test_a_planted_patch_is_found(source: str) -> None:
    assert len(patched({"test_m": source})) == 1
    assert patched({"test_m": "def test_x(monkeypatch):\n    monkeypatch.setenv('A', 'b')"}) == []


def test_possessive_repeats_are_left_to_the_regex_module() -> None:
    """``re`` mishandles them before Python 3.11.5, and Debian's Python is 3.11.2."""
    possessive = re.compile(r"[*+?}]\+(?=[)\\\[(|\"'$])")
    for root in ("engines", "server"):
        for path in sorted((ROOT / root).rglob("*.py")):
            source = path.read_text(encoding="utf-8")
            if re.search(r"^import re$", source, re.MULTILINE):
                literals = [line for line in source.splitlines() if re.search(r"\br?b?f?r?[\"']", line)]
                assert not [line for line in literals if possessive.search(line)], path
