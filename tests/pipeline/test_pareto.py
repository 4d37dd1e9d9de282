"""The topic of Pareto layers: what a study of scores and costs gets."""

import json

import numpy as np
import pytest

from rankpress.app.run import build
from rankpress.core.faults import FaultsFound
from rankpress.spec.reading import read_study
from rankpress.stats.pareto import pareto_layers

NAMES = "ABCD"
ACCURACY, SECONDS, BYTES = [0.9, 0.85, 0.7, 0.7], [9, 3, 3, 1], [1, 5, 5, 5]


def built(tmp_path, section, costs="[seconds, bytes]", formats=("markdown",)):
    rng = np.random.default_rng(2)
    rows = [
        f"d{d},{name},{score + rng.normal(0, 0.01):.4f},{seconds},{size}"
        for d in range(9)
        for name, score, seconds, size in zip(NAMES, ACCURACY, SECONDS, BYTES, strict=True)
    ]
    (tmp_path / "scores.csv").write_text("\n".join(["dataset,algorithm,accuracy,seconds,bytes", *rows, ""]))
    scores = f"scores: {{files: scores.csv, metrics: [accuracy], costs: {costs}}}"
    (tmp_path / "study.yaml").write_text(f"{scores}\norder: null\n{section}\n")
    build(read_study(tmp_path / "study.yaml"), tmp_path / "out", formats=formats)
    return json.loads((tmp_path / "out/results.json").read_text())["metrics"]["accuracy"]


def test_layers_are_those_of_ranks_and_all_costs_and_costs_tie(tmp_path):
    metric = built(tmp_path, "pareto: {}", formats=("markdown", "latex"))
    losses = np.column_stack([list(metric["average_ranks"].values()), SECONDS, BYTES])
    pareto = metric["pareto"]
    assert list(pareto["layers"].values()) == pareto_layers(losses).tolist()
    assert (pareto["layers"]["B"], pareto["layers"]["D"]) == (1, 1)
    assert pareto["layers"]["C"] > 1  # B costs as much, and is better
    assert "B" in pareto["dominated_by"]["C"]
    assert pareto["on_front"]["A"] == 1
    report = (tmp_path / "out/report.md").read_text()
    assert "on the Pareto front of average rank in accuracy, mean seconds and mean bytes" in report
    assert "A Pareto front is no test" in report
    assert r"\rpAccuracyParetoLayerA}{1}" in (tmp_path / "out/macros.tex").read_text()


def test_a_study_chooses_costs_and_mean_scores(tmp_path):
    metric = built(tmp_path, "pareto: {costs: [bytes], of: score}")
    assert metric["pareto"]["layers"]["A"] == 1
    assert min(metric["pareto"]["layers"][name] for name in "BCD") > 1
    assert metric["pareto"]["costs"] == ["bytes"]


@pytest.mark.parametrize(
    ("section", "costs", "expected"),
    [("pareto: {costs: [watts]}", "[seconds]", "watts"), ("pareto: {}", "[]", "pareto without scores.costs")],
)
def test_faults(tmp_path, section, costs, expected):
    with pytest.raises(FaultsFound, match=expected):
        built(tmp_path, section, costs)
