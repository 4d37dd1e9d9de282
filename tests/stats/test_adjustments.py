"""Bonferroni, Holm, Hochberg, Hommel.

Checked against: statsmodels' multipletests and R's p.adjust; the closed test itself over all subsets of up to
8 hypotheses, by Bonferroni's (Holm) and Simes' (Hommel) test of each; the columns "nemenyi" (which is
Bonferroni's) and "holm" of garcia2008's Table 5; the decisions of demsar2006 (section 3.2.2); the level in
salzberg1997's example. Regressions: faults seen elsewhere, adjusted values attached to other hypotheses, a
maximum for Hochberg's minimum, values above 1, no stop at the first failure. Properties: order, adjusted p >=
raw p, Hommel <= Hochberg <= Holm <= Bonferroni.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from statsmodels.stats.multitest import multipletests

from rankpress.stats.adjustments import bonferroni, hochberg, holm, hommel
from rankpress.stats.pairs import all_pairs, pairs_with
from rankpress.stats.rank_z import rank_z
from rankpress.stats.ranks import average_ranks, rank_scores

ALL = {"bonferroni": bonferroni, "holm": holm, "hochberg": hochberg, "hommel": hommel}
STATSMODELS = {"bonferroni": "bonferroni", "holm": "holm", "hochberg": "simes-hochberg", "hommel": "hommel"}

# Continuous ones, and eighths for ties and the ends 0 and 1.
P_VALUES = st.one_of(
    arrays(np.float64, st.integers(1, 12), elements=st.floats(0, 1)),
    arrays(np.float64, st.integers(1, 12), elements=st.integers(0, 8).map(lambda eighth: eighth / 8)),
    arrays(np.float64, st.integers(1, 12), elements=st.floats(0, 0.02)),
)


@pytest.mark.usefixtures("uncollected")
@pytest.mark.conformance(procedure="Bonferroni, Holm, Hochberg, Hommel", source="statsmodels multipletests")
@pytest.mark.parametrize("name", ALL)
@given(p=P_VALUES)
def test_adjusted_p_are_statsmodels(name, p):
    assert ALL[name](p) == pytest.approx(multipletests(p, method=STATSMODELS[name])[1], rel=1e-12, abs=1e-300)


@pytest.mark.conformance(procedure="Bonferroni, Holm, Hochberg, Hommel", source="R p.adjust")
def test_adjusted_p_are_rs(r_values):
    held = 0
    for (function, case), values in r_values.items():
        if function.startswith("p.adjust.") and function.removeprefix("p.adjust.") in ALL:
            i = np.arange(1, int(case) + 1)
            adjusted = ALL[function.removeprefix("p.adjust.")](((37 * i % 101) / 101) ** 3)
            assert adjusted == pytest.approx([values[str(place)] for place in range(int(case))], rel=1e-12)
            held += 1
    assert held == 24


def closed_test(p, test):
    """For each hypothesis the largest p of any intersection that it belongs to."""
    adjusted = np.zeros(len(p))
    for size in range(1, len(p) + 1):
        for members in itertools.combinations(range(len(p)), size):
            of_intersection = test(np.sort(p[list(members)]))
            adjusted[list(members)] = np.maximum(adjusted[list(members)], of_intersection)
    return np.minimum(adjusted, 1)


SMALL = st.one_of(
    arrays(np.float64, st.integers(1, 7), elements=st.floats(0, 1)),
    arrays(np.float64, st.integers(1, 7), elements=st.integers(0, 8).map(lambda eighth: eighth / 8)),
)


@pytest.mark.conformance(procedure="Hommel", source="closed testing over all subsets")
@settings(max_examples=50)
@given(SMALL)
def test_hommel_closes_simes(p):
    by_simes = closed_test(p, lambda ascending: min(ascending * len(ascending) / np.arange(1, len(ascending) + 1)))
    assert hommel(p) == pytest.approx(by_simes, rel=1e-12, abs=1e-300)


@pytest.mark.conformance(procedure="Holm", source="closed testing over all subsets")
@settings(max_examples=50)
@given(SMALL)
def test_holm_closes_bonferroni(p):
    by_bonferroni = closed_test(p, lambda ascending: ascending[0] * len(ascending))
    assert holm(p) == pytest.approx(by_bonferroni, rel=1e-12, abs=1e-300)


@pytest.mark.conformance(procedure="Bonferroni, Holm", source="Garcia and Herrera 2008, Table 5")
@pytest.mark.parametrize(("function", "column"), [(bonferroni, "nemenyi"), (holm, "holm")])
def test_garcia_prints_these(function, column, table, expected, printed):
    read = table("garcia2008_table2")
    adjusted = function(rank_z(average_ranks(rank_scores(read.values)), 30, all_pairs(5)).p)
    figures = expected["garcia2008"]["adjusted_p"]
    place = figures["columns"].index(column)
    for (a, b), p in zip(all_pairs(5), adjusted, strict=True):
        one, other = read.columns[a], read.columns[b]
        value = float((figures.get(f"{one} vs {other}") or figures[f"{other} vs {one}"])[place])
        if value < 1e-4:
            assert f"{p:.3e}" == f"{value:.3e}"
        else:
            assert p == printed(value, 4)


@pytest.mark.conformance(procedure="Holm, Hochberg, Hommel", source="Demsar 2006, section 3.2.3")
@pytest.mark.parametrize("name", ["holm", "hochberg", "hommel"])
def test_demsar_rejects_these(name, demsar, expected):
    control = demsar.columns.index("C4.5")
    pairs = pairs_with(control, 4)
    p = rank_z(average_ranks(rank_scores(demsar.values)), 14, pairs).p
    rejected = {demsar.columns[other] for _, other in pairs[ALL[name](p) <= 0.05]}
    assert rejected == set(expected["demsar2006"]["printed_with_that_change"]["rejected_at_0.05"][name])


def test_salzberg_needs_this_level(printed):
    # "a level near 0.0003 per test keeps the overall level at 0.05" in 154 tests
    level = 0.05 / 154
    assert level == printed(0.0003, 4)
    assert bonferroni(np.full(154, level)) == pytest.approx(0.05)


@pytest.mark.conformance(
    procedure="Bonferroni, Holm, Hochberg, Hommel",
    source="the same p-values in another order",
    fault="B12",
)
@pytest.mark.parametrize("name", ALL)
@given(p=P_VALUES, random=st.randoms())
def test_each_adjusted_p_stays_with_its_hypothesis(name, p, random):
    order = list(range(p.size))
    random.shuffle(order)
    assert ALL[name](p[order]).tolist() == ALL[name](p)[order].tolist()


@given(P_VALUES)
def test_the_later_the_sharper(p):
    chain = [hommel(p), hochberg(p), holm(p), bonferroni(p)]
    for sharper, blunter in itertools.pairwise(chain):
        assert (sharper <= blunter * (1 + 1e-12)).all()
    assert (chain[0] >= p).all()
    assert (chain[-1] <= 1).all()


@given(P_VALUES)
def test_smaller_p_never_have_larger_adjusted_p(p):
    order = np.argsort(p, kind="stable")
    for function in ALL.values():
        assert (np.diff(function(p)[order]) >= 0).all()


@pytest.mark.conformance(procedure="Hochberg", source="Hochberg 1988; statsmodels", fault="B13")
def test_hochberg_takes_the_minimum():
    assert hochberg([0.011, 0.02, 0.03, 0.04]) == pytest.approx([0.04] * 4)
    assert holm([0.011, 0.02, 0.03, 0.04]) == pytest.approx([0.044, 0.06, 0.06, 0.06])


@pytest.mark.conformance(procedure="Holm", source="Holm 1979; statsmodels", fault="B23")
def test_holm_stops_at_the_first_failure():
    assert (holm([0.02, 0.021, 0.04]) > 0.05).all()


def test_adjusted_p_are_at_most_1():
    for function in ALL.values():
        assert function([0.9, 0.8, 0.7]).max() <= 1


def test_one_hypothesis_needs_no_adjustment():
    for function in ALL.values():
        assert function([0.3]).tolist() == [0.3]


@pytest.mark.parametrize("function", ALL.values(), ids=ALL)
@pytest.mark.parametrize(
    ("p", "message"),
    [
        ([], "p: got 0 entries; at least 1 are needed"),
        ([0.5, np.nan], "p: entry 1 is nan; finite numbers are needed"),
        ([0.5, 1.5], "p: entry 1 is 1.5; p-values lie between 0 and 1"),
        ([-0.1], "p: entry 0 is -0.1; p-values lie between 0 and 1"),
        ([[0.5]], r"p: got an array of shape \(1, 1\); a vector is needed"),
    ],
)
def test_what_are_no_p_values_is_refused(function, p, message):
    with pytest.raises(ValueError, match=message):
        function(p)
