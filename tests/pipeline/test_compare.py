"""From Python: whatever holds the scores, the same results and the same report; what notebooks show of them."""

import html
import importlib.metadata
import inspect
import io
import json
import re
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pandas
import polars
import pytest
import xarray

import rankpress
from rankpress.account.tables import build_tables
from rankpress.analysis import analyse
from rankpress.app.cli import main
from rankpress.app.notebook import chosen_tables, frame_of
from rankpress.app.run import build
from rankpress.catalog.kinds import TABLES
from rankpress.checks.agreement import examine
from rankpress.core.table import Cell, Table, table_csv
from rankpress.report.page_table import MOST_ROWS, display_html
from rankpress.spec.reading import read_study
from rankpress.spec.table_options import table_options
from rankpress.wording.text import plain

NAMES = ["knn", "tree", "ours", "forest"]
DATASETS = [f"d{i:02}" for i in range(12)]
VALUES = np.random.default_rng(0).normal(size=(12, 4)) / 20 + np.array([0.80, 0.82, 0.85, 0.9])
WIDE = pandas.DataFrame(VALUES, columns=NAMES, index=pandas.Index(DATASETS, name="dataset"))
LONG = WIDE.melt(ignore_index=False, var_name="method", value_name="acc").reset_index(names="task")
OF_LONG = {"dataset": "task", "algorithm": "method", "score": "acc"}


def higher(data, **keywords):
    """Compare scores whose direction nothing but the keyword tells."""
    return rankpress.compare(data, better="higher", **keywords)


INPUTS = {
    "pandas, wide": lambda: higher(WIDE),
    "pandas, names in a column": lambda: higher(WIDE.reset_index()),
    "pandas, long": lambda: higher(LONG, **OF_LONG),
    "polars, wide": lambda: higher(polars.from_dict({"data": DATASETS} | dict(zip(NAMES, VALUES.T, strict=True)))),
    "polars, long": lambda: higher(polars.from_dict(LONG.to_dict("list")), **OF_LONG),
    "array": lambda: higher(VALUES, names=NAMES),
    "lists": lambda: higher({name: VALUES[:, i].tolist() for i, name in enumerate(NAMES)}),
    "mappings": lambda: higher(
        {name: dict(zip(DATASETS, VALUES[:, i].tolist(), strict=True)) for i, name in enumerate(NAMES)}
    ),
    "columns": lambda: higher(LONG.to_dict("list"), **OF_LONG),
    "xarray": lambda: higher(
        xarray.DataArray(VALUES, dims=("dataset", "algorithm"), coords={"dataset": DATASETS, "algorithm": NAMES})
    ),
}


@pytest.mark.nightly
@pytest.mark.few(5)
@pytest.mark.parametrize("name", INPUTS)
def test_every_input_gives_the_same(name):
    [result] = INPUTS[name]().analyses
    [known] = INPUTS["pandas, wide"]().analyses
    order = [result.names.index(algorithm) for algorithm in known.names]
    assert result.ranking.average[order] == pytest.approx(known.ranking.average)
    assert np.array_equal(result.scores.means[:, order], VALUES)  # to the last digit


FOLDS = {"svm": [0.8, 0.9, 0.7], "tree": [0.7, 0.8, 0.6]}


def test_results_of_cross_validation():
    def result(values, more):
        return {"fit_time": np.array(values) + len(values), "test_accuracy": np.array(values) + more}

    cross_validated = {f"d{i}": {name: result(values, i / 100) for name, values in FOLDS.items()} for i in range(7)}
    comparison = rankpress.compare(cross_validated, order={"cost": "fit_time"})
    [analysis] = comparison.analyses
    assert (analysis.scores.name, analysis.scores.n_datasets, analysis.scores.has_folds) == ("accuracy", 7, True)
    assert list(analysis.ordered.costs.weights) == ["fit_time"]


def test_results_of_a_search():
    search = {"params": [{"k": 1}, {"k": 5}], "mean_test_score": np.array([0.8, 0.7])}
    search |= {f"split{i}_test_score": np.array([0.8 + i / 100, 0.7 + i / 50]) for i in range(5)}
    [analysis] = rankpress.compare(search, metric="accuracy").analyses
    assert analysis.names == ("k=1", "k=5")
    assert analysis.scores.folds[0].scores.shape == (5, 2)


