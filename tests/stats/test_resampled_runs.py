"""All aggregates with both bootstraps, against the functions that compute one number at a time."""

import numpy as np
import pytest

from rankpress.stats.aggregates import (
    interquartile_mean,
    mean_of_means,
    median_of_means,
    optimality_gap,
    probability_of_improvement,
    score_profile,
)
from rankpress.stats.resampled_runs import aggregate

C = np.array([[0.9, 0.5, 0.3, 0.8], [0.85, 0.55, 0.2, 0.9], [0.95, 0.45, 0.4, 0.7]])
D = np.array([[0.8, 0.5, 0.35, 0.6], [0.9, 0.4, 0.1, 0.85], [0.7, 0.6, 0.3, 0.65]])
SINGLE = {
    "iqm": interquartile_mean,
    "median": median_of_means,
    "mean": mean_of_means,
    "optimality-gap": optimality_gap,
}
GAPS = C.copy()
GAPS[2, [0, 3]] = np.nan
GAPS[1, 3] = np.nan


def redrawn(runs, rng):
    """As many runs of each data set as it has, drawn from them."""
    drawn = np.full_like(runs, np.nan)
    for column in range(runs.shape[1]):
        there = np.flatnonzero(np.isfinite(runs[:, column]))
        drawn[: there.size, column] = runs[rng.choice(there, there.size), column]
    return drawn


@pytest.mark.conformance("Stratified bootstrap of the IQM", "all 531,441 resamples")
def test_the_percentiles_of_all_resamples():
    aggregates = aggregate([C, D], [0, 0.25, 0.5, 0.75], draws=20_000)
    assert {name: each.estimate.round(7).tolist() for name, each in aggregates.measures.items()} == {
        "iqm": [0.6416667, 0.575],
        "median": [0.65, 0.6],
        "mean": [0.625, 0.5625],
        "optimality-gap": [0.375, 0.4375],
    }
    low, high = aggregates.measures["iqm"].over_runs
    assert [low[0], high[0]] == pytest.approx([0.6, 0.6916667], abs=1e-3)
    assert aggregates.improvement.estimate == pytest.approx([0.6805556], abs=5e-8)
    assert aggregates.profiles.estimate[0] == pytest.approx([1, 0.9166667, 0.5833333, 0.4166667], abs=5e-8)


@pytest.fixture(scope="module")
def resamples_of():
    """Draw the runs of several algorithms anew, 1500 times."""
    made = {}

    def resamples(*inputs):
        key = tuple(map(id, inputs))
        if key not in made:
            rng = np.random.default_rng(1)
            made[key] = [[redrawn(runs, rng) for runs in inputs] for _ in range(1500)]
        return made[key]

    return resamples


@pytest.mark.nightly
@pytest.mark.few(4)
@pytest.mark.parametrize(
    ("name", "first", "weights"),  # each of equal numbers of runs with weights, or of unequal ones without
    [(name, *((C, [1, 2, 3, 1]), (GAPS, None))[at % 2]) for at, name in enumerate([*SINGLE, "improvement", "profile"])],
)
def test_both_bootstraps_are_those_of_one_number_at_a_time(name, first, weights, resamples_of):
    draws = 1500
    aggregates = aggregate([first, D], [0.45], weights=weights, draws=draws)
    if name == "improvement":
        of, statistic, inputs = aggregates.improvement, probability_of_improvement, [first, D]
    elif name == "profile":
        of, statistic, inputs = aggregates.profiles, lambda runs, w: score_profile(runs, [0.45], w)[0], [first]
    else:
        of, statistic, inputs = aggregates.measures[name], SINGLE[name], [first]
    assert np.ravel(of.estimate)[0] == pytest.approx(statistic(*inputs, weights))
    resamples = [statistic(*drawn, weights) for drawn in resamples_of(*inputs)]
    assert [np.ravel(end)[0] for end in of.over_runs] == pytest.approx(np.quantile(resamples, [0.025, 0.975]), abs=0.03)
    if weights is None:
        columns = np.random.default_rng(2).integers(first.shape[1], size=(draws, first.shape[1]))
        resamples = [statistic(*(runs[:, drawn] for runs in inputs), None) for drawn in columns]
        assert [np.ravel(end)[0] for end in of.over_datasets] == pytest.approx(
            np.quantile(resamples, [0.025, 0.975]), abs=0.05
        )


@pytest.mark.nightly
def test_resamples_that_do_not_fit_into_memory_together_are_drawn_in_blocks(monkeypatch):
    whole = aggregate([C, D], [0.45], draws=3000)
    monkeypatch.setattr("rankpress.stats.resampled_runs._BLOCK", 24 * 7)  # seven resamples of 24 runs
    blocks = aggregate([C, D], [0.45], draws=3000)
    for name, each in whole.measures.items():
        for ends, others in ((each.over_runs, blocks.measures[name].over_runs),
                             (each.over_datasets, blocks.measures[name].over_datasets)):  # fmt: skip
            assert np.ravel(ends) == pytest.approx(np.ravel(others), abs=0.04)
    assert np.ravel(whole.improvement.over_runs) == pytest.approx(np.ravel(blocks.improvement.over_runs), abs=0.04)


def test_nothing_is_redrawn_where_there_is_one():
    aggregates = aggregate([C[:1], D[:1]], [0.5], draws=50)
    assert np.isnan(aggregates.measures["iqm"].over_runs[0]).all()
    assert np.isfinite(aggregates.measures["iqm"].over_datasets[0]).all()
    alone = aggregate([C[:, :1]], [0.5], draws=50)
    assert np.isnan(alone.measures["mean"].over_datasets[0]).all()
    assert alone.pairs == ()
    assert alone.improvement.estimate.size == 0


def test_faults():
    with pytest.raises(ValueError, match="equally many"):
        aggregate([C, D[:, :2]], [0.5])
