"""Columns joined, selected, renamed and averaged over seeds, metrics of counts, and what a report tells of all this.

Held against plain files; metrics of counts, of sums over folds, against scikit-learn on all folds together; cells that
say there is no result, under every layout; that another version of a library that reads makes a report stale.
"""

import json
import random
from fractions import Fraction
from itertools import product

import duckdb
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from sklearn import metrics

from rankpress.app.cli import main
from rankpress.app.freshness import stale_reasons
from rankpress.core import manifest
from rankpress.core.expressions import WrongExpression, evaluated, names_in
from rankpress.core.faults import FaultsFound
from rankpress.spec.model import Study
from rankpress.spec.reading import read_study
from rankpress.topics.scores.cells import spreads_of
from tests.pipeline.sources.conftest import loaded, write_files

HEADER = "dataset,algorithm,accuracy,size,kind\n"
ROWS = [
    f"{dataset},{algorithm},{0.1 * at + 0.05 * len(algorithm):.2f},{size},{kind}"
    for at, (dataset, size, kind) in enumerate(
        [("iris", "10", "real"), ("wine", "200.0", "real"), ("zoo", "", "made up")]
    )
    for algorithm in ("A", "BB", "CCC")
]
TABLE = HEADER + "\n".join(ROWS)


def names(scores):
    [metric] = scores.metrics
    return " ".join(metric.datasets), " ".join(metric.algorithms)


@pytest.mark.parametrize(
    "where",
    [
        {"dataset": {"not": ["iris"]}, "algorithm": ["A", "CCC"]},
        {"size": {"min": 10, "max": 200}},
        {"accuracy": {"min": 0.4}},
        {"size": {"max": 250, "not": [200]}, "dataset": ["iris", "zoo"]},
        {"kind": {"max": 3, "not": ["real"]}},
    ],
)
def test_columns_of_numbers_and_of_codes_are_selected_as_text_is(read, tmp_path, where):
    (tmp_path / "a.csv").write_text(TABLE)
    duckdb.execute(f"COPY (FROM read_csv('{tmp_path}/a.csv')) TO '{tmp_path}/a.parquet' (FORMAT parquet)")

    def kept(name):
        try:
            [metric] = read({}, files=[name], where=where, missing="worst-rank").metrics
        except FaultsFound as error:
            return [fault.message for fault in error.faults]
        reading = metric.reading
        return metric.datasets, metric.algorithms, metric.means.tolist(), reading.rows, reading.passed_over

    assert kept("a.parquet") == kept("a.csv")


@pytest.mark.parametrize(("yes", "no"), [("True", "False"), ("true", "false"), ("1", "0"), ("1.0", "0.0")])
def test_truth_however_it_is_written(read, yes, no):
    rows = [f"{d},{a},1,{answer}" for d, answer in (("iris", yes), ("wine", no)) for a in "AB"]
    written = {"a.csv": "\n".join(["dataset,algorithm,accuracy,tuned", *rows])}
    assert names(read(written, where={"tuned": True})) == ("iris", "A B")
    assert names(read(written, where={"tuned": {"not": True}})) == ("wine", "A B")


@pytest.mark.nightly
@given(st.lists(st.floats(0, 1), min_size=1, max_size=20), st.integers(0, 99))
def test_means_over_seeds_do_not_depend_on_the_order(tmp_path_factory, scores, key):
    folder = tmp_path_factory.mktemp("seeds")
    means = set()
    for order in (list(enumerate(scores)), random.Random(key).sample(list(enumerate(scores)), len(scores))):
        rows = [f"iris,A,{seed},{score!r}" for seed, score in order] + ["iris,B,0,0"]
        (folder / "a.csv").write_text("\n".join(["dataset,algorithm,seed,score", *rows]))
        [metric] = loaded(folder, "a.csv", columns={"seed": "seed"}, metrics=[{"name": "score"}]).metrics
        means.add(float(metric.means[0, 0]))
    exact = sum(map(Fraction, scores)) / len(scores)
    assert len(means) == 1
    assert abs(Fraction(means.pop()) - exact) <= Fraction(1, 10**14)


BLANK_TWINS = {
    "long": ({}, [("iris", "A", 1, 0.5), ("iris", "B", 1, 0.6)]),
    "seeds": ({"columns": {"seed": "run"}}, [("iris", name, run, 0.5 + run / 9) for name in "AB" for run in (1, 2)]),
    "folds": ({"columns": {"fold": "run"}}, [("iris", name, run, 0.5 + run / 9) for name in "AB" for run in (1, 2)]),
    "steps": (
        {"columns": {"step": "run"}, "reduce": "last"},
        [("iris", name, run, 0.5 + run / 9) for name in "AB" for run in (1, 2)],
    ),
}


