"""Instances of a data set: further samples of it, which are averaged, drawn as boxes, and never data sets of a test."""

import json
from itertools import product

import numpy as np
import pytest

from rankpress.app.run import build
from rankpress.core.faults import FaultsFound
from rankpress.report.plot import plot
from rankpress.spec.plot_sections import PlottedFigure
from rankpress.spec.reading import read_study
from rankpress.wording.text import plain
from tests.pipeline.conftest import analysis_of, metric_of

INSTANCES = {"s1": 6, "s2": 6, "s3": 4, "real": 1}
FOLDS = 3


@pytest.fixture(scope="module")
def drawn():
    """By data set, algorithm, instance and fold, a score."""
    rng = np.random.default_rng(4)
    return {
        (dataset, name, instance, fold): 0.7 + 0.05 * "ABC".index(name) + 0.02 * rng.standard_normal()
        for dataset, n in INSTANCES.items()
        for name, instance, fold in product("ABC", range(n), range(1, FOLDS + 1))
    }


def built(folder, rows, *sections, header="dataset,algorithm,instance,fold,accuracy", columns="instance: instance"):
    folder.mkdir(exist_ok=True)
    lines = [",".join(map(str, (*key, score))) for key, score in rows.items()]
    (folder / "scores.csv").write_text("\n".join([header, *lines, ""]))
    scores = f"scores: {{files: scores.csv, columns: {{{columns}}}, metrics: [accuracy]}}"
    (folder / "study.yaml").write_text("\n".join([scores, "effects: null", *(sections or ["plot: []"]), ""]))
    build(read_study(folder / "study.yaml"), folder / "out", formats=("markdown",))
    return json.loads((folder / "out/results.json").read_text())


def test_each_instance_counts_alike_and_none_is_a_data_set(tmp_path, drawn):
    uneven = {key: score for key, score in drawn.items() if key[0] != "s1" or key[2] or key[3] == 1}  # one fold in one
    result = built(tmp_path, uneven)
    metric = result["metrics"]["accuracy"]
    assert metric["n_datasets"] == len(INSTANCES)
    assert result["reading"]["instances"] == [4, 6]
    table = (tmp_path / "out/tables/accuracy-scores.csv").read_text().splitlines()
    names = table[0].split(",")
    for line in table[1 : len(INSTANCES) + 1]:
        cells = dict(zip(names, line.split(","), strict=True))
        for name in "ABC":
            of_each = [
                np.mean([s for (d, a, i, _), s in uneven.items() if (d, a, i) == (cells[names[0]], name, instance)])
                for instance in range(INSTANCES[cells[names[0]]])
            ]
            assert float(cells[name]) == pytest.approx(np.mean(of_each))
    report = (tmp_path / "out/report.md").read_text()
    assert "Each score on three data sets is the mean over four to six instances" in report.replace(
        "3 data", "three data"
    )


def test_a_data_set_of_one_instance_keeps_its_folds(tmp_path, drawn):
    metric = built(tmp_path, drawn, "test: {within: corrected-t}\nplot: []")["metrics"]["accuracy"]
    assert {row["dataset"] for row in metric["within"]} == {"real"}


@pytest.mark.nightly
@pytest.mark.parametrize(("of_runs", "what"), [(False, "instances"), (True, "runs and instances")])
def test_the_figure_has_a_box_of_the_means_in_the_instances(of_runs, what):
    drawn = np.random.default_rng(1).normal([0, 1, 2], 1, (2, 9, 3))
    runs = {"by_seed": (drawn[0], None)} if of_runs else {}
    instances = (None if of_runs else drawn[0], drawn[1])
    analysis = analysis_of(metric_of(drawn.mean(axis=1), instances=instances, folds=(None, None), **runs))
    [drawing] = plot([analysis], (PlottedFigure(name="score-boxes"),)).drawings
    assert f"Box plots of accuracy over the {what} of each data set" in plain(drawing.caption)
    medians = np.median(drawn if of_runs else drawn[1:], axis=1).ravel()
    assert all(f"{abs(value):.3g}" in plain(drawing.alt) for value in medians.tolist())


@pytest.mark.parametrize("seeds", [False, True])
def test_an_algorithm_that_lacks_an_instance_has_no_result(tmp_path, drawn, seeds):
    rows = {key: score for key, score in drawn.items() if key[:3] != ("s1", "A", 2)}
    more = {"header": "dataset,algorithm,instance,seed,accuracy", "columns": "instance: instance, seed: seed"}
    with pytest.raises(FaultsFound, match="15 of 18 measurements over the instances" if not seeds else "5 of 6"):
        built(tmp_path, rows, **(more if seeds else {}))


@pytest.mark.nightly
def test_seeds_are_averaged_within_each_instance(tmp_path, drawn):
    more = {"header": "dataset,algorithm,instance,seed,accuracy", "columns": "instance: instance, seed: seed"}
    of_seeds = built(tmp_path / "seeds", drawn, **more)["metrics"]["accuracy"]
    of_folds = built(tmp_path / "folds", drawn)["metrics"]["accuracy"]
    assert of_seeds["average_ranks"] == of_folds["average_ranks"]


def test_a_measurement_that_is_there_twice_is_reported_with_its_instance(tmp_path, drawn):
    rows = {**drawn, ("s1", "A", 2, "01"): 0.5}
    with pytest.raises(FaultsFound, match="instance 2, was measured before"):
        built(tmp_path, rows)


@pytest.mark.parametrize(
    ("columns", "fault"),
    [("instance: instance, example: fold", "instance with example"), ("instance: sample", "no column 'sample'")],
)
def test_faults(tmp_path, drawn, columns, fault):
    with pytest.raises(FaultsFound, match=fault):
        built(tmp_path, drawn, columns=columns)
