"""The table of requirements against the lists it answers to, and against the tests that carry its ids.

Markers are read from the source text of the tests, so that the answer is the same when only a part of
the suite is run. Only a test of every run counts: one marked ``full`` is not there on an ordinary day.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from requirements import REQUIREMENTS
from support.paths import ROOT, require_shared

TESTS = ROOT / "tests"
FIRST_STEP, LAST_STEP = 2, 6

#: Where each list of requirements stands, and how it sets off the ids it defines.
LISTS = {
    "reference/seed-hermes.md": re.compile(r"\*\*(H-\d\d)\*\*"),
    "reference/seed-reme.md": re.compile(r"\*\*(R-\d\d)\*\*"),
    "reference/faults.md": re.compile(r"^\| (F-\d\d) \|", re.MULTILINE),
}


def carried_ids(source: str) -> set[str]:
    """Return the ids that the tests of one file carry, on any test, class, module or parameter."""
    tree = ast.parse(source)
    tables = dict(_module_values(tree))
    ids = set[str]()
    for marks in _marks_of_tests(tree, [tables["pytestmark"]] if "pytestmark" in tables else []):
        nodes = list(_reachable(marks, tables))
        if not any(_is_mark(node, "full") for node in nodes):
            ids.update(id for node in nodes for id in _required(node))
    return ids


def _module_values(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names a module gives to values: marks and tables of parameters may be named once."""
    for statement in tree.body:
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        if isinstance(statement, ast.AnnAssign):
            targets = [statement.target]
        if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value:
            yield from ((t.id, statement.value) for t in targets if isinstance(t, ast.Name))


def _marks_of_tests(node: ast.Module | ast.ClassDef, marks: list[ast.expr]) -> Iterator[list[ast.expr]]:
    """Yield for each test the expressions that can carry its marks: its own, its class's, its module's."""
    for child in node.body:
        if isinstance(child, ast.ClassDef) and child.name.startswith("Test"):
            yield from _marks_of_tests(child, [*marks, *child.decorator_list])
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) and child.name.startswith("test"):
            yield [*marks, *child.decorator_list]


def _reachable(expressions: list[ast.expr], tables: dict[str, ast.expr]) -> Iterator[ast.AST]:
    """Walk expressions and, once each, the module's values that they name."""
    waiting, entered = list(expressions), set[str]()
    while waiting:
        for node in ast.walk(waiting.pop()):
            yield node
            if isinstance(node, ast.Name) and node.id in tables and node.id not in entered:
                entered.add(node.id)
                waiting.append(tables[node.id])


def _is_mark(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Attribute) and ast.unparse(node) == f"pytest.mark.{name}"


def _required(node: ast.AST) -> Iterator[str]:
    """Yield the ids of a requirement mark; of any other expression nothing."""
    if isinstance(node, ast.Call) and _is_mark(node.func, "requirement"):
        for argument in node.args:
            if not isinstance(argument, ast.Constant) or not isinstance(argument.value, str):
                raise ValueError(f"line {node.lineno}: a requirement mark takes ids as literal strings")
            yield argument.value


def carriers() -> dict[str, list[str]]:
    """Return, for every id that a test carries, the files whose tests carry it."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for id in carried_ids(path.read_text(encoding="utf-8")):
            found.setdefault(id, []).append(str(path.relative_to(TESTS)))
    return found


def test_the_table_has_exactly_the_ids_of_the_lists_each_once_and_in_order() -> None:
    shared = require_shared()
    listed = [
        id
        for name, definition in LISTS.items()
        for id in dict.fromkeys(definition.findall((shared / name).read_text(encoding="utf-8")))
    ]
    assert [requirement.id for requirement in REQUIREMENTS] == listed


def test_every_requirement_that_is_met_has_a_test() -> None:
    carried = carriers()
    missing = [f"{r.id} {r.note} [{r.status}]" for r in REQUIREMENTS if r.needs_test and r.id not in carried]
    assert not missing, "no test carries:\n" + "\n".join(missing)


def test_every_id_on_a_test_is_one_that_is_met() -> None:
    met = {requirement.id for requirement in REQUIREMENTS if requirement.needs_test}
    strangers = [f"{id} in {', '.join(files)}" for id, files in sorted(carriers().items()) if id not in met]
    assert not strangers, "not in the table as tested or decided difference:\n" + "\n".join(strangers)


def test_every_mark_that_pytest_collected_is_seen_in_the_text(request: pytest.FixtureRequest) -> None:
    items = [item for item in request.session.items if not item.get_closest_marker("full")]
    seen = {path: carried_ids(path.read_text(encoding="utf-8")) for path in {item.path for item in items}}
    unseen = [
        f"{id} on {item.nodeid}"
        for item in items
        for mark in item.iter_markers("requirement")
        for id in mark.args
        if id not in seen[item.path]
    ]
    assert unseen == []


def test_every_requirement_says_what_it_has_to() -> None:
    for requirement in REQUIREMENTS:
        assert requirement.note, requirement
        assert bool(requirement.detail) == (requirement.kind != "tested"), requirement
        if requirement.kind == "planned":
            assert requirement.step in range(FIRST_STEP, LAST_STEP + 1), requirement
        else:
            assert requirement.step is None, requirement


MARK = "@pytest.mark.requirement"


@pytest.mark.parametrize(
    ("source", "ids"),
    [
        (f"{MARK}('A')\ndef test_x(): ...", {"A"}),
        (f"{MARK}('A', 'B')\nasync def test_x(): ...", {"A", "B"}),
        (f"{MARK}('A')\nclass TestX:\n  {MARK}('B')\n  def test_x(self): ...", {"A", "B"}),
        ("pytestmark = pytest.mark.requirement('A')\ndef test_x(): ...", {"A"}),
        ("pytestmark = [pytest.mark.anyio, pytest.mark.requirement('A')]\ndef test_x(): ...", {"A"}),
        (
            "@pytest.mark.parametrize('a', [pytest.param(1, marks=pytest.mark.requirement('A'))])\n"
            "def test_x(a): ...",
            {"A"},
        ),
        (
            "CASES: list = [pytest.param(1, marks=pytest.mark.requirement('A'))]\n"
            "@pytest.mark.parametrize('a', CASES)\ndef test_x(a): ...",
            {"A"},
        ),
        ("needs = pytest.mark.requirement('A')\n@needs\ndef test_x(): ...", {"A"}),
        ("CASES = [pytest.param(1, marks=pytest.mark.requirement('A'))]\ndef test_x(): ...", set()),
        (f"{MARK}('A')\ndef prepare(): ...", set()),
        (f"class Case:\n  {MARK}('A')\n  def test_x(self): ...", set()),
        ("pytestmark = pytest.mark.requirement('A')", set()),
        (f"{MARK}('A')\n@pytest.mark.full\ndef test_x(): ...", set()),
        (f"pytestmark = pytest.mark.full\n{MARK}('A')\ndef test_x(): ...", set()),
        (f"'''{MARK}('A')'''\n# {MARK}('B')\ndef test_x(): ...", set()),
    ],
)
def test_marks_count_where_a_test_of_every_run_carries_them(source: str, ids: set[str]) -> None:
    assert carried_ids(source) == ids


def test_an_id_that_cannot_be_read_from_the_text_is_refused() -> None:
    with pytest.raises(ValueError, match="literal strings"):
        carried_ids(f"{MARK}(*IDS)\ndef test_x(): ...")
