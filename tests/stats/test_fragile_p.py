"""What p-values depend on in addition to the scores: repeats, stopping rules, and the alternative."""

import itertools

import numpy as np
import pytest

from rankpress.stats.bayes_factor import bayes_factor_of_no_difference
from rankpress.stats.resampled import corrected_t, over_repeats, resampled_t
from rankpress.stats.stopping import p_of_fixed_number, p_of_last_loss


@pytest.mark.conformance("Stopping rules", "Berrar 2017, section 4.1")
def test_alice_and_bob_have_other_p_values_of_the_same_results():
    assert round(p_of_fixed_number(5, 1), 2) == 0.11
    assert round(p_of_last_loss(5, 1), 2) == 0.03
    assert round(2 * p_of_fixed_number(9, 1), 3) == 0.021


@pytest.mark.conformance("Stopping rules", "all sequences of wins and losses")
@pytest.mark.parametrize(("wins", "losses"), [(0, 1), (5, 1), (4, 3), (2, 4)])
def test_p_is_the_share_of_sequences_with_so_many_wins(wins, losses):
    sequences = list(itertools.product([True, False], repeat=wins + losses))
    fixed = [sum(sequence) >= wins for sequence in sequences]
    assert p_of_fixed_number(wins, losses) == pytest.approx(np.mean(fixed), rel=1e-12)
    # so many wins before the last of the losses: the earlier outcomes have not brought it yet
    before = [sequence[:-1].count(False) < losses for sequence in sequences]
    assert p_of_last_loss(wins, losses) == pytest.approx(np.mean(before), rel=1e-12)


@pytest.mark.conformance("p over repeats", "the corrected resampled t test and the t test of the folds")
def test_over_repeats_are_the_tests_of_the_first_repeats():
    rng = np.random.default_rng(3)
    differences, repeat = rng.normal(0.1, 1, (30, 3)), np.repeat([2, 4, 7], 10)
    tests = over_repeats(differences, repeat, 1 / 9)
    assert tests.repeats.tolist() == [1, 2, 3]
    for row in range(3):
        part = differences[: 10 * (row + 1)]
        np.testing.assert_allclose(tests.difference[row], part.mean(axis=0), rtol=1e-12)
        np.testing.assert_array_equal(tests.corrected[row], corrected_t(part, 1 / 9).p)
        np.testing.assert_array_equal(tests.uncorrected[row], resampled_t(part).p)


# By R's integrate with rel.tol = 1e-10, the formula of Rouder et al. (2009) for the integral over g from 0 to Inf, of
# which the factor is (1 + t^2/v)^(-(v+1)/2) over the integral, v = n - 1.
@pytest.mark.conformance("Bayes factor of no difference", "R integrate; BayesFactor::ttestBF(sleep)")
@pytest.mark.parametrize(
    ("t", "n", "scale", "expected"),
    [
        (4.062128, 10, 0.5**0.5, 0.0579411638768),
        (1.97, 1000, 0.5**0.5, 4.0719424769325),
        (0.0, 50, 0.5**0.5, 6.5003187452417),
        (2.0, 50, 0.5**0.5, 1.0409865132204),
        (-3.5, 200, 0.5**0.5, 0.0359964402962),
        (2.5, 12, 1.0, 0.4449084559125),
    ],
)
def test_bayes_factor_is_that_of_r(t, n, scale, expected):
    assert bayes_factor_of_no_difference([t], n, scale)[0] == pytest.approx(expected, rel=1e-8)
