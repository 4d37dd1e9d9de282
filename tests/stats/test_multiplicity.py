"""The chance of an error over many tests, and the calibration of a p-value.

Held against: salzberg1997 section 3.1 (154 tests: 7.7, 0.9996, 0.0003), berrar2017 section 3.2 (p = 0.03: 0.22 and
0.29); the simulated minimum of the calibration's own class of alternatives, by numerical integration; each other.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankpress.stats.multiplicity import (
    bayes_factor_bound,
    chance_of_any_error,
    error_probability_bound,
    expected_errors,
    level_for_family,
)

LEVELS = st.floats(1e-9, 0.999)


def test_salzbergs_example() -> None:
    assert round(expected_errors(154, 0.05), 1) == 7.7
    assert round(chance_of_any_error(154, 0.05), 4) == 0.9996
    assert round(level_for_family(154, 0.05), 4) == 0.0003


@given(st.integers(1, 10_000), LEVELS)
def test_the_level_for_a_family_gives_its_chance_of_error(n: int, alpha: float) -> None:
    assert chance_of_any_error(n, level_for_family(n, alpha)) == pytest.approx(alpha)


@given(st.integers(1, 50), LEVELS)
def test_the_chance_is_that_of_independent_tests_and_below_bonferronis_bound(n: int, alpha: float) -> None:
    none = 1.0
    for _ in range(n):
        none *= 1 - alpha
    assert chance_of_any_error(n, alpha) == pytest.approx(1 - none, abs=1e-12)
    assert chance_of_any_error(n, alpha) <= expected_errors(n, alpha) * (1 + 1e-12)


def test_berrars_example(expected: dict) -> None:
    printed = expected["berrar2017"]["calibration"]
    assert round(error_probability_bound(printed["p"]), 2) == printed["alpha"]
    assert round(bayes_factor_bound(printed["p"]), 2) == printed["bayes_factor_bound"]


@pytest.mark.parametrize("p", [1e-6, 0.001, 0.01, 0.05, 0.2, 0.36])
def test_the_bound_is_the_least_over_beta_alternatives(p: float) -> None:
    # under the alternatives of the paper p has density x p^(x-1), 0 < x <= 1
    x = np.linspace(1e-4, 1, 200_001)
    assert bayes_factor_bound(p) == pytest.approx(1 / np.max(x * p ** (x - 1)), rel=1e-6)


def test_a_large_p_says_nothing() -> None:
    assert bayes_factor_bound(0.5) == bayes_factor_bound(1) == 1
    assert error_probability_bound(0.9) == 0.5


@pytest.mark.parametrize("p", [0, -0.1, 1.1, float("nan")])
def test_what_is_no_p_value(p: float) -> None:
    with pytest.raises(ValueError, match=r"p: got .*; a number above 0 and at most 1 is needed"):
        bayes_factor_bound(p)


def test_no_tests() -> None:
    with pytest.raises(ValueError, match="n_tests: got 0; an integer of at least 1 is needed"):
        chance_of_any_error(0, 0.05)