@pytest.mark.nightly
def test_the_report_is_that_of_the_command_line(tmp_path):
    comparison = rankpress.compare(
        LONG,
        **OF_LONG,
        better="higher",
        control="ours",
        adjust=["holm", "hochberg"],
        title="Ours & theirs",
        plot=["cd"],
    )
    comparison.report(tmp_path / "here", formats=["html"])
    (tmp_path / "there").mkdir()
    comparison.study.to_yaml(tmp_path / "there" / "study.yaml")
    built = ["build", str(tmp_path / "there" / "study.yaml"), "--only", "html", "-q"]
    assert main(built) == 0
    files = {path.relative_to(tmp_path / "here") for path in (tmp_path / "here").rglob("*") if path.is_file()}
    assert Path("report.html") in files
    for file in files - {Path("manifest.json")}:
        assert (tmp_path / "here" / file).read_bytes() == (tmp_path / "there" / "report" / file).read_bytes(), file
    here, there = (json.loads((tmp_path / folder / "manifest.json").read_text()) for folder in ("here", "there/report"))
    assert there.pop("study") == "../study.yaml"  # whose report it is: that of a comparison is of no file
    assert here == there


@pytest.mark.nightly
def test_a_study_round_trips(tmp_path):
    comparison = higher(WIDE, test={"pairwise": {"wilcoxon": {"zeros": "pratt"}}}, effects=None)
    study = comparison.study
    assert rankpress.Study.from_dict(study.to_dict()).to_dict() == study.to_dict()
    study.to_yaml(tmp_path / "study.yaml")
    study.to_yaml(tmp_path / "study.yaml")  # the same is no other file
    assert rankpress.load_study(tmp_path / "study.yaml").to_dict() == study.to_dict()
    assert rankpress.run_study(tmp_path / "study.yaml").pvalues.equals(comparison.pvalues)
    with pytest.raises(rankpress.FaultsFound, match="this file is there already"):
        higher(WIDE).study.to_yaml(tmp_path / "study.yaml")


def test_frames_are_those_of_results(tmp_path):
    comparison = higher(WIDE)
    comparison.report(tmp_path / "report", formats="latex")
    results = json.loads((tmp_path / "report" / "results.json").read_text())
    assert comparison.scores.loc["d03", "tree"] == VALUES[3, 1]
    assert comparison.ranks.index.tolist() == [NAMES[i] for i in comparison["score"].ranking.best_first]
    assert comparison.pvalues.shape[0] == comparison.effects.shape[0] == 6
    text = json.dumps(results)
    assert all(str(p) in text for p in comparison.pvalues["p (Holm)"])


@pytest.mark.nightly
def test_tables_and_figures(tmp_path):
    comparison = rankpress.compare(WIDE, metric="accuracy")
    table = comparison.table("scores", percent=True, digits=1)
    assert r"\begin{tabular}" in table.to_latex(tmp_path / "scores.tex")
    assert (tmp_path / "scores.tex").read_text() == table.to_latex()
    assert table.to_frame().shape[0] == len(table.content.rows)
    assert "| forest" in table.to_markdown()
    assert "<table" in table.to_html()
    assert "d00,0.90524500" in table.to_csv()
    figure = comparison.figure("cd", venue="ieee", highlight=["ours"])
    for suffix, start in (("pdf", b"%PDF"), ("svg", b"<svg"), ("png", b"\x89PNG")):
        figure.save(tmp_path / f"cd.{suffix}")
        assert start in (tmp_path / f"cd.{suffix}").read_bytes()[:300]
    assert figure.fig.get_figwidth() == pytest.approx(516 / 72.27)
    assert "forest" in figure.alt


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize("write", [lambda t: t.to_great_tables().as_raw_html(), lambda t: t.to_styler().to_html()])
def test_tables_of_other_packages_are_marked_and_escaped(write):
    frame = WIDE.rename(columns={"forest": "<i>forest</i>"})
    comparison = rankpress.compare(frame, metric="<u>accuracy</u>", better="higher")
    page = write(comparison.table("scores"))
    assert "&lt;i&gt;forest" in page
    assert "<i>" not in page
    assert "<u>" not in page
    assert "font-weight: bold" in page
    assert "*" in write(comparison.table("pairs"))
    highlighted = write(comparison.table("scores", highlight="ours"))
    assert highlighted.count("background-color: #e6edf5") >= 1
    assert "background-color: #e6edf5" not in page


