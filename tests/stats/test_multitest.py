"""MultiTest and the parts of Multi2Test.

Checked against: ulas2012, the order on optdigits (section 3.1, Table 1), the example of the second pass
(section 3.2, Table 3) and both orders of section 4.5, found from the average ranks in Tables 7 and 8 by
Bergmann and Hommel's procedure; the algorithm in the paper's own words, node by node. Properties: what an
order promises of every pair, renaming.
"""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankpress.stats.bergmann import bergmann_hommel
from rankpress.stats.multitest import more_accurate, multitest
from rankpress.stats.pairs import all_pairs
from rankpress.stats.rank_z import rank_z


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


@pytest.mark.conformance(procedure="MultiTest", source="Ulas et al. 2012, Table 1")
def test_ulas_orders_optdigits_so(table, expected):
    read = table("ulas2012_table1_optdigits")
    figures = expected["ulas2012"]["multitest_optdigits"]
    prior = [read.columns.index(name) for name in figures["prior_consistent_with_the_paper"]]
    result = multitest(read.values.astype(bool), prior)
    assert [read.columns[i] for i in result.order] == figures["order"]
    moved = [name != figures["prior_consistent_with_the_paper"][at] for at, name in enumerate(figures["order"])]
    assert [decided == "test" for decided in result.decided_by] == moved


@pytest.mark.conformance(procedure="Multi2Test", source="Ulas et al. 2012, section 3.2")
def test_ulas_orders_the_second_pass_so(expected):
    figures = expected["ulas2012"]["multi2test_second_pass_example"]
    names = figures["prior"]
    better = np.zeros((4, 4), dtype=bool)
    for winner, loser in figures["differs"]:
        better[names.index(winner), names.index(loser)] = True
    result = multitest(better, range(4))
    assert [names[i] for i in result.order] == figures["order"]
    assert [[names[i] for i in edge] for edge in result.edges] == [["A", "B"], ["C", "D"]]  # Fig. 3
    assert result.decided_by == ("test",) * 4


@pytest.mark.conformance(procedure="Multi2Test", source="Ulas et al. 2012, section 4")
@pytest.mark.parametrize(("key", "number"), [("multi2test_training_time", 7), ("multi2test_space", 8)])
def test_ulas_orders_by_time_and_by_space_so(key, number, ulas_ranks, expected):
    names, ranks = ulas_ranks(number)
    tests = rank_z(ranks, 38, all_pairs(8))
    better = more_accurate(bergmann_hommel(tests.p, 8), -tests.statistic, all_pairs(8), 8, 0.05)
    result = multitest(better, [names.index(name) for name in expected["ulas2012"][key]["prior"]])
    assert [names[i] for i in result.order] == expected["ulas2012"][key]["order"]
    assert result.edges == ()  # "no test result overrides prior order"
    assert result.decided_by == ("cost",) * 8


@pytest.mark.conformance(procedure="MultiTest", source="the paper's pseudocode, step by step")
@given(studies())
def test_it_is_the_papers_algorithm(study):
    better, prior = study
    assert list(multitest(better, prior).order) == by_the_papers_words(better, list(prior))


@given(studies())
def test_what_an_order_promises(study):
    better, prior = study
    result = multitest(better, prior)
    place = {algorithm: at for at, algorithm in enumerate(result.order)}
    cost = {algorithm: at for at, algorithm in enumerate(prior)}
    edges = {(i, j) for i, j in itertools.permutations(prior, 2) if cost[i] < cost[j] and better[j, i]}
    assert set(result.edges) == edges
    assert len(result.edges) == len(edges)
    assert all(place[costly] < place[cheap] for cheap, costly in edges)
    for one, other in itertools.permutations(prior, 2):
        if place[one] < place[other] and cost[one] > cost[other]:  # a cheaper one was held back, by one not yet taken
            assert any(cheap == other and place[costly] >= place[one] for cheap, costly in edges)
    assert [decided == "cost" for decided in result.decided_by] == [
        a == b for a, b in zip(result.order, prior, strict=True)
    ]


@given(studies(), st.randoms())
def test_renaming_the_algorithms_renames_the_order(study, random):
    better, prior = study
    new_name = list(range(len(prior)))
    random.shuffle(new_name)
    old_name = np.argsort(new_name)
    renamed = multitest(better[np.ix_(old_name, old_name)], [new_name[i] for i in prior])
    assert renamed.order == tuple(new_name[i] for i in multitest(better, prior).order)


def test_no_difference_leaves_the_prior_and_all_differences_turn_it_round():
    prior = [2, 0, 3, 1]
    assert multitest(np.zeros((4, 4)), prior).order == (2, 0, 3, 1)
    cost = np.argsort(prior)
    assert multitest(cost[:, np.newaxis] > cost, prior).order == (1, 3, 0, 2)
    assert multitest(cost[:, np.newaxis] < cost, prior).order == (2, 0, 3, 1)


def test_outcomes_that_go_round_in_a_circle_still_give_an_order():
    # 0 beats 1, 1 beats 2, 2 beats 0: only the last is an edge, for 2 is costlier than 0.
    result = multitest([[0, 1, 0], [0, 0, 1], [1, 0, 0]], [0, 1, 2])
    assert result.edges == ((0, 2),)
    assert result.order == (1, 2, 0)


def test_who_is_more_accurate_needs_both_significance_and_a_difference():
    pairs = all_pairs(4)
    p = [0.05, 0.06, 0.01, 0.0, 1.0, 0.04]
    difference = [0.1, 0.9, -0.2, 0.0, -0.5, -0.1]
    found = more_accurate(p, difference, pairs, 4, 0.05)
    assert np.argwhere(found).tolist() == [[0, 1], [3, 0], [3, 2]]
    reverse = more_accurate(p, np.negative(difference), pairs[:, ::-1], 4, 0.05)
    assert reverse.tolist() == found.tolist()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: multitest(np.zeros((2, 3)), [0, 1]),
            r"more_accurate: got an array of shape \(2, 3\); a square matrix",
        ),
        (
            lambda: multitest([[0, 1], [1, 0]], [0, 1]),
            "more_accurate: 0 and 1 are each better than the other",
        ),
        (lambda: multitest([[1]], [0]), "more_accurate: 0 and 0 are each better than the other"),
        (
            lambda: multitest(np.zeros((2, 2)), [0, 0]),
            r"prior: got \[0, 0\]; each index below 2 is needed once",
        ),
        (lambda: multitest(np.zeros((2, 2)), [0]), r"prior: got \[0\]"),
        (
            lambda: more_accurate([0.1], [0.1, 0.2], [[0, 1]], 2, 0.05),
            "difference: got 2 entries; 1 are needed",
        ),
        (lambda: more_accurate([np.nan], [0.1], [[0, 1]], 2, 0.05), "p: entry 0 is nan"),
        (lambda: more_accurate([0.1], [0.1], [[0, 2]], 2, 0.05), "pairs: row 0 is"),
        (lambda: more_accurate([0.1], [0.1], [[0, 1]], 2, 1.5), "alpha: got 1.5"),
    ],
)
def test_what_does_not_fit_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
