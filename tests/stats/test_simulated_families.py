"""Errors of families are counted as they are where each study is tested and adjusted by itself.

Checked against: the tests and adjustments of one study after the other, without the short cuts; theory (independent of
the simulation: the family-wise error of two algorithms is the level of the test, unadjusted t tests of a normal null
reject at theirs, and closed procedures err as Bonferroni's does where all are equal). Bands are 4 standard errors.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from rankpress.stats.families import ADJUSTMENTS, Family
from rankpress.stats.pairs import all_pairs, pairs_with
from rankpress.stats.pairwise import PAIRWISE
from rankpress.stats.ranks import average_ranks, rank_scores
from rankpress.stats.synthetic import FamilyErrors, added, drawn_scores, errors_of_families

ALPHA = 0.2  # so that errors are many


def one_by_one(test: str, scores: np.ndarray, equal: np.ndarray, control: bool) -> dict[str, tuple[int, float]]:
    """Errors, and sums of shares of false rejections, by adjustment."""
    procedure, k = PAIRWISE[test], scores.shape[2]
    pairs = pairs_with(0, k) if control else all_pairs(k)
    true = np.array([equal[a, b] for a, b in pairs])
    found: dict[str, tuple[int, float]] = {}
    for study in scores:
        ranks = rank_scores(study)
        given = {"average-ranks": (average_ranks(ranks), len(study)), "ranks": (ranks,), "scores": (study,)}
        tests = procedure.function(*given[procedure.uses], pairs)
        t = tests.statistic if test == "block-t" else None
        family = Family(
            tests.p,
            k,
            control,
            average_ranks(ranks) if test == "rank-z" else None,
            tests.statistic if test == "rank-z" else None,
            t,
            None if t is None else float(tests.details["df"][0]),
        )
        for name, adjustment in ADJUSTMENTS.items():
            if not adjustment.inapplicable(family):
                rejected = adjustment.function(family) <= ALPHA
                errors, shares = found.get(name, (0, 0.0))
                wrong = (rejected & true).sum()
                found[name] = errors + bool(wrong), shares + wrong / max(rejected.sum(), 1)
    return found


@pytest.mark.parametrize(("control", "kind"), [(False, "ties"), (True, "heavy tails")])
@pytest.mark.parametrize("test", sorted(PAIRWISE))
def test_errors_are_those_of_one_study_after_the_other(test, control, kind):
    truth = np.array([0.0, 0.0, 1.0])
    scores = drawn_scores(30, 9, truth, kind, np.random.default_rng(1))
    equal = truth[:, None] == truth
    found = {one.adjustment: one for one in errors_of_families(test, scores, equal, ALPHA, control=control)}
    expected = one_by_one(test, scores, equal, control)
    assert set(found) == {"none", *expected}
    for name, (erring, shares) in expected.items():
        assert found[name].erring == erring, name
        assert found[name].false_shares == pytest.approx(shares), name
    assert sum(erring for erring, _ in expected.values()) > 0


def test_closed_procedures_err_as_bonferroni_does_where_all_are_equal():
    scores = drawn_scores(300, 10, np.zeros(4), "normal", np.random.default_rng(2))
    found = {one.adjustment: one for one in errors_of_families("t", scores, np.ones((4, 4), bool), ALPHA)}
    for name in ("holm", "shaffer", "shaffer-dynamic", "bergmann-hommel"):
        assert found[name].erring == found["bonferroni"].erring
    assert found["none"].erring > found["bonferroni"].erring
    assert found["benjamini-hochberg"].false_discovery_rate == found["benjamini-hochberg"].rate


def test_two_algorithms_are_tested_at_the_level():
    scores = drawn_scores(4000, 10, np.zeros(2), "normal", np.random.default_rng(3))
    for one in errors_of_families("t", scores, np.ones((2, 2), bool), 0.05):
        assert one.rate == pytest.approx(0.05, abs=4 * math.sqrt(0.05 * 0.95 / 4000))


def test_counts_of_pieces_add_up():
    scores = drawn_scores(60, 8, np.zeros(3), "normal", np.random.default_rng(4))
    equal = np.ones((3, 3), bool)
    whole = errors_of_families("wilcoxon", scores, equal, ALPHA)
    parts = added(errors_of_families("wilcoxon", part, equal, ALPHA) for part in (scores[:25], scores[25:]))
    for a, b in zip(whole, parts, strict=True):
        assert (a.adjustment, a.draws, a.erring) == (b.adjustment, b.draws, b.erring)
        assert a.false_shares == pytest.approx(b.false_shares)


def test_a_family_without_true_hypotheses_is_refused():
    with pytest.raises(ValueError, match="no pair of the family is equal"):
        errors_of_families("t", np.zeros((1, 3, 2)), np.eye(2, dtype=bool), ALPHA)


def test_rates_are_shares_of_the_draws():
    one = FamilyErrors("t", "holm", False, 200, 10, 4.0)
    assert (one.rate, one.false_discovery_rate) == (0.05, 0.02)
