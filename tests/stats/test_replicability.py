"""Measures of replicability, held against the pairs of experiments they are defined by and against Demsar's numbers."""

from itertools import combinations

import numpy as np
import pytest

from rankpress.stats.replicability import Tally, agreement_of_outcomes, summarise_experiments


@pytest.mark.parametrize("rejections", [0, 1, 7, 12, 24, 25])
def test_r_of_outcomes_is_the_share_of_pairs_that_agree(rejections: int) -> None:
    outcomes = [1] * rejections + [0] * (25 - rejections)
    pairs = list(combinations(outcomes, 2))
    assert agreement_of_outcomes(rejections, 25) == pytest.approx(sum(a == b for a, b in pairs) / len(pairs))


def test_r_of_outcomes_in_table_7() -> None:
    # of a thousand draws, in Demsar's Table 7 (a) and (c); printed with two digits, cut off or rounded
    printed = {154: 0.74, 709: 0.59, 818: 0.70, 307: 0.57, 909: 0.83, 521: 0.50, 884: 0.79, 999: 1.0}
    for rejections, r in printed.items():
        assert agreement_of_outcomes(rejections, 1000) == pytest.approx(r, abs=0.006)


def test_both_measures_are_one_less_twice_a_variance() -> None:
    p = np.random.default_rng(1).random((40, 3))
    found = summarise_experiments(p, 0.3)
    assert found.of_p == pytest.approx(1 - 2 * p.var(axis=0, ddof=1))
    assert found.of_outcomes == pytest.approx(1 - 2 * (p <= 0.3).var(axis=0, ddof=1))
    assert found.rejections.tolist() == (p <= 0.3).sum(axis=0).tolist()


def test_experiments_that_come_in_parts_are_summed_up_as_if_together() -> None:
    p = np.random.default_rng(3).random((1000, 2)) ** 4 * [1, 1e-9]
    whole, parts = summarise_experiments(p, 0.1), Tally(0.1)
    for start, end in ((0, 1), (1, 400), (400, 1000)):
        parts.add(p[start:end])
    fourth = ((p - p.mean(axis=0)) ** 4).mean(axis=0)
    error = np.sqrt((fourth - p.var(axis=0, ddof=1) ** 2 * 997 / 999) / 1000)
    for found in (whole, parts.summary()):
        assert found.average_p == pytest.approx(p.mean(axis=0), rel=1e-12)
        assert found.average_p_error == pytest.approx(p.std(axis=0, ddof=1) / np.sqrt(1000), rel=1e-12)
        assert found.of_p_error == pytest.approx(2 * error, rel=1e-6, abs=1e-15)
        assert (found.n, found.rejections.tolist()) == (1000, (p <= 0.1).sum(axis=0).tolist())


def test_errors_are_those_of_many_repetitions() -> None:
    # p = U^2, so that the null hypothesis is rejected at 0.09 with a chance of 0.3
    p = np.random.default_rng(2).random((300, 4000)) ** 2
    found = summarise_experiments(p, 0.09)
    for values, errors in (
        (found.average_p, found.average_p_error),
        (found.of_p, found.of_p_error),
        (found.of_outcomes, found.of_outcomes_error),
    ):
        assert np.sqrt((errors**2).mean()) == pytest.approx(values.std(ddof=1), rel=4.5 / np.sqrt(2 * 4000) + 0.01)
    # R of a uniform's square: var is 1/5 - 1/9
    assert abs(found.of_p.mean() - (1 - 2 * (1 / 5 - 1 / 9))) < 4.5 * found.of_p.std() / np.sqrt(4000)
    covered = (found.low <= 0.3) & (found.high >= 0.3)
    assert covered.mean() == pytest.approx(0.95, abs=0.02)


@pytest.mark.parametrize(("p", "told"), [([[0.5]], "two experiments"), ([[0.5], [1.5]], "between"), ([0.1], "shape")])
def test_refuses(p: object, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        summarise_experiments(p, 0.05)  # type: ignore[arg-type]