@pytest.mark.parametrize("case", BLANK_TWINS)
@pytest.mark.parametrize("blank", ["", "NaN", None])
def test_rows_without_a_score_are_as_good_as_absent(tmp_path, case, blank):
    options, rows = BLANK_TWINS[case]
    twins = [(*row[:3], score) for row in rows for score in (blank, row[3], blank)]
    keys = ("dataset", "algorithm", "run", "accuracy")
    of_rows = [
        loaded(tmp_path, write_lines(tmp_path / f"{len(some)}.jsonl", keys, some), **options) for some in (rows, twins)
    ]
    [once], [twice] = (scores.metrics for scores in of_rows)
    assert (once.means == twice.means).all()
    assert (once.reading.blank_rows, twice.reading.blank_rows) == (0, 2 * len(rows))


def write_lines(path, keys, rows):
    path.write_text("\n".join(json.dumps(dict(zip(keys, row, strict=True))) for row in rows))
    return path.name


def test_rows_of_a_wide_table_without_a_score_are_as_good_as_absent(read):
    text = "dataset,A,B\niris,,\niris,0.5,0.6\nwine,0.7,0.8\nwine,,\n"
    [metric] = read({"a.csv": text}, layout="wide").metrics
    assert metric.means.tolist() == [[0.5, 0.6], [0.7, 0.8]]


def test_a_row_without_a_score_that_has_a_cost_is_a_duplicate(read):
    text = "dataset,algorithm,accuracy,seconds\niris,A,0.5,1\niris,A,,2\niris,B,0.6,3"
    with pytest.raises(FaultsFound, match="was measured before"):
        read({"a.csv": text}, costs=["seconds"])


SEEDS = """dataset,algorithm,seed,accuracy
iris,knn,1,0.9
iris,knn,2,0.7
iris,tree,1,0.5
iris,tree,2,0.6
iris,tree,3,0.7
wine,knn,1,0.4
wine,tree,1,0.3
wine,tree,2,0.3
"""


def test_scores_spread_over_seeds(read):
    [metric] = read({"a.csv": SEEDS}, columns={"seed": "seed"}).metrics
    assert metric.seeds == (1, 3)
    assert np.array_equal(metric.runs, [[2, 3], [1, 2]])
    expected = [[[0.9, 0.7], [0.5, 0.6, 0.7]], [None, [0.3, 0.3]]]
    for form, spread_of in {
        "sd": lambda scores: np.std(scores, ddof=1),
        "se": stats.sem,
        "ci": lambda scores: stats.sem(scores) * stats.t.ppf(0.975, len(scores) - 1),
    }.items():
        spreads = [[np.nan if scores is None else spread_of(scores) for scores in row] for row in expected]
        np.testing.assert_allclose(spreads_of(metric, form), spreads, atol=1e-12)


def test_scores_on_folds_spread_over_these_and_not_over_seeds(read):
    rows = SEEDS.splitlines()
    folds = "\n".join([f"{rows[0]},fold", *(f"{row},{fold}" for row in rows[1:] for fold in (1, 2))])
    [metric] = read({"a.csv": folds}, columns={"seed": "seed"}).metrics
    assert metric.seeds == (1, 3)
    assert metric.spreads is None


COUNTS = {"tp": "tp", "fp": "fp", "fn": "fn", "tn": "TN"}
OF_SCIKIT_LEARN = {
    "f1": metrics.f1_score,
    "precision": metrics.precision_score,
    "recall": metrics.recall_score,
    "jaccard": metrics.jaccard_score,
    "accuracy": metrics.accuracy_score,
    "specificity": lambda true, predicted: metrics.recall_score(true, predicted, pos_label=0),
}


def folds_of(seed):
    """Predictions on three folds of each data set: the counts of each as a row, and all labels of a cell."""
    rng = np.random.default_rng(seed)
    rows, cells = ["dataset,algorithm,fold,tp,fp,fn,TN"], {}
    for dataset in ("d", "e"):
        for algorithm in ("a", "b"):
            true, predicted = rng.integers(0, 2, (2, 60))
            cells[dataset, algorithm] = true.tolist(), predicted.tolist()
            for fold, part in enumerate(np.split(np.arange(60), [10, 35])):
                both = ((1, 1), (0, 1), (1, 0), (0, 0))
                counted = [np.sum((true[part] == t) & (predicted[part] == p)) for t, p in both]
                rows.append(",".join(map(str, [dataset, algorithm, fold, *counted])))
    return "\n".join(rows) + "\n", cells