@pytest.mark.nightly
def test_it_shows_itself():
    comparison = rankpress.compare(WIDE, metric="accuracy")
    assert repr(comparison).startswith("<Comparison of 4 algorithms on 12 data sets by accuracy: forest ranks best")
    assert "\n\nforest achieves the best average rank in accuracy" in str(comparison)
    assert comparison._repr_html_().count("<svg") == 1


def test_the_package_shows_its_interface_alone():
    assert sorted({*rankpress.__all__, "__version__", "extend", "figures", "stats"}) == dir(rankpress)
    assert rankpress.__version__ == importlib.metadata.version("rankpress")
    assert all(inspect.getdoc(getattr(rankpress, name)) for name in dir(rankpress))
    with pytest.raises(AttributeError, match="no attribute 'comparison'; it has Comparison, Fault, "):
        _ = rankpress.comparison


@pytest.mark.few
@pytest.mark.parametrize(
    ("given", "message"),
    [
        (lambda: rankpress.compare(LONG[["task", "method"]]), "no column of numbers"),
        (lambda: rankpress.compare(LONG, dataset="tasks", algorithm="method", score="acc"), "no column 'tasks'"),
        (lambda: rankpress.compare(VALUES), "no names for 4 columns"),
        (lambda: rankpress.compare(VALUES[0], names=NAMES), "an array of one dimension"),
        (lambda: rankpress.compare(LONG, metric="f1"), "metric: there is no column 'f1'\n    expected: acc"),
        (lambda: rankpress.compare(LONG, dataset="tsk"), "did you mean 'task'?"),
        (lambda: rankpress.compare(WIDE, sensitivty={}), "did you mean 'sensitivity'?"),
        (lambda: rankpress.compare([1, 2]), "list cannot be read"),
        (lambda: rankpress.compare({"a": [1, 2], "b": 3}), "values are not all lists of scores"),
        (lambda: rankpress.compare({"a": [1, 2], "b": [3]}), "of different lengths"),
        (lambda: rankpress.compare(dict.fromkeys("ab", VALUES)), "several scores for an algorithm on a data set"),
        (lambda: rankpress.compare({name: {"x": VALUES[0]} for name in "ab"}), "several scores for an algorithm"),
        (lambda: rankpress.compare(WIDE, adjust="holmes"), r"adjust\[0\] is 'holmes'"),
        (lambda: rankpress.compare(WIDE, control="mine"), "no algorithm 'mine'"),
        (lambda: rankpress.compare(WIDE, contol="mine"), "compare: unknown keyword 'contol'"),
        (lambda: higher({"a": [1, None], "b": [1, 2]}, missing="error"), "the scores: 'a' has no score on"),
        (lambda: higher(WIDE).table("score"), "unknown key 'score'"),
        (lambda: higher(WIDE).table("scores", columns=["our"]), "table scores: 'our' is not a column"),
        (lambda: higher(WIDE).table("scores", highlight="our"), "table scores: there is no algorithm 'our'"),
        (lambda: higher(WIDE).table("scores", cells={"difference": "our"}), "there is no algorithm 'our'"),
        (lambda: higher(WIDE).table("scores", "score", metrics="together"), "either metric, or metrics: together"),
        (lambda: higher(WIDE).table("pairs", columns=["Rank"]), "table pairs: 'Rank' is not a column"),
        (lambda: higher(WIDE).figure("cost-front"), "the scores have no costs"),
        (lambda: higher(WIDE).figure().save("cd.docx"), "no figure is written as .docx"),
    ],
)
def test_faults_say_what_to_do(given, message):
    with pytest.raises(rankpress.FaultsFound, match=message):
        given()


VAIN = {
    "metrics": "together",
    "against": "ours",
    "spread": "sd",
    "percent": True,
    "highlight": "ours",
    "summary": ["effect"],
}


