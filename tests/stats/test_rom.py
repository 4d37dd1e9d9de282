"""Rom's procedure, and its critical values.

Checked against: the equation that defines the critical values, that independent uniform p-values are all
spared with probability 1 - alpha, by exact integration of polynomials with rational numbers; the recursion
with a hundred digits; Hochberg's procedure for two hypotheses; the procedure by its critical values, for
rejections at any level. Regressions: faults seen
elsewhere, a maximum where the minimum belongs, adjusted values above Hochberg's, a negative critical value for
two hypotheses, sums that stop one term early. Properties: order, raw p <= Rom <= Hochberg.
"""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from rankpress.stats.adjustments import hochberg, rom, rom_critical_values

P_VALUES = st.one_of(
    arrays(np.float64, st.integers(1, 12), elements=st.floats(0, 1)),
    arrays(np.float64, st.integers(1, 12), elements=st.integers(0, 8).map(lambda eighth: eighth / 8)),
    arrays(np.float64, st.integers(1, 12), elements=st.floats(0, 0.02)),
)


def by_recursion(alpha, count):
    """Rom's recursion as he prints it, from the largest down, in the arithmetic of alpha."""
    values = [alpha]
    for i in range(2, count + 1):
        powers = sum(alpha**j for j in range(1, i))
        values.append((powers - sum(math.comb(i, j) * values[j] ** (i - j) for j in range(1, i - 1))) / i)
    return values


def none_rejected(critical):
    """Chance that the i-th smallest of so many independent uniform p-values exceeds critical[i], for all i."""
    density = [Fraction(1)]  # coefficients of a polynomial in the largest so far
    for value in critical:
        integral = [Fraction(0), *(factor / (power + 1) for power, factor in enumerate(density))]
        integral[0] = -sum(factor * value**power for power, factor in enumerate(integral))
        density = integral
    return math.factorial(len(critical)) * sum(density)


@pytest.mark.conformance(
    procedure="Rom: critical values",
    source="their defining equation, in rational numbers",
    fault="B15",
)
@pytest.mark.parametrize("alpha", [Fraction(1, 100), Fraction(1, 20), Fraction(1, 2), Fraction(9, 10)])
@pytest.mark.parametrize("m", range(1, 7))
def test_the_error_is_alpha_exactly(alpha, m):
    exact = by_recursion(alpha, m)
    assert none_rejected(exact[::-1]) == 1 - alpha
    assert rom_critical_values(float(alpha), m) == pytest.approx([float(value) for value in exact], rel=1e-14)


@pytest.mark.parametrize(("m", "alpha"), [(3, 0.05), (4, 0.05), (4, 0.3)])
def test_the_error_is_alpha_in_draws(m, alpha):
    p = np.sort(np.random.default_rng(1).random((400_000, m)))
    rejected = (p <= rom_critical_values(alpha, m)[::-1]).any(axis=1).mean()
    assert rejected == pytest.approx(alpha, abs=4 * math.sqrt(alpha * (1 - alpha) / len(p)))


@pytest.mark.conformance(procedure="Rom: critical values", source="the recursion with a hundred digits")
@pytest.mark.parametrize("alpha", ["1e-12", "0.003", "0.05", "0.4", "0.9", "0.99", "0.999"])
def test_many_critical_values(alpha):
    with localcontext() as context:
        context.prec = 100
        exact = [float(value) for value in by_recursion(Decimal(float(alpha)), 100)]
    assert rom_critical_values(float(alpha), 100) == pytest.approx(exact, rel=1e-11)
    # The p-value that just meets its critical value, the others being 1, has alpha for its adjusted one.
    for m in (2, 3, 10, 45, 100):
        assert rom([exact[m - 1]] + [1.0] * (m - 1))[0] == pytest.approx(float(alpha), rel=1e-12)


