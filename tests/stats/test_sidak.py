"""Sidak, Holland and Copenhaver, Finner.

Checked against: statsmodels' multipletests (sidak, and holm-sidak, which is Holland and Copenhaver's); the
closed test by Sidak's test of each subset (Holland); each procedure by its critical values, step by step; the
family-wise error of Sidak and Holland for independent p-values, exact, and that of Finner's, which is *not*
the level once some hypotheses are false. Regressions: faults seen elsewhere, the exponent m where 1 / m
belongs. Properties: order, adjusted p >= raw p, Finner <= Holland <= Sidak <= Bonferroni, Holland <= Holm.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from statsmodels.stats.multitest import multipletests

from rankpress.stats.adjustments import bonferroni, finner, holland, holm, sidak

ALL = {"sidak": sidak, "holland": holland, "finner": finner}

P_VALUES = st.one_of(
    arrays(np.float64, st.integers(1, 12), elements=st.floats(0, 1)),
    arrays(np.float64, st.integers(1, 12), elements=st.integers(0, 8).map(lambda eighth: eighth / 8)),
    arrays(np.float64, st.integers(1, 12), elements=st.floats(0, 0.02)),
)


@pytest.mark.conformance(procedure="Sidak, Holland", source="statsmodels multipletests")
@pytest.mark.parametrize(("function", "method"), [(sidak, "sidak"), (holland, "holm-sidak")])
@given(p=P_VALUES)
def test_adjusted_p_are_statsmodels(function, method, p):
    with np.errstate(divide="ignore"):  # theirs warns of a p-value of 1
        expected = multipletests(p, method=method)[1]
    assert function(p) == pytest.approx(expected, rel=1e-12, abs=1e-15)


@pytest.mark.conformance(procedure="Holland", source="closed testing over all subsets")
@settings(max_examples=50)
@given(arrays(np.float64, st.integers(1, 7), elements=st.floats(0, 1)))
def test_holland_closes_sidak(p):
    closed = np.zeros(p.size)
    for size in range(1, p.size + 1):
        for members in map(list, itertools.combinations(range(p.size), size)):
            closed[members] = np.maximum(closed[members], 1 - (1 - p[members].min()) ** size)
    assert holland(p) == pytest.approx(closed, rel=1e-9, abs=1e-15)


def critical_values(name, alpha, m):
    i = np.arange(1, m + 1)
    return 1 - (1 - alpha) ** {"sidak": np.full(m, 1 / m), "holland": 1 / (m - i + 1), "finner": i / m}[name]


@pytest.mark.conformance(procedure="Holland, Finner", source="the procedures by their critical values")
@pytest.mark.parametrize("name", ALL)
@given(p=arrays(np.float64, st.integers(1, 10), elements=st.floats(0, 1)))
def test_it_is_the_procedure_by_its_critical_values(name, p):
    adjusted = ALL[name](p)
    order = np.argsort(p, kind="stable")
    for alpha in (0.01, 0.05, 0.3, 0.9):
        passes = p[order] <= critical_values(name, alpha, p.size)
        rejected = order[np.cumprod(passes, dtype=bool)]
        if (np.abs(adjusted - alpha) > 1e-12).all():  # where rounding does not decide
            assert set(np.flatnonzero(adjusted <= alpha)) == set(rejected)


def rejecting_a_true_one(function, m, true, level=0.05):
    """Its chance with so many true hypotheses, independent, and the others' p-values 0, by its sharp bound."""

    def rejects(least):
        return function(np.concatenate([np.zeros(m - true), [least], np.ones(true - 1)]))[m - true] <= level

    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if rejects(middle) else (low, middle)
    return 1 - (1 - low) ** true


@pytest.mark.parametrize("m", [1, 2, 5, 20])
def test_all_three_are_exact_where_all_are_true(m):
    for function in ALL.values():
        assert rejecting_a_true_one(function, m, m) == pytest.approx(0.05, rel=1e-9)


@pytest.mark.parametrize("true", [1, 5, 10, 19])
def test_what_holds_where_some_are_false(true):
    assert rejecting_a_true_one(sidak, 20, true) == pytest.approx(1 - 0.95 ** (true / 20), rel=1e-9)
    assert rejecting_a_true_one(holland, 20, true) == pytest.approx(0.05, rel=1e-9)
    # Not held: 0.246 with ten of twenty true.
    exceeded = 1 - 0.95 ** ((20 - true + 1) * true / 20)
    assert rejecting_a_true_one(finner, 20, true) == pytest.approx(exceeded, rel=1e-9)
    assert exceeded >= 0.05 * (1 - 1e-12)


@pytest.mark.conformance(procedure="Holland, Finner", source="the procedures by their critical values", fault="B14")
def test_the_exponent_is_the_root():
    # Critical values by the power m reject 0.12, whose adjusted p-value is 0.48.
    assert holland([0.12, 0.5, 0.6, 0.7, 0.8])[0] == pytest.approx(1 - 0.88**5)
    assert finner([0.12, 0.5, 0.6, 0.7, 0.8])[0] == pytest.approx(1 - 0.88**5)


@given(P_VALUES)
def test_the_later_the_sharper(p):
    for chain in ([p, finner(p), holland(p), sidak(p), bonferroni(p)], [p, holland(p), holm(p)]):
        for sharper, blunter in itertools.pairwise(chain):
            assert (sharper <= blunter * (1 + 1e-12)).all()
    assert (sidak(p) <= 1).all()


@pytest.mark.parametrize("name", ALL)
@given(p=P_VALUES, random=st.randoms())
def test_each_adjusted_p_stays_with_its_hypothesis(name, p, random):
    order = list(range(p.size))
    random.shuffle(order)
    assert ALL[name](p[order]).tolist() == ALL[name](p)[order].tolist()


@given(P_VALUES)
def test_smaller_p_never_have_larger_adjusted_p(p):
    order = np.argsort(p, kind="stable")
    for function in ALL.values():
        assert (np.diff(function(p)[order]) >= 0).all()


def test_small_p_keep_their_digits():
    for function in ALL.values():
        assert function([1e-30, 1.0])[0] == pytest.approx(2e-30, rel=1e-12)


def test_one_hypothesis_needs_no_adjustment():
    for function in ALL.values():
        for p in (0.0, 1e-300, 0.3, 1.0):
            assert function([p]) == pytest.approx([p], rel=1e-12)


@pytest.mark.parametrize("function", ALL.values(), ids=ALL)
@pytest.mark.parametrize(
    ("p", "message"),
    [
        ([], "p: got 0 entries; at least 1 are needed"),
        ([0.5, np.nan], "p: entry 1 is nan; finite numbers are needed"),
        ([0.5, 1.5], "p: entry 1 is 1.5; p-values lie between 0 and 1"),
    ],
)
def test_what_are_no_p_values_is_refused(function, p, message):
    with pytest.raises(ValueError, match=message):
        function(p)