@pytest.mark.parametrize("name", OF_SCIKIT_LEARN)
def test_they_are_those_of_all_folds_together(name, read):
    text, cells = folds_of(4)
    [metric] = read({"a.csv": text}, metrics=[{"name": name, "from": COUNTS}]).metrics
    for (dataset, algorithm), (true, predicted) in cells.items():
        at = metric.datasets.index(dataset), metric.algorithms.index(algorithm)
        assert metric.means[at] == pytest.approx(OF_SCIKIT_LEARN[name](true, predicted), abs=1e-15)


def test_undefined_metrics_and_counts_below_zero_are_faults(faults):
    metrics = [{"name": "f1", "from": {"tp": "tp", "fp": "fp", "fn": "fn"}}]
    for columns, first, fault in (
        ("tp,fp,fn", "0,0,0", "f1 of 'a' on 'd' is undefined"),
        ("tp,fp,fn", "3,-1,0", "-1 is no count"),
        ("tp,fp,tn", "3,1,0", "there is no column 'fn'"),
    ):
        [message] = faults({"a.csv": f"dataset,algorithm,{columns}\nd,a,{first}\nd,b,1,0,0\n"}, metrics=metrics)
        assert fault in message


@pytest.mark.parametrize(
    ("metric", "message"),
    [
        ({"name": "f2", "from": {"tp": "tp"}}, "no expression says how f2 follows"),
        ({"name": "f1", "from": {"tp": "tp"}}, "needs fp, fn, which from does not name"),
        ({"name": "x", "from": {"tp": "tp"}, "expression": "tp.real"}, "the expression is not taken"),
        ({"name": "x", "expression": "tp"}, "expression without from"),
    ],
)
def test_what_cannot_be_computed_is_a_fault(metric, message):
    with pytest.raises(FaultsFound, match=message):
        Study.from_dict({"scores": {"files": "a.csv", "metrics": [metric]}})


@pytest.mark.parametrize(
    "expression",
    ["__import__('os')", "f(x)", "a ** 9", "a[0]", "a.b", "lambda: 1", "1 if a else 2", "'a'", "a and b", "a < b",
     "x" * 501, "(" * 200 + ")" * 200, "True", "a @ b", "~a"],
)  # fmt: skip
def test_only_arithmetic_is_taken(expression):
    with pytest.raises(WrongExpression):
        names_in(expression)


def test_arithmetic():
    assert evaluated("-(a + 2) * 3 / b - 1", {"a": 4.0, "b": 2.0}) == -10.0


PARQUET = "COPY (SELECT * FROM (VALUES {rows}) AS t(dataset, algorithm, accuracy)) TO '{path}' (FORMAT parquet)"
HEAD = "dataset,algorithm,accuracy\n"


@pytest.mark.parametrize("said", ["NA", "na", "NaN", "-nan", "null", "None", "n/a", "<NA>", "#N/A", "?", "-", "–"])
def test_cells_that_say_there_is_no_result_are_gaps(read, faults, said):
    content = f"{HEAD}x,A,1\nx,B,2\ny,A,{said}\ny,B,2\n"
    [message] = faults({"a.csv": content})
    assert message.startswith("a.csv row 4 column accuracy: 'A' has no accuracy on 'y'")
    wide = f"dataset,A,B\nx,1,2\ny,{said},2\n"
    for layout, text in (("long", content), ("wide", wide)):
        [metric] = read({"a.csv": text}, missing="drop-datasets", layout=layout).metrics
        assert (metric.datasets, metric.reading.empty) == (("x",), {said: 1})


def test_further_texts_for_no_result(read, faults):
    files = {"a.csv": f"{HEAD}x,A,1\nx,B,2\ny,A,DNF\ny,B,2\n"}
    [message] = faults(files)
    assert message.startswith("a.csv row 4 column accuracy: 'DNF' is not a finite number")
    [metric] = read(files, na=["dnf"], missing="worst-rank").metrics
    assert [(gap.dataset, gap.algorithm) for gap in metric.missing.gaps] == [("y", "A")]


