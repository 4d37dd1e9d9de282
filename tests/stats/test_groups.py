"""Groups of algorithms that do not differ, differences that are not transitive, and those an order contradicts."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from rankpress.stats.bergmann import bergmann_hommel
from rankpress.stats.friedman_pairs import rank_z
from rankpress.stats.groups import MOST_GROUPS, TooManyGroups, find_contradicted, find_intransitive, groups, is_run
from rankpress.stats.multitest import multitest
from rankpress.stats.nemenyi import nemenyi
from rankpress.stats.pairs import all_pairs
from rankpress.stats.ranks import average_ranks, rank_scores


@st.composite
def studies(draw):
    k = draw(st.integers(2, 7))
    p = draw(arrays(np.float64, math.comb(k, 2), elements=st.sampled_from([0.0, 0.04, 0.05, 0.06, 1.0])))
    ranks = draw(st.permutations([float(rank) for rank in range(1, k + 1)]))
    return k, p, np.array(ranks)


def listed(k, p, alpha):
    """All sets of two or more in which no pair differs and that no such set contains."""
    alike = {
        frozenset(pair) for pair, value in zip(itertools.combinations(range(k), 2), p, strict=True) if value > alpha
    }
    sets = [
        set(members)
        for size in range(2, k + 1)
        for members in itertools.combinations(range(k), size)
        if all(frozenset(pair) in alike for pair in itertools.combinations(members, 2))
    ]
    return {frozenset(one) for one in sets if not any(one < other for other in sets)}


@pytest.mark.conformance("Groups", "all subsets")
@given(studies())
def test_the_groups_are_the_maximal_ones_of_all_subsets(study):
    k, p, ranks = study
    maximal = groups(p, all_pairs(k), ranks, 0.05)
    assert {frozenset(group) for group in maximal} == listed(k, p, 0.05)
    assert len(set(maximal)) == len(maximal)


@pytest.mark.conformance("Groups, Nemenyi", "Demsar 2006, figure 1")
def test_demsar_finds_these_groups_at_010(demsar, expected):
    ranks = average_ranks(rank_scores(demsar.values))
    adjusted = nemenyi(rank_z(ranks, 14, all_pairs(4)).statistic, 4)
    maximal = groups(adjusted, all_pairs(4), ranks, 0.10)
    printed = expected["demsar2006"]["printed_with_that_change"]["nemenyi_groups_at_0.10"]
    assert {frozenset(demsar.columns[member] for member in group) for group in maximal} == {
        frozenset(group) for group in printed
    }
    assert all(is_run(group, ranks) for group in maximal)
    assert groups(adjusted, all_pairs(4), ranks, 0.05) == ((3, 1, 2, 0),)  # "not powerful enough" at 0.05


def test_ulas_finds_these_groups(ulas_ranks):
    names, ranks = ulas_ranks(5)
    adjusted = bergmann_hommel(rank_z(ranks, 38, all_pairs(8)).p, 8)
    group_names = [[names[member] for member in group] for group in groups(adjusted, all_pairs(8), ranks, 0.05)]
    assert group_names == [["svr", "svl"], ["svl", "mlp"], ["mlp", "lnp", "sv2", "5nn", "c45", "mdt"]]


@pytest.mark.conformance("Groups", "the pairwise tests themselves", "B33")
def test_an_algorithm_in_between_that_differs_belongs_to_no_group():
    # The first and the third are alike, the second differs from both: the group is no run, and does not take
    # it in.
    ranks = np.array([1.0, 2.0, 3.0])
    maximal = groups([0.01, 0.9, 0.01], all_pairs(3), ranks, 0.05)
    assert maximal == ((0, 2),)
    assert not is_run(maximal[0], ranks)


def test_too_many_groups_are_refused():
    # Three algorithms that differ from each other, ten times: 3^10 groups of one of each.
    pairs = all_pairs(30)
    p = np.where(pairs[:, 0] // 3 == pairs[:, 1] // 3, 0.0, 1.0)
    with pytest.raises(TooManyGroups, match=f"more than {MOST_GROUPS} groups"):
        groups(p, pairs, np.linspace(1, 30, 30), 0.05)
    fewer = pairs[:, 1] < 24  # 3^8 are still listed
    assert len(groups(p[fewer], pairs[fewer], np.linspace(1, 24, 24), 0.05)) == 3**8


@pytest.mark.parametrize(
    ("group", "ranks", "run"),
    [
        ((0, 1), [1.0, 2.0, 3.0], True),
        ((0, 2), [1.0, 2.0, 3.0], False),
        ((2, 0), [1.0, 3.0, 2.0], True),
        ((0, 1), [1.0, 2.0, 2.0], False),  # the third shares the end of the bar
        ((1, 2), [1.0, 1.0, 2.0], False),
        ((0, 1, 2), [1.0, 2.0, 2.0], True),
        ((1,), [1.0, 2.0, 3.0], True),
    ],
)
def test_a_run_has_no_other_among_its_ranks(group, ranks, run):
    assert is_run(group, ranks) is run


@st.composite
def outcomes(draw):
    """Who is significantly better than whom, in any pattern, and an order."""
    k = draw(st.integers(1, 7))
    signs = draw(st.lists(st.sampled_from([-1, 0, 1]), min_size=math.comb(k, 2), max_size=math.comb(k, 2)))
    better = np.zeros((k, k), dtype=bool)
    for (a, b), sign in zip(itertools.combinations(range(k), 2), signs, strict=True):
        better[a, b], better[b, a] = sign > 0, sign < 0
    return better, list(draw(st.permutations(range(k))))


def one_by_one(better):
    chains = [
        (a, b, c)
        for a, b, c in itertools.permutations(range(len(better)), 3)
        if better[a, b] and better[b, c] and not better[a, c]
    ]
    cycles = {chain for chain in chains if better[chain[2], chain[0]] and chain[0] == min(chain)}
    return cycles, {chain for chain in chains if not better[chain[2], chain[0]]}


@given(outcomes())
def test_all_triples_are_found(outcome):
    better, _ = outcome
    cycles, gaps = one_by_one(better)
    intransitive = find_intransitive(better, most=1000)
    assert (intransitive.n_cycles, intransitive.n_gaps) == (len(cycles), len(gaps))
    assert list(intransitive.examples) == [*sorted(cycles), *sorted(gaps)]
    assert find_intransitive(better, most=2).examples == intransitive.examples[:2]
    assert find_intransitive(better, most=2).n_gaps == len(gaps)


@given(outcomes())
def test_all_pairs_that_an_order_contradicts_are_found(outcome):
    better, order = outcome
    place = {algorithm: at for at, algorithm in enumerate(order)}
    expected = {(i, j) for i, j in itertools.permutations(order, 2) if better[i, j] and place[j] < place[i]}
    contradicted = find_contradicted(better, order)
    assert set(contradicted) == expected
    assert len(contradicted) == len(expected)
    assert [place[i] for i, _ in contradicted] == sorted(place[i] for i, _ in contradicted)


@given(outcomes())
def test_multitest_contradicts_nothing_that_is_transitive(outcome):
    better, prior = outcome
    transitive = np.array(better)
    for _ in prior:
        transitive |= transitive @ transitive
    if (transitive & transitive.T).any():  # a circle stays one
        return
    intransitive = find_intransitive(transitive)
    assert (intransitive.n_cycles, intransitive.n_gaps) == (0, 0)
    assert find_contradicted(transitive, multitest(transitive, prior).order) == ()
