"""Measures of leaderboards, orders by consensus, evidence that is looked at again, and running times to targets."""

import csv
from itertools import groupby, permutations
from pathlib import Path

import numpy as np
import pandas
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from rankpress.stats.anytime import sign_process
from rankpress.stats.consensus import borda_counts, condorcet_winner, kemeny_order, majority, rank_shares
from rankpress.stats.leaderboards import (
    champions,
    improvability,
    mean_reciprocal_rank,
    places,
    relative_error,
    rescaled_error,
    skill,
    win_rate,
)
from rankpress.stats.nemenyi import nemenyi_critical_difference
from rankpress.stats.paired_comparisons import bradley_terry, elo, pairwise_wins
from rankpress.stats.ranks import average_ranks, rank_scores

SCORES = arrays(np.float64, (5, 4), elements=st.integers(0, 4).map(float))


@pytest.fixture(scope="module")
def auc(root):
    table = pandas.read_csv(root / "example_project/papers/demsar2006/auc.csv").set_index("dataset")
    return table[["C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"]].to_numpy()


def peer_values():
    """Return by board, measure and program what other programs computed: algorithms, those compared with, values."""
    with (Path(__file__).parents[1] / "reference/leaderboard_values.csv").open(encoding="utf-8", newline="") as file:
        head, _, *rows = csv.reader(file)
    versions = dict(word.strip("# ").split() for word in head)
    for (board, program, measure), group in groupby(rows, lambda row: row[:3]):
        algorithms, others, values = zip(*(row[3:] for row in group), strict=True)
        source = f"{program} {versions[program]}"
        yield pytest.param(board, measure, algorithms, others, [*map(float, values)], id=f"{board}-{measure}-{source}")


def board_named(name, auc):
    """Return the errors of a board of tests/reference/leaderboard_values.py, and its algorithms."""
    if name == "d14":
        return (1 - auc).round(12), ["C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"]
    i, j = np.arange(1, 21)[:, None], np.arange(6)
    errors = (4 * j + 5 + (37 * i + 17 * j + 11 * i * j) % 40) / 100
    return (np.where((7 * i + 3 * j) % 11 == 0, np.nan, errors) if name == "gaps" else errors), [*"abcdef"]


MEASURES = {
    "elo": lambda e: elo(bradley_terry(*pairwise_wins(-e)).estimate),
    "win-rate": lambda e: win_rate(-e).estimate,
    "improvability": lambda e: improvability(e).estimate,
    "rescaled": lambda e: rescaled_error(e).estimate,
    "mrr": lambda e: mean_reciprocal_rank(-e).estimate,
    "skill": lambda e: skill(e, 0).estimate,
    "relative-error": lambda e: relative_error(e, 0).estimate,
    "first": lambda e: np.nansum(places(-e), axis=0)[:, 0],
    "second": lambda e: np.nansum(places(-e), axis=0)[:, 1],
    "third": lambda e: np.nansum(places(-e), axis=0)[:, 2],
    "average rank": lambda e: average_ranks(rank_scores(-e)),
    "half width": lambda e: np.full(e.shape[1], nemenyi_critical_difference(0.05, e.shape[1], len(e)).cd / 2),
    "pair win rate": lambda e: (won := majority(-e)) / np.where(won + won.T > 0, won + won.T, 1),
}
# Of maxima of a likelihood, where the optimizers stop; bencheval has win rates of pairs in single precision.
DIGITS = {"elo": 2e-5, "pair win rate": 1e-7, "win-rate": 1e-7}


@pytest.mark.conformance(
    "Elo, win rate, skill, improvability, rescaled error, MRR, places, MCB, with and without missing results",
    "bencheval 0.1.0, fev 0.10.0, arena-rank 0.1.1, choix 0.4.1, greybox 1.0.10",
)
@pytest.mark.parametrize(("board", "measure", "algorithms", "others", "values"), [*peer_values()])
def test_other_programs_find_the_same(auc, board, measure, algorithms, others, values):
    errors, names = board_named(board, auc)
    measured = MEASURES[measure](errors)
    places_of = [(names.index(a), *([names.index(b)] if b else [])) for a, b in zip(algorithms, others, strict=True)]
    assert [measured[place] for place in places_of] == pytest.approx(values, abs=DIGITS.get(measure, 1e-10))


@pytest.mark.parametrize("measure", [win_rate, champions, mean_reciprocal_rank, lambda x: improvability(5 - x)])
def test_intervals_of_gaps_are_those_of_the_data_sets_that_count(auc, measure):
    """Of a data set that nobody has a result on nothing counts, and without gaps the two ways agree."""
    errors, _ = board_named("gaps", auc)
    with_empty = measure(np.vstack([-errors, np.full((3, 6), np.nan)]))
    plain = measure(-errors)
    for bound, expected in zip((with_empty.low, with_empty.high), (plain.low, plain.high), strict=True):
        assert bound == pytest.approx(expected, nan_ok=True)


def test_win_rates_without_gaps_have_the_interval_of_a_mean():
    """An empty data set leads to the way of gaps, with the same numbers."""
    scores = np.random.default_rng(7).integers(0, 6, (9, 4)).astype(float)
    of_mean, of_ratios = win_rate(scores), win_rate(np.vstack([scores, np.full(4, np.nan)]))
    for name in ("estimate", "low", "high"):
        assert getattr(of_ratios, name) == pytest.approx(getattr(of_mean, name))
    with pytest.raises(ValueError, match="no data set in common"):
        win_rate([[1, np.nan, 2], [np.nan, 1, 2]])


