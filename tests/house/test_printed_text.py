"""What was printed is never read back: no module decides by the text of a cell, a title, a caption or a phrase."""

import ast
import re
from pathlib import Path

import pytest

from tests.house.conftest import nodes_of

PIPELINE = Path(__file__).parents[2] / "pipeline"
ROOMS = (
    "core",
    "spec",
    "cache",
    "stages",
    "robustness",
    "analysis.py",
    "topics",
    "account",
    "extend.py",
    "checks",
    "diff",
    "report",
    "app",
)
# What takes a text apart, and what decides by a part of it; split() alone counts words, for layouts.
READING = {"startswith", "endswith", "split", "rsplit", "partition", "rpartition", "removeprefix", "removesuffix"}
READING |= {"replace", "strip", "lstrip", "find", "index"}
# Attributes and functions whose value is printed text.
PRINTED = re.compile(
    r"\.(text|body|detail|title|heading|caption|short_note|statement|message|expected|remedy|why)\b(?!\()"
    r"|(?<!\w)(plain|say)\(|\b\w+_(text|phrase)\(|\bfixed\(|\bscientific\("
    r"|(?<!\w)(phrase|sentence|message|reason|why|caption|called)$"
)
# What only a sentence holds: a word with a capital, two words, a sign between words.
OF_SENTENCES = re.compile(r"^[A-Z][a-z]{2,}|[a-z] [a-z]|^ [a-z]|[a-z]{2} $|^[.:;,] $|^ [\[(]$|^s$")
OF_PATTERNS = {"match", "search", "fullmatch", "sub", "findall", "finditer"}
# Which may: the function, and why.
MAY = {
    "page_table.py:_details": "the script of report.html reads a detail, which has its value where that differs",
    "macro_files.py:macro_latex": "characters are set as LaTeX; none decides",
    "protocol.py:partition_of": "asks whether an answer of the study's author ends a sentence",
    "latex_table.py:_body": "whether a column of siunitx can hold what is printed; none decides",
    "inline_svg.py:_paint_of_all": "reads the style sheet of a drawing",
    "bibliography.py:label": "reads names of authors in references.toml",
    "bibliography.py:_names": "reads names of authors in references.toml",
    "document.py:slip_of": "reads what PyYAML says of a slip, which has it in a text alone",
    "comparison.py:_complaint": "shortens what pydantic says",
    "help.py:read_reference": "reads REFERENCE.md",
    "help.py:_mentions": "looks for the words of a user in REFERENCE.md",
    "help.py:path": "shortens a heading of REFERENCE.md",
    "run.py:_of_stdin": "names standard input in place of the file that it was copied to; none decides",
    "table.py:body": "sets the detail apart, which the cell has as well",
    "doubts.py:_twins": "names a role of columns, which is no printed text",
    "formats.py:_listed": "names a list of data, which is no printed text",
    "parser.py:_print_message": "drops the line end of a message of argparse",
    "formats.py:_line": "escapes line ends; none decides",
    "formats.py:_escaped": "escapes characters; none decides",
}


def readings(nodes):
    """Yield the line and function of each call that takes printed text apart."""
    for function in nodes:
        if not isinstance(function, ast.FunctionDef):
            continue
        for call in ast.walk(function):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
                continue
            name = call.func.attr
            takes_apart = name in READING and (call.args or name not in ("split", "strip"))
            if takes_apart and PRINTED.search(ast.unparse(call.func.value)):
                yield call.lineno, function.name
            if name in READING and any(map(OF_SENTENCES.search, _strings(call.args))):
                yield call.lineno, function.name
            if name in OF_PATTERNS and any(PRINTED.search(ast.unparse(argument)) for argument in call.args):
                yield call.lineno, function.name


def _strings(nodes):
    """Yield the constant strings in arguments that are no further calls."""
    for node in nodes:
        for part in node.elts if isinstance(node, ast.Tuple) else [node]:
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                yield part.value
            elif isinstance(part, ast.JoinedStr):
                yield from (value.value for value in part.values if isinstance(value, ast.Constant))


@pytest.mark.parametrize(
    ("line", "reads"),
    [
        ('cell.text.startswith("p (")', True),
        ('plain(cell.body).partition(" [")', True),
        ("_DECIMAL.fullmatch(plain(cell.body))", True),
        ('quantity.title.split(" [")', True),
        ('sizes_text(size).replace(">", "more than ")', True),
        ('p_phrase(p).removeprefix("p = ")', True),
        ('first.startswith("Kendall")', True),
        ('line.endswith(f" of {KEPT}")', True),
        ('reason.endswith(" within data sets")', True),
        ('called.removesuffix("s")', True),
        ('_VARYING.sub("", fault.message)', True),
        ("_PLACE.fullmatch(phrase)", True),
        ('value.replace(" ", "")', False),
        ("plain(title).split()", False),
        ('path.name.startswith(".")', False),
        ("rounding.text(value)", False),
    ],
)
def test_a_reading_of_printed_text_is_found(line, reads):
    assert bool(list(readings(ast.walk(ast.parse(f"def f():\n    return {line}\n"))))) is reads


def test_no_module_reads_what_was_printed():
    readers = set()
    for room in ROOMS:
        files = [PIPELINE / room] if room.endswith(".py") else sorted((PIPELINE / room).rglob("*.py"))
        for file in files:
            readers |= {f"{file.name}:{function}" for _, function in readings(nodes_of(file))}
    assert sorted(readers - MAY.keys()) == []
    assert sorted(MAY.keys() - readers) == [], "these no longer read what was printed"
