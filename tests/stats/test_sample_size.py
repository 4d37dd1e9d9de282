"""How many data sets a paired t test needs, checked against statsmodels and the power itself."""

import math

import numpy as np
import pytest
from scipy.stats import nct, t

from rankpress.stats.sample_size import datasets_needed


def power(effect, n, alpha):
    bound = t.isf(alpha / 2, n - 1)
    return nct.sf(bound, n - 1, effect * math.sqrt(n)) + nct.cdf(-bound, n - 1, effect * math.sqrt(n))


# statsmodels.stats.power.TTestPower().solve_power, rounded up
@pytest.mark.parametrize(
    ("effect", "alpha", "expected"), [(0.5, 0.05, 34), (0.2, 0.05, 199), (0.8, 0.05, 15), (0.3, 0.01, 134)]
)
def test_it_is_what_others_compute(effect, alpha, expected):
    assert datasets_needed(effect, alpha) == datasets_needed(-effect, alpha) == expected


@pytest.mark.parametrize("effect", [0.07, 0.4, 1.3, 3.0])
@pytest.mark.parametrize("wanted", [0.5, 0.8, 0.95])
def test_one_data_set_fewer_is_not_enough(effect, wanted):
    n = datasets_needed(effect, 0.02, wanted)
    assert power(effect, n, 0.02) >= wanted
    assert n == 2 or power(effect, n - 1, 0.02) < wanted


@pytest.mark.nightly
@pytest.mark.parametrize("alpha", [0.1, 0.05, 1e-4])
def test_a_larger_difference_never_needs_more(alpha):
    """Not even where the chance of the wrong direction is too small for a number."""
    needed = [datasets_needed(effect, alpha) for effect in np.geomspace(0.02, 1e5, 150)]
    assert (np.diff(needed) <= 0).all()
    assert needed[-1] == 2


def test_no_number_is_enough_without_a_difference():
    assert datasets_needed(0, 0.05) is None
    for wrong in ((math.nan, 0.05), (1, 0), (1, 1)):
        with pytest.raises(ValueError, match="effect"):
            datasets_needed(*wrong)
