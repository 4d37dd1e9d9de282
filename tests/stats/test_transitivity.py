"""Significant differences that are not transitive, and those that an order contradicts.

Checked against: every triple looked at one by one, and every pair of an order. Properties: an order by MultiTest
contradicts nothing where all is transitive; renaming.
"""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankpress.stats.groups import find_contradicted, find_intransitive
from rankpress.stats.multitest import multitest


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
    found = find_intransitive(better, most=1000)
    assert (found.n_cycles, found.n_gaps) == (len(cycles), len(gaps))
    assert list(found.examples) == [*sorted(cycles), *sorted(gaps)]
    assert find_intransitive(better, most=2).examples == found.examples[:2]
    assert find_intransitive(better, most=2).n_gaps == len(gaps)


@given(outcomes())
def test_all_pairs_that_an_order_contradicts_are_found(outcome):
    better, order = outcome
    place = {algorithm: at for at, algorithm in enumerate(order)}
    expected = {(i, j) for i, j in itertools.permutations(order, 2) if better[i, j] and place[j] < place[i]}
    found = find_contradicted(better, order)
    assert set(found) == expected
    assert len(found) == len(expected)
    assert [place[i] for i, _ in found] == sorted(place[i] for i, _ in found)


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


def test_a_gap_can_make_multitest_contradict_a_difference():
    # 0 is better than 1 and 2 better than 0; 2 and 1 do not differ. From the cheapest up: 0, 1, 2.
    better = np.zeros((3, 3), dtype=bool)
    better[0, 1] = better[2, 0] = True
    assert find_intransitive(better).examples == ((2, 0, 1),)
    order = multitest(better, [0, 1, 2]).order
    assert order == (1, 2, 0)
    assert find_contradicted(better, order) == ((0, 1),)


def test_many_algorithms_take_no_time():
    rng = np.random.default_rng(5)
    upper = np.triu(rng.random((200, 200)) < 0.5, k=1)
    found = find_intransitive(upper)
    assert found.n_cycles == 0
    assert found.n_gaps > 100_000
    assert len(found.examples) == 20


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: find_intransitive(np.zeros((2, 3))), r"better: got an array of shape \(2, 3\); a square matrix"),
        (lambda: find_intransitive([[0, 1], [1, 0]]), "better: 0 and 1 are each better than the other"),
        (lambda: find_contradicted([[0, 0], [0, 0]], [0]), r"order: got \[0\]; each index below 2 is needed once"),
    ],
)
def test_what_does_not_fit_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
