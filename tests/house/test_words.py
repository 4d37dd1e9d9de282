"""No text that a user meets has a word of the dialect that this project once wrote in.

Checked on strings with a blank in the Python code, docstrings of public functions among them, on templates, on the
docs and the reference. Keys of the spec and names in code keep theirs: a word in backticks or quotes is one.
"""

import ast
import re

import pytest

FOLDERS = ("figures", "pipeline", "stats")
PAGES = ("docs/**/*.md", "README.md", "CHANGELOG.md", "example_project/*.md", "pipeline/spec/REFERENCE.md")
PAGES += ("pipeline/report/RESULTS.md", "figures/README.md")
NOT = {
    "left out": "omitted (of rows), default (of options)",
    "anew": "again",
    "whereof": "of which",
    "dearest": "most expensive",
    "costlier": "more expensive",
    "oftener": "more often",
    "nobody": "none, no one",
    "held against": "compared with",
    "told apart|tells? apart": "differ, distinguish",
    "(?:is|are|was|were|be) told": "reported, shown, stated",
    "rank alike|perform alike": "perform equally well",
    "less that of|less the second": "minus",
    "a row a|a figure each|a file a|a second a|a table a|a column a|one a (?:metric|data|pair|algorithm)": "one per",
    "the same of": "also for, likewise",
    "to begin with": "starter, quick start",
    "stands twice": "is duplicated",
    "at fault": "invalid",
    "hangs? on": "depends on",
    "what becomes of": "how ... changes",
    "neighbours?|favou?rs? by|favours?|favoured|favouring|colours?|coloured": "American spelling",
}
# Words that docstrings may have, but no sentence, message, help, page or description of a key. `draws` is a key.
IN_PROSE = {
    "(?:the|of|on|such|these|biased|independent|random|no|few|many|each|a|two) draws?(?= |[.,;:)]|$)": "samples",
    "heads": "column titles, headers",
    "kinds": "types",
    "tells?": "show, explain, list, report",
}
PUBLIC = ("pipeline/extend.py", "pipeline/app/comparison.py", "pipeline/app/notebook.py", "pipeline/app/frames.py")
WORDS = re.compile(rf"(?<![-\w`'.{{])({'|'.join(NOT)})(?![-\w`'=(])", re.IGNORECASE)
PROSE = re.compile(rf"(?<![-\w`'.{{])({'|'.join(IN_PROSE)})(?![-\w`'=(])", re.IGNORECASE)
CODE = re.compile(r"```.*?```|<!--.*?-->|`[^`\n]*`|\{[{%#].*?[#%}]\}|<<.*?>>|<#.*?#>|<%.*?%>|https?://\S+", re.DOTALL)


def words_in(text, *, is_docstring=False):
    """The words of the list in a text, without what stands in backticks or is no text of a template."""
    prose = CODE.sub("", text)
    return [match[0] for words in (WORDS, *(() if is_docstring else (PROSE,))) for match in words.finditer(prose)]


def texts_of(source):
    """Yield the line, the text and whether it is a docstring of strings with a blank, docstrings of public objects."""
    tree = ast.parse(source)
    hidden, docstrings = set(), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and node.body:
            first, name = node.body[0], getattr(node, "name", "_")
            docstrings |= {id(item.value) for item in node.body if isinstance(item, ast.Expr)}
            if isinstance(first, ast.Expr) and name.startswith("_"):
                hidden.add(id(first.value))
        elif isinstance(node, ast.Assert | ast.Raise) and not ast.unparse(node).startswith("raise Fault"):
            hidden |= {id(part) for part in ast.walk(node)}
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value
        if is_text and id(node) not in hidden:
            yield node.lineno, node.value, id(node) in docstrings


def test_python_speaks_standard_english(root):
    assert [
        f"{path.relative_to(root)}:{line}: {word}"
        for folder in FOLDERS
        for path in sorted((root / folder).rglob("*.py"))
        for line, text, is_docstring in texts_of(path.read_text(encoding="utf-8"))
        for word in words_in(text, is_docstring=is_docstring and str(path.relative_to(root)) not in PUBLIC)
    ] == []


@pytest.mark.parametrize("pattern", [*PAGES, "templates/**/*.j2"])
def test_pages_speak_standard_english(root, pattern):
    assert [
        f"{path.relative_to(root)}: {word}"
        for path in sorted(root.glob(pattern))
        for word in words_in(path.read_text(encoding="utf-8"))
    ] == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Left out: all.", ["Left out"]),
        ("one file a metric, a row a data set", ["a row a"]),
        ("favours one of its neighbours", ["favours", "neighbours"]),
        ("the key `colour`, `left out`", []),
        ("of 200 samples, two kinds tell it; the share of draws", ["kinds", "tell", "of draws"]),
        ("rows are omitted; it favors neighbors", []),
    ],
)
def test_the_list_finds_what_it_names(text, words):
    assert words_in(text) == words
