"""Draws of data sets, the tests of each draw, and measures of replicability.

Checked against: the chances by definition and enumeration of all ways to draw; the tests of each draw by itself; exact
binomials; the pairs of experiments that define the measures, and Table 7 of demsar2006.
"""

from itertools import combinations, permutations

import numpy as np
import pytest
from scipy.stats import binom

from rankpress.catalog.methods import ADJUSTMENTS, OMNIBUS, PAIRWISE
from rankpress.stats.adjustments import holm
from rankpress.stats.friedman import friedman
from rankpress.stats.pairs import all_pairs
from rankpress.stats.ranks import rank_scores
from rankpress.stats.replicability import (
    Tally,
    adjusted_p_of_draws,
    agreement_of_outcomes,
    draw_datasets,
    omnibus_p_of_draws,
    pair_p_of_draws,
    selection_chances,
    summarise_experiments,
)


@pytest.mark.parametrize("rejections", [0, 1, 7, 12, 24, 25])
def test_r_of_outcomes_is_the_share_of_pairs_that_agree(rejections):
    outcomes = [1] * rejections + [0] * (25 - rejections)
    pairs = list(combinations(outcomes, 2))
    assert agreement_of_outcomes(rejections, 25) == pytest.approx(sum(a == b for a, b in pairs) / len(pairs))


def test_r_of_outcomes_in_table_7():
    # of a thousand draws, in Demsar's Table 7 (a) and (c); printed with two digits, cut off or rounded
    printed = {154: 0.74, 709: 0.59, 818: 0.70, 307: 0.57, 909: 0.83, 521: 0.50, 884: 0.79, 999: 1.0}
    for rejections, r in printed.items():
        assert agreement_of_outcomes(rejections, 1000) == pytest.approx(r, abs=0.006)


def test_experiments_that_come_in_parts_are_summed_up_as_if_together():
    p = np.random.default_rng(3).random((1000, 2)) ** 4 * [1, 1e-9]
    whole, parts = summarise_experiments(p, 0.1), Tally(0.1)
    for start, end in ((0, 1), (1, 400), (400, 1000)):
        parts.add(p[start:end])
    fourth = ((p - p.mean(axis=0)) ** 4).mean(axis=0)
    error = np.sqrt((fourth - p.var(axis=0, ddof=1) ** 2 * 997 / 999) / 1000)
    for summary in (whole, parts.summary()):
        assert summary.average_p == pytest.approx(p.mean(axis=0), rel=1e-12)
        assert summary.average_p_error == pytest.approx(p.std(axis=0, ddof=1) / np.sqrt(1000), rel=1e-12)
        assert summary.of_p_error == pytest.approx(2 * error, rel=1e-6, abs=1e-15)
        assert (summary.n, summary.rejections.tolist()) == (1000, (p <= 0.1).sum(axis=0).tolist())


def test_errors_are_those_of_many_repetitions():
    # p = U^2, so that the null hypothesis is rejected at 0.09 with a chance of 0.3
    p = np.random.default_rng(2).random((300, 4000)) ** 2
    summary = summarise_experiments(p, 0.09)
    for values, errors in (
        (summary.average_p, summary.average_p_error),
        (summary.of_p, summary.of_p_error),
        (summary.of_outcomes, summary.of_outcomes_error),
    ):
        assert np.sqrt((errors**2).mean()) == pytest.approx(values.std(ddof=1), rel=4.5 / np.sqrt(2 * 4000) + 0.01)
    # R of a uniform's square: var is 1/5 - 1/9
    assert abs(summary.of_p.mean() - (1 - 2 * (1 / 5 - 1 / 9))) < 4.5 * summary.of_p.std() / np.sqrt(4000)
    covered = (summary.low <= 0.3) & (summary.high >= 0.3)
    assert covered.mean() == pytest.approx(0.95, abs=0.02)


RANDOM = np.random.default_rng(11)
SCORES = np.round(RANDOM.random((15, 4)), 1)  # with ties
RANKS = rank_scores(SCORES)
DRAWS = RANDOM.integers(0, 15, (60, 8))


@pytest.mark.parametrize("name", ["t", "relative-t", "wilcoxon", "sign"])
def test_draws_at_once_are_as_one_by_one(name):
    procedure = PAIRWISE[name]
    values = RANKS if procedure.uses == "ranks" else SCORES
    alone = [np.nan_to_num(procedure.run(values[rows], [[1, 3]]).p[0], nan=1.0) for rows in DRAWS]
    assert pair_p_of_draws(procedure, values, DRAWS, (1, 3)) == pytest.approx(alone, abs=1e-12)


