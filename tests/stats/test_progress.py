"""Mean scores over steps, areas under them, and running times until a target."""

import numpy as np
import pytest
from scipy import stats as scipy_stats

from rankpress.stats.aggregates import interquartile_mean
from rankpress.stats.progress import (
    area_under,
    expected_running_time,
    first_step_reached,
    interquartile_mean_of_runs,
    mean_of_runs,
    scores_at,
    share_reached,
)


@pytest.mark.conformance("Expected running time", "cocopp 2.9.1")
def test_expected_running_time():
    assert expected_running_time([120, 300, np.nan, 450, np.nan], 1000) == pytest.approx((956.6666667, 0.6))
    assert expected_running_time([np.nan], 10) == (np.inf, 0)
    assert expected_running_time([0, 0], 10) == (0, 1)
    assert share_reached([1, np.nan, 3], [0, 1, 3]).tolist() == pytest.approx([0, 1 / 3, 2 / 3])
    with pytest.raises(ValueError, match="entry 0 is 20"):
        expected_running_time([20], 10)


def test_a_target_is_reached_at_the_first_step_that_scores_it():
    assert first_step_reached([1, 2, 3], [0.1, 0.5, 0.4], 0.5) == 2
    assert np.isnan(first_step_reached([1, 2, 3], [0.1, 0.5, 0.4], 0.51))


def test_a_run_is_not_there_before_its_first_step_and_keeps_its_last_score():
    assert scores_at([10, 20], [1, 3], [9, 10, 12, 20, 99]).tolist() == pytest.approx(
        [np.nan, 1, 1.4, 3, 3], nan_ok=True
    )


@pytest.mark.parametrize("ends", [(0, 50), (10, 50), (13, 41), (13, 80)])
def test_the_area_is_that_of_trapezoids(ends):
    rng = np.random.default_rng(1)
    steps, scores = np.sort(rng.choice(51, 12, replace=False)), rng.random(12)
    steps[0] = 0
    fine = np.linspace(*ends, 200_001)
    assert area_under(steps, scores, *ends) == pytest.approx(np.interp(fine, steps, scores).mean(), abs=1e-5)
    assert area_under(steps, np.full(12, 0.25), *ends) == pytest.approx(0.25)


def test_the_interval_of_one_data_set_is_students():
    runs = np.random.default_rng(2).normal(size=(7, 3))
    band = mean_of_runs([runs], level=0.9)
    expected = scipy_stats.t.interval(0.9, 6, runs.mean(axis=0), scipy_stats.sem(runs, axis=0))
    np.testing.assert_allclose([band.low, band.high], expected)


def test_the_interval_of_two_data_sets_is_that_of_welch():
    """The mean of two means is half their difference where the runs of one change their sign."""
    first, second = np.random.default_rng(3).normal(size=(5, 1)), 3 * np.random.default_rng(4).normal(size=(9, 1))
    band = mean_of_runs([first, second])
    ends = scipy_stats.ttest_ind(first, -second, equal_var=False).confidence_interval(0.95)
    np.testing.assert_allclose([band.low, band.high], [ends.low / 2, ends.high / 2])


def test_means_over_runs_cover_what_they_estimate():
    """Three data sets with five runs each, of unequal spread."""
    rng = np.random.default_rng(5)
    draws = rng.normal(size=(3, 5, 4000)) * np.array([1.0, 2.0, 5.0])[:, None, None]
    band = mean_of_runs(list(draws))
    assert 0.94 < ((band.low <= 0) & (band.high >= 0)).mean() < 0.97


def test_interquartile_means():
    rng = np.random.default_rng(6)
    runs = [rng.normal(size=(n, 2)) for n in (4, 6)]
    pooled = np.full((6, 2), np.nan)
    for row, each in enumerate(runs):
        pooled[: len(each), row] = each[:, 1]
    band = interquartile_mean_of_runs(runs, draws=300)
    assert band.estimate[1] == pytest.approx(interquartile_mean(pooled))
    assert (band.low < band.estimate).all()
    assert (band.estimate < band.high).all()


@pytest.mark.parametrize("band_of", [mean_of_runs, interquartile_mean_of_runs])
def test_what_has_not_begun_has_no_mean_and_one_run_no_interval(band_of):
    band = band_of([[[np.nan, 1.0], [0.5, 2.0]]])
    assert np.isnan(band.estimate[0])
    assert np.isfinite(band.estimate[1])
    assert np.isnan(band_of([[[0.5]]]).low).all()
    with pytest.raises(ValueError, match="at least 1 data set"):
        band_of([])
