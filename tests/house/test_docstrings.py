"""Examples in docstrings print what they say; public functions begin with a verb, and public objects have examples."""

import ast
import doctest
import importlib
import inspect
from pathlib import Path

import pytest

from rankpress.core.plugins import owner, withdraw

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = {"pipeline": "rankpress", "stats": "rankpress.stats", "figures": "rankpress.figures"}


def modules_with_examples():
    """Name the modules whose text holds a prompt."""
    return [
        ".".join([package, *path.relative_to(ROOT / folder).with_suffix("").parts]).removesuffix(".__init__")
        for folder, package in FOLDERS.items()
        for path in sorted((ROOT / folder).rglob("*.py"))
        if ">>> " in path.read_text(encoding="utf-8")
    ]


@pytest.mark.parametrize("name", modules_with_examples())
def test_examples_hold(name):
    failures = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for examples in doctest.DocTestFinder(exclude_empty=True).find(importlib.import_module(name)):
        runner.run(examples, out=failures.append)
    withdraw(owner())  # what examples of plug-ins registered
    assert runner.summarize(verbose=False).attempted > 0, "a prompt that doctest does not see"
    assert not failures, "".join(failures)


PUBLIC = ("rankpress", "rankpress.stats", "rankpress.figures", "rankpress.extend")
VERBS = (
    "Add Adjust Apply Assign Average Bound Build Check Choose Combine Compare Compute Count Cut Describe Divide Draw"
    " Estimate Fill Find Fit Give Group Hold Join List Load Look Mark Name Normalize Order Plan Rank Read Register"
    " Report Return Run Sample Say Scale Search Set Simulate Smooth Split State Sum Summarize Take Test Turn Weight"
    " Write"
).split()


def public_functions_and_classes(package):
    module = importlib.import_module(package)
    for name in getattr(module, "__all__", dir(module)):
        thing = getattr(module, name)
        if not name.startswith("_") and (inspect.isfunction(thing) or inspect.isclass(thing)):
            yield name, thing


@pytest.mark.parametrize("package", PUBLIC)
def test_public_functions_and_classes_begin_with_a_verb(package):
    things = dict(public_functions_and_classes(package))
    assert things
    first_words = {name: (inspect.getdoc(thing) or "").split(" ")[0] for name, thing in things.items()}
    assert {name: word for name, word in first_words.items() if word not in VERBS} == {}


def names_in(folder):
    """The names that the programs of a folder use."""
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in folder.glob("*.py"))
    return {node.id for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Name)}


@pytest.mark.parametrize("package", ["rankpress", "rankpress.stats", "rankpress.figures", "rankpress.extend"])
def test_public_objects_have_examples(package):
    """Run as doctests; what makes up a topic is in the package of a plug-in, which tests build reports with."""
    elsewhere = names_in(ROOT / "docs/plugin-example") if package == "rankpress.extend" else set()
    things = dict(public_functions_and_classes(package))
    assert things
    without = {name for name, thing in things.items() if ">>> " not in (inspect.getdoc(thing) or "")}
    assert without - elsewhere == set()
