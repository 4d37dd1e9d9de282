"""The topic of rates: what a study of outcomes on test examples gets, in all places of a report."""

import json

import numpy as np
import pytest
from statsmodels.stats.proportion import proportion_confint

from rankpress.app.run import build
from rankpress.core.faults import FaultsFound
from rankpress.spec.reading import read_study

NAMES, SETS, N = ("one", "two", "three"), ("arc", "law"), 30


def outcomes(dataset, name):
    rng = np.random.default_rng([SETS.index(dataset), NAMES.index(name)])
    return (rng.random(N) < 0.5 + 0.2 * NAMES.index(name)).astype(int)


def built(tmp_path, section="rates: {}", *, better="higher", cluster=False, value=lambda outcome: outcome):
    head = "dataset,algorithm,example,group,correct"
    rows = [
        f"{d},{a},{i},{i // 3},{value(outcome)}"
        for d in SETS
        for a in NAMES
        for i, outcome in enumerate(outcomes(d, a))
    ]
    (tmp_path / "s.csv").write_text("\n".join([head, *rows]))
    columns = "{example: example, cluster: group}" if cluster else "{example: example}"
    study = [
        f"scores: {{files: s.csv, columns: {columns}, metrics: [{{name: correct, better: {better}}}]}}",
        section,
        "report: {tables: {success-rates: {}, pair-agreement: {}}}",
    ]
    (tmp_path / "study.yaml").write_text("\n".join(study))
    build(read_study(tmp_path / "study.yaml", ["plot=[]"]), tmp_path / "out", formats=("markdown", "latex"))
    metric = json.loads((tmp_path / "out/results.json").read_text())["metrics"]["correct"]
    return metric.get("rates"), (tmp_path / "out")


@pytest.mark.few(1)
@pytest.mark.parametrize("better", ["higher", "lower"])
def test_rates_are_those_of_the_outcomes_with_wilsons_intervals(tmp_path, better):
    rates, out = built(tmp_path, better=better)
    assert [of["dataset"] for of in rates] == [*SETS]
    for of in rates:
        right = {name: outcomes(of["dataset"], name) == (better == "higher") for name in NAMES}
        for name in NAMES:
            here = of["algorithms"][name]
            assert here["right"] == right[name].sum()
            assert here["interval"] == pytest.approx(proportion_confint(here["right"], N, method="wilson"))
        for pair in of["pairs"]:
            a, b = right[pair["a"]], right[pair["b"]]
            assert [pair["both"], pair["only_a"], pair["only_b"], pair["neither"]] == [
                (a & b).sum(),
                (a & ~b).sum(),
                (~a & b).sum(),
                (~a & ~b).sum(),
            ]
    text = (out / "report.md").read_text()
    best = max(NAMES, key=lambda name: rates[0]["algorithms"][name]["right"])
    low, high = (f"{100 * end:.1f}%" for end in rates[0]["algorithms"][best]["interval"])
    assert f"Right on the 30 test examples of arc: {best} " in text
    assert f"95% CI {low} to {high}" in text
    assert "Wilson's score intervals" in text
    assert "correct/success-rate/arc/one" in (out / "macros.csv").read_text()
    assert (out / "tables/correct-pair-agreement.csv").read_text().startswith("Data set,a,b,Both right,Only a,Only b")


def test_clusters_have_rates_without_wilsons_intervals(tmp_path):
    rates, out = built(tmp_path, cluster=True)
    assert all(each["interval"] is None for of in rates for each in of["algorithms"].values())
    text = (out / "report.md").read_text()
    assert "are in clusters; clustered-t has intervals" in text
    assert "Wilson" not in text


def test_without_outcomes_rates_are_refused(tmp_path):
    with pytest.raises(FaultsFound, match="rates without outcomes of 0 and 1"):
        built(tmp_path, value=lambda outcome: 0.25 + outcome / 2)


def test_a_study_that_asks_for_none_has_none(tmp_path):
    rates, out = built(tmp_path, "")
    assert rates is None
    assert not (out / "tables/correct-pair-agreement.csv").exists()
