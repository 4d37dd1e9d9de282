"""No variable has a name that would do for any other."""

import ast
import re

import pytest

from tests.house.conftest import nodes_of

FOLDERS = ("pipeline", "stats", "figures", "tests", "docs", "example_project", ".ci")
EMPTY = {"anew", "found", "held", "told"}
WORD = re.compile(rf"\b(?:{'|'.join(sorted(EMPTY))})\b")


def names_in(nodes):
    """Yield the names that variables, parameters, functions and attributes are given, and their lines."""
    for node in nodes:
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name, node.lineno
            case ast.FunctionDef(name=name) | ast.ExceptHandler(name=name) | ast.alias(asname=name):
                yield name, node.lineno


def empty_names(nodes):
    return [(name, line) for name, line in names_in(nodes) if name in EMPTY]


def test_variables_are_named_after_what_they_are(root):
    files = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*.py"))]
    paths = [path for path in files if WORD.search(path.read_text(encoding="utf-8"))]  # to parse few of them
    assert [f"{path}:{line}: {name}" for path in paths for name, line in empty_names(nodes_of(path))] == []


@pytest.mark.parametrize(
    "statement",
    [
        "found = 1",
        "found: int = 1",
        "first, *held = rows",
        "self.told = 1",
        "def found(): ...",
        "def f(*, held=None): ...",
        "import results as found",
        "with open(path) as held: ...",
        "try: ...\nexcept Error as found: ...",
        "[1 for found in rows]",
        "if found := f(): ...",
    ],
)
def test_a_planted_name_is_seen(statement):
    assert len(empty_names(ast.walk(ast.parse(statement)))) == 1
