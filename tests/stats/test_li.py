"""Li's two-step procedure.

Checked against: its two steps, at many levels; its family-wise error for independent p-values by integration
over the largest, which is the level exactly where all hypotheses are true; that comparisons with one control,
which depend on each other, exceed the level as its docstring says. Properties: order, adjusted p >= raw p, the
largest p unchanged.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.integrate import quad
from scipy.special import ndtr

from rankpress.stats.adjustments import li

P_VALUES = st.one_of(
    arrays(np.float64, st.integers(1, 12), elements=st.floats(0, 1)),
    arrays(np.float64, st.integers(1, 12), elements=st.integers(0, 8).map(lambda eighth: eighth / 8)),
    arrays(np.float64, st.integers(1, 12), elements=st.floats(0, 0.02)),
)


@pytest.mark.conformance(procedure="Li", source="the two steps by their definition")
@given(P_VALUES)
def test_it_is_the_two_steps(p):
    adjusted = li(p)
    for alpha in (0.01, 0.05, 0.3, 0.9):
        rejected = np.full(p.size, True) if p.max() <= alpha else p <= alpha * (1 - p.max()) / (1 - alpha)
        if (np.abs(adjusted - alpha) > 1e-12).all():  # where rounding does not decide
            assert ((adjusted <= alpha) == rejected).all()


@pytest.mark.parametrize("m", [2, 3, 10])
@pytest.mark.parametrize("alpha", [0.05, 0.3])
def test_the_error_is_alpha_for_independent_p(m, alpha):
    # Given the largest, u, the others are uniform below it; none is rejected above alpha (1 - u) / (1 - alpha).
    def any_rejected(u):
        return m * (u ** (m - 1) - (u - alpha * (1 - u) / (1 - alpha)) ** (m - 1))

    assert alpha**m + quad(any_rejected, alpha, 1)[0] == pytest.approx(alpha, rel=1e-9)
    for u in (0.4, 0.7, 0.95):  # the bound of that integral is the function's
        bound = alpha * (1 - u) / (1 - alpha)
        below, above = li([u, bound * (1 - 1e-9)]), li([u, bound * (1 + 1e-9)])
        assert below[1] <= alpha < above[1]


def test_comparisons_with_one_control_exceed_the_level():
    generator = np.random.default_rng(5)
    control, others = generator.normal(size=(20_000, 1)), generator.normal(size=(20_000, 10))
    p = 2 * ndtr(-np.abs(others - control) / np.sqrt(2))
    rejected = np.mean([(li(row) <= 0.05).any() for row in p])
    assert rejected == pytest.approx(0.075, abs=0.008)


@given(P_VALUES)
def test_it_lies_between_p_and_1_and_keeps_the_order(p):
    adjusted = li(p)
    assert (adjusted >= p * (1 - 1e-12)).all()
    assert (adjusted <= 1).all()
    assert adjusted.max() == pytest.approx(p.max(), rel=1e-12)
    assert (np.diff(adjusted[np.argsort(p, kind="stable")]) >= 0).all()


@given(P_VALUES, st.randoms())
def test_each_adjusted_p_stays_with_its_hypothesis(p, random):
    order = list(range(p.size))
    random.shuffle(order)
    assert li(p[order]).tolist() == li(p)[order].tolist()


def test_a_largest_p_of_1_leaves_nothing():
    assert li([0.0, 1e-9, 1.0]).tolist() == [0.0, 1.0, 1.0]


def test_one_hypothesis_needs_no_adjustment():
    for p in (0.0, 0.3, 1.0):
        assert li([p]) == pytest.approx([p], rel=1e-12)


@pytest.mark.parametrize(
    ("p", "message"),
    [([], "p: got 0 entries; at least 1 are needed"), ([0.5, 1.5], "p: entry 1 is 1.5; p-values lie between 0 and 1")],
)
def test_what_are_no_p_values_is_refused(p, message):
    with pytest.raises(ValueError, match=message):
        li(p)
