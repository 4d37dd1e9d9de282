"""Shaffer's static procedure.

Checked against: the counts of true hypotheses of all partitions, listed; the counts for five algorithms and
the column "shaffer" of Table 5 in garcia2008; the procedure by its definition, step by step. Regressions:
faults seen elsewhere, the factors computed but Holm's used, a crash for any number of algorithms. Properties:
order, raw p <= Shaffer <= Holm.
"""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from rankpress.stats.adjustments import holm
from rankpress.stats.pairs import all_pairs
from rankpress.stats.rank_z import rank_z
from rankpress.stats.ranks import average_ranks, rank_scores
from rankpress.stats.shaffer import possible_true_hypotheses, shaffer_static


@st.composite
def p_of_all_pairs(draw, most=7):
    k = draw(st.integers(2, most))
    elements = draw(
        st.sampled_from([st.floats(0, 1), st.floats(0, 0.01), st.integers(0, 8).map(lambda eighth: eighth / 8)])
    )
    return k, draw(arrays(np.float64, math.comb(k, 2), elements=elements))


def block_sizes(n, largest=None):
    """All ways to write n as a sum of sizes in descending order."""
    if n == 0:
        yield ()
    for first in range(min(n, largest or n), 0, -1):
        for rest in block_sizes(n - first, first):
            yield (first, *rest)


@pytest.mark.conformance(procedure="Shaffer static: counts", source="all partitions")
@pytest.mark.parametrize("k", range(1, 16))
def test_the_counts_are_those_of_all_partitions(k):
    counts = {sum(math.comb(size, 2) for size in sizes) for sizes in block_sizes(k)}
    assert possible_true_hypotheses(k) == tuple(sorted(counts))


def test_garcia_prints_these_counts(expected):
    assert list(possible_true_hypotheses(5)) == expected["garcia2008"]["shaffer_possible_true_counts_k5"]


def test_two_hundred_algorithms():
    counts = possible_true_hypotheses(200)
    assert counts[-3:] == (math.comb(198, 2) + 1, math.comb(199, 2), math.comb(200, 2))


@pytest.mark.conformance(procedure="Shaffer static", source="Garcia and Herrera 2008, Table 5")
def test_garcia_prints_these_p(table, expected, printed):
    read = table("garcia2008_table2")
    adjusted = shaffer_static(rank_z(average_ranks(rank_scores(read.values)), 30, all_pairs(5)).p, 5)
    figures = expected["garcia2008"]["adjusted_p"]
    for (a, b), p in zip(all_pairs(5), adjusted, strict=True):
        one, other = read.columns[a], read.columns[b]
        value = float((figures.get(f"{one} vs {other}") or figures[f"{other} vs {one}"])[3])
        if value < 1e-4:
            assert f"{p:.3e}" == f"{value:.3e}"
        else:
            assert p == printed(value, 4)


@pytest.mark.conformance(procedure="Shaffer static", source="its definition over all partitions")
@given(p_of_all_pairs())
def test_it_is_the_procedure_by_its_definition(family):
    # At level alpha, reject in order while p <= alpha / t; t: most that can be true with those before false.
    k, p = family
    adjusted = shaffer_static(p, k)
    possible = {sum(math.comb(size, 2) for size in sizes) for sizes in block_sizes(k)}
    for alpha in (0.01, 0.05, 0.3, 0.9):
        rejected = []
        for step, place in enumerate(np.argsort(p, kind="stable")):
            most = max(count for count in possible if count <= p.size - step)
            if p[place] * most > alpha:
                break
            rejected.append(place)
        assert set(np.flatnonzero(adjusted <= alpha)) == set(rejected)


@given(p_of_all_pairs(), st.randoms())
def test_each_adjusted_p_stays_with_its_hypothesis(family, random):
    k, p = family
    order = list(range(p.size))
    random.shuffle(order)
    assert shaffer_static(p[order], k).tolist() == shaffer_static(p, k)[order].tolist()


@given(p_of_all_pairs())
def test_it_lies_between_p_and_holm(family):
    k, p = family
    adjusted = shaffer_static(p, k)
    assert (adjusted >= p).all()
    assert (adjusted <= holm(p)).all()


@pytest.mark.conformance(procedure="Shaffer static", source="Holm's, which it must be sharper than", fault="B17")
def test_it_is_not_holm():
    p = [0.01, 0.02, 0.03, 0.04, 0.05, 0.06]
    assert shaffer_static(p, 4) == pytest.approx([0.06, 0.06, 0.09, 0.12, 0.12, 0.12])
    assert holm(p) == pytest.approx([0.06, 0.1, 0.12, 0.12, 0.12, 0.12])


def test_two_algorithms_need_no_adjustment():
    assert shaffer_static([0.3], 2).tolist() == [0.3]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: shaffer_static([0.1, 0.2], 3), "p: got 2 entries; 3 are needed"),
        (lambda: shaffer_static([0.1, 0.2, np.nan], 3), "p: entry 2 is nan"),
        (lambda: shaffer_static([], 1), "n_algorithms: got 1; an integer of at least 2 is needed"),
        (lambda: possible_true_hypotheses(0), "n_algorithms: got 0; an integer of at least 1 is needed"),
    ],
)
def test_what_does_not_fit_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_equal_p_have_equal_adjusted_p():
    for k in range(2, 7):
        for values in itertools.combinations([0.01, 0.02, 0.03], 2):
            p = np.resize(values, math.comb(k, 2))
            adjusted = shaffer_static(p, k)
            for value in values:
                assert len(set(adjusted[p == value])) <= 1