@pytest.mark.nightly
@pytest.mark.few(3)
@pytest.mark.parametrize("key", VAIN)
def test_an_option_without_effect_raises_what_a_build_warns_of(key, tmp_path):
    frame = WIDE * 100  # scores that are no shares
    kind = "omnibus" if key == "highlight" else "scores"
    comparison = higher(frame, **({"effects": None} if key == "summary" else {}))
    with pytest.raises(rankpress.FaultsFound, match=f"table {kind}: {key} has no effect") as raised:
        comparison.table(kind, **{key: VAIN[key]})
    report = {"tables": {kind: {key: VAIN[key]}}}
    built = higher(frame, **({"effects": None} if key == "summary" else {}), report=report, plot=[]).report(
        tmp_path, formats="markdown"
    )
    [warning] = [warning for warning in built.warnings if "no effect" in warning]
    assert warning.endswith(str(raised.value).partition("has no effect: ")[2])


# of each key that a table of scores has, a value that is not its default
MEANT = {
    "center": "median",
    "spread_as": "parentheses",
    "rows": ["d03"],
    "columns": ["ours", "knn"],
    "sort": {"by": "file", "last": "knn"},
    "highlight": "ours",
    "transpose": True,
    "landscape": True,
    "width": "column",
    "long": True,
    "caption": "Mine.",
    "metrics": "together",
    "marks": "none",
    "tolerance": 0.02,
    "cells": "difference",
    "spread": "sd",
    "percent": True,
    "digits": 1,
    "ranks": False,
    "summary": ["mean"],
    "against": "ours",
    "triangle": "lower",
    "notes": "off",
    "dataset": "d03",
    "signs": "plus-minus",
}


@cache
def plain_comparison():
    """A comparison, and its table of scores as it is by default."""
    comparison = higher(WIDE, metric="accuracy")
    return comparison, comparison.table("scores").content


REFUSED = (
    "center",
    "spread_as",
    "metrics",
    "spread",
    "against",
    "triangle",
    "dataset",
    "signs",
)  # by a study of one metric and single measurements


@pytest.mark.few
@pytest.mark.parametrize("key", sorted({*table_options("scores").model_fields, *REFUSED} - {"omit"}))
def test_every_option_changes_a_table_or_is_refused(key):
    comparison, plainly = plain_comparison()
    if key in REFUSED:
        with pytest.raises(rankpress.FaultsFound, match=key):
            comparison.table("scores", **{key: MEANT[key]})
    else:
        assert comparison.table("scores", **{key: MEANT[key]}).content != plainly


@cache
def comparison_of_two():
    rng = np.random.default_rng(1)
    runs = pandas.concat(LONG.assign(acc=LONG["acc"] - rng.random(len(LONG)) / 9, fold=fold) for fold in range(3))
    return rankpress.compare(
        runs.assign(loss=1 - runs["acc"] ** 2),
        dataset="task",
        algorithm="method",
        score=["acc", "loss"],
        better={"acc": "higher", "loss": "lower"},
        fold="fold",
        scores={"groups": {"first": DATASETS[:3]}},
    )


# of each key of all kinds of tables that has texts of its own, one kind
KEYS = {
    (key, field.description, repr(field.annotation)): (kind, key)
    for kind in TABLES
    for key, field in table_options(kind).model_fields.items()
    if key != "omit"
}
WORDS = [(kind, "metrics", word) for kind in ("scores", "ranks") for word in ("together", "stacked")]


@pytest.mark.nightly
@pytest.mark.few(3)
@pytest.mark.parametrize(("kind", "key", "value"), [*WORDS, *((*both, MEANT[both[1]]) for both in KEYS.values())])
def test_every_key_of_a_study_is_a_keyword(kind, key, value):
    """With the same table, or a fault where a build warns, and where it refuses the key for these scores too."""
    comparison = comparison_of_two()
    try:
        table = comparison.table(kind, **{key: value}).content
    except rankpress.FaultsFound as fault:
        table, why = None, str(fault)
    spec = {**comparison.study.to_dict(), "report": {"tables": {kind: {key: value}}}}
    try:
        study = rankpress.Study.from_dict(spec)
    except rankpress.FaultsFound:
        assert table is None
        return
    chosen = chosen_tables(comparison.analyses, study)
    if table is None:
        assert f"tables.{kind}." in "".join(chosen.warnings) or f"table {kind}" in why
        assert kind not in {each.kind for each in chosen.tables} or "no effect" in why
    else:
        assert table_csv(table) in [table_csv(each) for each in chosen.tables if each.name == table.name]


