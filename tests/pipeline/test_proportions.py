"""Intervals of a metric that is declared a proportion stay within what it can be."""

import numpy as np
import pytest
import yaml

import rankpress
from rankpress.account.paper import results_for_paper
from rankpress.wording.text import join, plain

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


@pytest.mark.parametrize("unit", ["proportion", None])  # outcomes are shares without a word
def test_means_over_test_examples(tmp_path, unit):
    test, right = {"within": "clustered-t"}, {"A": 39, "B": 38, "C": 20}
    rows = [f"d,{name},{i},{int(i < n)}" for name, n in right.items() for i in range(40)]
    [analysis] = _analysed(tmp_path, _study(tmp_path, rows, "dataset,algorithm,example,accuracy", unit, test=test))
    means = analysis.tested.within_means["d"]
    assert (means.high <= 1).all()
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


RIGHT = {"A": 80, "B": 70, "C": 60}  # of 100 examples; of each pair the worse one alone is right on 5
COUNTS = "dataset,a,b,both_right,only_a,only_b,both_wrong\n" + "\n".join(
    f"d{i},{a},{b},{RIGHT[b] - 5 - i},{RIGHT[a] - RIGHT[b] + 5 + i},{5 + i},{15 - i - RIGHT[a] + 80}"
    for i in range(12)
    for a, b in ("AB", "AC", "BC")
)
OF_COUNTS = "dataset,algorithm,tp,tn,fp,fn\n" + "\n".join(
    f"d{i},{name},{60 - 3 * place + i},{20 + place},{20 - i},{10}"
    for i in range(12)
    for place, name in enumerate("ABC")
)
WAYS = {
    "layout: counts": (COUNTS, {"layout": "counts"}),
    "from": (
        OF_COUNTS,
        {"metrics": [{"name": "f1", "better": "higher", "from": {key: key for key in ("tp", "tn", "fp", "fn")}}]},
    ),
    "test examples": (
        "dataset,algorithm,example,accuracy\n"
        + "\n".join(
            f"d{i},{a},{e},{int(e < n + i)}"
            for i in range(12)
            for a, n in zip("ABC", (20, 18, 10), strict=True)
            for e in range(40)
        ),
        {"columns": {"example": "example"}, "metrics": [{"name": "accuracy", "better": "higher"}]},
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_shares_that_are_counted_differ_by_percentage_points(tmp_path, way):
    content, scores = WAYS[way]
    (tmp_path / "s.csv").write_text(content)
    study = {"scores": {"files": "s.csv", **scores}, "report": {"formats": ["latex"]}}
    [analysis] = _analysed(tmp_path, study)
    assert analysis.scores.scale.is_proportion
    assert "percentage point" in plain(join(results_for_paper([analysis])))
    study["scores"].setdefault("metrics", [{"name": "accuracy", "better": "higher"}])
    study["scores"]["metrics"][0]["unit"] = "ms"  # as the author states it
    [analysis] = _analysed(tmp_path, study)
    assert not analysis.scores.scale.is_proportion


def _analysed(folder, study):
    path = folder / "study.yaml"
    path.write_text(yaml.safe_dump(study))
    return rankpress.run_study(path).analyses
