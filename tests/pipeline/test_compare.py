"""`rankpress.compare`: whatever holds the scores, the same results, and the same report as the command line writes."""

import json
from pathlib import Path

import numpy as np
import pandas
import polars
import pytest
import xarray

import rankpress
from rankpress.app.cli import main

NAMES = ["knn", "tree", "ours", "forest"]
DATASETS = [f"d{i:02}" for i in range(12)]
VALUES = np.random.default_rng(0).normal(size=(12, 4)) / 20 + np.array([0.80, 0.82, 0.85, 0.9])
WIDE = pandas.DataFrame(VALUES, columns=NAMES, index=pandas.Index(DATASETS, name="dataset"))
LONG = WIDE.melt(ignore_index=False, var_name="method", value_name="acc").reset_index(names="task")
OF_LONG = {"dataset": "task", "algorithm": "method", "score": "acc"}

INPUTS = {
    "pandas, wide": lambda: rankpress.compare(WIDE),
    "pandas, names in a column": lambda: rankpress.compare(WIDE.reset_index()),
    "pandas, long": lambda: rankpress.compare(LONG, **OF_LONG),
    "polars, wide": lambda: rankpress.compare(
        polars.from_dict({"data": DATASETS} | dict(zip(NAMES, VALUES.T, strict=True)))
    ),
    "polars, long": lambda: rankpress.compare(polars.from_dict(LONG.to_dict("list")), **OF_LONG),
    "array": lambda: rankpress.compare(VALUES, names=NAMES),
    "lists": lambda: rankpress.compare({name: VALUES[:, i].tolist() for i, name in enumerate(NAMES)}),
    "mappings": lambda: rankpress.compare(
        {name: dict(zip(DATASETS, VALUES[:, i].tolist(), strict=True)) for i, name in enumerate(NAMES)}
    ),
    "columns": lambda: rankpress.compare(LONG.to_dict("list"), **OF_LONG),
    "xarray": lambda: rankpress.compare(
        xarray.DataArray(VALUES, dims=("dataset", "algorithm"), coords={"dataset": DATASETS, "algorithm": NAMES})
    ),
}


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

    found = {f"d{i}": {name: result(values, i / 100) for name, values in FOLDS.items()} for i in range(7)}
    comparison = rankpress.compare(found, order={"cost": "fit_time"})
    [analysis] = comparison.analyses
    assert (analysis.scores.name, analysis.scores.n_datasets, analysis.scores.has_folds) == ("accuracy", 7, True)
    assert list(analysis.ordered.cost_weights) == ["fit_time"]


def test_results_of_a_search():
    found = {"params": [{"k": 1}, {"k": 5}], "mean_test_score": np.array([0.8, 0.7])}
    found |= {f"split{i}_test_score": np.array([0.8 + i / 100, 0.7 + i / 50]) for i in range(5)}
    [analysis] = rankpress.compare(found, metric="accuracy").analyses
    assert analysis.names == ("k=1", "k=5")
    assert analysis.scores.folds[0].scores.shape == (5, 2)


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
    comparison.report(tmp_path / "here", formats=["latex", "html"])
    (tmp_path / "there").mkdir()
    comparison.study.to_yaml(tmp_path / "there" / "study.yaml")
    built = ["build", str(tmp_path / "there" / "study.yaml"), "--only", "latex", "--only", "html", "-q"]
    assert main(built) == 0
    files = {path.relative_to(tmp_path / "here") for path in (tmp_path / "here").rglob("*") if path.is_file()}
    assert Path("report.html") in files
    for file in files:
        assert (tmp_path / "here" / file).read_bytes() == (tmp_path / "there" / "report" / file).read_bytes(), file


