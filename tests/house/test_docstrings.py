"""The examples in docstrings print what they say they print, module by module."""

import doctest
import importlib
from pathlib import Path

import pytest

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
    told = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for examples in doctest.DocTestFinder(exclude_empty=True).find(importlib.import_module(name)):
        runner.run(examples, out=told.append)
    assert runner.summarize(verbose=False).attempted > 0, "a prompt that doctest does not see"
    assert not told, "".join(told)
