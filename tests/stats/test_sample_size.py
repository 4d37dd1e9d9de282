"""How many data sets a paired t test needs, checked against statsmodels and the power itself."""

import math

import numpy as np
import pytest
from scipy.stats import nct, t

from rankpress.stats.sample_size import datasets_needed
from rankpress.stats.tails import noncentral_t_upper


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


def test_the_noncentral_t_is_that_of_scipy():
    chance = np.random.default_rng(1)
    for _ in range(400):
        df = int(np.exp(chance.uniform(0, np.log(1e5))))
        bound = float(t.isf(np.exp(chance.uniform(np.log(1e-6), np.log(0.4))), df))
        shift = chance.uniform(-2, 30)
        assert noncentral_t_upper(bound, df, shift) == pytest.approx(nct.sf(bound, df, shift), rel=1e-9, abs=1e-9)


def test_no_number_is_enough_without_a_difference():
    assert datasets_needed(0, 0.05) is None
    for wrong in ((math.nan, 0.05), (1, 0), (1, 1)):
        with pytest.raises(ValueError, match="effect"):
            datasets_needed(*wrong)


@pytest.mark.parametrize("wanted", [0.99, 0.9999, 0.999999])
def test_a_lower_tail_that_scipy_cannot_compute(wanted):
    effect, alpha = 1.040684981201285, 5.344391167789821e-05
    assert math.isnan(power(effect, 70, alpha))
    n = datasets_needed(effect, alpha, wanted)
    below, enough = (nct.sf(t.isf(alpha / 2, m - 1), m - 1, effect * math.sqrt(m)) for m in (n - 1, n))
    assert below < wanted <= enough