def test_a_study_round_trips(tmp_path):
    comparison = rankpress.compare(WIDE, test={"pairwise": {"wilcoxon": {"zeros": "pratt"}}}, effects=None)
    study = comparison.study
    assert rankpress.Study.from_dict(study.to_dict()).to_dict() == study.to_dict()
    study.to_yaml(tmp_path / "study.yaml")
    study.to_yaml(tmp_path / "study.yaml")  # the same is no other file
    assert rankpress.load_study(tmp_path / "study.yaml").to_dict() == study.to_dict()
    assert rankpress.run_study(tmp_path / "study.yaml").pvalues.equals(comparison.pvalues)
    with pytest.raises(rankpress.FaultsFound, match="this file is there already"):
        rankpress.compare(WIDE).study.to_yaml(tmp_path / "study.yaml")


def test_frames_are_those_of_results(tmp_path):
    comparison = rankpress.compare(WIDE)
    comparison.report(tmp_path / "report", formats="latex")
    results = json.loads((tmp_path / "report" / "results.json").read_text())
    assert comparison.scores.loc["d03", "tree"] == VALUES[3, 1]
    assert comparison.ranks.index.tolist() == [NAMES[i] for i in comparison["score"].ranking.best_first]
    assert comparison.pvalues.shape[0] == comparison.effects.shape[0] == 6
    text = json.dumps(results)
    assert all(str(p) in text for p in comparison.pvalues["p (Holm)"])


def test_tables_and_figures(tmp_path):
    comparison = rankpress.compare(WIDE, metric="accuracy")
    table = comparison.table("scores", percent=True, digits=1)
    assert r"\begin{tabular}" in table.to_latex(tmp_path / "scores.tex")
    assert (tmp_path / "scores.tex").read_text() == table.to_latex()
    assert table.to_frame().shape[0] == len(table.content.rows)
    assert "| forest" in table.to_markdown()
    assert "<table" in table.to_html()
    assert "d00,90.52450" in table.to_csv()
    figure = comparison.figure("cd", venue="ieee", highlight=["ours"])
    for suffix, start in (("pdf", b"%PDF"), ("svg", b"<svg"), ("png", b"\x89PNG")):
        figure.save(tmp_path / f"cd.{suffix}")
        assert start in (tmp_path / f"cd.{suffix}").read_bytes()[:300]
    assert figure.fig.get_figwidth() == pytest.approx(7.13)
    assert "forest" in figure.alt


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


def test_it_shows_itself():
    comparison = rankpress.compare(WIDE, metric="accuracy")
    assert repr(comparison).startswith("<Comparison of 4 algorithms on 12 data sets by accuracy: forest ranks best")
    assert str(comparison).startswith("By accuracy, forest achieves the best average rank")
    assert comparison._repr_html_().count("<svg") == 1
    assert set(rankpress.__all__) <= set(dir(rankpress))


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (lambda: rankpress.compare(LONG), "the columns task, method are no scores"),
        (lambda: rankpress.compare(LONG, dataset="tasks", algorithm="method", score="acc"), "no column tasks"),
        (lambda: rankpress.compare(VALUES), "no names for 4 columns"),
        (lambda: rankpress.compare(VALUES[0], names=NAMES), "an array of 1 dimensions"),
        (lambda: rankpress.compare([1, 2]), "list cannot be read"),
        (lambda: rankpress.compare(WIDE, adjust="holmes"), r"adjust\[0\] is 'holmes'"),
        (lambda: rankpress.compare(WIDE, control="mine"), "no algorithm 'mine'"),
        (lambda: rankpress.compare(WIDE, contol="mine"), "compare: unknown keyword 'contol'"),
        (lambda: rankpress.compare({"a": [1, None], "b": [1, 2]}), "compare: 'a' has no score on"),
        (lambda: rankpress.compare(WIDE).table("score"), "unknown key 'score'"),
        (lambda: rankpress.compare(WIDE).figure("cost-front"), "the scores have no costs"),
        (lambda: rankpress.compare(WIDE).figure().save("cd.docx"), "no figure is written as .docx"),
    ],
)
def test_faults_say_what_to_do(given, told):
    with pytest.raises(rankpress.FaultsFound, match=told):
        given()