def test_shares_of_ranks_with_gaps_are_over_resamples_that_have_all_algorithms(auc):
    errors, _ = board_named("gaps", auc)
    shares = rank_shares(-errors, draws=400)
    assert shares.sum(axis=0) == pytest.approx(np.ones(6))
    assert shares.sum(axis=1) == pytest.approx(np.ones(6))
    empty = np.full((4, 6), np.nan)
    assert rank_shares(np.vstack([-errors, empty]), draws=4000)[1, 0] == pytest.approx(shares[1, 0], abs=0.1)
    assert np.isnan(rank_shares([[1, np.nan], [2, np.nan]], draws=9)).all()


def test_champions_of_demsars_table(auc):
    assert champions(auc).estimate == pytest.approx(np.array([2.25, 4.25, 1.25, 6.25]) / 14)
    assert relative_error(1 - auc, 0).estimate == pytest.approx(1 - skill(1 - auc, 0).estimate)


@pytest.mark.conformance("Borda, Condorcet, Kemeny", "mteb, and all orders tried")
def test_orders_of_demsars_table(auc):
    assert borda_counts(auc).tolist() == [12, 28, 15.5, 28.5]
    assert condorcet_winner(auc) == 3
    assert kemeny_order(auc) == ([3, 1, 2, 0], 26.5, True)
    assert majority(auc)[3].tolist() == pytest.approx([0.8214286 * 14, 7.5, 0.6785714 * 14, 0], abs=1e-5)


@given(SCORES)
def test_kemenys_order_is_the_best_of_all(scores):
    wins = majority(scores)
    costs = {
        order: sum(wins[order[j], order[i]] for i in range(4) for j in range(i + 1, 4))
        for order in permutations(range(4))
    }
    order, cost, is_unique = kemeny_order(scores)
    assert cost == min(costs.values()) == costs[tuple(order)]
    assert is_unique == ([*costs.values()].count(cost) == 1)


@given(SCORES)
def test_a_winner_of_all_pairs_is_first_by_kemeny(scores):
    winner = condorcet_winner(scores)
    if winner is not None:
        assert kemeny_order(scores)[0][0] == winner


@given(SCORES)
def test_places_are_shared_out(scores):
    shares = places(scores)
    assert shares.sum(axis=1) == pytest.approx(np.ones((5, 4)))
    assert shares.sum(axis=2) == pytest.approx(np.ones((5, 4)))
    drawn = rank_shares(scores, draws=50)
    assert drawn.sum(axis=0) == pytest.approx(np.ones(4))
    assert drawn.sum(axis=1) == pytest.approx(np.ones(4))
    assert borda_counts(scores).sum() == 5 * 4 * 3 / 2


@given(SCORES)
def test_intervals_stay_within_possible_values(scores):
    for measure in (win_rate, champions, mean_reciprocal_rank, lambda x: improvability(4 - x), rescaled_error):
        measured = measure(scores)
        there = np.isfinite(measured.low)
        assert ((measured.low[there] >= 0) & (measured.high[there] <= 1)).all()
        assert (np.isfinite(measured.high) == there).all()


def test_data_sets_that_agree_leave_no_interval():
    """They would give one of no width, which no sample of data sets can."""
    rates = win_rate([[3, 2, 1], [3, 2, 1], [3, 1, 2]])
    assert np.isnan(rates.low).tolist() == np.isnan(rates.high).tolist() == [True, False, False]


def test_ratios_are_cut():
    assert relative_error([[0.0, 0.5, 0.0], [0.1, 0.1, 0.1]], 0).estimate == pytest.approx([1, 10, 1])
    with pytest.raises(ValueError, match="errors of at least 0"):
        skill([[-0.1, 0.2]], 0)
    with pytest.raises(ValueError, match="baseline"):
        skill([[0.1, 0.2]], 2)


@pytest.mark.conformance("Anytime-valid sign test", "a worked example")
def test_the_process_of_signs():
    process = sign_process([1, 1, 1, -1, 1, 1, 1, 1, -1, 1, 1, 1])
    start = [1, 1.5, 2.5, 0.625, 0.875, 1.3125, 2.0625, 3.3515625, 1.1171875, 1.6757812, 2.5898438]
    assert process.e == pytest.approx([*start, 4199 / 1024], abs=1e-7)
    assert process.p == pytest.approx(0.2438675875, abs=5e-11)
    assert [process.low, process.high] == pytest.approx([0.4133, 0.9927], abs=5e-5)
    assert sign_process([1, 0, 1]).e.tolist() == pytest.approx([1, 1, 1.5])


@pytest.mark.nightly
def test_it_is_valid_whenever_one_stops():
    """A fair coin rarely reaches 20, however often one looks."""
    rng = np.random.default_rng(4)
    signs = rng.choice([-1.0, 1.0], size=(800, 60))
    rejected = np.mean([sign_process(each).p <= 0.05 for each in signs])
    assert rejected <= 0.05 + 3.5 * np.sqrt(0.05 * 0.95 / len(signs))


@given(st.lists(st.sampled_from([-1.0, 0.0, 1.0]), min_size=1, max_size=40))
def test_exchanging_the_two_turns_the_sequence(differences):
    forth, back = sign_process(differences), sign_process([-each for each in differences])
    assert forth.p == back.p
    assert [forth.low, forth.high] == pytest.approx([1 - back.high, 1 - back.low], abs=1e-9)
    assert 0 <= forth.low <= forth.high <= 1
