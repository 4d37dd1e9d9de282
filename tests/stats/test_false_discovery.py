"""Benjamini-Hochberg and Benjamini-Yekutieli.

Checked against: statsmodels' multipletests (fdr_bh, fdr_by) and R's p.adjust (BH, BY); the step-up procedures
by their critical values; benjamini1995's example of fifteen p-values, whose first four it rejects at 0.05, one
more than Hochberg's procedure. That they do not hold the family-wise error is shown in draws. Properties:
order, raw p <= Benjamini-Hochberg <= Hommel <= Hochberg <= Holm, Benjamini-Hochberg <= Benjamini-Yekutieli.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from statsmodels.stats.multitest import multipletests

from rankpress.stats.adjustments import hochberg, holm, hommel
from rankpress.stats.false_discovery import benjamini_hochberg, benjamini_yekutieli

ALL = {"BH": benjamini_hochberg, "BY": benjamini_yekutieli}

P_VALUES = st.one_of(
    arrays(np.float64, st.integers(1, 12), elements=st.floats(0, 1)),
    arrays(np.float64, st.integers(1, 12), elements=st.integers(0, 8).map(lambda eighth: eighth / 8)),
    arrays(np.float64, st.integers(1, 12), elements=st.floats(0, 0.02)),
)


@pytest.mark.conformance(procedure="Benjamini-Hochberg, Benjamini-Yekutieli", source="statsmodels multipletests")
@pytest.mark.parametrize(("name", "method"), [("BH", "fdr_bh"), ("BY", "fdr_by")])
@given(p=P_VALUES)
def test_adjusted_p_are_statsmodels(name, method, p):
    assert ALL[name](p) == pytest.approx(multipletests(p, method=method)[1], rel=1e-12, abs=1e-300)


@pytest.mark.conformance(procedure="Benjamini-Hochberg, Benjamini-Yekutieli", source="R p.adjust")
def test_adjusted_p_are_rs(r_values):
    held = 0
    for (function, case), values in r_values.items():
        name = function.removeprefix("p.adjust.")
        if name in ALL:
            i = np.arange(1, int(case) + 1)
            adjusted = ALL[name](((37 * i % 101) / 101) ** 3)
            assert adjusted == pytest.approx([values[str(place)] for place in range(int(case))], rel=1e-12)
            held += 1
    assert held == 12


@given(P_VALUES)
def test_it_is_the_procedure_by_its_critical_values(p):
    order = np.argsort(p, kind="stable")
    i = np.arange(1, p.size + 1)
    for name, factor in (("BH", 1.0), ("BY", (1 / i).sum())):
        adjusted = ALL[name](p)
        for alpha in (0.01, 0.05, 0.3):
            met = np.flatnonzero(p[order] <= i * alpha / (p.size * factor))
            rejected = order[: met[-1] + 1] if met.size else []
            if (np.abs(adjusted - alpha) > 1e-12).all():  # where rounding does not decide
                assert set(np.flatnonzero(adjusted <= alpha)) == set(rejected)


def test_the_example_of_benjamini_and_hochberg():
    p = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344]
    p += [0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0]
    assert np.flatnonzero(benjamini_hochberg(p) <= 0.05).tolist() == [0, 1, 2, 3]
    assert np.flatnonzero(hochberg(p) <= 0.05).tolist() == [0, 1, 2]


def test_the_rate_is_held_and_the_family_wise_error_is_not():
    generator = np.random.default_rng(2)
    shares, errors = [], 0
    for _ in range(4000):
        p = np.concatenate([np.zeros(10), generator.random(10)])
        rejected = benjamini_hochberg(p) <= 0.05
        wrong = rejected[10:].sum()
        shares.append(wrong / rejected.sum())
        errors += wrong > 0
    assert np.mean(shares) == pytest.approx(0.025, abs=0.004)  # the share of true hypotheses times the level
    assert errors / 4000 > 0.2


@given(P_VALUES)
def test_the_later_the_sharper(p):
    for chain in (
        [p, benjamini_hochberg(p), hommel(p), hochberg(p), holm(p)],
        [benjamini_hochberg(p), benjamini_yekutieli(p)],
    ):
        for sharper, blunter in itertools.pairwise(chain):
            assert (sharper <= blunter * (1 + 1e-12)).all()
    assert (benjamini_yekutieli(p) <= 1).all()


@pytest.mark.parametrize("name", ALL)
@given(p=P_VALUES, random=st.randoms())
def test_each_adjusted_p_stays_with_its_hypothesis(name, p, random):
    order = list(range(p.size))
    random.shuffle(order)
    assert ALL[name](p[order]).tolist() == ALL[name](p)[order].tolist()


@given(P_VALUES)
def test_smaller_p_never_have_larger_adjusted_p(p):
    for function in ALL.values():
        assert (np.diff(function(p)[np.argsort(p, kind="stable")]) >= 0).all()


def test_one_hypothesis_needs_no_adjustment():
    for function in ALL.values():
        assert function([0.3]).tolist() == [0.3]


@pytest.mark.parametrize("function", ALL.values(), ids=ALL)
@pytest.mark.parametrize(
    ("p", "message"),
    [([], "p: got 0 entries; at least 1 are needed"), ([0.5, np.nan], "p: entry 1 is nan; finite numbers are needed")],
)
def test_what_are_no_p_values_is_refused(function, p, message):
    with pytest.raises(ValueError, match=message):
        function(p)