@pytest.mark.parametrize("join", [{}, {"where": ["site", "kind"]}])
def test_rows_are_selected_by_columns_that_are_ignored(read, join):
    """In a wide table each column but those of names has scores, so that what selects rows must be ignored there."""
    rows = [f"{d},{k},{s},{n}.5,{n + 1}" for n, (d, k, s) in enumerate(product("xy", ("mase", "smape"), ("", "b")))]
    where = {"where": "mase"} if join else {"kind": "mase", "site": {"not": ["b"]}}
    options = {"layout": "wide", "where": where, "ignore": ["kind", "site", *join], "join": join}
    [metric] = read({"a.csv": "\n".join(["dataset,kind,site,A,B", *rows])}, **options).metrics
    assert (metric.algorithms, metric.means.tolist()) == (("A", "B"), [[0.5, 1.0], [4.5, 5.0]])


STUDY = """
scores:
  files: runs.csv
  join: {algorithm: [model, size]}
  columns: {seed: seed}
  where: {tuned: true, fold: {min: 1, max: 2}, dataset: {not: [toy]}}
  rename: {algorithm: {"knn / s": 'K$_1&'}}
  ignore: [note]
  missing: incomplete-blocks
  metrics: [{name: accuracy}]
test: {pairwise: skillings-mack, omnibus: [skillings-mack]}
adjust: [holm]
plot: []
report: {formats: [html, latex, markdown]}
"""


def runs():
    """216 rows on data sets a to c, and 2 of a fourth; the tuned ones on folds 1 and 2 are 72."""
    rows = ["dataset,model,size,tuned,seed,fold,accuracy,note"]
    for d, m, s, tuned, seed, fold in product(range(3), range(2), range(2), (0, 1), (1, 2, 3), (1, 2, 3)):
        score = "NA" if (d, m, s) == (2, 1, 1) else 0.1 * d + 0.2 * m + 0.07 * s * d
        rows.append(f"{'abc'[d]},{('knn', 'svm')[m]},{'sl'[s]},{tuned},{seed},{fold},{score},hello")
    rows += ["toy,knn,s,1,1,1,0.5,x", "toy,svm,s,1,1,1,0.5,x"]
    return "\n".join(rows)


TOLD = (
    "Only rows where 'tuned' is true, 'fold' is at least 1, is at most 2 and 'dataset' is not toy are used: 72 of 218",
    "The column 'algorithm' joins 'model' and 'size'.",
    "Each measurement is the mean over three independent runs (seeds).",
    "Ignored columns: 'note'.",
    "Treated as missing: 'NA' (6 cells).",
)


@pytest.mark.nightly
def test_every_report_tells_what_was_read(tmp_path):
    write_files(tmp_path, {"runs.csv": runs(), "study.yaml": STUDY})
    assert main(["build", str(tmp_path / "study.yaml"), "-q"]) == 0
    out = tmp_path / "report"
    for name in ("report.html", "report.tex", "report.md"):
        text = " ".join((out / name).read_text(encoding="utf-8").replace("&#39;", "'").split())
        for sentence in (*TOLD, "The scores were read from one text file."):
            assert sentence in text, name
    methods = (out / "methods.tex").read_text(encoding="utf-8")
    assert [sentence in methods for sentence in TOLD[:3]] == [False, False, True]
    document = json.loads((out / "results.json").read_text(encoding="utf-8"))
    assert document["reading"]["where"]["left_out"] == 146
    assert document["reading"]["renamed"] == {"knn / s": "K$_1&"}
    assert document["reading"]["empty"] == {"NA": 6}
    assert document["metrics"]["accuracy"]["missing"]["coverage"]["measurements"] == {"a": 2, "b": 2, "c": 2}
    assert (out / "tables/accuracy-datasets.csv").read_text(encoding="utf-8").splitlines() == [
        "Data sets,Number,Algorithms,Without,Measurements",
        '"a, b",2,4,,2 folds',
        "c,1,3,svm / l,2 folds",
    ]


