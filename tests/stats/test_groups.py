"""Groups of algorithms that no test separates.

Checked against: all subsets of up to 7 algorithms, listed; the two groups of demsar2006 at 0.10 (section
3.2.4); the groups that ulas2012 describes for its Table 5. Regressions: faults seen elsewhere, groups that
take in an algorithm in between which differs, groups dropped because they are no run, a crash where all or
none differ. Properties: renaming.
"""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from rankpress.stats.bergmann import bergmann_hommel
from rankpress.stats.groups import MOST_GROUPS, TooManyGroups, groups, is_run
from rankpress.stats.nemenyi import nemenyi
from rankpress.stats.pairs import all_pairs
from rankpress.stats.rank_z import rank_z
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


@pytest.mark.conformance(procedure="Groups", source="all subsets")
@given(studies())
def test_the_groups_are_the_maximal_ones_of_all_subsets(study):
    k, p, ranks = study
    found = groups(p, all_pairs(k), ranks, 0.05)
    assert {frozenset(group) for group in found} == listed(k, p, 0.05)
    assert len(set(found)) == len(found)


@given(studies())
def test_members_come_in_rank_order_and_groups_best_first(study):
    k, p, ranks = study
    found = [[ranks[member] for member in group] for group in groups(p, all_pairs(k), ranks, 0.05)]
    assert all(members == sorted(members) for members in found)
    assert found == sorted(found)


@given(studies(), st.randoms())
def test_the_order_of_pairs_and_of_their_two_does_not_matter(study, random):
    k, p, ranks = study
    order = list(range(len(p)))
    random.shuffle(order)
    assert groups(p[order], all_pairs(k)[order][:, ::-1], ranks, 0.05) == groups(p, all_pairs(k), ranks, 0.05)


@given(studies(), st.randoms())
def test_renaming_the_algorithms_renames_the_members(study, random):
    k, p, ranks = study
    new_name = list(range(k))
    random.shuffle(new_name)
    renamed_ranks = np.empty(k)
    renamed_ranks[new_name] = ranks
    found = groups(p, np.array(new_name)[all_pairs(k)], renamed_ranks, 0.05)
    assert found == tuple(tuple(new_name[member] for member in group) for group in groups(p, all_pairs(k), ranks, 0.05))


@pytest.mark.conformance(procedure="Groups, Nemenyi", source="Demsar 2006, figure 1")
def test_demsar_finds_these_groups_at_010(demsar, expected):
    ranks = average_ranks(rank_scores(demsar.values))
    adjusted = nemenyi(rank_z(ranks, 14, all_pairs(4)).statistic, 4)
    found = groups(adjusted, all_pairs(4), ranks, 0.10)
    printed = expected["demsar2006"]["printed_with_that_change"]["nemenyi_groups_at_0.10"]
    assert {frozenset(demsar.columns[member] for member in group) for group in found} == {
        frozenset(group) for group in printed
    }
    assert all(is_run(group, ranks) for group in found)
    assert groups(adjusted, all_pairs(4), ranks, 0.05) == ((3, 1, 2, 0),)  # "not powerful enough" at 0.05


def test_ulas_finds_these_groups(ulas_ranks):
    names, ranks = ulas_ranks(5)
    adjusted = bergmann_hommel(rank_z(ranks, 38, all_pairs(8)).p, 8)
    found = [[names[member] for member in group] for group in groups(adjusted, all_pairs(8), ranks, 0.05)]
    assert found == [["svr", "svl"], ["svl", "mlp"], ["mlp", "lnp", "sv2", "5nn", "c45", "mdt"]]


@pytest.mark.conformance(procedure="Groups", source="the pairwise tests themselves", fault="B33")
def test_an_algorithm_in_between_that_differs_belongs_to_no_group():
    # The first and the third are alike, the second differs from both: the group is no run, and does not take
    # it in.
    ranks = np.array([1.0, 2.0, 3.0])
    found = groups([0.01, 0.9, 0.01], all_pairs(3), ranks, 0.05)
    assert found == ((0, 2),)
    assert not is_run(found[0], ranks)


def test_p_equal_to_alpha_is_significant():
    assert groups([0.05], [[0, 1]], [1.0, 2.0], 0.05) == ()
    assert groups([0.0500001], [[0, 1]], [1.0, 2.0], 0.05) == ((0, 1),)


@pytest.mark.parametrize("k", [2, 3, 60])
def test_all_alike_are_one_group_and_all_different_none(k):
    ranks = np.linspace(k, 1, k)
    pairs = all_pairs(k)
    assert groups(np.ones(len(pairs)), pairs, ranks, 0.05) == (tuple(range(k - 1, -1, -1)),)
    assert groups(np.zeros(len(pairs)), pairs, ranks, 0.05) == ()


def test_equal_ranks_keep_the_order_of_the_algorithms():
    assert groups([1.0, 1.0, 1.0], all_pairs(3), [2.0, 2.0, 2.0], 0.05) == ((0, 1, 2),)


def test_too_many_groups_are_refused():
    # Three algorithms that differ from each other, ten times: 3^10 groups of one of each.
    pairs = all_pairs(30)
    p = np.where(pairs[:, 0] // 3 == pairs[:, 1] // 3, 0.0, 1.0)
    with pytest.raises(TooManyGroups, match=f"more than {MOST_GROUPS} groups"):
        groups(p, pairs, np.linspace(1, 30, 30), 0.05)
    fewer = pairs[:, 1] < 24  # 3^8 are still told
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


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: groups([0.5, 0.5], [[0, 1], [0, 2]], [1, 2, 3], 0.05),
            "pairs: got 2; each of the 3 pairs of 3 algorithms",
        ),
        (
            lambda: groups([0.5] * 3, [[0, 1], [1, 0], [0, 2]], [1, 2, 3], 0.05),
            "pairs: got 3; each of the 3 pairs",
        ),
        (lambda: groups([0.5, 0.5], [[0, 1]], [1, 2], 0.05), "p: got 2 entries; 1 are needed"),
        (lambda: groups([np.nan], [[0, 1]], [1, 2], 0.05), "p: entry 0 is nan"),
        (lambda: groups([0.5], [[0, 1]], [1, 2], 0), "alpha: got 0"),
        (lambda: is_run((), [1.0, 2.0]), r"group: got \(\); indices from 0 to 1 are needed"),
        (lambda: is_run((0, 2), [1.0, 2.0]), r"group: got \(0, 2\)"),
    ],
)
def test_what_does_not_fit_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
