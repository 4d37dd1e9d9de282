"""Confidence curves through the stages: their forms, their averages, and what the report makes of them.

Held against the functions of `rankpress.stats`, which tests/stats holds against other sources, against counts of the
single outcomes, and against the contract's keys.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rankpress.analysis import Analysis, analyse
from rankpress.core.scores import FloatArray, Folds, MetricScores, PairedOutcomes, Scores
from rankpress.spec.model import Study
from rankpress.stats.curves import from_folds, quesenberry_hurst
from rankpress.topics.results import results

NAMES = ("knn", "tree", "svm")
KEYS = {
    "dataset", "a", "b", "difference", "standard_error", "df", "aucc", "aucc_normal", "interval_95", "p_null",
}  # fmt: skip


def right_or_not(seed: int, n: int = 60) -> FloatArray:
    """1 where an algorithm has an example right; n x 3."""
    rng = np.random.default_rng(seed)
    return (rng.uniform(size=(n, 1)) * 0.5 + rng.uniform(size=(n, 3)) * 0.5 < [0.5, 0.55, 0.6]).astype(float)


def scores(*data: FloatArray | Folds, better: str = "higher") -> Scores:
    """A data set from each array of outcomes, or from folds."""
    means, folds, outcomes = [], [], []
    for one in data:
        means.append((one.scores if isinstance(one, Folds) else one if better == "higher" else 1 - one).mean(axis=0))
        folds.append(one if isinstance(one, Folds) else None)
        outcomes.append(None if isinstance(one, Folds) else PairedOutcomes(len(one), one.T @ one))
    datasets = tuple(f"data {i}" for i in range(len(data)))
    metric = MetricScores(
        "accuracy" if better == "higher" else "error",
        better,  # type: ignore[arg-type]
        datasets,
        NAMES,
        np.array(means),
        len(data),
        folds=tuple(folds),
        outcomes=tuple(outcomes),
    )
    return Scores((metric,), {}, ())


def some_folds(seed: int) -> Folds:
    drawn = np.random.default_rng(seed).uniform(0.6, 0.8, (10, 3))
    return Folds(np.ones(10, np.int64), np.arange(1, 11), drawn)


def analysed(found: Scores, **curves: Any) -> Analysis:
    spec = Study.model_validate({"scores": {"files": ["x.csv"]}, "test": {"within": "none"}, "curves": curves})
    [analysis] = analyse(spec, found)
    return analysis


def written(analysis: Analysis) -> Any:
    [metric] = results("T", 0.05, [analysis])["metrics"].values()
    return metric


@pytest.mark.parametrize("better", ["higher", "lower"])
def test_outcomes_make_curves_of_the_counts(better: str) -> None:
    outcomes = right_or_not(1)
    analysis = analysed(scores(outcomes, better=better), pairs=[["knn", "svm"]])
    [one] = analysis.tested.curves
    assert one.form == "quesenberry-hurst"
    only_knn, only_svm = (int(((outcomes[:, i] == 1) & (outcomes[:, j] == 0)).sum()) for i, j in ((0, 2), (2, 0)))
    counts = (only_knn, only_svm) if better == "higher" else (only_svm, only_knn)
    assert one.curve == quesenberry_hurst(60, *counts)
    means = analysis.scores.means
    assert means is not None
    assert one.curve.difference == pytest.approx(means[0, 0] - means[0, 2], abs=1e-12)


def test_each_data_set_has_the_form_that_suits_it() -> None:
    mixed = scores(right_or_not(1), some_folds(2))
    forms = {one.dataset: one.form for one in analysed(mixed, pairs="all").tested.curves}
    assert forms == {"data 0": "quesenberry-hurst", "data 1": "t"}
    for form, dataset in (("t", "data 1"), ("quesenberry-hurst", "data 0")):
        curves = analysed(mixed, pairs="all", form=form).tested.curves
        assert {(one.form, one.dataset) for one in curves} == {(form, dataset)}
        assert len(curves) == 3


def test_folds_make_the_curve_of_the_corrected_t_test() -> None:
    folds = some_folds(3)
    [one] = analysed(scores(folds), pairs=[["tree", "svm"]]).tested.curves
    assert one.curve == from_folds(folds.scores[:, 1] - folds.scores[:, 2], 1 / 9)


def test_a_pair_whose_counts_are_not_known_has_no_curve() -> None:
    outcomes = right_or_not(1)
    both = outcomes.T @ outcomes
    both[0, 2] = both[2, 0] = np.nan
    found = scores(outcomes).metrics[0]
    partly = MetricScores(
        "accuracy", "higher", ("data 0",), NAMES, found.means, 1, folds=(None,), outcomes=(PairedOutcomes(60, both),)
    )
    curves = analysed(Scores((partly,), {}, ()), pairs="all").tested.curves
    assert [(one.a, one.b) for one in curves] == [(0, 1), (1, 2)]


def test_averages_are_of_each_pair_over_its_data_sets() -> None:
    mixed = scores(right_or_not(1), some_folds(2), right_or_not(3))
    analysis = analysed(mixed, baseline="knn", average=True)
    assert [(one.a, one.b, one.datasets) for one in analysis.tested.averaged_curves] == [
        (other, 0, ("data 0", "data 1", "data 2")) for other in (1, 2)
    ]
    for averaged in analysis.tested.averaged_curves:
        own = [one.curve for one in analysis.tested.curves if one.a == averaged.a]
        ends = np.mean([curve.interval(0.95) for curve in own], axis=0)
        assert averaged.curve.interval(0.95) == pytest.approx(ends, abs=1e-12)
    assert analysed(mixed, baseline="knn").tested.averaged_curves == ()
    assert analysed(scores(some_folds(2)), pairs="all", average=True).tested.averaged_curves == ()


def test_results_hold_the_keys_of_the_contract_and_say_what_a_form_lacks() -> None:
    metric = written(analysed(scores(right_or_not(1), some_folds(2)), pairs="all", average=True))
    assert len(metric["curves"]) == 6
    for row in metric["curves"]:
        assert row.keys() >= KEYS | {"form", "entangled_null"}
        lacking = {key for key, value in row.items() if value is None}
        assert lacking == (set() if row["form"] == "t" else {"standard_error", "df", "aucc_normal"})
        assert ("why" in row) == bool(lacking)
        low, high = row["interval_95"]
        assert low < row["difference"] < high
        assert row["aucc"] > 0
    assert [row["entangled_null"] for row in metric["curves"] if row["form"] == "t"] == [
        2 * row["difference"] for row in metric["curves"] if row["form"] == "t"
    ]
    assert [(row["a"], row["b"], row["datasets"]) for row in metric["averaged_curves"]] == [
        ("knn", "tree", 2),
        ("knn", "svm", 2),
        ("tree", "svm", 2),
    ]
    for row in metric["averaged_curves"]:
        own = [one for one in metric["curves"] if (one["a"], one["b"]) == (row["a"], row["b"])]
        for key in ("difference", "aucc"):
            assert row[key] == pytest.approx(np.mean([one[key] for one in own]), rel=1e-12)
        assert 0 < row["p_null"] <= 1
        assert row["entangled_null"] * row["difference"] > 0


def test_what_an_example_never_tells_apart_is_said() -> None:
    alike = np.repeat(right_or_not(1)[:, :1], 3, axis=1)
    for row in written(analysed(scores(alike), pairs="all"))["curves"]:
        assert (row["difference"], row["p_null"], row["aucc"], row["interval_95"]) == (0, 1, 0, [0, 0])
        assert row["entangled_null"] == 0
    apart = np.tile([1.0, 0.0, 1.0], (20, 1))
    [row] = written(analysed(scores(apart), pairs=[["knn", "tree"]]))["curves"]
    assert row["entangled_null"] is None
    assert "no one other difference" in row["why"]
