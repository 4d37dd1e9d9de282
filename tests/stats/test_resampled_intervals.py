"""Intervals from resampled data sets, against SciPy's, against refitted models, and where resamples are undefined."""

import numpy as np
import pytest
from scipy.stats import bootstrap

from rankpress.stats.bootstrap import blocks_of_counts
from rankpress.stats.consensus import rank_shares
from rankpress.stats.leaderboards import (
    champions,
    improvability,
    mean_reciprocal_rank,
    relative_error,
    rescaled_error,
    skill,
    vote_share,
    win_rate,
)
from rankpress.stats.paired_comparisons import bradley_terry, davidson, pairwise_wins, resampled_strengths
from rankpress.stats.resampled_intervals import Intervals, resampled_interval

METHODS = ("percentile", "basic", "bca")
MEASURES = {
    "win rate": win_rate,
    "champions": champions,
    "mrr": mean_reciprocal_rank,
    "improvability": lambda scores, intervals: improvability(2 - scores, intervals),
    "rescaled": lambda scores, intervals: rescaled_error(-scores, intervals),
    "skill": lambda scores, intervals: skill(2 - scores, 0, intervals),
    "relative error": lambda scores, intervals: relative_error(2 - scores, 0, intervals),
}


def scores_of(n=12, k=4, gaps=False):
    scores = np.random.default_rng(5).uniform(size=(n, k)).round(1) + np.arange(k) / 8
    if gaps:
        scores[np.arange(n) % 4 == 1, 1] = np.nan
    return scores


@pytest.mark.conformance("Percentile, basic and BCa intervals", "SciPy's bootstrap")
@pytest.mark.parametrize("method", METHODS)
def test_ends_are_those_of_scipy(method):
    data = np.random.default_rng(3).exponential(size=(15, 2))
    low, high = resampled_interval(
        lambda counts: counts @ data / 15, data.mean(axis=0), 15, Intervals(0.9, method, 40_000, 1)
    )
    for column in range(2):
        theirs = bootstrap(
            (data[:, column],), np.mean, confidence_level=0.9, n_resamples=40_000, method=method, rng=2
        ).confidence_interval
        assert [low[column], high[column]] == pytest.approx([theirs.low, theirs.high], abs=0.015)


@pytest.mark.few
@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("gaps", [False, True])
def test_percentiles_of_measures_are_those_of_resampled_tables(measure, gaps):
    scores, function, seed = scores_of(gaps=gaps), MEASURES[measure], 4
    intervals = function(scores, Intervals(0.8, "percentile", 150, seed))
    refitted = [
        function(np.repeat(scores, row.astype(int), axis=0), Intervals()).estimate
        for counts in blocks_of_counts(len(scores), 150, seed)
        for row in counts
    ]
    ends = np.quantile(refitted, [0.1, 0.9], axis=0)
    given = np.isfinite(intervals.low)
    assert given.sum() >= 3  # not of a baseline
    # of ratios, percentiles are interpolated between logarithms
    assert intervals.low[given] == pytest.approx(ends[0][given], abs=1e-3)
    assert intervals.high[given] == pytest.approx(ends[1][given], abs=1e-3)


@pytest.mark.nightly
@pytest.mark.parametrize("anchor", [None, 2])
@pytest.mark.parametrize("model", [bradley_terry, davidson])
def test_percentiles_of_strengths_are_those_of_refitted_models(model, anchor):
    wins, ties = pairwise_wins(scores_of(n=20))
    low, high = resampled_strengths(wins, ties, model(wins, ties), Intervals(0.8, "percentile", 50, 6), anchor)
    refitted = []
    for counts in blocks_of_counts(20, 50, 6):
        for row in counts.astype(int):
            one = model(np.repeat(wins, row, axis=0), np.repeat(ties, row, axis=0)).estimate
            refitted.append(one - (one.mean() if anchor is None else one[anchor]))
    assert np.isfinite(refitted).all()
    for bound, share in ((low, 0.1), (high, 0.9)):
        expected = np.quantile(refitted, share, axis=0)
        others = [algorithm for algorithm in range(4) if algorithm != anchor]
        assert bound[others] == pytest.approx(expected[others], abs=1e-7)


@pytest.mark.parametrize("method", METHODS)
def test_votes_are_resampled_by_cluster(method):
    """A cluster that is there twice is not two of half the size."""
    won = np.random.default_rng(2).integers(0, 9, size=(30, 3, 3)) * (1 - np.eye(3))
    ties, intervals = np.zeros_like(won), Intervals(method=method)
    few, many = vote_share(won, ties, intervals), vote_share(10 * won, 10 * ties, intervals)
    assert few.high - few.low == pytest.approx(many.high - many.low)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("undefined", [0, 0.01, 0.05])
def test_an_undefined_resample_counts_against_both_ends(method, undefined):
    data = np.random.default_rng(1).normal(size=25)

    def mean(counts, lacking=undefined):
        means = (counts @ data / 25)[:, None]
        means[: int(lacking * len(counts))] = np.nan if len(counts) == 1000 else means[: int(lacking * len(counts))]
        return means

    estimate, intervals = np.array([data.mean()]), Intervals(0.95, method, 1000)
    low, high = resampled_interval(mean, estimate, 25, intervals)
    whole = resampled_interval(lambda counts: mean(counts, 0), estimate, 25, intervals)
    if undefined > 0.025:
        assert np.isnan([low, high]).all()
    else:
        assert low <= whole[0] < whole[1] <= high


@pytest.mark.parametrize("method", METHODS)
def test_one_data_set_and_equal_data_sets_have_no_interval(method):
    for scores in ([[3.0, 2.0]], [[3.0, 2.0]] * 5):
        rates = win_rate(scores, Intervals(method=method, draws=200))
        assert np.isnan([rates.low, rates.high]).all()


@pytest.mark.parametrize("gaps", [False, True])
def test_results_do_not_depend_on_how_many_resamples_are_held_at_once(monkeypatch, gaps):
    def intervals_and_shares():
        wins, ties = pairwise_wins(scores_of())
        strengths = resampled_strengths(wins, ties, bradley_terry(wins, ties), Intervals(method="bca", draws=300))
        return [*strengths, rank_shares(scores_of(gaps=gaps), draws=300)]

    whole = intervals_and_shares()
    monkeypatch.setattr("rankpress.stats.bootstrap._DRAWN_AT_ONCE", 1500)
    monkeypatch.setattr("rankpress.stats.consensus._HELD_AT_ONCE", 1500)
    for one, other in zip(whole, intervals_and_shares(), strict=True):
        assert one == pytest.approx(other, nan_ok=True)


@pytest.mark.parametrize("wrong", [{"method": "t-like"}, {"level": 1.0}, {"draws": 0}, {"seed": -1}])
def test_what_no_interval_has_is_refused(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        Intervals(**wrong)
