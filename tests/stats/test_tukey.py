"""Tukey's test and the studentized range with finite degrees of freedom; chances divided by an estimated deviation.

Checked against: scipy.stats.studentized_range, and R's ptukey to the seven places that it has; Student's t in closed
form, which the range of two is, far into the tails; points of the printed tables of the studentized range. Regressions:
the lower tail in place of the upper (B7), infinite and finite degrees of freedom confused (B10, B11).
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import special, stats

from rankpress.stats.anova import block_t
from rankpress.stats.nemenyi import studentized_range_sf
from rankpress.stats.pairs import all_pairs
from rankpress.stats.tukey import studentized_sf, tukey, tukey_sf


@pytest.mark.conformance(procedure="Studentized range", source="scipy.stats.studentized_range")
@pytest.mark.parametrize("k", [2, 3, 5, 10, 50])
@pytest.mark.parametrize("df", [1, 2, 5, 20, 120, 1000])
def test_the_range_is_scipys(k, df):
    q = np.array([0.05, 0.5, 1.0, 2.0, 3.5, 5.0, 8.0, 12.0])
    assert tukey_sf(q, k, df) == pytest.approx(stats.studentized_range.sf(q, k, df), rel=1e-10, abs=1e-12)


@pytest.mark.conformance(procedure="Studentized range", source="R ptukey")
def test_the_range_is_rs(r_values):
    cases = {case: values for (function, case), values in r_values.items() if function == "ptukey"}
    assert len(cases) == 5
    for case, values in cases.items():
        k, df, q = (float(part) for part in case.split(","))
        assert tukey_sf(q, int(k), df) == pytest.approx(values["p"], abs=2e-7)


@given(st.floats(0.01, 1e6), st.sampled_from([1, 1.5, 2, 3, 7, 25, 39, 99, 100, 101, 500, 9751, 1e6]))
def test_the_range_of_two_is_students_t(q, df):
    expected = 2 * special.stdtr(df, -q / math.sqrt(2))
    if expected > 1e-290:
        assert tukey_sf(q, 2, df) == pytest.approx(expected, rel=1e-11)
    else:
        assert tukey_sf(q, 2, df) <= 1e-289


@pytest.mark.conformance(procedure="Studentized range", source="printed tables, upper 5% points")
@pytest.mark.parametrize(
    ("k", "df", "q"), [(3, 10, 3.88), (4, 20, 3.96), (5, 30, 4.10), (10, 60, 4.65), (3, 5, 4.60), (8, 12, 5.12)]
)
def test_printed_points(k, df, q):
    low, high = tukey_sf([q + 0.005, q - 0.005], k, df)
    assert low <= 0.05 <= high


@pytest.mark.conformance(procedure="Tukey", source="the same chance at both ends of the range", fault="B7")
def test_it_is_the_upper_tail():
    p = tukey([0.0, 0.5, 3.0, 10.0, np.inf], 4, 30)
    assert p[0] == 1
    assert (np.diff(p) < 0).all()
    assert p[-1] == 0
    assert tukey_sf(3.845, 4, 30) == pytest.approx(0.05, abs=1e-4)


@pytest.mark.conformance(procedure="Tukey", source="scipy.stats.studentized_range at its own df", fault="B10, B11")
def test_degrees_of_freedom_are_those_of_the_block_design():
    scores = np.random.default_rng(1).normal(size=(14, 4))
    tests = block_t(scores, all_pairs(4))
    assert set(tests.details["df"]) == {39.0}
    expected = stats.studentized_range.sf(np.abs(tests.statistic) * math.sqrt(2), 4, 39)
    assert tukey(tests.statistic, 4, 39) == pytest.approx(expected, rel=1e-9)


def test_for_two_algorithms_there_is_nothing_to_adjust():
    tests = block_t(np.random.default_rng(0).normal(size=(8, 2)), [[0, 1]])
    assert tukey(tests.statistic, 2, 7) == pytest.approx(tests.p, rel=1e-11)


@pytest.mark.parametrize("k", [2, 5, 30])
def test_with_many_degrees_of_freedom_it_is_nemenyis_range(k):
    q = np.linspace(0, 8, 9)
    assert tukey_sf(q, k, 1e9) == pytest.approx(studentized_range_sf(q, k), rel=1e-6)
    assert tukey_sf(q, k, np.inf) == pytest.approx(studentized_range_sf(q, k), rel=1e-12)


def test_independent_groups_as_scipy_tests_them():
    # with the error of independent groups, whose distribution is the same, as a check of the whole
    groups = np.random.default_rng(2).normal(size=(5, 8))
    found = stats.tukey_hsd(*groups)
    error = math.sqrt(2 * groups.var(axis=1, ddof=1).mean() / 8)
    pairs = all_pairs(5)
    t = np.array([(groups[a].mean() - groups[b].mean()) / error for a, b in pairs])
    assert tukey(t, 5, 35) == pytest.approx(found.pvalue[tuple(pairs.T)], rel=1e-9)


@settings(max_examples=30)
@given(st.lists(st.floats(0, 50), min_size=1, max_size=5), st.integers(2, 12), st.integers(1, 200))
def test_one_by_one_or_together(q, k, df):
    # the nodes are laid for each of them alike
    together = tukey_sf(q, k, df)
    assert together == pytest.approx(np.array([float(tukey_sf(one, k, df)) for one in q]), rel=1e-12)
    assert ((together >= 0) & (together <= 1)).all()


def test_shapes_and_ends():
    assert tukey_sf(np.zeros((2, 3)), 3, 5).tolist() == [[1.0] * 3] * 2
    assert tukey_sf(np.inf, 3, 5) == 0.0
    assert studentized_sf(lambda x: 2 * special.ndtr(-x), np.empty(0), 3).shape == (0,)


@pytest.mark.parametrize("df", [1, 3, 49 * 199, 1e6])
def test_fifty_algorithms_and_ends(df):
    t = np.random.default_rng(0).normal(size=1225) * 5
    t[:3] = 1e-9, np.inf, 1e30
    p = tukey(t, 50, df)
    assert (p >= 0).all()
    assert (p <= 1).all()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: tukey_sf([1.0, -1.0], 3, 5), "q: got -1.0; numbers of at least 0 are needed"),
        (lambda: tukey([1.0, np.nan], 3, 5), "q: got nan; numbers of at least 0 are needed"),
        (lambda: tukey_sf(1.0, 1, 5), "k: got 1; an integer of at least 2 is needed"),
        (lambda: tukey_sf(1.0, 3, 0.5), "df: got 0.5; a number of at least 1 is needed"),
        (lambda: tukey_sf(1.0, 3, math.nan), "df: got nan"),
    ],
)
def test_what_does_not_fit_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
