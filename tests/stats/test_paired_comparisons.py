"""Bradley and Terry's and Davidson's strengths, Elo ratings and quasi-variances."""

import csv

import numpy as np
import pandas
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from rankpress.stats.paired_comparisons import (
    ALL_TIED,
    UNBOUNDED,
    bradley_terry,
    davidson,
    elo,
    pairwise_wins,
    quasi_variances,
)
from rankpress.stats.ranks import rank_scores


@pytest.fixture(scope="module")
def auc(root):
    return pandas.read_csv(root / "example_project/papers/demsar2006/auc.csv").set_index("dataset")


def results(k, **counts):
    """Wins and ties in one unit from entries such as AB=(win, tie, loss)."""
    wins, ties = np.zeros((1, k, k)), np.zeros((1, k, k))
    for pair, (won, tied, lost) in counts.items():
        a, b = (ord(letter) - ord("A") for letter in pair)
        wins[0, a, b], wins[0, b, a], ties[0, a, b], ties[0, b, a] = won, lost, tied, tied
    return wins, ties


def test_an_anchor_moves_all_ratings(auc):
    fit = bradley_terry(*pairwise_wins(auc))
    free, anchored = elo(fit.estimate), elo(fit.estimate, (0, 1000))
    assert anchored == pytest.approx(free - free[0] + 1000)


WINS = {"AB": (9, 0, 5), "AC": (11, 0, 3), "AD": (12, 0, 2), "BC": (8, 0, 6), "BD": (10, 0, 4), "CD": (9, 0, 5)}
QUASI = [0.32724781, 0.27882818, 0.27999171, 0.31570013]


@pytest.mark.conformance("Bradley-Terry strengths", "R BradleyTerry2")
def test_strengths_are_rs():
    strengths = bradley_terry(*results(4, **WINS)).estimate
    assert strengths - strengths[3] == pytest.approx([1.7211868, 0.97080928, 0.57850486, 0], abs=5e-8)


@pytest.mark.conformance("Quasi-variances", "R qvcalc")
def test_quasi_variances_are_rs():
    wins, ties = results(4, **WINS)
    estimate = bradley_terry(wins, ties).estimate
    chance = 1 / (1 + np.exp(estimate[None, :] - estimate[:, None]))
    weights = 14 * chance * (1 - chance)
    np.fill_diagonal(weights, 0)
    information = np.diag(weights.sum(axis=1)) - weights
    assert np.sqrt(quasi_variances(np.linalg.pinv(information))) == pytest.approx(QUASI, abs=1e-6)


@pytest.mark.conformance("Davidson's strengths", "two worked examples")
def test_strengths_with_ties():
    fit = davidson(*results(3, AB=(9, 3, 2), AC=(11, 2, 1), BC=(7, 4, 3)))
    assert fit.estimate - fit.estimate[2] == pytest.approx([2.44495092, 0.85779313, 0], abs=2e-8)
    assert fit.log_tie == pytest.approx(-0.28998263, abs=2e-8)
    votes = results(3, AB=(30, 6, 18), AC=(25, 9, 20), BC=(22, 4, 22))
    assert davidson(*votes).estimate == pytest.approx([0.24160374, -0.17455764, -0.06704610], abs=5e-8)
    assert np.exp(davidson(*votes).log_tie) == pytest.approx(0.28071115, abs=5e-8)
    assert bradley_terry(*votes).estimate == pytest.approx([0.21175264, -0.15298880, -0.05876384], abs=5e-8)


@given(arrays(np.int64, (6, 4), elements=st.integers(0, 3)))
def test_on_complete_tables_the_order_is_that_of_the_average_ranks(scores):
    fit = bradley_terry(*pairwise_wins(scores))
    if fit.why:
        assert fit.why == UNBOUNDED
        assert np.isnan(fit.estimate).all()
        return
    ranks = rank_scores(scores.astype(float)).mean(axis=0)
    assert abs(fit.estimate.sum()) < 1e-9
    for a in range(4):
        for b in range(4):
            if ranks[a] < ranks[b] - 1e-9:
                assert fit.estimate[a] > fit.estimate[b]
            elif ranks[a] == ranks[b]:
                assert fit.estimate[a] == pytest.approx(fit.estimate[b], abs=1e-7)


