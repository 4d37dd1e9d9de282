"""No sentence says "1 pairs": whatever puts a number before a plural calls a function that counts.

Checked on every string of the Python code, and every line of the templates, with a value that a plural follows. Values
that are counted, constants, which are known, lists of several, numbers with decimals, and messages of exceptions for
programmers are left alone.
"""

import ast
import re

import pytest

from tests.house.conftest import nodes_of

# without draws, of which a study makes two at least
NOUNS = "data sets|" + "|".join(
    "pairs comparisons algorithms folds results rows columns cells files metrics groups tests runs examples wins losses"
    " ties measurements repeats differences corrections adjustments panels tables figures faults decimals seeds"
    " conclusions sheets cases bytes levels variations".split()
)
AFTER = re.compile(rf" (?:other |further |more )?(?:{NOUNS})\b")
TEMPLATE = re.compile(rf"\{{[^{{}}]*\}} (?:other |further |more )?(?:{NOUNS})\b")
IN_TEMPLATE = re.compile(rf"(?:\}}\}}|>>) (?:other |further |more )?(?:{NOUNS})\b")
FOLDERS = ("figures", "pipeline")


def uncounted(nodes):
    """The lines of a module on which a plural follows a value that nothing counts."""
    raised = {id(part) for node in nodes if _is_for_programmers(node) for part in ast.walk(node)}
    in_texts = {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in nodes:
        if id(node) in raised:
            continue
        if isinstance(node, ast.JoinedStr):
            for value, text in zip(node.values, node.values[1:], strict=False):
                if (
                    isinstance(value, ast.FormattedValue)
                    and isinstance(text, ast.Constant)
                    and AFTER.match(text.value)
                    and not _is_known(value.value)
                    and ast.unparse(value.format_spec or ast.JoinedStr([])) in ("f''", "f','")
                ):
                    yield value.lineno
        elif (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in in_texts
            and TEMPLATE.search(node.value)
        ):
            yield node.lineno


def _is_for_programmers(node):
    """Whether it raises an exception that is no fault of the user's study."""
    return isinstance(node, ast.Raise) and "Fault(" not in ast.unparse(node)


LISTING = ("listed", "join", "joined")


def _is_known(node):
    called = node.func if isinstance(node, ast.Call) else None
    name = getattr(called, "attr", getattr(called, "id", ""))  # of a function or a method
    return isinstance(node, ast.Constant) or name in LISTING or (isinstance(node, ast.Name) and node.id.isupper())


@pytest.mark.nightly
def test_numbers_before_plurals_are_counted(root):
    assert [
        f"{path.relative_to(root).as_posix()}:{line}"
        for folder in FOLDERS
        for path in sorted((root / folder).rglob("*.py"))
        for line in uncounted(nodes_of(path))
    ] == []


def test_numbers_before_plurals_are_counted_in_templates(root):
    assert [
        f"{path.relative_to(root).as_posix()}: {line.strip()}"
        for path in sorted((root / "templates").rglob("*.j2"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if IN_TEMPLATE.search(line)
    ] == []


@pytest.mark.parametrize(
    ("line", "is_uncounted"),
    [
        ("({{ rows|length }} rows)", True),
        ("<< n >> other data sets", True),
        ('({{ rows|length|counted("row") }})', False),
        ("{{ title }} rowspan", False),
    ],
)
def test_a_plural_that_a_template_does_not_count_is_found(line, is_uncounted):
    assert bool(IN_TEMPLATE.search(line)) is is_uncounted


@pytest.mark.parametrize(
    "text",
    [
        'f"{n} pairs"',
        'f"{n:,} other data sets"',
        'say("{} comparisons of {}", n, m)',
        'raise FaultsFound([Fault(f"{n} rows")])',
    ],
)
def test_a_plural_that_is_not_counted_is_found(text):
    assert [*uncounted(tuple(ast.walk(ast.parse(text))))] == [1]


@pytest.mark.parametrize(
    "text",
    [
        'f"{counted(n, 1)} differ"',
        'f"{MOST} pairs"',
        'f"{share:g} data sets"',
        'f"{joined(some)} algorithms"',
        'raise ValueError(f"{n} pairs")',
        'f"{n} pairwise tests"',
    ],
)
def test_what_is_counted_or_known_is_left_alone(text):
    assert [*uncounted(tuple(ast.walk(ast.parse(text))))] == []
