"""No text that a user meets has a word of the dialect that this project once wrote in.

Checked on strings in the Python code, docstrings of public functions among them, on templates and their scripts, on the
docs and the reference with their examples, and on the studies that come with the project. Keys of the spec and names in
code keep theirs: a word in backticks or quotes is one.
"""

import ast
import re

import pytest

from tests.house.conftest import nodes_of

FOLDERS = ("figures", "pipeline", "stats")
PAGES = ("docs/**/*.md", "README.md", "CHANGELOG.md", "example_project/*.md", "pipeline/spec/REFERENCE.md")
PAGES += ("pipeline/report/RESULTS.md", "figures/README.md", "pipeline/sources/README.md", "paper/paper.md")
TEMPLATES = ("templates/**/*.j2", "templates/**/*.js")
STUDIES = ("example_project/**/*.yaml", "pipeline/init/*.yaml", "action.yml")
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
    "(?:one|an? (?:column|figure|file|line|panel|point|row|score|second|table)) an?": "one per",
    "an? (?:figure|file) each": "one for each",
    "the same of": "also for, likewise",
    "to begin with": "starter, quick start",
    "stands twice": "is duplicated",
    "at fault": "invalid",
    "hangs? on|on which [\\w ]+ hangs?": "depends on",
    "what becomes of": "how ... changes",
    "beside|beforehand": "next to, before",
    "asks? for nothing|asked for": "requests, requested",
    "neighbours?|favou?rs? by|favours?|favoured|favouring|colours?|coloured": "American spelling",
    "centres?|analysed|analysing|labelled|labelling|artefacts?|whilst": "American",
    "per cent|misspelt|spelt out|towards": "American: percent, misspelled, toward",
    "(?:normal|general|summar|recogn|organ|random|standard)is(?:e[ds]?|ing|ation)": "American",
}
# Words that docstrings may have, but no sentence, message, help, page or description of a key. `draws` is a key.
IN_PROSE = {
    "(?:the|of|on|such|these|biased|independent|random|no|few|many|each|a|two) draws?(?= |[.,;:)]|$)": "samples",
    "heads": "column titles, headers",
    "kinds": "types",
    "tells?": "show, explain, list, report",
    "what there is|that there are of": "available",
    "(?:tests|comparisons|curves|figures|tables|order|pdf) (?:is|are|was|were)(?: not)? made(?! of)": "run, computed",
}
PUBLIC = ("pipeline/extend.py", "pipeline/app/comparison.py", "pipeline/app/notebook.py", "pipeline/app/frames.py")
WORDS = re.compile(rf"(?<![-\w`'.{{])({'|'.join(NOT)})(?![-\w`'=(])", re.IGNORECASE)
PROSE = re.compile(rf"(?<![-\w`'.{{])({'|'.join(IN_PROSE)})(?![-\w`'=(])", re.IGNORECASE)
# Between fences a page has code, of which only comments are read; whole pages of Python are read as those of the code.
FENCE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
COMMENT = re.compile(r"(?:^|\s)(?:#|//) .*")
SCRIPT_TEXT = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`([^`\n]*)`')
WORDS_ALONE = {word for words in NOT for word in words.split("|")} - {"favours", "favoured"}
CODE = re.compile(r"<!--.*?-->|`[^`\n]*`|\{[{%#].*?[#%}]\}|<<.*?>>|<#.*?#>|<%.*?%>|https?://\S+", re.DOTALL)


def words_in(text, *, is_docstring=False):
    """The words of the list in a text, without what stands in backticks or is no text of a template."""
    lists = (WORDS,) if is_docstring else (WORDS, PROSE)
    if not any(words.search(text) for words in lists):
        return []
    prose = CODE.sub("", text)
    return [match[0] for words in lists for match in words.finditer(prose)]


def texts_of(nodes):
    """Yield the line, the text and whether it is a docstring of strings, docstrings of public objects among them."""
    hidden, docstrings = set(), set()
    for node in nodes:
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and node.body:
            first, name = node.body[0], getattr(node, "name", "_")
            docstrings |= {id(item.value) for item in node.body if isinstance(item, ast.Expr)}
            if isinstance(first, ast.Expr) and name.startswith("_"):
                hidden.add(id(first.value))
        elif isinstance(node, ast.Assert | ast.Raise) and not ast.unparse(node).startswith("raise Fault"):
            hidden |= {id(part) for part in ast.walk(node)}
    for node in nodes:
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        if is_text and id(node) not in hidden and (" " in node.value or node.value.casefold() in WORDS_ALONE):
            yield node.lineno, node.value, id(node) in docstrings


def prose_of(source, suffix):
    """Yield what a reader meets of a file that is not Python: a page with its comments in code, a study, a script."""
    if suffix == ".md":
        yield FENCE.sub("", source)
        yield from (comment for fence in FENCE.findall(source) for comment in COMMENT.findall(fence))
    elif suffix == ".js":
        yield from (text for pair in SCRIPT_TEXT.findall(source) for text in pair if " " in text)
    else:
        yield source


def found_in(path):
    """The words of the list in a file, with where they stand."""
    if path.suffix != ".py":
        source = path.read_text(encoding="utf-8")
        return [f"{path.name}: {word}" for text in prose_of(source, path.suffix) for word in words_in(text)]
    is_public = any(path.match(name) for name in PUBLIC)
    return [
        f"{path.name}:{line}: {word}"
        for line, text, is_docstring in texts_of(nodes_of(path))
        for word in words_in(text, is_docstring=is_docstring and not is_public)
    ]


@pytest.mark.parametrize(
    "pattern",
    [*(f"{folder}/**/*.py" for folder in FOLDERS), "docs/plugin-example/*.py", *PAGES, *STUDIES, *TEMPLATES],
)
def test_what_users_meet_is_standard_english(root, pattern):
    paths = sorted(root.glob(pattern))
    assert paths
    assert [word for path in paths for word in found_in(path)] == []


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("message.py", "def f(n): return f'{n} rows are left out'"),
        ("value.py", "def f(): return 'nobody'"),
        ("fault.py", "raise Fault(place, 'the column stands twice')"),
        ("docstring.py", 'def f():\n    """Compute it anew."""'),
        ("page.md", "The rows are left out."),
        ("code.md", "```python\nrun()  # a row a data set\n```"),
        ("template.html.j2", "<p>{{ n }} rows are left out.</p>"),
        ("script.js", 'announce("The rows are left out.");'),
        ("template.js", "announce(`${n} rows are left out.`);"),
        ("study.yaml", "layout: wide  # a row a data set"),
    ],
)
def test_a_planted_word_is_found_in_each_kind_of_source(tmp_path, name, source):
    path = tmp_path / name
    path.write_text(source, encoding="utf-8")
    assert len(found_in(path)) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("misspelt names in per cent, and towards zero", ["misspelt", "per cent", "towards"]),
        ("Left out: all.", ["Left out"]),
        ("one file a metric, a row a data set", ["a row a"]),
        ("favours one of its neighbours", ["favours", "neighbours"]),
        ("the key `colour`, `left out`", []),
        ("of 200 samples, two kinds tell it; the share of draws", ["kinds", "tell", "of draws"]),
        ("rows are omitted; it favors neighbors", []),
        ("normalised beside the center, analysed", ["normalised", "beside", "analysed"]),
        ("no tests were made; use what there is", ["tests were made", "what there is"]),
    ],
)
def test_the_list_finds_what_it_names(text, words):
    assert words_in(text) == words


