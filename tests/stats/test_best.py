"""Nemenyi's four conditions for naming a best algorithm.

Checked against: the five examples of ulas2012 (section 2.2), the lines as this reading of the text needs them, since
the print shows an example's lines and its words do not; MultiTest itself, which must begin its order with whatever is
named, as both ask the same of the same differences. Properties: renaming, at most one condition holds.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankpress.stats.groups import CONDITIONS, NO_PRIOR, SHARED_CHEAPEST, TWO_GROUPS, groups, name_best
from rankpress.stats.multitest import multitest
from rankpress.stats.pairs import all_pairs


def of_the_paper(in_rank_order, lines, **options):
    """An outcome as the paper writes it: numbers from the simplest up, in rank order, and which have lines."""
    ranks = [in_rank_order.index(number) for number in sorted(in_rank_order)]
    found = name_best([[number - 1 for number in line] for line in lines], ranks, **({"prior": range(4)} | options))
    held = [at for at, holds in enumerate(found.conditions, start=1) if holds]
    return held, None if found.best is None else found.best + 1


@pytest.mark.conformance(procedure="Nemenyi's conditions for a best", source="Ulas et al. 2012, section 2.2")
@pytest.mark.parametrize(
    ("in_rank_order", "lines", "held", "best"),
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
def test_ulas_names_these(in_rank_order, lines, held, best):
    assert of_the_paper(in_rank_order, lines) == (held, best)


def test_why_none_is_named():
    assert name_best([(3, 2, 1), (1, 0)], [4, 3, 2, 1], range(4)).why == SHARED_CHEAPEST
    # groups of a test other than of ranks: 0 is alike with 1 and with 2, which differ
    assert name_best([(0, 1), (0, 2)], [1, 2, 3], range(3)).why == TWO_GROUPS
    # 0 and 1 share the smallest average rank, and yet a test separates them
    assert name_best([(1, 2)], [1.5, 1.5, 3], range(3)).why == TWO_GROUPS


def test_without_a_prior_only_the_first_condition_names_anyone():
    assert name_best([(1, 2)], [1, 2, 3]).best == 0
    alone = name_best([(0, 1)], [1, 2, 3])
    assert (alone.conditions, alone.best, alone.why) == ((False, True, False, False), None, NO_PRIOR)
    overlapped = name_best([(0, 1), (1, 2)], [1, 2, 3])
    assert (overlapped.conditions, overlapped.best) == ((False, False, None, None), None)


def test_algorithms_that_tie_for_the_first_rank_are_first_together():
    found = name_best([(0, 1, 2), (2, 3)], [1.5, 1.5, 3, 4], [1, 0, 2, 3])
    assert found.first == (0, 1)
    assert found.conditions == (False, False, True, False)
    assert found.best == 1
    assert name_best([(0, 1, 2, 3)], [2.5] * 4, [3, 1, 2, 0]).best == 3


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


@pytest.mark.conformance(procedure="Nemenyi's conditions for a best", source="the first place of MultiTest's order")
@given(outcomes())
def test_whoever_is_named_is_the_first_of_multitest(outcome):
    ranks, critical, prior = outcome
    found = name_best(lines_of(ranks, critical), ranks, prior)
    assert sum(map(bool, found.conditions)) == (found.best is not None)
    assert bool(found.why) == (found.best is None)
    if found.best is not None:
        better = ranks[:, None] + critical <= ranks[None, :]
        assert multitest(better, prior).order[0] == found.best


@given(outcomes(), st.randoms())
def test_renaming_the_algorithms_renames_the_best(outcome, random):
    ranks, critical, prior = outcome
    new_name = list(range(len(ranks)))
    random.shuffle(new_name)
    renamed = ranks[np.argsort(new_name)]
    plain = name_best(lines_of(ranks, critical), ranks, prior)
    other = name_best(lines_of(renamed, critical), renamed, [new_name[i] for i in prior])
    assert other.conditions == plain.conditions
    assert other.best == (None if plain.best is None else new_name[plain.best])


def test_there_are_four_conditions():
    assert len(CONDITIONS) == len(name_best([], [1, 2]).conditions) == 4


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: name_best([(0,)], [1, 2]), r"groups: got \[0\]; two or more indices from 0 to 1"),
        (lambda: name_best([(0, 2)], [1, 2]), r"groups: got \[0, 2\]"),
        (lambda: name_best([], [1, 2], [0]), r"prior: got \[0\]; each index below 2"),
        (lambda: name_best([], [1, np.nan]), "average_ranks: entry 1 is nan"),
        (lambda: name_best([], [1]), "average_ranks: got 1 entries"),
    ],
)
def test_what_does_not_fit_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
