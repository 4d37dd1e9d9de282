"""What missing results do to the family-wise error, by the policy that treats them: five algorithms, all equal."""

import numpy as np
import pytest
from statsmodels.stats.proportion import proportion_confint

from rankpress.catalog.missing import MISSING_BIASES
from rankpress.stats.adjustments import holm
from rankpress.stats.friedman_pairs import rank_z
from rankpress.stats.pairs import all_pairs
from rankpress.stats.ranks import average_ranks, rank_scores
from rankpress.stats.wilcoxon import wilcoxon

K, SHARE, STUDIES = 5, 0.4, 150


def without_some(scores, generator, reason):
    """The scores without 40% of those of the first algorithm: any of them, or those on which it does worst."""
    few = round(SHARE * len(scores))
    least = np.argsort(scores[:, 0] - scores[:, 1:].mean(axis=1))
    gapped = scores.copy()
    gapped[generator.permutation(len(scores))[:few] if reason == "at random" else least[:few], 0] = np.nan
    return gapped


def p_of(policy, gapped):
    """The p-values of all pairs: of Wilcoxon's test, or of average ranks where missing results are ranked last."""
    pairs = all_pairs(K)
    if policy == "worst-rank":
        ranks = rank_scores(np.where(np.isnan(gapped), -1e9, gapped))
        return rank_z(average_ranks(ranks), len(ranks), pairs).p
    if policy == "incomplete-blocks":
        of_first, there = (pairs == 0).any(axis=1), ~np.isnan(gapped[:, 0])  # the others have all results
        p = np.empty(len(pairs))
        p[of_first], p[~of_first] = (
            wilcoxon(gapped[there], pairs[of_first]).p,
            wilcoxon(gapped[:, 1:], pairs[~of_first] - 1).p,
        )
        return p
    stand_in = {"dataset-mean": np.nanmean, "dataset-worst": np.nanmin}.get(policy, lambda rows, axis: rows[:, -1])
    values = stand_in(gapped, axis=1)
    return wilcoxon(np.where(np.isnan(gapped), values[:, None], gapped), pairs).p


def share_rejecting(policy, reason, n):
    generator, rejecting = np.random.default_rng(n), 0
    for _ in range(STUDIES):
        scores = 2 * generator.normal(size=(n, 1)) + generator.normal(size=(n, K))
        rejecting += bool((holm(p_of(policy, without_some(scores, generator, reason))) <= 0.05).any())
    return proportion_confint(rejecting, STUDIES, alpha=0.01, method="beta")


@pytest.mark.nightly
@pytest.mark.conformance("Missing results: family-wise error", "simulation: kept by a lack as the policy means it")
@pytest.mark.parametrize("policy", MISSING_BIASES)
def test_the_level_is_kept_where_results_are_missing_as_the_policy_has_it(policy):
    """Failures for policies that take a lack for one, and any results for those that do not; 12% would be found."""
    other = MISSING_BIASES[policy].missing
    assert share_rejecting(policy, "worst" if other == "at random" else "at random", 30)[0] <= 0.05


@pytest.mark.nightly
@pytest.mark.few(2)
@pytest.mark.conformance("Missing results: family-wise error", "simulation: as often as the caution says")
@pytest.mark.parametrize("policy", MISSING_BIASES)
def test_the_caution_has_the_share_that_is_found(policy):
    low, high = share_rejecting(policy, MISSING_BIASES[policy].missing, 30)
    assert 0.05 < low <= MISSING_BIASES[policy].percent / 100 <= high