@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.7])
def test_the_first_in_closed_form(alpha):
    assert rom_critical_values(alpha, 3) == pytest.approx([alpha, alpha / 2, alpha / 3 + alpha**2 / 12], rel=1e-14)


def test_critical_values_fall_and_lie_in_their_bounds():
    for alpha in (0.001, 0.05, 0.5, 0.95):
        values = rom_critical_values(alpha, 300)
        places = np.arange(1, 301)
        assert (np.diff(values) < 0).all()
        assert (values >= alpha / places * (1 - 1e-12)).all()
        assert (values <= -math.log1p(-alpha) / places * (1 + 1e-12)).all()


@given(arrays(np.float64, st.integers(1, 2), elements=st.floats(0, 1)))
def test_two_hypotheses_are_hochbergs(p):
    assert rom(p) == pytest.approx(hochberg(p), rel=1e-12, abs=1e-300)


@pytest.mark.conformance(procedure="Rom", source="the procedure by its critical values")
@settings(max_examples=50)
@given(P_VALUES)
def test_it_is_the_procedure_by_its_critical_values(p):
    adjusted = rom(p)
    descending = np.argsort(-p, kind="stable")
    for alpha in (0.001, 0.05, 0.4, 0.95):
        met = np.flatnonzero(p[descending] <= rom_critical_values(alpha, p.size))
        rejected = descending[met[0] :] if met.size else []
        if (np.abs(adjusted - alpha) > 1e-11).all():  # where rounding does not decide
            assert set(np.flatnonzero(adjusted <= alpha)) == set(rejected)


@settings(max_examples=50)
@given(P_VALUES)
def test_an_adjusted_p_is_the_least_level_that_rejects(p):
    for at, level in enumerate(rom(p)):
        descending = np.sort(p)[::-1]
        for alpha, rejects in ((level * (1 + 1e-9), True), (level * (1 - 1e-9), False)):
            if 0 < alpha < 1 and p[at] > 1e-300:
                met = descending <= rom_critical_values(alpha, p.size)
                assert bool((met & (descending >= p[at])).any()) == rejects


def test_the_minimum_over_larger_p():
    assert rom([0.02, 0.03, 0.04]) == pytest.approx([0.04, 0.04, 0.04])


@given(P_VALUES)
def test_it_lies_between_p_and_hochberg(p):
    adjusted = rom(p)
    assert (adjusted >= p).all()
    assert (adjusted <= hochberg(p) * (1 + 1e-12)).all()


@given(P_VALUES, st.randoms())
def test_each_adjusted_p_stays_with_its_hypothesis(p, random):
    order = list(range(p.size))
    random.shuffle(order)
    assert rom(p[order]).tolist() == rom(p)[order].tolist()


@given(P_VALUES)
def test_smaller_p_never_have_larger_adjusted_p(p):
    assert (np.diff(rom(p)[np.argsort(p, kind="stable")]) >= 0).all()


def test_the_pairs_of_fifty_algorithms():
    p = np.random.default_rng(0).random(1225) ** 3
    adjusted = rom(p)
    assert (adjusted >= p).all()
    assert (adjusted <= hochberg(p)).all()
    assert rom(np.full(1225, 1e-300)) == pytest.approx([1e-300] * 1225)


def test_one_hypothesis_needs_no_adjustment():
    for p in (0.0, 0.3, 1.0):
        assert rom([p]).tolist() == [p]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: rom([]), "p: got 0 entries; at least 1 are needed"),
        (lambda: rom([0.5, np.nan]), "p: entry 1 is nan"),
        (lambda: rom([0.5, 1.5]), "p: entry 1 is 1.5; p-values lie between 0 and 1"),
        (lambda: rom_critical_values(1.0, 3), "alpha: got 1.0; a number between 0 and 1"),
        (lambda: rom_critical_values(0.05, 0), "n_hypotheses: got 0; an integer of at least 1 is needed"),
    ],
)
def test_what_does_not_fit_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