@pytest.mark.nightly
def test_another_version_of_what_read_makes_a_report_stale(tmp_path, monkeypatch):
    rows = "('x', 'A', 1), ('x', 'B', 2), ('y', 'A', 3), ('y', 'B', 4)"
    duckdb.execute(PARQUET.format(rows=rows, path=tmp_path / "a.parquet"))
    spec = "scores: {files: a.parquet, metrics: [{name: accuracy}]}\nplot: []\nreport: {formats: [latex]}\n"
    write_files(tmp_path, {"study.yaml": spec})
    assert main(["build", str(tmp_path / "study.yaml"), "-q"]) == 0
    made, out = manifest.read(tmp_path / "report"), tmp_path / "report"
    assert made["versions"]["duckdb"] == manifest.installed("duckdb") != "not there"
    assert "python-calamine" not in made["versions"]
    studied = read_study(tmp_path / "study.yaml")
    assert stale_reasons(made, studied, out, manifest.library_versions()) == ()
    monkeypatch.setattr(
        "rankpress.app.freshness.installed", lambda name: {"duckdb": "99"}.get(name) or manifest.installed(name)
    )
    [reason] = stale_reasons(made, studied, out, manifest.library_versions())
    assert reason.startswith("duckdb was ")
    assert reason.endswith(" and is 99")


TABLE = "dataset,A,B\nx,1.5,2\ny,3,4.5\n"


@pytest.mark.parametrize("sign", ["#", "%", "//", " #"])
@pytest.mark.parametrize("comment", ["written by bench, do not edit, 2.4", "host: node7", "", "a,b\n\n{} c"])
@pytest.mark.parametrize("head", ["dataset", "# dataset", "#"])
def test_comments_before_the_header_are_passed_over(read, sign, comment, head):
    """A header that begins with the sign of a comment is one still."""
    text = f"{sign} {comment.replace('{}', sign)}\n{TABLE.replace('dataset', head)}"
    [metric] = read({"a.csv": text}, layout="wide").metrics
    assert (metric.datasets, metric.algorithms) == (("x", "y"), ("A", "B"))
    assert metric.means.tolist() == [[1.5, 2], [3, 4.5]]


def test_rows_are_counted_with_the_comments_above_them(faults):
    [fault] = faults({"a.csv": "# one\n\n# two\n" + TABLE.replace("4.5", "odd")}, layout="wide")
    assert fault.startswith("a.csv row 6 column B")


def test_a_header_in_blanks_behind_its_sign(read):
    [metric] = read({"a.dat": "# made today\n# dataset  A  B\nx 1.5 2\ny 3 4.5\n"}, layout="wide").metrics
    assert (metric.algorithms, metric.means.tolist()) == (("A", "B"), [[1.5, 2], [3, 4.5]])


@pytest.mark.parametrize("corner", ["", "unit", "[-]"])
@pytest.mark.parametrize(("units", "names"), [("ms,ms", "A (ms),B (ms)"), ("[s],", "A (s),B"), ("s,%", "A (s),B (%)")])
def test_a_row_of_units_is_a_part_of_the_header(read, corner, units, names):
    text = TABLE.replace("\nx", f"\n{corner},{units}\nx", 1)
    [metric] = read({"a.csv": text}, layout="wide").metrics
    assert (metric.datasets, metric.algorithms) == (("x", "y"), tuple(names.split(",")))


@pytest.mark.parametrize(("column", "cell", "reason"), [("error", "OOM", "OOM"), ("status", "3", ""), ("x", "y", "")])
def test_a_text_in_a_row_without_a_score_says_why(read, column, cell, reason):
    text = f"dataset,algorithm,accuracy,{column}\nx,A,1,\nx,B,2,odd\ny,A,,{cell}\ny,B,2,\n"
    [metric] = read({"a.csv": text}, missing="worst-rank").metrics
    assert [gap.reason for gap in metric.missing.gaps] == [reason]


@pytest.mark.parametrize("role", ["fold", "repeat"])
@pytest.mark.parametrize("layout", ["long", "wide"])
def test_a_column_of_folds_may_be_that_of_seeds(read, role, layout):
    rows = {
        "long": [f"dataset,algorithm,{role},accuracy", "a,A,0,.5", "a,A,1,.7", "a,B,0,.2", "b,A,0,.4", "b,B,0,.3"],
        "wide": [f"dataset,{role},A,B", "a,0,.5,.2", "a,1,.7,", "b,0,.4,.3"],
    }
    scores = read(
        {"a.csv": "\n".join([*rows[layout], ""])},
        layout=layout,
        columns={role: None, "seed": role},
        metrics=[{"name": "accuracy"}],
    )
    [metric] = scores.metrics
    assert metric.means.ravel().tolist() == pytest.approx([0.6, 0.2, 0.4, 0.3])
    assert metric.folds == (None, None)
