"""Under its null hypothesis each test rejects at its level, and each adjustment keeps the error that it promises.

Checked against: the level itself. Data sets have their own levels and spreads; the share of studies with a rejection
must lie within 3.5 binomial standard errors of the level, or for tests of few distinct p-values at or below it. Draws
are fixed, so that the outcome is the same in every run.
"""

import csv
import math
import runpy

import numpy as np
import pytest
from scipy.stats import norm

from rankpress.catalog.methods import ADJUSTMENTS, OMNIBUS, PAIRWISE, WITHIN
from rankpress.stats.mcnemar import cochran_q
from rankpress.stats.ranks import rank_scores
from rankpress.stats.resampled import corrected_t, five_by_two_cv_f, five_by_two_cv_t, kfold_t, resampled_t
from rankpress.stats.synthetic import compare_in_studies
from tests.trials.nulls import UNADJUSTED, WORLDS, errors_of_families

ALPHA = 0.05
# So many allow for 1.6 to 8.4%: a test of one tail is found nine times in ten, and one that takes a variance for half
# of what it is, and so errs in 17%, always. Degrees of freedom are compared with what others computed.
DRAWS = 500


def margin(level, draws):
    return 3.5 * math.sqrt(level * (1 - level) / draws)


def equal_algorithms(generator, n, k):
    """Scores of algorithms that perform alike; data sets differ in difficulty and spread."""
    return generator.normal(size=(n, 1)) * 5 + generator.normal(size=(n, k)) * generator.uniform(0.5, 2, (n, 1))


@pytest.mark.few
@pytest.mark.parametrize("name", sorted(OMNIBUS))
def test_an_omnibus_test_rejects_at_its_level(name):
    generator = np.random.default_rng(1)
    procedure = OMNIBUS[name]
    p = []
    for _ in range(DRAWS):
        # the analysis of variance assumes one spread
        scores = generator.normal(size=(30, 1)) * 5 + generator.normal(size=(30, 5))
        p.append(procedure.run(rank_scores(scores) if procedure.uses == "ranks" else scores).p)
    assert np.mean(np.array(p) <= ALPHA) == pytest.approx(ALPHA, abs=margin(ALPHA, len(p)))


@pytest.mark.few
@pytest.mark.parametrize("name", sorted(PAIRWISE))
def test_a_test_of_a_pair_rejects_at_its_level(run_pairs, name):
    generator = np.random.default_rng(2)
    scores = np.exp(np.array([equal_algorithms(generator, 25, 4) for _ in range(DRAWS)]) / 20)
    pair = np.array([[0, 1]])
    if PAIRWISE[name].pair_alone:
        options = {"draws": 1000} if name == "permutation" else {}  # exact for any number of signs
        p = compare_in_studies(PAIRWISE[name], scores, pair, options).p
    else:
        p = [run_pairs(PAIRWISE[name], study, pair).p[0] for study in scores]
    assert np.mean(np.array(p) <= ALPHA) == pytest.approx(ALPHA, abs=margin(ALPHA, len(p)))


def correlated_folds(generator, n_folds, pairs, rho):
    """Differences of equal algorithms over folds that share training cases."""
    shared = generator.normal(size=pairs)
    return np.sqrt(rho) * shared + np.sqrt(1 - rho) * generator.normal(size=(n_folds, pairs))


@pytest.mark.nightly
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
    rate = np.mean(WITHIN[name].run(only_a, apart - only_a, np.full(draws, 200)).p <= ALPHA)
    # The chi-squared form without continuity and the mid-p may exceed the level by little, as their authors say.
    assert 0.6 * ALPHA <= rate <= (1.1 * ALPHA if name in {"mcnemar-chi2", "mcnemar-mid-p"} else ALPHA)


def test_cochrans_q_keeps_the_level():
    generator = np.random.default_rng(8)
    p = [cochran_q(generator.random((150, 1)) + generator.random((150, 4)) > 1).p for _ in range(1500)]
    assert np.mean(np.array(p) <= ALPHA) == pytest.approx(ALPHA, abs=margin(ALPHA, len(p)))


