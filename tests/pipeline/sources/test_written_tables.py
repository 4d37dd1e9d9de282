"""Tables as people have them (decimal commas, ARFF, HTML, Markdown, a mean with its spread), and missing results."""

from pathlib import Path

import numpy as np
import pytest

from rankpress.core.faults import FaultsFound
from rankpress.core.scores import MetricRanks
from rankpress.spec.model import Study
from rankpress.spec.reading import read_study
from rankpress.stages.load import load

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
    "names in bold, in italics and as code in Markdown": (
        "a.md",
        "| **dataset** | `knn` | *tree* |\n|-|-|-|\n| **iris** | **0.91** | 0.85 |\n| [**wine**](x) | 0.3 | 0.444 |\n",
    ),
    "ARFF": ("a.arff", ARFF),
    "a mean and its spread": ("a.csv", SPREADS),
    "marked as in a paper": ("a.csv", "dataset,knn,tree\niris,\\textbf{0.91},0.85\nwine,**0.3**,\\underline{0.444}\n"),
}


@pytest.mark.parametrize("name", WIDE)
def test_all_hold_the_same(name, read):
    file, text = WIDE[name]
    [metric] = read({file: text}, layout="wide").metrics
    assert (metric.datasets, metric.algorithms) == (("iris", "wine"), ("knn", "tree"))
    assert metric.means.tolist() == [[0.91, 0.85], [0.3, 0.444]]


@pytest.mark.parametrize(
    ("cells", "number"),
    [("1.234,5;2.345,25", 1234.5), ("12,5;1,25", 12.5), ("0,912;0,345", 0.912), ('"1.234";0,5', 1234.0)],
)
def test_decimal_commas(cells, number, read):
    [metric] = read({"a.csv": f"dataset;a;b\nd;{cells}\ne;1,5;2,5\n"}, layout="wide").metrics
    assert metric.means[0, 0] == number


def test_what_is_in_doubt_is_asked(faults, read):
    text = {"a.csv": "dataset;a;b\nd;1,234;1\ne;2,345;3\n"}
    [message] = faults(text, layout="wide")
    assert "may be thousands or decimals" in message
    assert 'csv: {decimal: ","}' in message
    files = {"a.csv": "dataset;a;b\nd;1,234;1\ne;2,345;3\n"}
    for options, value in (({"decimal": ","}, 1.234), ({"thousands": ","}, 1234.0)):
        [metric] = read(files, layout="wide", csv=options).metrics
        assert metric.means[0, 0] == value
    [message] = faults({"b.csv": "dataset;a;b\nd;0,5;1\ne;0.6;3\nf;0.7;2\n"}, layout="wide")
    assert message.startswith("b.csv row 2 column a: '0,5' is not a finite number")
    assert "the others have a decimal point" in message


def test_one_of_several_tables(faults, read):
    table = "| dataset | a | b |\n|---|---|---|\n| d | 1 | 2 |\n| e | 2 | 3 |\n"
    text = {"a.md": f"## Accuracy\n{table}\n## Seconds\n{table.replace('1', '9')}"}
    [message] = faults(text, layout="wide")
    assert "the file holds 2 tables: Accuracy, Seconds" in message
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
    ("file", "text", "message"),
    [
        ("a.arff", "@relation r\n@attribute a real\n1\n", "the file has no @data"),
        ("a.arff", "@relation r\n@data\n1\n", "there is no attribute"),
        ("a.arff", "@relation r\n@attribute a\n@data\n1\n", "names no attribute"),
        ("a.arff", "@relation r\n@attribute a real\n@attribute b real\n@data\n1\n2,3\n", "the row has 1 cell"),
        ("a.html", "<html><p>none</p>", "there is no table"),
        ("a.html", "<table><tr><td>a<td><table><tr><td>b</table></table>", "a table stands inside a table"),
        ("a.md", "no table | here", "there is no table"),
        ("a.html", "<table><tr><td>a<td>b</tr><tr><td>1<td>2<td>3</tr></table>", "the row has 3 cells"),
        ("a.csv", "dataset,a,b\nd,83.10 ± 3.89 / 87.67 ± 2.66,1\ne,1,2\n", "two values take two columns"),
        ("a.csv", b"dataset,a\n\xff\xfe,1\n", "not valid UTF-8"),
    ],
)
def test_what_is_no_table_is_a_fault(file, text, message, faults):
    assert any(message in fault for fault in faults({file: text}, layout="wide"))


def test_spreads_are_kept_as_spreads(read):
    [metric] = read({"a.csv": SPREADS}, layout="wide").metrics
    assert metric.spreads.tolist() == [[0.02, 0.1], [0.01, 0.1]]
    long = "dataset,algorithm,accuracy\niris,knn,0.9 ± 0.2\niris,tree,0.8\nwine,knn,0.7 ± 0.3\nwine,tree,0.6 ± 0.1\n"
    [metric] = read({"b.csv": long}, files=["b.csv"]).metrics
    assert np.array_equal(metric.spreads, [[0.2, np.nan], [0.3, 0.1]], equal_nan=True)


def test_ranks_in_parentheses_are_no_spreads(read):
    text = "dataset,a,b,c\nd,0.9 (1),0.8 (2),0.7 (3)\ne,0.5 (2.5),0.6 (1),0.5 (2.5)\nf,0.1 (3),0.3 (2),0.4 (1)\n"
    [metric] = read({"a.csv": text}, layout="wide").metrics
    assert metric.spreads is None
    assert metric.means[1].tolist() == [0.5, 0.6, 0.5]
    [metric] = read({"b.csv": text.replace("(1)", "(0.1)")}, files=["b.csv"], layout="wide").metrics
    assert metric.spreads is not None


