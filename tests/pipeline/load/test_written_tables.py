"""Tables as people have them: decimal commas, blanks between cells, ARFF, HTML, Markdown, a mean with its spread."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rankpress.core.faults import FaultsFound
from rankpress.sources.text_tables import detect

PAGE = """<html><body><table><thead><tr><th>dataset<th>knn</th><th>tree</th></tr></thead>
<tr><td>iris</td><td><b>0.91</b></td><td>0.85</td></tr><tr><td>wine<td>0.3<td>0.444</table>"""
MARKDOWN = """# Results

| dataset | knn | tree |
|:---|---:|---|
| iris | **0.91** | 0.85 |
| wine | 0.3 | 0.444 |
"""
ARFF = """% made by hand
@RELATION 'two of two'
@attribute dataset string
@attribute knn real
@attribute tree NUMERIC
@data
iris,0.91,0.85
{0 wine, 1 0.3, 2 0.444}
"""
SPREADS = """dataset,knn,tree
iris,0.91 ± 0.02,0.85 +/- 0.1
wine,0.3 (0.01),$0.444 \\pm 0.1$
"""

WIDE = {
    "semicolons and commas": ("a.csv", "dataset;knn;tree\niris;0,91;0,85\nwine;0,3;0,444\n"),
    "a comma in the header": ("a.csv", "data set, name;knn;tree\niris;0.91;0.85\nwine;0.3;0.444\n"),
    "blanks": ("a.txt", "dataset  knn   tree\niris     0.91  0.85\nwine     0.3   0.444\n"),
    "as R writes tables": ("a.txt", '"knn" "tree"\n"iris" 0.91 0.85\n"wine" 0.3 0.444\n'),
    "HTML": ("a.html", PAGE),
    "Markdown": ("a.md", MARKDOWN),
    "ARFF": ("a.arff", ARFF),
    "a mean and its spread": ("a.csv", SPREADS),
    "marked as in a paper": ("a.csv", "dataset,knn,tree\niris,\\textbf{0.91},0.85\nwine,**0.3**,\\underline{0.444}\n"),
}


@pytest.mark.parametrize("name", WIDE)
def test_all_hold_the_same(name, read):
    file, text = WIDE[name]
    [metric] = read({file: text}, layout="wide").metrics
    assert (metric.datasets, metric.algorithms) == (("iris", "wine"), ("knn", "tree"))
    assert metric.means is not None
    assert np.array_equal(metric.means, [[0.91, 0.85], [0.3, 0.444]])


@pytest.mark.parametrize(
    ("cells", "number"),
    [("1.234,5;2.345,25", 1234.5), ("12,5;1,25", 12.5), ("0,912;0,345", 0.912), ('"1.234";0,5', 1234.0)],
)
def test_decimal_commas(cells, number, read):
    [metric] = read({"a.csv": f"dataset;a;b\nd;{cells}\ne;1,5;2,5\n"}, layout="wide").metrics
    assert metric.means[0, 0] == number


def test_what_is_in_doubt_is_asked(faults, read):
    text = {"a.csv": "dataset;a;b\nd;1,234;1,5x\ne;2,345;3\n"}
    [told] = faults(text, layout="wide")
    assert "may be a number of thousands, or have three decimals" in told
    assert 'csv: {decimal: ","}' in told
    files = {"a.csv": "dataset;a;b\nd;1,234;1\ne;2,345;3\n"}
    for options, value in (({"decimal": ","}, 1.234), ({"thousands": ","}, 1234.0)):
        [metric] = read(files, layout="wide", csv=options).metrics
        assert metric.means[0, 0] == value
    [told] = faults({"b.csv": "dataset;a;b\nd;0,5;1\ne;0.6;3\n"}, layout="wide")
    assert "numbers have decimal commas and decimal points" in told


def test_one_of_several_tables(faults, read):
    table = "| dataset | a | b |\n|---|---|---|\n| d | 1 | 2 |\n| e | 2 | 3 |\n"
    text = {"a.md": f"## Accuracy\n{table}\n## Seconds\n{table.replace('1', '9')}"}
    [told] = faults(text, layout="wide")
    assert "the file holds 2 tables: Accuracy, Seconds" in told
    [metric] = read(text, layout="wide", table="Seconds").metrics
    assert metric.means[0, 0] == 9


def test_cells_that_span(read):
    page = (
        "<table><tr><th>dataset<th>algorithm<th>accuracy</tr><tr><td rowspan=2>d<td>a<td>1</tr><tr><td>b<td>2</tr>"
        "<tr><td rowspan=2>e<td>a<td>3</tr><tr><td>b<td>4</table>"
    )
    [metric] = read({"a.html": page}).metrics
    assert metric.means.tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("a.arff", "@relation r\n@attribute a real\n1\n", "the file has no @data"),
        ("a.arff", "@relation r\n@data\n1\n", "there is no attribute"),
        ("a.arff", "@relation r\n@attribute a\n@data\n1\n", "names no attribute"),
        ("a.arff", "@relation r\n@attribute a real\n@attribute b real\n@data\n1\n2,3\n", "the row has 1 cell"),
        ("a.html", "<html><p>none</p>", "there is no table"),
        ("a.html", "<table><tr><td>a<td><table><tr><td>b</table></table>", "a table stands inside a table"),
        ("a.md", "no table | here", "there is no table"),
        ("a.md", "| a | b |\n|---|---|\n| 1 |\n| 1 | 2 |\n", "the row has 1 cell"),
        ("a.csv", "dataset,a,b\nd,83.10 ± 3.89 / 87.67 ± 2.66,1\ne,1,2\n", "two values take two columns"),
        ("a.csv", b"dataset,a\n\xff\xfe,1\n", "no text in UTF-8"),
    ],
)
def test_what_is_no_table_is_a_fault(file, text, told, faults):
    assert any(told in fault for fault in faults({file: text}, layout="wide"))


NAMES = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=9).filter(
    lambda name: name not in ("?", "-") and not any(c in name for c in "\\'\"|{}%,*_[]()<>&$`±#")
)
VALUES = st.floats(0, 1).map(lambda value: repr(round(value, 6)))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_arff_html_and_markdown_hold_what_csv_holds(data, read):
    datasets = data.draw(st.lists(NAMES, min_size=2, max_size=4, unique_by=str.lower))
    algorithms = data.draw(st.lists(NAMES, min_size=2, max_size=4, unique_by=str.lower))
    rows = [[name, *(data.draw(VALUES) for _ in algorithms)] for name in datasets]
    table = [["dataset", *algorithms], *rows]
    texts = {
        "a.csv": "".join(",".join(row) + "\n" for row in table),
        "a.html": f"<table>{''.join('<tr>' + ''.join(f'<td>{cell}' for cell in row) for row in table)}</table>",
        "a.md": "".join(
            f"| {' | '.join(row)} |\n" + ("|" + "---|" * len(row) + "\n") * (not at) for at, row in enumerate(table)
        ),
        "a.arff": "@relation r\n"
        + "".join(f"@attribute '{name}' string\n" for name in table[0])
        + "@data\n"
        + "".join(",".join(f"'{cell}'" for cell in row) + "\n" for row in rows),
    }
    results = []
    for file, text in texts.items():
        try:
            [metric] = read({file: text}, layout="wide").metrics
        except FaultsFound as found:
            results.append(str(found).replace(file, "a"))
        else:
            results.append((metric.datasets, metric.algorithms, metric.means.tolist()))
    assert all(isinstance(result, str) for result in results) or results.count(results[0]) == len(results)


@given(st.text(max_size=200))
def test_detecting_never_fails_otherwise_than_by_a_fault(text):
    from rankpress.sources.files import Unreadable

    try:
        dialect = detect(text, ".csv", "a.csv")
    except Unreadable:
        return
    assert dialect.delimiter


def test_spreads_are_kept_as_spreads(read):
    [metric] = read({"a.csv": SPREADS}, layout="wide").metrics
    assert metric.spreads.tolist() == [[0.02, 0.1], [0.01, 0.1]]
    long = "dataset,algorithm,accuracy\niris,knn,0.9 ± 0.2\niris,tree,0.8\nwine,knn,0.7 ± 0.3\nwine,tree,0.6 ± 0.1\n"
    [metric] = read({"b.csv": long}, files=["b.csv"]).metrics
    assert metric.spreads is not None
    assert np.array_equal(metric.spreads, [[0.2, np.nan], [0.3, 0.1]], equal_nan=True)


def test_ranks_in_parentheses_are_no_spreads(read):
    text = "dataset,a,b,c\nd,0.9 (1),0.8 (2),0.7 (3)\ne,0.5 (2.5),0.6 (1),0.5 (2.5)\nf,0.1 (3),0.3 (2),0.4 (1)\n"
    [metric] = read({"a.csv": text}, layout="wide").metrics
    assert metric.spreads is None
    assert metric.means[1].tolist() == [0.5, 0.6, 0.5]
    [metric] = read({"b.csv": text.replace("(1)", "(0.1)")}, files=["b.csv"], layout="wide").metrics
    assert metric.spreads is not None