def test_a_group_that_never_loses_has_no_bound():
    assert bradley_terry(*pairwise_wins([[3, 2, 1], [3, 1, 2]])).why == UNBOUNDED
    assert davidson(*results(3, AB=(0, 2, 0), AC=(0, 1, 0), BC=(0, 2, 0))).why == ALL_TIED
    assert not bradley_terry(*pairwise_wins([[3, 2, 1], [1, 3, 2], [2, 1, 3]])).why


def test_a_missing_result_counts_for_nothing():
    scores = [[0.9, 0.8, np.nan], [0.7, 0.8, 0.6], [0.5, 0.4, 0.6], [0.5, 0.6, 0.4], [0.6, 0.5, 0.7]]
    wins, ties = pairwise_wins(scores)
    assert wins[0].tolist() == [[0, 1, 0], [0, 0, 0], [0, 0, 0]]
    assert not ties.any()


def test_the_anchor_has_no_interval_and_widens_the_others(auc):
    fit = bradley_terry(*pairwise_wins(auc))
    low, high = fit.interval(0.95, anchor=0)
    assert (low[0], high[0]) == (0, 0)
    assert ((high - low)[1:] > 0).all()
    free = np.subtract(*fit.interval(0.95)[::-1])
    assert free == pytest.approx(2 * 2.1603686565 * fit.standard_error, rel=1e-9)


def test_the_unit_is_what_the_errors_come_from():
    """Votes of one judge that say the same ten times over are one opinion."""
    rng = np.random.default_rng(1)
    scores = rng.normal(size=(12, 3))
    wins, ties = pairwise_wins(scores)
    once, often = bradley_terry(wins, ties), bradley_terry(10 * wins, 10 * ties)
    assert often.standard_error == pytest.approx(once.standard_error, rel=1e-9)


def test_the_page_on_leaderboards_has_the_simulated_coverage(root):
    with (root / "tests/reference/leaderboard_coverage.csv").open() as file:
        of_elo = [row for row in csv.DictReader(file) if row["measure"] == "elo"]
    page = (root / "docs/how-to/leaderboards.md").read_text(encoding="utf-8")
    for n in ("10", "20", "50"):
        cells = " | ".join(f"{100 * float(row['coverage']):.1f}%" for row in of_elo if row["datasets"] == n)
        assert f"| {n} | {cells} |" in page


def test_davidson_without_ties_is_bradley_terry():
    untied = results(3, AB=(9, 0, 5), AC=(11, 0, 3), BC=(7, 0, 7))
    assert davidson(*untied).estimate == pytest.approx(bradley_terry(*untied).estimate, abs=1e-9)
    assert (np.exp(davidson(*untied).log_tie), np.isnan(bradley_terry(*untied).log_tie)) == (0, True)
    assert np.isnan(davidson(*results(3, AB=(9, 0, 0), AC=(9, 0, 0), BC=(5, 0, 4))).log_tie)


def test_units_that_agree_leave_no_interval():
    """One of no width would be that of a sample that cannot vary."""
    ties = np.tile(1 - np.eye(3), (4, 1, 1))
    fit = bradley_terry(np.zeros_like(ties), ties)
    assert fit.estimate == pytest.approx([0, 0, 0])
    assert np.isnan(fit.interval(0.95)).all()
    low, high = fit.interval(0.95, anchor=1)
    assert (low[1], high[1]) == (0, 0)
    assert np.isnan([low[0], high[2]]).all()
    assert davidson(np.zeros_like(ties), ties).why == ALL_TIED
