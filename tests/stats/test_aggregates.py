"""Interquartile means, optimality gaps, profiles and chances of improvement."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from rankpress.stats.aggregates import (
    interquartile_mean,
    mean_of_means,
    median_of_means,
    optimality_gap,
    probability_of_improvement,
    score_profile,
)

A = [[0.3, 0.13, 0.16, 0.39], [0.4, 0.23, 0.26, 0.49], [0.5, 0.53, 0.56, 0.59], [0.6, 0.43, 0.46, 0.69]]
A = np.array([*A, [0.7, 0.53, 0.56, 0.79]])
B = [[0.12, 0.07, 0.22, 0.17], [0.14, 0.29, 0.24, 0.39], [0.36, 0.31, 0.46, 0.41], [0.38, 0.53, 0.48, 0.63]]
B = np.array([*B, [0.6, 0.55, 0.7, 0.65]])
C = np.array([[0.9, 0.5, 0.3, 0.8], [0.85, 0.55, 0.2, 0.9], [0.95, 0.45, 0.4, 0.7]])
D = np.array([[0.8, 0.5, 0.35, 0.6], [0.9, 0.4, 0.1, 0.85], [0.7, 0.6, 0.3, 0.65]])
RUNS = arrays(np.float64, (4, 3), elements=st.integers(0, 12).map(lambda score: score / 8))


@pytest.mark.conformance("IQM, optimality gap, probability of improvement, profiles", "rliable 1.2.0")
def test_rliable_finds_the_same():
    of = [interquartile_mean, mean_of_means, median_of_means, optimality_gap]
    assert [function(A) for function in of] == pytest.approx([0.485, 0.465, 0.45, 0.535])
    assert [function(B) for function in of] == pytest.approx([0.385, 0.385, 0.385, 0.615])
    assert probability_of_improvement(A, B) == pytest.approx(0.615)
    targets = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
    assert score_profile(A, targets) == pytest.approx([1, 0.9, 0.75, 0.65, 0.45, 0.15])
    assert score_profile(B, targets) == pytest.approx([0.95, 0.8, 0.65, 0.45, 0.3, 0.15])
    assert [function(C) for function in of] == pytest.approx([0.6416667, 0.625, 0.65, 0.375], abs=5e-8)
    assert [function(D) for function in of] == pytest.approx([0.575, 0.5625, 0.6, 0.4375])
    assert probability_of_improvement(C, D) == pytest.approx(0.6805556, abs=5e-8)
    assert score_profile(C, [0, 0.25, 0.5, 0.75]) == pytest.approx([1, 0.9166667, 0.5833333, 0.4166667], abs=5e-8)


@given(RUNS)
def test_the_middle_half_is_scipys_trimmed_mean(runs):
    assert interquartile_mean(runs) == pytest.approx(stats.trim_mean(runs, 0.25, axis=None))


@given(RUNS)
def test_equal_weights_are_no_weights(runs):
    even = [2.0, 2.0, 2.0]
    for function in (mean_of_means, median_of_means, optimality_gap):
        assert function(runs, even) == pytest.approx(function(runs))
    assert interquartile_mean(runs, even) == pytest.approx(interquartile_mean(runs))  # 12 runs: a quarter is whole
    assert score_profile(runs, [0.5], even) == pytest.approx(score_profile(runs, [0.5]))


@given(RUNS, RUNS)
def test_weight_is_what_the_same_data_set_twice_would_have(first, second):
    twice = [0, 1, 1, 2]
    weights = [1, 2, 1]
    for function in (mean_of_means, median_of_means, optimality_gap):
        assert function(first, weights) == pytest.approx(function(first[:, twice]))
    assert interquartile_mean(first, weights) == pytest.approx(interquartile_mean(first[:, twice]))
    improvement = probability_of_improvement(first, second, weights)
    assert improvement == pytest.approx(probability_of_improvement(first[:, twice], second[:, twice]))
    assert improvement == pytest.approx(1 - probability_of_improvement(second, first, weights))


def test_runs_that_are_not_there_count_for_nothing():
    runs = np.array([[0.2, 0.4], [0.6, np.nan]])
    assert [mean_of_means(runs), median_of_means(runs), optimality_gap(runs)] == pytest.approx([0.4, 0.4, 0.6])
    assert interquartile_mean(runs) == pytest.approx(0.4)
    assert score_profile(runs, [0.3]) == pytest.approx([0.75])
    with pytest.raises(ValueError, match="a data set has no run"):
        mean_of_means([[np.nan, 1.0]])
