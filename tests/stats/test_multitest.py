"""MultiTest, Multi2Test, Nemenyi's conditions for a best algorithm, costs, and the undominated front."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import ttest_rel

from rankpress.stats.bergmann import bergmann_hommel
from rankpress.stats.friedman_pairs import rank_z
from rankpress.stats.groups import SHARED_CHEAPEST, TWO_GROUPS, groups, name_best
from rankpress.stats.multitest import (
    average_normalized_costs,
    combined_costs,
    more_accurate,
    multitest,
    normalized_costs,
    one_sided,
    sort_steps,
    undominated,
)
from rankpress.stats.pairs import all_pairs


@st.composite
def studies(draw):
    """Who is significantly more accurate than whom, in any pattern, and a prior."""
    k = draw(st.integers(1, 7))
    outcome = draw(st.lists(st.sampled_from([-1, 0, 1]), min_size=math.comb(k, 2), max_size=math.comb(k, 2)))
    better = np.zeros((k, k), dtype=bool)
    for (a, b), sign in zip(itertools.combinations(range(k), 2), outcome, strict=True):
        better[a, b], better[b, a] = sign > 0, sign < 0
    return better, draw(st.permutations(range(k)))


def by_the_papers_words(better, prior):
    """Draw the graph, then take the simplest node without outgoing edges and remove it with its edges."""
    graph = {i: {j for at, j in enumerate(prior) if at > prior.index(i) and better[j, i]} for i in prior}
    order = []
    while graph:
        simplest = min((node for node, outgoing in graph.items() if not outgoing), key=prior.index)
        order.append(simplest)
        del graph[simplest]
        for outgoing in graph.values():
            outgoing.discard(simplest)
    return order


@pytest.mark.conformance("MultiTest", "Ulas et al. 2012, Table 1")
def test_ulas_orders_optdigits_so(table, expected):
    read = table("ulas2012_table1_optdigits")
    figures = expected["ulas2012"]["multitest_optdigits"]
    prior = [read.columns.index(name) for name in figures["prior_consistent_with_the_paper"]]
    result = multitest(read.values.astype(bool), prior)
    assert [read.columns[i] for i in result.order] == figures["order"]


@pytest.mark.conformance("MultiTest: steps of the sort", "Ulas et al. 2012, Fig. 2")
def test_ulas_sorts_optdigits_in_these_steps(table, expected):
    read = table("ulas2012_table1_optdigits")
    prior = [
        read.columns.index(name)
        for name in expected["ulas2012"]["multitest_optdigits"]["prior_consistent_with_the_paper"]
    ]
    steps = sort_steps(prior, multitest(read.values.astype(bool), prior).edges)
    names = [[read.columns[i] for i in candidates] for candidates in steps]
    assert names[0] == ["svr", "svl", "sv2", "mdt"]  # (a): "there are no algorithms better than"
    assert names[3] == ["5nn", "mlp", "mdt"]  # (d): "nodes without any outgoing edges"
    assert [candidates[0] for candidates in names] == ["svr", "svl", "sv2", "5nn", "mlp", "lnp", "mdt", "c45"]


@pytest.mark.conformance("MultiTest: one-sided tests", "scipy.stats.ttest_rel, alternative='greater'")
def test_one_sided_tests_are_of_the_more_expensive_being_better():
    rng = np.random.default_rng(5)
    scores, prior = rng.normal(size=(10, 5)) + np.arange(5) / 3, [3, 0, 4, 1, 2]
    pairs = all_pairs(5)
    two_sided = [ttest_rel(scores[:, a], scores[:, b]).pvalue for a, b in pairs]
    difference = [(scores[:, a] - scores[:, b]).mean() for a, b in pairs]
    costlier_first = [(a, b) if prior.index(a) > prior.index(b) else (b, a) for a, b in pairs]
    expected = [ttest_rel(scores[:, a], scores[:, b], alternative="greater").pvalue for a, b in costlier_first]
    np.testing.assert_allclose(one_sided(two_sided, difference, pairs, prior), expected, rtol=1e-12)


@pytest.mark.conformance("Multi2Test", "Ulas et al. 2012, section 3.2")
def test_ulas_orders_the_second_pass_so(expected):
    figures = expected["ulas2012"]["multi2test_second_pass_example"]
    names = figures["prior"]
    better = np.zeros((4, 4), dtype=bool)
    for winner, loser in figures["differs"]:
        better[names.index(winner), names.index(loser)] = True
    result = multitest(better, range(4))
    assert [names[i] for i in result.order] == figures["order"]
    assert [[names[i] for i in edge] for edge in result.edges] == [["A", "B"], ["C", "D"]]  # Fig. 3
    assert result.decided_by == ("test", "cost", "test", "cost")


@pytest.mark.conformance("Multi2Test", "Ulas et al. 2012, section 4")
@pytest.mark.parametrize(("key", "number"), [("multi2test_training_time", 7), ("multi2test_space", 8)])
def test_ulas_orders_by_time_and_by_space_so(key, number, ulas_ranks, expected):
    names, ranks = ulas_ranks(number)
    tests = rank_z(ranks, 38, all_pairs(8))
    better = more_accurate(bergmann_hommel(tests.p, 8), -tests.statistic, all_pairs(8), 8, 0.05)
    result = multitest(better, [names.index(name) for name in expected["ulas2012"][key]["prior"]])
    assert [names[i] for i in result.order] == expected["ulas2012"][key]["order"]
    assert result.edges == ()  # "no test result overrides prior order"
    assert result.decided_by == ("cost",) * 8


@pytest.mark.conformance("MultiTest", "the paper's pseudocode, step by step")
@given(studies())
def test_it_is_the_papers_algorithm(study):
    better, prior = study
    assert list(multitest(better, prior).order) == by_the_papers_words(better, list(prior))


@pytest.mark.conformance("MultiTest: test or cost", "all graphs of five algorithms")
def test_a_test_decides_where_it_puts_an_algorithm_directly_before_a_cheaper_one():
    later = list(itertools.combinations(range(5), 2))
    for outcome in itertools.product([False, True], repeat=len(later)):
        better = np.zeros((5, 5), dtype=bool)
        for (cheap, costly), is_better in zip(later, outcome, strict=True):
            better[costly, cheap] = is_better
        result = multitest(better, range(5))
        for (first, second), decided in zip(itertools.pairwise(result.order), result.decided_by, strict=False):
            assert (decided == "test") == (first > second)
            assert decided == "cost" or better[first, second]
        assert result.decided_by[-1] == "cost"


def test_who_is_more_accurate_needs_both_significance_and_a_difference():
    pairs = all_pairs(4)
    p = [0.05, 0.06, 0.01, 0.0, 1.0, 0.04]
    difference = [0.1, 0.9, -0.2, 0.0, -0.5, -0.1]
    better = more_accurate(p, difference, pairs, 4, 0.05)
    assert np.argwhere(better).tolist() == [[0, 1], [3, 0], [3, 2]]
    reverse = more_accurate(p, np.negative(difference), pairs[:, ::-1], 4, 0.05)
    assert reverse.tolist() == better.tolist()


def of_the_paper(in_rank_order, lines, **options):
    """An outcome as the paper writes it: numbers from the simplest up, in rank order, and which have lines."""
    ranks = [in_rank_order.index(number) for number in sorted(in_rank_order)]
    choice = name_best([[number - 1 for number in line] for line in lines], ranks, **({"prior": range(4)} | options))
    conditions = [at for at, holds in enumerate(choice.conditions, start=1) if holds]
    return conditions, None if choice.best is None else choice.best + 1


@pytest.mark.conformance("Nemenyi's conditions for a best", "Ulas et al. 2012, section 2.2")
@pytest.mark.parametrize(
    ("in_rank_order", "lines", "conditions", "best"),
    [
        ([2, 4, 3, 1], [[4, 3], [3, 1]], [1], 2),
        ([2, 4, 3, 1], [[4, 3, 1]], [1], 2),
        ([4, 3, 2, 1], [[4, 3, 2]], [2], 2),
        ([1, 3, 4, 2], [[1, 3, 4], [4, 2]], [3], 1),
        ([1, 3, 4, 2], [[1, 3], [3, 4], [4, 2]], [3], 1),
        ([4, 1, 3, 2], [[4, 1, 3], [3, 2]], [4], 1),
        ([4, 3, 2, 1], [[4, 3, 2], [2, 1]], [], None),
        ([4, 3, 2, 1], [[4, 3, 2], [3, 2, 1]], [], None),
    ],
)
def test_ulas_names_these(in_rank_order, lines, conditions, best):
    assert of_the_paper(in_rank_order, lines) == (conditions, best)


def test_why_none_is_named():
    assert name_best([(3, 2, 1), (1, 0)], [4, 3, 2, 1], range(4)).why == SHARED_CHEAPEST
    # groups of a test other than of ranks: 0 is alike with 1 and with 2, which differ
    assert name_best([(0, 1), (0, 2)], [1, 2, 3], range(3)).why == TWO_GROUPS
    # 0 and 1 share the smallest average rank, and yet a test separates them
    assert name_best([(1, 2)], [1.5, 1.5, 3], range(3)).why == TWO_GROUPS


@st.composite
def outcomes(draw):
    """Average ranks, a critical difference, and a prior; pairs as far apart as that differ."""
    k = draw(st.integers(2, 7))
    ranks = np.array(draw(st.lists(st.integers(0, 12), min_size=k, max_size=k)), dtype=float)
    return ranks, draw(st.floats(0.5, 8)), list(draw(st.permutations(range(k))))


def lines_of(ranks, critical):
    pairs = all_pairs(len(ranks))
    apart = np.abs(ranks[pairs[:, 0]] - ranks[pairs[:, 1]]) >= critical
    return groups(np.where(apart, 0.0, 1.0), pairs, ranks, 0.05)


@pytest.mark.conformance("Nemenyi's conditions for a best", "the first place of MultiTest's order")
@given(outcomes())
def test_whoever_is_named_is_the_first_of_multitest(outcome):
    ranks, critical, prior = outcome
    choice = name_best(lines_of(ranks, critical), ranks, prior)
    assert sum(map(bool, choice.conditions)) == (choice.best is not None)
    assert bool(choice.why) == (choice.best is None)
    if choice.best is not None:
        better = ranks[:, None] + critical <= ranks[None, :]
        assert multitest(better, prior).order[0] == choice.best


COSTS = arrays(np.float64, (4, 3), elements=st.integers(1, 9).map(float))
WEIGHTS = st.floats(0.01, 100)


@given(arrays(np.float64, st.tuples(st.integers(1, 5), st.integers(1, 5)), elements=st.integers(0, 9).map(float)))
def test_costs_are_shares_of_each_data_set(costs):
    shares = [row / row.sum() if row.any() else np.full(row.size, 1 / row.size) for row in costs]
    assert normalized_costs(costs) == pytest.approx(np.array(shares), rel=1e-12, abs=1e-300)
    average = average_normalized_costs(costs)
    assert average == pytest.approx(np.mean(shares, axis=0), rel=1e-12, abs=1e-300)
    assert average.sum() == pytest.approx(1.0)


@given(COSTS, COSTS, WEIGHTS, WEIGHTS)
def test_combined_costs_are_weighted_means_of_shares(seconds, size, first, second):
    combined = combined_costs([seconds, size], [first, second])
    for row in range(4):
        for column in range(3):
            shares = seconds[row, column] / seconds[row].sum(), size[row, column] / size[row].sum()
            assert combined[row, column] == pytest.approx((first * shares[0] + second * shares[1]) / (first + second))
    assert combined.sum(axis=1) == pytest.approx(np.ones(4))
    assert combined_costs([seconds, 1e6 * size], [3 * first, 3 * second]) == pytest.approx(combined)


# Few values, so that ties are common.
VALUES = st.one_of(st.integers(0, 4).map(float), st.floats(-1e300, 1e300))
POINTS = st.lists(st.tuples(VALUES, VALUES), min_size=1, max_size=12)


def dominates(one, other):
    """By the definition: at most as much of both, less of one."""
    return one[0] <= other[0] and one[1] <= other[1] and one != other


@given(POINTS)
def test_front_is_what_the_definition_says(points):
    front = undominated(*zip(*points, strict=True))
    free = {i for i, point in enumerate(points) if not any(dominates(other, point) for other in points)}
    assert set(front.members) == free
    assert len(front.members) == len(free)


@given(POINTS)
def test_dominated_ones_name_the_cheapest_that_dominates_them(points):
    front = undominated(*zip(*points, strict=True))
    for i, by in enumerate(front.dominated_by):
        assert (by is None) == (i in front.members)
        if by is not None:
            over = [j for j in front.members if dominates(points[j], points[i])]
            assert by in over
            assert points[by][0] == min(points[j][0] for j in over)
