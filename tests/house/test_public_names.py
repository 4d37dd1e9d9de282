"""A public function or class has a name that no other module uses."""

import ast
from collections import defaultdict

from tests.house.conftest import nodes_of

# Each command has its run(); the others are what their fields call them: a section of a study and one of a report.
SHARED = {"run", "Label", "Missing", "PairwiseMethod", "Section", "Table", "decimal_of", "listed", "without_names"}


def homes_of_names(trees):
    """The modules that define each public name at their top level."""
    homes = defaultdict(set)
    for path, tree in trees.items():
        for node in tree.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].add(path)
    return homes


def repeated(trees):
    return {name for name, paths in homes_of_names(trees).items() if len(paths) > 1}


def test_a_public_name_has_one_home(root):
    paths = [path for folder in ("pipeline", "stats", "figures") for path in sorted((root / folder).rglob("*.py"))]
    assert repeated({path: nodes_of(path)[0] for path in paths}) == SHARED  # make one private, or say what it is of


def test_a_second_home_is_seen():
    trees = {name: ast.parse("def rank(): ...\ndef _own(): ...") for name in ("one", "two")}
    assert repeated(trees) == {"rank"}