LONGEST_PARAGRAPH = 95  # words
PARAGRAPH = re.compile(r"\n\s*\n|\n(?=\s*(?:- |\d+\. ))")
READ_IN_ONE_GO = ("docs/**/*.md", "README.md", "CONTRIBUTING.md", "example_project/*.md")


def long_paragraphs(source):
    """The first words of the paragraphs and items of a page that are too long, tables and code apart."""
    paragraphs = (paragraph.split() for paragraph in PARAGRAPH.split(FENCE.sub("", source)))
    return [" ".join(words[:6]) for words in paragraphs if len(words) > LONGEST_PARAGRAPH and words[0][0] not in "|<"]


@pytest.mark.parametrize("pattern", READ_IN_ONE_GO)
def test_no_paragraph_of_the_documentation_is_a_wall(root, pattern):
    paths = sorted(root.glob(pattern))
    assert paths
    assert {path.name: walls for path in paths if (walls := long_paragraphs(path.read_text(encoding="utf-8")))} == {}


def test_a_long_paragraph_is_found_in_text_and_items_alone():
    wall = "word " * (LONGEST_PARAGRAPH + 1)
    assert long_paragraphs(f"Short.\n\n{wall}\n\n- item\n- {wall}\n\n| {wall} |\n\n```\n{wall}\n```\n") == [
        "word word word word word word",
        "- word word word word word",
    ]
