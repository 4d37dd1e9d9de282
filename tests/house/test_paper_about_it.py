"""The paper about rankpress: its numbers and figure are what rankpress writes, and its sources are there."""

import importlib.util
import re

import pytest


@pytest.fixture(scope="module")
def folder(root):
    return root / "paper"


@pytest.fixture(scope="module")
def writing(folder):
    spec = importlib.util.spec_from_file_location("paper_about_it", folder / "write.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_each_source_is_there(folder, writing):
    text, template = ((folder / name).read_text(encoding="utf-8") for name in ("paper.md", "template.md"))
    bibliography = (folder / "paper.bib").read_text(encoding="utf-8")
    assert bibliography == writing.sources(template)
    keys = set(re.findall(r"^@\w+\{([^,]+),", bibliography, flags=re.MULTILINE))
    assert set(re.findall(r"@([a-z]+\d{4})", text)) == keys
    assert "{{" not in text


@pytest.mark.weekly
def test_numbers_and_figure_are_those_of_the_example(folder, writing, tmp_path):
    report = writing.build(tmp_path / "report")
    template = (folder / "template.md").read_text(encoding="utf-8")
    assert writing.paper(template, report) == (folder / "paper.md").read_text(encoding="utf-8")
    assert (report / "figures" / "accuracy-cd.png").read_bytes() == (folder / "cd.png").read_bytes()
