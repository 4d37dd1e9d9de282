"""Tests on draws of data sets, held against the tests of each draw by itself and against exact binomials."""

import numpy as np
import pytest
from scipy.stats import binom

from rankpress.stats.adjustments import holm
from rankpress.stats.friedman import friedman
from rankpress.stats.pairs import all_pairs, pairs_with
from rankpress.stats.pairwise import PAIRWISE
from rankpress.stats.ranks import rank_scores
from rankpress.stats.replicability import adjusted_p_of_draws, draw_datasets, omnibus_p_of_draws, pair_p_of_draws
from rankpress.stats.tukey import tukey

RANDOM = np.random.default_rng(11)
SCORES = np.round(RANDOM.random((15, 4)), 1)  # with ties
RANKS = rank_scores(SCORES)
DRAWS = RANDOM.integers(0, 15, (60, 8))


@pytest.mark.parametrize("name", ["t", "relative-t", "wilcoxon", "sign"])
def test_draws_at_once_are_as_one_by_one(name: str) -> None:
    procedure = PAIRWISE[name]
    values = RANKS if procedure.uses == "ranks" else SCORES
    alone = [np.nan_to_num(procedure.function(values[rows], [[1, 3]]).p[0], nan=1.0) for rows in DRAWS]
    assert pair_p_of_draws(name, values, DRAWS, (1, 3)) == pytest.approx(alone, abs=1e-12)


def test_more_draws_than_one_call_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = pair_p_of_draws("wilcoxon", SCORES, DRAWS, (0, 2))
    monkeypatch.setattr("rankpress.stats.replicability._AT_ONCE", 7)
    assert pair_p_of_draws("wilcoxon", SCORES, DRAWS, (0, 2)).tolist() == whole.tolist()


def test_sign_test_on_random_draws_rejects_as_the_binomial_says() -> None:
    # drawn with replacement and without bias, the wins of the first are binomial with its share of the data sets
    first_wins, n, size = 9, 20_000, 10
    scores = np.zeros((12, 2))
    scores[:first_wins, 0] = scores[first_wins:, 1] = 1.0
    draws = draw_datasets(scores[:, 0] - scores[:, 1], 0.0, n, size, np.random.default_rng(3), replacement=True)
    p = pair_p_of_draws("sign", rank_scores(scores), draws, (0, 1))
    wins = np.arange(size + 1)
    two_sided = np.minimum(1, 2 * binom.cdf(np.minimum(wins, size - wins), size, 0.5))
    chance = binom.pmf(wins, size, first_wins / 12)[two_sided <= 0.05].sum()
    assert 0.2 < chance < 0.8
    assert abs((p <= 0.05).mean() - chance) < 4.5 * np.sqrt(chance * (1 - chance) / n)


def test_omnibus_tests_are_those_of_each_draw_and_all_tied_is_1() -> None:
    draws = np.vstack([DRAWS[:5], np.zeros((1, 8), dtype=np.int64)])
    tied = RANKS.copy()
    tied[0] = 2.5
    p = omnibus_p_of_draws("friedman", tied, draws)
    assert p[:5] == pytest.approx([friedman(tied[rows]).p for rows in draws[:5]])
    assert p[5] == 1.0


def test_families_are_those_of_each_draw() -> None:
    pairs = all_pairs(4)[:, ::-1]  # either may come first
    found = adjusted_p_of_draws(("rank-z", {}), {"holm": {}, "nemenyi": {}}, RANKS, DRAWS[:6], pairs)
    for at, rows in enumerate(DRAWS[:6]):
        raw = PAIRWISE["rank-z"].function(RANKS[rows].mean(axis=0), 8, pairs).p
        assert found["holm"][at] == pytest.approx(holm(raw))
    assert found["nemenyi"].shape == (6, 6)


def test_family_of_the_block_design() -> None:
    pairs = all_pairs(4)
    found = adjusted_p_of_draws(("block-t", {}), {"tukey": {}}, SCORES, DRAWS[:3], pairs)["tukey"]
    tests = PAIRWISE["block-t"].function(SCORES[DRAWS[0]], pairs)
    assert found[0] == pytest.approx(tukey(tests.statistic, 4, float(tests.details["df"][0])), abs=1e-9)


def test_family_with_a_control_and_a_test_of_two() -> None:
    pairs = pairs_with(2, 4)
    found = adjusted_p_of_draws(("wilcoxon", {}), {"holm": {}}, SCORES, DRAWS[:3], pairs, control=True)["holm"]
    assert found[1] == pytest.approx(holm(PAIRWISE["wilcoxon"].function(SCORES[DRAWS[1]], pairs).p))


def test_a_test_that_needs_all_algorithms_is_no_test_of_a_pair() -> None:
    with pytest.raises(ValueError, match="rank-z"):
        pair_p_of_draws("rank-z", RANKS, DRAWS, (0, 1))
