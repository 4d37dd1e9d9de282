"""Measures of leaderboards, orders by consensus, evidence that is looked at again, and running times to targets."""

from itertools import permutations

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

SCORES = arrays(np.float64, (5, 4), elements=st.integers(0, 4).map(float))


@pytest.fixture(scope="module")
def auc(root):
    table = pandas.read_csv(root / "example_project/papers/demsar2006/auc.csv").set_index("dataset")
    return table[["C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"]].to_numpy()


@pytest.mark.conformance("Win rate, skill, improvability, champions, MRR", "bencheval 0.1.0 and fev 0.10.0")
def test_measures_of_demsars_table(auc):
    errors = 1 - auc
    expected = [
        (win_rate(auc), [0.2857142857, 0.6666666667, 0.3690476190, 0.6785714286]),
        (improvability(errors), [0.1939434783, 0.0556334599, 0.1409025858, 0.0614683786]),
        (skill(errors, 0), [0, 0.1652355627, 0.0658911911, 0.1581156382]),
        (rescaled_error(errors), [0.6827535527, 0.2460327531, 0.5682554234, 0.1887980647]),
        (mean_reciprocal_rank(auc), [0.3964285714, 0.5904761905, 0.4035714286, 0.6511904762]),
        (champions(auc), np.array([2.25, 4.25, 1.25, 6.25]) / 14),
    ]
    for measure, values in expected:
        assert measure.estimate == pytest.approx(values, abs=5e-11)
        assert not (measure.low > measure.estimate).any()
        assert not (measure.estimate > measure.high).any()
    podium = [[2.25, 0.75, 3.75], [4.25, 5.75, 3.75], [1.25, 4.25, 3.25], [6.25, 3.25, 3.25]]
    assert places(auc).sum(axis=0)[:, :3].tolist() == podium
    assert relative_error(errors, 0).estimate == pytest.approx(1 - skill(errors, 0).estimate)


@pytest.mark.conformance("Borda, Condorcet, Kemeny", "mteb, and all orders tried")
def test_orders_of_demsars_table(auc):
    assert borda_counts(auc).tolist() == [12, 28, 15.5, 28.5]
    assert condorcet_winner(auc) == 3
    assert kemeny_order(auc) == ([3, 1, 2, 0], 26.5)
    assert majority(auc)[3].tolist() == pytest.approx([0.8214286 * 14, 7.5, 0.6785714 * 14, 0], abs=1e-5)


@given(SCORES)
def test_kemenys_order_is_the_best_of_all(scores):
    wins = majority(scores)
    costs = {
        order: sum(wins[order[j], order[i]] for i in range(4) for j in range(i + 1, 4))
        for order in permutations(range(4))
    }
    order, cost = kemeny_order(scores)
    assert cost == min(costs.values()) == costs[tuple(order)]


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
        found = measure(scores)
        there = np.isfinite(found.low)
        assert ((found.low[there] >= 0) & (found.high[there] <= 1)).all()
        assert (np.isfinite(found.high) == there).all()


def test_data_sets_that_agree_leave_no_interval():
    """They would give one of no width, which no sample of data sets can."""
    found = win_rate([[3, 2, 1], [3, 2, 1], [3, 1, 2]])
    assert np.isnan(found.low).tolist() == np.isnan(found.high).tolist() == [True, False, False]


def test_ratios_are_cut():
    assert relative_error([[0.0, 0.5, 0.0], [0.1, 0.1, 0.1]], 0).estimate == pytest.approx([1, 10, 1])
    with pytest.raises(ValueError, match="errors of at least 0"):
        skill([[-0.1, 0.2]], 0)
    with pytest.raises(ValueError, match="baseline"):
        skill([[0.1, 0.2]], 2)


@pytest.mark.nightly
@pytest.mark.conformance("Coverage of the intervals of measures", "simulation, 2,000 studies of 5 algorithms")
@pytest.mark.parametrize("n", [10, 20, 50])
def test_intervals_cover(n):
    rng = np.random.default_rng(3)
    shift = np.linspace(0, 1, 5)

    def drawn(size):
        return np.exp(rng.normal(size=(size, 1)) - 0.2 * shift + 0.3 * rng.normal(size=(size, 5)))

    measures = {"win rate": lambda e: win_rate(-e), "skill": lambda e: skill(e, 0), "improvability": improvability}
    large = drawn(200_000)
    true = {name: measure(large).estimate for name, measure in measures.items()}
    covered = {name: [] for name in measures}
    for _ in range(2000):
        errors = drawn(n)
        for name, measure in measures.items():
            found = measure(errors)
            covered[name].append(((found.low <= true[name]) & (true[name] <= found.high))[1:].mean())
    assert min(np.mean(each) for each in covered.values()) > 0.93


@pytest.mark.conformance("Anytime-valid sign test", "a worked example")
def test_the_process_of_signs():
    found = sign_process([1, 1, 1, -1, 1, 1, 1, 1, -1, 1, 1, 1])
    start = [1, 1.5, 2.5, 0.625, 0.875, 1.3125, 2.0625, 3.3515625, 1.1171875, 1.6757812, 2.5898438]
    assert found.e == pytest.approx([*start, 4199 / 1024], abs=1e-7)
    assert found.p == pytest.approx(0.2438675875, abs=5e-11)
    assert [found.low, found.high] == pytest.approx([0.4133, 0.9927], abs=5e-5)
    assert sign_process([1, 0, 1]).e.tolist() == pytest.approx([1, 1, 1.5])


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