@pytest.mark.nightly
def test_all_metrics_stand_in_one_table_and_each_in_the_ranking():
    frame = LONG.assign(seconds=LONG["acc"] * 9 - 3)
    comparison = rankpress.compare(
        frame,
        dataset="task",
        algorithm="method",
        score=["acc", "seconds"],
        better={"acc": "higher", "seconds": "lower"},
    )
    together = comparison.table("scores", metrics="together").content
    assert [cell.name for cell in together.head[0]] == ["", "acc", "seconds"]
    ranking = comparison.table("average-ranks", "seconds", columns=["acc", "seconds"]).content
    assert [cell.name for cell in ranking.head[-1]] == ["Algorithm", "acc", "seconds"]


def test_a_table_of_one_metric_names_others_as_the_study_does():
    comparison = comparison_of_two()
    study = rankpress.Study.from_dict({**comparison.study.to_dict(), "labels": {"metrics": {"loss": "log loss"}}})
    options = {"tables": {"average-ranks": {"columns": ["loss"]}}}
    study = rankpress.Study.from_dict({**study.to_dict(), "report": options})
    tables = chosen_tables([comparison["acc"]], study, comparison.analyses).tables
    ranking = next(table for table in tables if table.kind == "average-ranks")
    assert plain(ranking.head[-1][1].text) == "log loss ↓"


@pytest.mark.nightly
def test_a_figure_is_drawn_into_axes_at_once():
    from matplotlib.figure import Figure
    from matplotlib.text import Text

    axes = Figure(figsize=(6, 3)).subplots()
    higher(WIDE).figure("cd", ax=axes)
    assert any("knn" in text.get_text() for text in axes.texts)
    folds = pandas.concat(LONG.assign(acc=LONG["acc"] - fold / 50, fold=fold) for fold in range(4))
    divided = higher(folds, **OF_LONG, fold="fold", curves={"baseline": "ours"})
    with pytest.raises(rankpress.FaultsFound, match="a page of panels"):
        divided.figure("curves", ax=axes)
    into = Figure(figsize=(6, 3)).subplots()
    higher(WIDE).figure("win-rates", ax=into, highlight=["knn"])
    assert {text.get_text() for text in into.findobj(Text) if text.get_bbox_patch()} == {"knn"}


@pytest.mark.nightly
@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("kind", "size"),
    # of a plane as narrow as that the height is sought for seconds
    [("cd", (6, 0.4)), ("cd", (0.3, 0.3)), ("p-values", (0.3, 0.3)), ("scatter", (6, 0.4)), ("win-rates", (0.3, 0.3))],
)
def test_axes_that_are_too_low_are_a_fault_that_says_how_high_they_must_be(kind, size):
    from matplotlib.figure import Figure

    def axes(width, height):
        return Figure(figsize=(width, height)).add_axes((0, 0, 1, 1))

    comparison = higher(WIDE)
    with pytest.raises(rankpress.FaultsFound) as refused:
        comparison.figure(kind, ax=axes(*size))
    [fault] = refused.value.faults
    assert fault.place == f"figure {kind}"
    assert fault.message == f"the axes are {size[0]:.2f} in wide and {size[1]:.2f} in high"
    needed = float(fault.expected.split()[2])
    assert comparison.figure(kind, ax=axes(size[0], needed)).fig.axes


def test_great_tables_names_its_extra_where_it_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "great_tables", None)
    with pytest.raises(rankpress.FaultsFound, match=r"(?s)needs great_tables, which.*\[tables\]"):
        higher(WIDE).table("scores").to_great_tables()


def test_a_table_prints_itself():
    printed = str(higher(WIDE, metric="accuracy").table("scores", highlight="ours", ranks=False))
    assert printed.startswith("Scores of four algorithms on twelve data sets")
    assert "**ours**" in printed
    assert max(map(len, printed.splitlines()[1:5])) < 80
    assert "Average rank" in printed


