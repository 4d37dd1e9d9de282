"""Tests of scores give the same p-values in any unit, near the ends of the range of floats too.

Checked against: the same scores in an ordinary unit; the factor is a power of two, so that nothing is rounded.
"""

from __future__ import annotations

import numpy as np
import pytest

from rankpress.stats.effects_table import EFFECTS
from rankpress.stats.omnibus_table import OMNIBUS
from rankpress.stats.pairs import all_pairs
from rankpress.stats.pairwise import PAIRWISE
from rankpress.stats.resampled import corrected_t, five_by_two_cv_f, five_by_two_cv_t, kfold_t, resampled_t

SCORES = np.random.default_rng(1).random((10, 4)) + 0.5
FACTORS = [2.0**1000, 2.0**-1000]


@pytest.mark.parametrize("factor", FACTORS)
@pytest.mark.parametrize("name", sorted(name for name, each in PAIRWISE.items() if each.uses == "scores"))
def test_a_test_of_pairs_knows_no_unit(name, factor):
    test = PAIRWISE[name].function
    assert test(SCORES * factor, all_pairs(4)).p == pytest.approx(test(SCORES, all_pairs(4)).p, rel=1e-12)


@pytest.mark.parametrize("factor", FACTORS)
@pytest.mark.parametrize("name", sorted(name for name, each in OMNIBUS.items() if each.uses == "scores"))
def test_a_test_of_all_knows_no_unit(name, factor):
    assert OMNIBUS[name].function(SCORES * factor).p == pytest.approx(OMNIBUS[name].function(SCORES).p, rel=1e-12)


@pytest.mark.parametrize("factor", FACTORS)
def test_a_test_of_folds_knows_no_unit(factor):
    differences = SCORES - 1
    for test in (lambda d: corrected_t(d, 1 / 9), kfold_t, resampled_t):
        assert test(differences * factor).p == pytest.approx(test(differences).p, rel=1e-12)
    for test in (five_by_two_cv_t, five_by_two_cv_f):
        cube = differences.reshape(5, 2, 4)
        assert test(cube * factor).p == pytest.approx(test(cube).p, rel=1e-12)


@pytest.mark.parametrize("factor", FACTORS)
@pytest.mark.parametrize("name", sorted(EFFECTS))
def test_an_effect_size_has_its_unit_or_none(name, factor):
    one, other = (EFFECTS[name].function(scores, all_pairs(4), level=0.95) for scores in (SCORES, SCORES * factor))
    unit = factor if "difference" in name or name == "hodges-lehmann" else 1.0
    for known, got in ((one.estimate, other.estimate), (one.low, other.low), (one.high, other.high)):
        assert got / unit == pytest.approx(known, rel=1e-9, nan_ok=True)
