"""The wins that the sign test needs, and Table 3 of demsar2006 beside it.

Checked against: scipy's and, through them, R's binomial test; the table as expected.yaml has it, for all its N.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from rankpress.stats.sign import demsar_critical_wins, sign_test_critical_wins


def fewest(n, level):
    """The fewest wins of n that scipy calls significant, two-sided."""
    return next((wins for wins in range(n // 2 + 1, n + 1) if stats.binomtest(wins, n).pvalue <= level), None)


@pytest.mark.conformance(procedure="Sign test: critical wins", source="scipy.stats.binomtest")
@given(st.integers(1, 120), st.sampled_from([0.001, 0.01, 0.05, 0.1, 0.3]))
def test_critical_wins_are_scipys(n, alpha):
    needed = sign_test_critical_wins(n, alpha)
    assert needed.wins == fewest(n, alpha)
    if needed.wins is None:
        assert needed.level == pytest.approx(stats.binomtest(n, n).pvalue)
        assert needed.level > alpha
    else:
        assert needed.level == pytest.approx(stats.binomtest(needed.wins, n).pvalue)
        assert needed.level <= alpha


@pytest.mark.conformance(procedure="Sign test: Table 3", source="Demsar 2006, Table 3, and scipy.stats.binomtest")
def test_table_3_is_as_printed_and_its_levels_are_told(expected):
    table = expected["demsar2006"]["sign_test_critical_wins"][0.05]
    for n, wins in enumerate(table, start=5):
        printed = demsar_critical_wins(n)
        assert printed is not None
        assert printed.wins == wins
        assert printed.level == pytest.approx(stats.binomtest(wins, n).pvalue)
        # its head says 0.05 and two-tailed
        assert (wins == fewest(n, 0.10)) == (n not in (23, 24))
        assert (printed.level > 0.05) == (n in (5, 8, 11, 13, 14, 16, 18, 19, 21, 22))


def test_the_other_row_of_table_3_is_one_sided_throughout(expected):
    for n, wins in enumerate(expected["demsar2006"]["sign_test_critical_wins"][0.10], start=5):
        assert wins == fewest(n, 0.20)


@pytest.mark.parametrize("n", [1, 4, 26, 1000])
def test_the_table_ends(n):
    assert demsar_critical_wins(n) is None


def test_sizes_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="n_datasets: got 0; an integer of at least 1 is needed"):
        sign_test_critical_wins(0, 0.05)
    with pytest.raises(ValueError, match="alpha: got 1; a number between 0 and 1"):
        sign_test_critical_wins(5, 1)
