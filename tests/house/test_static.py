"""The checks that need no run of the code: mypy strict and ruff over the whole checkout, as pyproject.toml says."""

import ast
import re
import subprocess
import sys
from collections import Counter

import pytest

from tests.house.conftest import nodes_of

WAITING = {"run", "call", "check_call", "check_output"}  # functions of subprocess that wait for the program


def run(root, *arguments):
    """Return what a check has to say; empty where it is content."""
    ended = subprocess.run(
        [sys.executable, "-P", *arguments], cwd=root, check=False, capture_output=True, text=True, timeout=600
    )
    return ended.stdout + ended.stderr if ended.returncode else ""


def without_limit(nodes):
    """Return the lines that wait for a program and set no time limit."""
    calls = [node for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    return [
        call.lineno
        for call in calls
        if call.func.attr in WAITING
        and ast.unparse(call.func.value) == "subprocess"
        and not any(keyword.arg == "timeout" for keyword in call.keywords)
    ]


def test_programs_of_tests_have_a_time_limit(root):
    paths = sorted((root / "tests").rglob("*.py"))
    assert [f"{path}:{line}" for path in paths for line in without_limit(nodes_of(path))] == []


@pytest.mark.parametrize(
    ("source", "lines"), [("subprocess.run(['true'])", [1]), ("subprocess.run([], timeout=1)", [])]
)
def test_a_missing_time_limit_is_seen(source, lines):
    assert without_limit(ast.walk(ast.parse(source))) == lines


def test_pages_are_waited_for_without_eval(root):
    """Playwright's own polling is refused by the policy of a report, but only where the first look fails: a flake."""
    calls = [
        f"{path}:{node.lineno}"
        for path in sorted((root / "tests").rglob("*.py"))
        for node in nodes_of(path)
        if isinstance(node, ast.Attribute) and node.attr == "wait_for_function"
    ]
    assert calls == []


FOLDERS = ("figures", "pipeline", "stats", "templates")


def missed_without_asserts(nodes):
    """Return the lines that would do something else under `python -O`."""
    for node in nodes:
        calls = ast.walk(node.test) if isinstance(node, ast.Assert) else ()
        is_missed = any(isinstance(part, ast.Call | ast.NamedExpr) and not is_of_a_type(part) for part in calls)
        if is_missed or (isinstance(node, ast.Name) and node.id == "__debug__"):
            yield node.lineno


def is_of_a_type(call):
    return isinstance(call, ast.Call) and ast.unparse(call.func) == "isinstance"


def test_asserts_do_nothing_else(root):
    """Without them reports are the same; to build one so, all libraries would be compiled again."""
    paths = sorted(path for folder in FOLDERS for path in (root / folder).rglob("*.py"))
    assert [f"{path}:{line}" for path in paths for line in missed_without_asserts(nodes_of(path))] == []


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("assert isinstance(a, int)\nassert a is not None", []),
        ("assert isinstance(take(a), int)", [1]),
        ("assert (a := 1)", [1]),
        ("if __debug__:\n    a = 1", [1]),
    ],
)
def test_an_assert_that_does_more_is_seen(source, lines):
    assert [*missed_without_asserts(ast.walk(ast.parse(source)))] == lines


BINDS = re.compile(r"^([A-Za-z_]\w*)(?:: [^=\n]+)? = ", re.MULTILINE)


def bound_twice(source):
    """Return the names that a module assigns twice: functions above would take the later one."""
    names = Counter(BINDS.findall(source))
    return sorted(name for name, number in names.items() if number > 1)


def test_no_module_binds_a_name_twice(root):
    paths = [path for folder in FOLDERS for path in (root / folder).rglob("*.py")]
    assert [(path.name, name) for path in paths for name in bound_twice(path.read_text(encoding="utf-8"))] == []
    assert bound_twice("A = 1\nB = A\nA: int = 2\n") == ["A"]


@pytest.mark.nightly  # half a minute where mypy has no cache
def test_types_are_sound(root):
    run(root, "tests/house/link_types.py")
    complaints = run(root, "-m", "mypy")
    assert not complaints, complaints


def test_style_is_kept(root):
    complaints = run(root, "-m", "ruff", "check", "--quiet", "--output-format=concise")
    assert not complaints, complaints


def test_layout_is_the_formatters(root):
    complaints = run(root, "-m", "ruff", "format", "--check", "--quiet")
    assert not complaints, complaints