def test_sign_test_on_random_draws_rejects_as_the_binomial_says():
    # drawn with replacement and without bias, the wins of the first are binomial with its share of the data sets
    first_wins, n, size = 9, 20_000, 10
    scores = np.zeros((12, 2))
    scores[:first_wins, 0] = scores[first_wins:, 1] = 1.0
    draws = draw_datasets(scores[:, 0] - scores[:, 1], 0.0, n, size, np.random.default_rng(3), replacement=True)
    p = pair_p_of_draws(PAIRWISE["sign"], rank_scores(scores), draws, (0, 1))
    wins = np.arange(size + 1)
    two_sided = np.minimum(1, 2 * binom.cdf(np.minimum(wins, size - wins), size, 0.5))
    chance = binom.pmf(wins, size, first_wins / 12)[two_sided <= 0.05].sum()
    assert 0.2 < chance < 0.8
    assert abs((p <= 0.05).mean() - chance) < 4.5 * np.sqrt(chance * (1 - chance) / n)


def test_omnibus_tests_are_those_of_each_draw_and_all_tied_is_1():
    draws = np.vstack([DRAWS[:5], np.zeros((1, 8), dtype=np.int64)])
    tied = RANKS.copy()
    tied[0] = 2.5
    p = omnibus_p_of_draws(OMNIBUS["friedman"], tied, draws)
    assert p[:5] == pytest.approx([friedman(tied[rows]).p for rows in draws[:5]])
    assert p[5] == 1.0


def test_families_are_those_of_each_draw():
    pairs = all_pairs(4)[:, ::-1]  # either may come first
    adjustments = [(ADJUSTMENTS[name], {}) for name in ("holm", "nemenyi")]
    families = adjusted_p_of_draws((PAIRWISE["rank-z"], {}), adjustments, RANKS, DRAWS[:6], pairs)
    for at, rows in enumerate(DRAWS[:6]):
        raw = PAIRWISE["rank-z"].run(RANKS[rows].mean(axis=0), 8, pairs).p
        assert families["holm"][at] == pytest.approx(holm(raw))
    assert families["nemenyi"].shape == (6, 6)


DIFFERENCES = np.array([0.12, -0.05, 0.0, 0.3, -0.2])


@pytest.mark.parametrize("bias", [0.0, 5.0, 20.0, -20.0])
def test_chances_are_logistic(bias):
    weights = 1 / (1 + np.exp(-bias * DIFFERENCES))
    assert selection_chances(DIFFERENCES, bias) == pytest.approx(weights / weights.sum(), rel=1e-12)


def test_chances_of_differences_that_overflow():
    assert selection_chances([-1e6, -2e6, -1e6], 20.0) == pytest.approx([0.5, 0.0, 0.5])
    assert selection_chances([-1e307, -1e308], 20.0) == pytest.approx([0.5, 0.5])
    assert selection_chances([-1e307, 1e308], 20.0) == pytest.approx([0.0, 1.0])


def _chance_of_sets(weights, size):
    """The chance of each set when one after the other is drawn from those that are left."""
    chances = {}
    for order in permutations(range(len(weights)), size):
        left, chance = weights.sum(), 1.0
        for item in order:
            chance *= weights[item] / left
            left -= weights[item]
        chances[frozenset(order)] = chances.get(frozenset(order), 0.0) + chance
    return chances


@pytest.mark.nightly
def test_without_replacement_sets_have_the_chances_of_drawing_one_after_the_other():
    n, bias, size = 40_000, 8.0, 3
    expected = _chance_of_sets(1 / (1 + np.exp(-bias * DIFFERENCES)), size)
    draws = draw_datasets(DIFFERENCES, bias, n, size, np.random.default_rng(5))
    for members, chance in expected.items():
        share = np.mean([frozenset(draw) == members for draw in draws.tolist()])
        assert abs(share - chance) < 4.5 * np.sqrt(chance * (1 - chance) / n)


def test_with_replacement_each_is_drawn_by_its_chance():
    n, size = 20_000, 4
    draws = draw_datasets(DIFFERENCES, 8.0, n, size, np.random.default_rng(6), replacement=True)
    shares = np.bincount(draws.ravel(), minlength=5) / draws.size
    chances = selection_chances(DIFFERENCES, 8.0)
    assert (np.abs(shares - chances) < 4.5 * np.sqrt(chances * (1 - chances) / draws.size)).all()
    assert any(len(set(draw)) < size for draw in draws.tolist())
