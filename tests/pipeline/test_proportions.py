"""Intervals of a metric that is declared a proportion stay within what it can be."""

import numpy as np
import pytest
import yaml

import rankpress

UNITS = [("proportion", True), (None, False)]


def _study(folder, rows, head, unit, **spec):
    (folder / "s.csv").write_text("\n".join([head, *rows]))
    metric = {"name": "accuracy", "better": "higher"} | ({"unit": unit} if unit else {})
    columns = {"example": "example"} if "example" in head else {}
    return {
        "scores": {"files": "s.csv", "metrics": [metric], "columns": columns},
        "report": {"formats": ["latex"]},
        **spec,
    }


@pytest.mark.parametrize(("unit", "is_cut"), UNITS)
def test_means_over_test_examples(tmp_path, unit, is_cut):
    test, right = {"within": "clustered-t"}, {"A": 39, "B": 38, "C": 20}
    rows = [f"d,{name},{i},{int(i < n)}" for name, n in right.items() for i in range(40)]
    [analysis] = _analysed(tmp_path, _study(tmp_path, rows, "dataset,algorithm,example,accuracy", unit, test=test))
    means = analysis.tested.within_means["d"]
    assert (means.high <= 1).all() == is_cut
    assert means.high[2] < 1


@pytest.mark.parametrize(("unit", "is_cut"), UNITS)
def test_differences_over_data_sets(tmp_path, unit, is_cut):
    scores = {"A": [1, 1, 1, 0.1], "B": [0, 0, 0, 0.2], "C": [0.5, 0.4, 0.6, 0.5]}
    rows = [f"d{i},{name},{value}" for name, values in scores.items() for i, value in enumerate(values)]
    study = _study(tmp_path, rows, "dataset,algorithm,accuracy", unit, effects={"measures": ["mean-difference"]})
    [analysis] = _analysed(tmp_path, study)
    effect = analysis.estimated.effects["mean-difference"]
    assert bool((np.abs([effect.low, effect.high]) <= 1).all()) == is_cut
    assert (effect.low <= effect.estimate).all()
    assert (effect.estimate <= effect.high).all()


def _analysed(folder, study):
    path = folder / "study.yaml"
    path.write_text(yaml.safe_dump(study))
    return rankpress.run_study(path).analyses
