"""Under equality each test rejects at its level, and each adjustment keeps the error that it promises.

Checked against: the level itself. All algorithms have scores of one distribution, data sets their own levels and
spreads; the share of studies with a rejection must lie within 3.5 binomial standard errors of the level, or for tests
of few distinct p-values at or below it. Draws are fixed, so that the outcome is the same in every run.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from rankpress.catalog.methods import ADJUSTMENTS
from rankpress.core.scores import MetricScores
from rankpress.spec.model import AdjustMethod, RankOptions, TestOptions
from rankpress.stages.adjust import adjust, signed_by_dataset
from rankpress.stages.rank import rank
from rankpress.stages.test import compare
from rankpress.stats.mcnemar import cochran_q
from rankpress.stats.procedures import OMNIBUS, PAIRWISE, WITHIN
from rankpress.stats.ranks import average_ranks, rank_scores
from rankpress.stats.resampled import corrected_t, five_by_two_cv_f, five_by_two_cv_t, kfold_t, resampled_t

ALPHA = 0.05
# Few draws find a wrong tail or factor, many a wrong degree of freedom.
DRAWS = pytest.mark.parametrize("draws", [150, pytest.param(1500, marks=pytest.mark.nightly)])
STUDIES = pytest.mark.parametrize("studies", [60, pytest.param(500, marks=pytest.mark.nightly)])

# Few distinct p-values, or a distribution that is approximate on the safe side.
CONSERVATIVE = {"sign", "wilcoxon", "permutation"}


def margin(level: float, draws: int) -> float:
    return 3.5 * math.sqrt(level * (1 - level) / draws)


def equal_algorithms(generator: np.random.Generator, n: int, k: int) -> np.ndarray:
    """Scores of algorithms that perform alike; data sets differ in difficulty and spread."""
    return generator.normal(size=(n, 1)) * 5 + generator.normal(size=(n, k)) * generator.uniform(0.5, 2, (n, 1))


def pair_tests(name: str, scores: np.ndarray, pairs: np.ndarray):
    procedure = PAIRWISE[name]
    if procedure.uses == "average-ranks":
        return procedure.function(average_ranks(rank_scores(scores)), len(scores), pairs)
    return procedure.function(rank_scores(scores) if procedure.uses == "ranks" else scores, pairs)


@DRAWS
@pytest.mark.parametrize("name", sorted(OMNIBUS))
def test_an_omnibus_test_rejects_at_its_level(name, draws):
    generator = np.random.default_rng(1)
    procedure = OMNIBUS[name]
    p = []
    for _ in range(draws):
        # the analysis of variance assumes one spread
        scores = generator.normal(size=(30, 1)) * 5 + generator.normal(size=(30, 5))
        p.append(procedure.function(rank_scores(scores) if procedure.uses == "ranks" else scores).p)
    assert np.mean(np.array(p) <= ALPHA) == pytest.approx(ALPHA, abs=margin(ALPHA, len(p)))


@DRAWS
@pytest.mark.parametrize("name", sorted(PAIRWISE))
def test_a_test_of_a_pair_rejects_at_its_level(name, draws):
    generator = np.random.default_rng(2)
    p = []
    for _ in range(draws):
        scores = np.exp(equal_algorithms(generator, 25, 4) / 20)
        p.append(pair_tests(name, scores, np.array([[0, 1]])).p[0])
    rate, allowed = np.mean(np.array(p) <= ALPHA), margin(ALPHA, len(p))
    assert rate <= ALPHA + allowed
    assert rate >= (0.02 if name in CONSERVATIVE and draws > 1000 else ALPHA - allowed)


def correlated_folds(generator: np.random.Generator, n_folds: int, pairs: int, rho: float) -> np.ndarray:
    """Differences of equal algorithms over folds that share training cases."""
    shared = generator.normal(size=pairs)
    return np.sqrt(rho) * shared + np.sqrt(1 - rho) * generator.normal(size=(n_folds, pairs))


def test_the_corrected_t_keeps_the_level_where_folds_are_correlated_and_the_plain_one_does_not():
    # Nadeau and Bengio take the correlation of ten-fold cross-validation to be the share tested on, 1 / 10.
    differences = correlated_folds(np.random.default_rng(5), 10, 20_000, 0.1)
    assert np.mean(corrected_t(differences, 1 / 9).p <= ALPHA) == pytest.approx(ALPHA, abs=margin(ALPHA, 20_000))
    assert np.mean(kfold_t(differences).p <= ALPHA) > 2 * ALPHA
    repeated = correlated_folds(np.random.default_rng(5), 100, 20_000, 0.1)
    assert np.mean(corrected_t(repeated, 1 / 9).p <= ALPHA) == pytest.approx(ALPHA, abs=margin(ALPHA, 20_000))
    assert np.mean(resampled_t(repeated).p <= ALPHA) > 8 * ALPHA


def test_tests_of_independent_folds_keep_the_level_on_such():
    differences = np.random.default_rng(6).normal(size=(10, 20_000))
    for test in (kfold_t, resampled_t):
        assert np.mean(test(differences).p <= ALPHA) == pytest.approx(ALPHA, abs=margin(ALPHA, 20_000))
    five_by_two = differences.reshape(5, 2, -1)
    # Numerator and denominator share a difference, which both authors neglect: on the safe side for independent folds.
    for test in (five_by_two_cv_t, five_by_two_cv_f):
        assert 0.01 < np.mean(test(five_by_two).p <= ALPHA) <= ALPHA


@pytest.mark.parametrize("name", sorted(name for name, each in WITHIN.items() if each.design == "outcomes"))
def test_tests_of_outcomes_keep_the_level(name):
    draws = 20_000
    generator = np.random.default_rng(7)
    apart = generator.binomial(200, 0.3, size=draws)
    only_a = generator.binomial(apart, 0.5)
    rate = np.mean(WITHIN[name].function(only_a, apart - only_a, np.full(draws, 200)).p <= ALPHA)
    # The chi-squared form without continuity and the mid-p may exceed the level by little, as their authors say.
    assert 0.6 * ALPHA <= rate <= (1.1 * ALPHA if name in {"mcnemar-chi2", "mcnemar-mid-p"} else ALPHA)


def test_cochrans_q_keeps_the_level():
    generator = np.random.default_rng(8)
    p = [cochran_q(generator.random((150, 1)) + generator.random((150, 4)) > 1).p for _ in range(1500)]
    assert np.mean(np.array(p) <= ALPHA) == pytest.approx(ALPHA, abs=margin(ALPHA, len(p)))


@pytest.fixture(scope="module")
def error_rates() -> Callable[[str, bool, bool, int], dict[str, float]]:
    """Share of studies in which an adjustment calls equal algorithms different, by test, control and truth."""

    @cache
    def rates(pairwise: str, control: bool, some_differ: bool, studies: int) -> dict[str, float]:
        generator = np.random.default_rng(3)
        methods = [name for name, one in ADJUSTMENTS.items() if one.fits(control=control, pairwise=pairwise)]
        errors = dict.fromkeys(methods, 0)
        for _ in range(studies):
            scores = equal_algorithms(generator, 20, 5)
            if some_differ:
                scores[:, 3:] += 100.0  # two are far better than three that are equal, and equal to each other
            for name, p in adjusted(scores, pairwise, control, methods).items():
                errors[name] += bool(p.min() <= ALPHA)
        return {name: count / studies for name, count in errors.items()}

    return rates


def adjusted(scores: np.ndarray, pairwise: str, control: bool, methods: list[str]) -> dict[str, np.ndarray]:
    """Adjusted p-values of the pairs of equal algorithms, by the pipeline's own stages."""
    names = tuple("ABCDE")
    metric = MetricScores("m", "higher", tuple(f"d{i}" for i in range(len(scores))), names, scores, len(scores))
    options = TestOptions.model_validate({"pairwise": pairwise, "control": "A" if control else None, "within": "none"})
    ranking = rank(metric, RankOptions())
    tested = compare(metric, ranking, options, None)
    used = tuple(map(AdjustMethod.model_validate, methods))
    found = adjust(ranking, tested, used, ALPHA, signed_by_dataset(metric, tested, used))
    assert tested.over is not None
    equal = np.array([(a < 3) == (b < 3) for a, b in tested.over.pairs])  # who differs, if anyone does
    return {name: p[equal] for name, p in found.p.items()}


# By ranks, an outcome for two algorithms hangs on the others in the study, so that with true differences among those
# even the best adjustment cannot promise more than the test itself (Demsar's caution about rank-z): told, not tested.
@STUDIES
@pytest.mark.parametrize("control", [False, True])
@pytest.mark.parametrize("pairwise", ["rank-z", "wilcoxon", "block-t"])
def test_no_adjustment_errs_too_often_where_all_are_equal(pairwise, control, studies, error_rates):
    for name, rate in error_rates(pairwise, control, False, studies).items():
        if ADJUSTMENTS[name].controls != "family-wise error if independent":
            assert rate <= ALPHA + margin(ALPHA, studies), name


@STUDIES
@pytest.mark.parametrize("pairwise", ["wilcoxon", "block-t"])
def test_the_family_wise_error_is_kept_where_some_differ(pairwise, studies, error_rates):
    for name, rate in error_rates(pairwise, False, True, studies).items():
        if ADJUSTMENTS[name].controls == "family-wise error":
            assert rate <= ALPHA + margin(ALPHA, studies), name
