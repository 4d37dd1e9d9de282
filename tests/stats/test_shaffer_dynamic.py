"""Shaffer's dynamic procedure, by both programs.

Checked against: its definition step by step, with the most hypotheses that can be true found by listing all
partitions of the algorithms. No other implementation is known. Properties: renaming, raw p <= Bergmann-Hommel
<= dynamic <= static <= Holm.
"""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from rankpress.stats.adjustments import holm
from rankpress.stats.bergmann import bergmann_hommel
from rankpress.stats.pairs import all_pairs
from rankpress.stats.rank_z import rank_z
from rankpress.stats.ranks import average_ranks, rank_scores
from rankpress.stats.shaffer import shaffer_dynamic, shaffer_static


def partitions(members):
    if not members:
        yield []
        return
    first, *rest = members
    for blocks in partitions(rest):
        yield [[first], *blocks]
        for place, block in enumerate(blocks):
            yield [*blocks[:place], [first, *block], *blocks[place + 1 :]]


def exhaustive_sets(k):
    """Each set of hypotheses that can be just the true ones, as places in all pairs, the empty one too."""
    place = {pair: at for at, pair in enumerate(itertools.combinations(range(k), 2))}
    return [
        {place[pair] for block in blocks for pair in itertools.combinations(sorted(block), 2)}
        for blocks in partitions(list(range(k)))
    ]


SETS = {k: exhaustive_sets(k) for k in range(2, 7)}


def by_definition(p, k):
    """At each step the most that can be true while all that were rejected before are false; a maximum along."""
    adjusted, rejected, running = np.zeros(len(p)), set(), 0.0
    for place in np.argsort(p, kind="stable").tolist():
        most = max(len(true) for true in SETS[k] if not true & rejected)
        running = max(running, most * p[place])
        adjusted[place] = max(running, p[place])
        rejected.add(place)
    return np.minimum(adjusted, 1)


@st.composite
def p_of_all_pairs(draw, most=6):
    k = draw(st.integers(2, most))
    elements = draw(
        st.sampled_from([st.floats(0, 1), st.floats(0, 0.05), st.integers(0, 8).map(lambda eighth: eighth / 20)])
    )
    return k, draw(arrays(np.float64, math.comb(k, 2), elements=elements))


@st.composite
def p_falling_with_distance(draw, least=2, most=6):
    """Ranks, and p-values that are any falling function of their distance: flat, steep, stepped."""
    k = draw(st.integers(least, most))
    positions = draw(arrays(np.float64, k, elements=st.integers(0, 24).map(float)))
    first, second = all_pairs(k).T
    distance = np.abs(positions[first] - positions[second]).astype(int)
    steps = draw(arrays(np.float64, 25, elements=st.sampled_from([0.0, 0.0, 0.01, 0.1, 1.0, 3.0])))
    return positions, np.exp(-np.concatenate([[0.0], np.cumsum(steps)])[distance])


@pytest.mark.conformance(procedure="Shaffer dynamic", source="its definition over all partitions")
@given(p_of_all_pairs())
def test_it_is_the_procedure_by_its_definition(family):
    k, p = family
    assert shaffer_dynamic(p, k) == pytest.approx(by_definition(p, k), rel=1e-12, abs=1e-300)


@settings(max_examples=200)
@given(p_falling_with_distance())
def test_runs_find_what_all_partitions_hold(family):
    ranks, p = family
    found = shaffer_dynamic(p, ranks.size, average_ranks=ranks)
    assert found == pytest.approx(by_definition(p, ranks.size), rel=1e-12)


@settings(max_examples=25)
@given(st.integers(2, 12), st.integers(2, 60), st.integers(0, 10**6))
def test_the_programs_agree_on_real_ranks(k, n, seed):
    generator = np.random.default_rng(seed)
    ranks = average_ranks(rank_scores(generator.normal(size=(n, k)) + generator.normal(size=k)))
    p = rank_z(ranks, n, all_pairs(k)).p
    assert shaffer_dynamic(p, k, average_ranks=ranks) == pytest.approx(shaffer_dynamic(p, k), rel=1e-9)


def test_it_is_sharper_than_the_static_procedure():
    # Once (0, 1) and (2, 3) are false at most two of the four left are true; counting alone allows three.
    p = [0.01, 0.03, 0.04, 0.05, 0.06, 0.02]
    assert shaffer_dynamic(p, 4) == pytest.approx([0.06, 0.06, 0.08, 0.08, 0.08, 0.06])
    assert shaffer_static(p, 4) == pytest.approx([0.06, 0.09, 0.12, 0.12, 0.12, 0.06])


@given(p_of_all_pairs(most=7))
def test_the_later_the_blunter(family):
    k, p = family
    chain = [p, bergmann_hommel(p, k), shaffer_dynamic(p, k), shaffer_static(p, k), holm(p)]
    for sharper, blunter in itertools.pairwise(chain):
        assert (sharper <= blunter * (1 + 1e-12)).all()


@given(p_of_all_pairs(), st.randoms())
def test_renaming_the_algorithms_renames_the_results(family, random):
    k, p = family
    renamed = list(range(k))
    random.shuffle(renamed)
    place = {frozenset(pair): at for at, pair in enumerate(all_pairs(k).tolist())}
    order = [place[frozenset((renamed[a], renamed[b]))] for a, b in all_pairs(k).tolist()]
    assert shaffer_dynamic(p[order], k).tolist() == shaffer_dynamic(p, k)[order].tolist()


@given(p_of_all_pairs())
def test_smaller_p_never_have_larger_adjusted_p(family):
    k, p = family
    assert (np.diff(shaffer_dynamic(p, k)[np.argsort(p, kind="stable")]) >= 0).all()


def test_two_algorithms_need_no_adjustment():
    for p in (0.0, 0.3, 1.0):
        assert shaffer_dynamic([p], 2).tolist() == [p]
        assert shaffer_dynamic([p], 2, average_ranks=[1.2, 1.8]).tolist() == [p]


def test_too_many_algorithms_are_refused_with_the_way_out():
    p = np.random.default_rng(1).random(math.comb(20, 2))
    told = r"shaffer-dynamic: got 20 algorithms; at most 16 .* Shaffer's static procedure takes any number"
    with pytest.raises(ValueError, match=told):
        shaffer_dynamic(p, 20)
    with pytest.raises(ValueError, match=told):
        shaffer_dynamic(p, 20, average_ranks=np.linspace(1, 20, 20))
    with pytest.raises(ValueError, match=r"got 101 algorithms; .* or 100 if p-values fall"):
        shaffer_dynamic(np.ones(math.comb(101, 2)), 101, average_ranks=np.full(101, 51.0))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: shaffer_dynamic([0.1, 0.2], 3), "p: got 2 entries; 3 are needed"),
        (lambda: shaffer_dynamic([0.1, 0.2, np.nan], 3), "p: entry 2 is nan"),
        (lambda: shaffer_dynamic([], 1), "n_algorithms: got 1"),
        (lambda: shaffer_dynamic([0.1], 2, average_ranks=[1, 2, 3]), "average_ranks: got 3 entries; 2 are needed"),
    ],
)
def test_what_does_not_fit_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
