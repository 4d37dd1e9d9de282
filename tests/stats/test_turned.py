"""A test within a data set with a pair turned round is the test of the differences with their signs turned.

Each test is held against itself, called with what it is given the other way round.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankpress.stats.bayes import bayes_correlated_t
from rankpress.stats.within import WITHIN, WithinProcedure

PAIRS = 6


def given_to(procedure: WithinProcedure, draw: np.random.Generator, turned: np.ndarray) -> tuple[tuple, tuple]:
    """What a test is called with, and the same with some pairs turned round; some pairs differ nowhere, or alike."""
    if procedure.design == "outcomes":
        a, b = draw.integers(0, 20, (2, PAIRS)).astype(float)
        a[0] = b[0] = 0
        return (a, b, 40), (np.where(turned, b, a), np.where(turned, a, b), 40)
    differences = draw.normal(0, 0.1, (10, PAIRS)).round(draw.integers(1, 4))
    differences[:, 0], differences[:, 1] = 0, 0.25
    rest = (0.25,) if procedure.design == "folds-ratio" else ()
    shape = (5, 2, PAIRS) if procedure.design == "5x2" else differences.shape
    return (differences.reshape(shape), *rest), (np.where(turned, -differences, differences).reshape(shape), *rest)


@pytest.mark.parametrize("procedure", WITHIN.values(), ids=list(WITHIN))
@given(seed=st.integers(0, 10**6), turned=st.lists(st.booleans(), min_size=PAIRS, max_size=PAIRS))
def test_turned_tests(procedure: WithinProcedure, seed: int, turned: list[bool]) -> None:
    which = np.array(turned)
    forth, back = given_to(procedure, np.random.default_rng(seed), which)
    found, expected = procedure.turn(procedure.function(*forth), which), procedure.function(*back)
    assert (found.name, found.why) == (expected.name, expected.why)
    for name in ("difference", "standard_error", "df", "statistic", "p"):
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name), err_msg=name)
    assert set(found.details) == set(expected.details)
    for name in found.details:
        np.testing.assert_array_equal(found.details[name], expected.details[name], err_msg=name)


@given(
    seed=st.integers(0, 10**6),
    turned=st.lists(st.booleans(), min_size=PAIRS, max_size=PAIRS),
    rope=st.sampled_from([0.0, 0.01, 0.25]),
)
def test_turned_posteriors(seed: int, turned: list[bool], rope: float) -> None:
    which = np.array(turned)
    (forth, ratio), (back, _) = given_to(WITHIN["corrected-t"], np.random.default_rng(seed), which)
    found, expected = bayes_correlated_t(forth, ratio, rope).turn(which), bayes_correlated_t(back, ratio, rope)
    assert found.why == expected.why
    for name in ("p_first", "p_second"):
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name), err_msg=name)
    # what is left of 1 by two subtractions, in one order or the other
    np.testing.assert_allclose(found.p_equal, expected.p_equal, rtol=0, atol=2e-16)
    for name in found.details:
        np.testing.assert_array_equal(found.details[name], expected.details[name], err_msg=name)
