"""How far the mean of scores over folds or runs varies."""

import numpy as np
import pytest
from scipy import stats

from rankpress.stats import corrected_t
from rankpress.stats.spread import half_widths, standard_deviations, standard_errors

SCORES = np.random.default_rng(1).normal(0.8, 0.05, (10, 4))


@pytest.mark.conformance("Standard deviation, error and interval of a score", "scipy.stats.t, sem")
def test_without_overlap_they_are_scipys():
    np.testing.assert_allclose(standard_deviations(SCORES), stats.tstd(SCORES, axis=0), rtol=1e-12)
    np.testing.assert_allclose(standard_errors(SCORES), stats.sem(SCORES, axis=0), rtol=1e-12)
    low, high = stats.t.interval(0.9, 9, loc=SCORES.mean(axis=0), scale=stats.sem(SCORES, axis=0))
    np.testing.assert_allclose(half_widths(SCORES, level=0.9), (high - low) / 2, rtol=1e-10)


@pytest.mark.conformance(
    "Standard error of a score, overlapping training sets", "corrected resampled t test against zero"
)
def test_with_overlap_errors_are_those_of_the_corrected_t_test():
    np.testing.assert_allclose(standard_errors(SCORES, 1 / 9), corrected_t(SCORES, 1 / 9).standard_error, rtol=1e-12)


def test_one_measurement_has_no_spread():
    for spread in (standard_deviations, standard_errors, half_widths):
        assert np.isnan(spread(SCORES[:1])).all()
