"""The least p-value that tests of signs can give.

Checked against: scipy's binomial test of n wins of n; and the tests themselves on scores all of whose differences have
one sign, below whose p none of other signs comes out.
"""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy import stats

from rankpress.stats.multiplicity import least_p_of_signs
from rankpress.stats.permutation import permutation
from rankpress.stats.sign import sign_test
from rankpress.stats.wilcoxon import wilcoxon


@pytest.mark.parametrize("n", [1, 2, 5, 6, 30])
def test_it_is_that_of_nothing_but_wins(n):
    assert least_p_of_signs([n])[0] == pytest.approx(stats.binomtest(n, n).pvalue)


def test_wrong_numbers_are_refused():
    for wrong in (-1.0, np.nan):
        with pytest.raises(ValueError, match="n_used"):
            least_p_of_signs([3.0, wrong])


@pytest.mark.parametrize("function", [permutation, wilcoxon, sign_test])
@pytest.mark.parametrize("sizes", [[1, 2, 3, 4, 5], [1, 1, 2, 2], [3.0, 0.5, 7.0], [1, 2, 4, 8, 16, 32, 64]])
def test_no_signs_give_less(function, sizes):
    reached = []
    for signs in product([-1, 1], repeat=len(sizes)):
        test = function(np.column_stack([np.multiply(signs, sizes), np.zeros(len(sizes))]), [[0, 1]])
        assert test.details["least_p"][0] == 2.0 ** (1 - len(sizes))
        reached.append(test.p[0])
    assert min(reached) == pytest.approx(2.0 ** (1 - len(sizes)))


@pytest.mark.parametrize("function", [permutation, wilcoxon])
def test_differences_of_zero_give_no_signs(function):
    test = function([[1.0, 0.0], [2.0, 0.0], [4.0, 0.0], [3.0, 3.0], [5.0, 5.0]], [[0, 1]])
    assert test.details["least_p"][0] == 0.25 == test.p[0]


def test_draws_are_coarser_still():
    test = permutation(np.column_stack([np.arange(1.0, 31.0), np.zeros(30)]), [[0, 1]], draws=99)
    assert test.details["least_p"][0] == 0.01 == test.p[0]
