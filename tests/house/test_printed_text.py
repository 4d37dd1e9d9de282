"""What was printed is never read back: no module decides by the text of a cell, a title, a caption or a phrase."""

import ast
import re
from pathlib import Path

import pytest

PIPELINE = Path(__file__).parents[2] / "pipeline"
ROOMS = ("topics", "report", "app", "robustness", "analysis.py")
# What takes a text apart, and what decides by a part of it; split() alone counts words, for layouts.
READING = {"startswith", "endswith", "split", "rsplit", "partition", "rpartition", "removeprefix", "removesuffix"}
READING |= {"replace", "strip", "lstrip", "find", "index"}
# Attributes and functions whose value is printed text.
PRINTED = re.compile(
    r"\.(text|body|detail|title|heading|caption|short_note|statement)\b(?!\()|(?<!\w)(plain|say)\("
    r"|\b\w+_(text|phrase)\(|\bfixed\(|\bscientific\("
)
OF_PATTERNS = {"match", "search", "fullmatch", "sub", "findall", "finditer"}
# Which may: the function, and why.
MAY = {
    "page_table.py:_details": "the script of report.html reads a detail, which has its value where that differs",
    "macro_files.py:macro_latex": "characters are set as LaTeX; none decides",
    "macros.py:_called": "marks each p-value in the formulas of facts that have several",
    "protocol.py:partition_of": "asks whether an answer of the study's author ends a sentence",
    "latex_table.py:_cell": "whether a column of siunitx can hold what is printed; none decides",
    "inline_svg.py:_paint_of_all": "reads the style sheet of a drawing",
}


def readings(source):
    """Yield the line and function of each call that takes printed text apart."""
    tree = ast.parse(source)
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        for call in ast.walk(function):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
                continue
            name, receiver = call.func.attr, ast.unparse(call.func.value)
            if name in READING and PRINTED.search(receiver) and (call.args or name not in ("split", "strip")):
                yield call.lineno, function.name
            if name in OF_PATTERNS and any(PRINTED.search(ast.unparse(argument)) for argument in call.args):
                yield call.lineno, function.name


@pytest.mark.parametrize(
    ("line", "reads"),
    [
        ('cell.text.startswith("p (")', True),
        ('plain(cell.body).partition(" [")', True),
        ("_DECIMAL.fullmatch(plain(cell.body))", True),
        ('quantity.title.split(" [")', True),
        ('sizes_text(size).replace(">", "more than ")', True),
        ('p_phrase(p).removeprefix("p = ")', True),
        ("plain(title).split()", False),
        ('path.name.startswith(".")', False),
        ("rounding.text(value)", False),
    ],
)
def test_a_reading_of_printed_text_is_found(line, reads):
    assert bool(list(readings(f"def f():\n    return {line}\n"))) is reads


def test_no_module_reads_what_was_printed():
    found = []
    for room in ROOMS:
        files = [PIPELINE / room] if room.endswith(".py") else sorted((PIPELINE / room).rglob("*.py"))
        for file in files:
            for line, function in readings(file.read_text()):
                if f"{file.name}:{function}" not in MAY:
                    found.append(f"{file.relative_to(PIPELINE)}:{line} in {function}")
    assert sorted(set(found)) == []