STUDY = """\
scores: {files: scores.csv, layout: wide, metrics: [{name: accuracy}]}
labels: {algorithms: {a: <b>Alpha</b>}}
report: {tables: {scores: {omit: true}}}
plot: []
"""
BOLD = frozenset({"bold"})
HOSTILE = "</style><script>alert(1)</script> <img src=x onerror=alert(1)> | **x**"
TABLE = Table(
    name="hostile",
    metric=HOSTILE,
    title=HOSTILE,
    caption=HOSTILE,
    head=((Cell(""), Cell(HOSTILE, span=2)), (Cell("Data set"), Cell(HOSTILE), Cell("b"))),
    rows=((Cell(HOSTILE), Cell("0.90", 0.9, BOLD), Cell("0.80", 0.8, frozenset({"significant"}))),),
    align=("left", "right", "right"),
    notes=(HOSTILE,),
)


@pytest.fixture
def study(tmp_path):
    rows = "\n".join(f"data {i},0.{i}1,0.{i}2,0.{i}{9 - i}" for i in range(1, 9))
    (tmp_path / "scores.csv").write_text(f"dataset,a,b,c\n{rows}\n")
    (tmp_path / "study.yaml").write_text(STUDY)
    return tmp_path / "study.yaml"


def rules_of(style):
    """The selectors of a style sheet, those of a list apart."""
    bare = re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL)
    lists = [rule.strip() for rule in re.findall(r"([^{}]+)\{[^{}]*\}", bare)]
    return [one.strip() for rule in lists for one in re.split(r",(?![^(]*\))", rule)]


def test_a_table_shows_itself():
    shown = TABLE._repr_html_()
    assert shown == display_html([TABLE])
    assert html.escape(HOSTILE, quote=False) in shown
    assert not re.search(r"<(script|img|link|iframe)\b", shown)
    assert not re.search(r"\bid=|\bsrc=(?!x)|url\(|@import|https?:", shown)
    assert "Table 0" not in shown
    assert TABLE._repr_markdown_().startswith(r"\</style\>\<script\>")


def test_the_style_sheet_concerns_what_is_inside_alone():
    [style] = re.findall(r"<style>(.*?)</style>", display_html([TABLE]), re.DOTALL)
    assert len(rules_of(style)) > 10
    assert [rule for rule in rules_of(style) if not rule.startswith(".rankpress ")] == []


def test_a_table_that_is_shown_is_small():
    assert len(display_html([])) < 3_000
    rows = tuple((Cell(f"data {i}"), Cell("0.9", 0.9), Cell("0.8", 0.8)) for i in range(500))
    average = (Cell("Average"), Cell("1.5", 1.5), Cell("1.5", 1.5))
    shown = display_html([replace(TABLE, rows=(*rows, average), footer=1)])
    assert f"data {MOST_ROWS - 1}<" in shown
    assert f"data {MOST_ROWS}<" not in shown
    assert "Average" in shown
    assert f"The first {MOST_ROWS} of 500 rows." in shown
    assert len(shown) < 12_000


@pytest.mark.nightly
def test_a_build_leads_to_its_reports(study, monkeypatch):
    monkeypatch.chdir(study.parent)
    out = Path("<out> of 1")
    built = build(read_study(study), out, formats=["html", "markdown"])
    shown = replace(built, warnings=("<b>no</b>",))._repr_html_()
    assert '<a href="%3Cout%3E%20of%201/report.html">report.html</a>' in shown
    assert "<li>tables/ (" in shown
    assert "&lt;b&gt;no&lt;/b&gt;" in shown
    (study.parent / "elsewhere").mkdir()
    monkeypatch.chdir(study.parent / "elsewhere")
    moved = replace(built, out=study.parent / out, paths=tuple(study.parent / path for path in built.paths))
    assert "<a " not in moved._repr_html_()
    assert "report.html" in moved._repr_html_()


DEMSAR = Path(__file__).resolve().parents[2] / "example_project/papers/demsar2006/study.yaml"


def of_demsar():
    read = read_study(DEMSAR)
    scores = examine(read).scores
    [auc] = analyse(read.study, scores)
    return auc


def test_frames_hold_what_the_csv_files_hold():
    auc = of_demsar()
    tables = {table.name: table for table in build_tables(auc)}
    for name in ("auc-scores", "auc-pairs", "auc-average-ranks"):
        read_back = pandas.read_csv(io.StringIO(table_csv(tables[name])))
        frame = frame_of(tables[name]).reset_index()
        for column in frame.columns:
            assert frame[column].tolist() == pytest.approx(read_back[column].tolist(), nan_ok=True), (name, column)