IMPUTED = "dataset,A,B,C\niris,1,2,6\nwine,,4,8\nzoo,3,,\n"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"missing": "dataset-mean"}, [[1, 2, 6], [6, 4, 8], [3, 3, 3]]),
        ({"missing": "dataset-worst"}, [[1, 2, 6], [4, 4, 8], [3, 3, 3]]),
        ({"missing": "baseline", "baseline": "B"}, [[1, 2, 6], [4, 4, 8]]),  # zoo lacks the baseline
    ],
)
def test_scores_stand_in_for_missing_ones(read, options, expected):
    [metric] = read({"a.csv": IMPUTED}, layout="wide", **options).metrics
    assert metric.means.tolist() == expected
    assert {gap.dataset for gap in metric.missing.imputed} == {"wine", "zoo"} & set(metric.datasets)


def test_the_worst_score_is_the_largest_error(read):
    metrics = [{"name": "error", "better": "lower"}]
    [metric] = read({"a.csv": IMPUTED}, layout="wide", missing="dataset-worst", metrics=metrics).metrics
    assert metric.means[1].tolist() == [8, 4, 8]


def test_a_baseline_is_an_algorithm(faults):
    [message] = faults({"a.csv": IMPUTED}, layout="wide", missing="baseline", baseline="D")
    assert "no algorithm is called 'D'" in message


@pytest.mark.parametrize("options", [{"missing": "baseline"}, {"missing": "dataset-mean", "baseline": "A"}])
def test_a_baseline_goes_with_its_policy(options):
    with pytest.raises(FaultsFound, match="baseline"):
        Study.from_dict({"scores": {"files": "a.csv", **options}})


# What is printed
@pytest.mark.parametrize("cell", ["1E+3", "0", "-0", "1e-999", "007"])
def test_numbers_are_read_as_written(read, cell):
    [metric] = read({"a.csv": f"dataset,algorithm,accuracy\niris,A,{cell}\niris,B,0\n"}).metrics
    assert metric.means[0, 0] == float(cell)


@pytest.mark.parametrize("wrong", ["0", "-1", "9.5", "1e13"])
def test_numbers_of_cases_are_checked(faults, wrong):
    head = "dataset,algorithm,fold,n_train,n_test,accuracy"
    rows = (f"iris,A,1,{wrong},2,1", f"iris,A,2,9,{wrong},1", "iris,B,1,8,2,1", "iris,B,2,8,2,1")
    messages = faults({"a.csv": "\n".join([head, *rows])})
    assert [fault.partition(":")[0] for fault in messages] == [
        "a.csv row 2 column n_train",
        "a.csv row 3 column n_test",
    ]


def test_ranks_without_decimals_have_a_sum_that_tests_take(faults):
    """Half a unit for each of two whole ranks would let 9 pass for 10, which Friedman's test does not take."""
    [message] = faults({"a.csv": "A,B,C,D\n1.5,1,2.5,4\n"}, layout="ranks", datasets=12)
    assert "the average ranks add up to 9" in message


def _numbers(values):
    return np.array2string(np.asarray(values, dtype=float), separator=" ", max_line_width=200).replace("\n", "")


def _described(metric):
    yield f"{metric.name} ({metric.better} is better), {metric.n_datasets} data sets: {' | '.join(metric.algorithms)}"
    if isinstance(metric, MetricRanks):
        yield f"  {_numbers(metric.average)}"
        return
    for at, dataset in enumerate(metric.datasets):
        yield f"  {dataset}: {_numbers(metric.means[at])}"
        folds = metric.folds[at] if metric.folds else None
        if folds is not None:
            trained = "" if folds.n_train is None else f", trained on {folds.n_train.tolist()}"
            tested = "" if folds.n_test is None else f", tested on {folds.n_test.tolist()}"
            yield f"    repeats {folds.repeat.tolist()}, folds {folds.fold.tolist()}{trained}{tested}"
            yield from (f"    {_numbers(row)}" for row in folds.scores)
        outcomes = metric.outcomes[at] if metric.outcomes else None
        if outcomes is not None:
            yield f"    right together, of {outcomes.n}: {_numbers(outcomes.both)}"
    yield from (f"  no outcome: {fault}".splitlines()[0] for fault in metric.not_outcomes)
    if metric.seeds:
        yield f"  means over {metric.seeds[0]} to {metric.seeds[1]} seeds"
    missing = metric.missing
    for name in ("gaps", "worst_ranked", "left_open", "dropped_datasets", "dropped_algorithms"):
        if getattr(missing, name):
            yield f"  {name}: {', '.join(map(str, getattr(missing, name)))}"
    if missing.gaps and missing.coverage is not None:
        yield f"  present: {missing.coverage.present.astype(int).tolist()}"


def read_aloud(case):
    Path("study.yaml").write_bytes(case["study"].encode())
    study = read_study("study.yaml").study
    scores = load(study.scores, Path())
    lines = [line for metric in scores.metrics for line in _described(metric)]
    for metric in scores.scored:
        lines += [] if metric.validation is None else ["on validation cases:", *_described(metric.validation)]
    lines += [f"{name}: {_numbers(cost.values)}" for name, cost in scores.costs.items()]
    return "\n".join([*lines, *(f"{source.path}: {source.rows} rows" for source in scores.sources[:3])])


@pytest.mark.nightly
def test_reads(golden_cases):
    golden_cases(Path(__file__).parent / "reads.yaml", read_aloud)