def errors(name, world, control, studies, *adjustments):
    """Family-wise error of a test by adjustment, five algorithms on twelve data sets."""
    scores = world.scores(studies, 12, 5, np.random.default_rng(3))
    tried = [(ADJUSTMENTS[one], {}) for one in adjustments]
    rates = errors_of_families(PAIRWISE[name], scores, world.equal(5), ALPHA, control=control, adjustments=tried)
    return {one.adjustment: one.rate for one in rates if one.adjustment != UNADJUSTED}


KEEPING = [name for name in ADJUSTMENTS if ADJUSTMENTS[name].controls == "family-wise error"]
# All are tried with a test that gives p-values alone, with one that gives average ranks and with one that gives an
# error with its degrees of freedom; with the others two, of which one rejects the most.
OF_ALL_ADJUSTMENTS = ("t", "rank-z", "block-t")


@pytest.mark.weekly
@pytest.mark.conformance(
    "Null hypothesis of each test of pairs, with each adjustment",
    "simulation: the level is kept where it is true, and else exceeded if it is of all algorithms",
)
# An adjustment that is forgotten errs in some 25% of the families of all pairs, and a test that errs in 14% exceeds the
# limit of 250 studies, 9.8%, 19 times in 20.
@pytest.mark.parametrize(
    ("name", "control"), [*((name, False) for name in sorted(PAIRWISE)), *((name, True) for name in OF_ALL_ADJUSTMENTS)]
)
def test_the_error_rate_rests_on_the_declared_null(name, control):
    studies = 250
    method, limit, exceeding = PAIRWISE[name], ALPHA + margin(ALPHA, studies), 0.0
    keeping = KEEPING if name in OF_ALL_ADJUSTMENTS else ("holm", "hommel")
    for world in WORLDS.values():
        if world.name == "heavy tails" and method.uses != "scores":
            continue  # ranks are the same of any distribution
        if "exchangeable" not in world.true and method.pair_alone and name != "t":
            continue  # where what the others are matters to adjustments alone
        if method.null in world.true:
            assert max(errors(name, world, control, studies, *keeping).values()) <= limit, world.name
        elif exceeding <= limit and not method.pair_alone and world.better == "none" and "symmetric" in world.true:
            exceeding = max(errors(name, world, control, studies, "holm").values())  # the means are equal
    assert (exceeding > limit) == (not method.pair_alone)


@pytest.mark.nightly
def test_conovers_error_nears_what_the_report_of_a_study_says():
    """Of three algorithms one is always best: the statistic of the other two is sqrt(2) too large."""
    limit = 2 * norm.sf(norm.isf(0.025) / math.sqrt(2))
    studies, world = 500, WORLDS["one better"]
    scores = world.scores(studies, 200, 3, np.random.default_rng(1)) + 9 * world.shifts(3)
    holm = (ADJUSTMENTS["holm"], {})
    rates = errors_of_families(PAIRWISE["conover"], scores, world.equal(3), 0.05, adjustments=[holm])
    assert round(limit, 2) == 0.17
    assert [rate.rate for rate in rates] == pytest.approx([limit] * 2, abs=4 * math.sqrt(limit * (1 - limit) / studies))


@pytest.mark.nightly
@pytest.mark.parametrize("row", [21, 34, 85, 98])
def test_rates_of_tests_over_runs_are_those_of_the_reference(root, row):
    """A part of what tests/trials/runs.py simulates."""
    trial = runpy.run_path(str(root / "tests/trials/runs.py"))
    with trial["FILE"].open(encoding="utf-8", newline="") as file:
        published = list(csv.DictReader(file))[row]
    rate = trial["error"](published["test"], int(published["runs"]), published["world"])
    assert rate == pytest.approx(float(published["error"]), abs=5e-5)
