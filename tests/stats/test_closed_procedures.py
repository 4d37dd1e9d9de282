"""Shaffer's static and dynamic procedures and Bergmann and Hommel's, for all pairs of algorithms."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from rankpress.stats.adjustments import holm
from rankpress.stats.bergmann import (
    bergmann_hommel,
    largest_products_over_cliques,
    largest_products_over_sets,
    most_pairs_over_cliques,
    most_pairs_over_sets,
)
from rankpress.stats.exhaustive import bergmann_hommel_simes, retained_sets
from rankpress.stats.exhaustive import exhaustive_sets as listed_sets
from rankpress.stats.friedman_pairs import rank_z
from rankpress.stats.pairs import all_pairs
from rankpress.stats.ranks import average_ranks, rank_scores
from rankpress.stats.shaffer import possible_true_hypotheses, shaffer_dynamic, shaffer_static


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
    """Each set of hypotheses that can be just the true ones, as places in all pairs; not the empty one."""
    place = {pair: at for at, pair in enumerate(itertools.combinations(range(k), 2))}
    for blocks in partitions(list(range(k))):
        true = [place[pair] for block in blocks for pair in itertools.combinations(sorted(block), 2)]
        if true:
            yield true


SETS = {k: list(exhaustive_sets(k)) for k in range(2, 8)}


def closed(p, k):
    """Bergmann and Hommel's: the largest product of an exhaustive set that a hypothesis belongs to."""
    adjusted = np.zeros(len(p))
    for true in SETS[k]:
        adjusted[true] = np.maximum(adjusted[true], len(true) * p[true].min())
    return np.minimum(adjusted, 1)


def step_by_step(p, k):
    """Shaffer's: at each step the most that can be true while all that were rejected before are false."""
    adjusted, rejected, running = np.zeros(len(p)), set(), 0.0
    for place in np.argsort(p, kind="stable").tolist():
        most = max((len(true) for true in SETS[k] if not rejected & set(true)), default=0)
        running = max(running, most * p[place])
        adjusted[place] = max(running, p[place])
        rejected.add(place)
    return np.minimum(adjusted, 1)


BOTH = pytest.mark.parametrize(
    ("function", "by_definition"),
    [(bergmann_hommel, closed), (shaffer_dynamic, step_by_step)],
    ids=["bergmann-hommel", "shaffer-dynamic"],
)


@st.composite
def p_of_all_pairs(draw, most=6):
    k = draw(st.integers(2, most))
    elements = draw(
        st.sampled_from([st.floats(0, 1), st.floats(0, 0.05), st.integers(0, 8).map(lambda eighth: eighth / 20)])
    )
    return k, draw(arrays(np.float64, math.comb(k, 2), elements=elements))


@st.composite
def p_falling_with_distance(draw, least=2, most=7):
    """Ranks, and p-values that are any falling function of their distance: flat, steep, stepped."""
    k = draw(st.integers(least, most))
    positions = draw(arrays(np.float64, k, elements=st.integers(0, 24).map(float)))
    first, second = all_pairs(k).T
    distance = np.abs(positions[first] - positions[second]).astype(int)
    steps = draw(arrays(np.float64, 25, elements=st.sampled_from([0.0, 0.0, 0.01, 0.1, 1.0, 3.0])))
    return positions, np.exp(-np.concatenate([[0.0], np.cumsum(steps)])[distance])


@pytest.mark.nightly
@pytest.mark.conformance("Bergmann-Hommel: exhaustive sets", "Garcia and Herrera 2008")
def test_there_are_as_many_exhaustive_sets_as_garcia_counts(expected):
    for k, count in expected["garcia2008"]["exhaustive_sets"].items():
        sets = SETS.get(k) or exhaustive_sets(k)
        assert len({frozenset(true) for true in sets}) == count


def listed(k):
    return {frozenset(np.flatnonzero(true).tolist()) for true in listed_sets(k)}


@pytest.mark.conformance("Exhaustive sets", "all partitions; Garcia and Herrera 2008, Table 1")
@pytest.mark.parametrize("k", range(2, 8))
def test_the_listed_sets_are_those_of_all_partitions(k):
    assert listed(k) == {frozenset(true) for true in SETS[k]}
    if k == 4:  # pairs 12, 13, 14, 23, 24, 34 are 0 to 5: four algorithms, their triples, two pairs of them, pairs
        large = {(0, 1, 2, 3, 4, 5), (0, 1, 3), (0, 2, 4), (1, 2, 5), (3, 4, 5), (0, 5), (1, 4), (2, 3)}
        assert listed(4) == {frozenset(one) for one in [*large, *((pair,) for pair in range(6))]}
    sizes = listed_sets(k).sum(axis=1)
    assert (np.diff(sizes) >= 0).all()


@pytest.mark.conformance("Bergmann-Hommel: acceptance set", "Garcia and Herrera 2008, Table 4 and section 2.2")
def test_garcia_retains_these_sets(table):
    ranks = average_ranks(rank_scores(table("garcia2008_table2").values))
    p = rank_z(ranks, 30, all_pairs(5)).p
    # C4.5 with NaiveBayes (13), 1-NN with CN2 (25), and both
    retained = listed_sets(5)[retained_sets(p, 5, 0.05)]
    assert [all_pairs(5)[true].tolist() for true in retained] == [[[0, 2]], [[1, 4]], [[0, 2], [1, 4]]]


@given(family=p_of_all_pairs())
def test_what_is_in_no_retained_set_is_rejected(family):
    k, p = family
    accepted = listed_sets(k)[retained_sets(p, k, 0.05)].any(axis=0)
    adjusted = bergmann_hommel(p, k)
    clear = np.abs(adjusted - 0.05) > 1e-9  # where rounding does not decide
    assert (accepted == (adjusted > 0.05))[clear].all()


def closed_by_simes(p, k):
    """Closed testing: the largest Simes p of an exhaustive set that a hypothesis belongs to."""
    adjusted = np.zeros(len(p))
    for true in SETS[k]:
        simes = min(len(true) * value / place for place, value in enumerate(sorted(p[true]), start=1))
        adjusted[true] = np.maximum(adjusted[true], simes)
    return np.minimum(adjusted, 1)


@pytest.mark.conformance("Bergmann-Hommel with Simes' test", "closed testing over all partitions, Simes' test of each")
@given(family=p_of_all_pairs())
def test_simes_closes_the_exhaustive_sets(family):
    k, p = family
    adjusted = bergmann_hommel_simes(p, k)
    assert adjusted == pytest.approx(closed_by_simes(p, k), rel=1e-12, abs=1e-300)
    assert (adjusted <= bergmann_hommel(p, k) * (1 + 1e-12)).all()


def test_ten_algorithms_are_the_most(expected):
    counts = expected["garcia2008"]["exhaustive_sets"]
    assert [len(listed_sets(k)) for k in (8, 9)] == [counts[8], counts[9]]
    with pytest.raises(ValueError, match="at most 10"):
        listed_sets(11)


@pytest.mark.conformance("Bergmann-Hommel, Shaffer dynamic", "their definitions over all partitions")
@BOTH
@given(family=p_of_all_pairs())
def test_it_is_the_procedure_by_its_definition(function, by_definition, family):
    k, p = family
    assert function(p, k) == pytest.approx(by_definition(p, k), rel=1e-12, abs=1e-300)


@given(family=p_of_all_pairs())
def test_cliques_are_those_of_the_listed_sets(family):
    k, p = family
    assert largest_products_over_cliques(p, k).tolist() == largest_products_over_sets(p, k).tolist()
    assert most_pairs_over_cliques(p, k).tolist() == most_pairs_over_sets(p, k).tolist()


@BOTH
@given(family=p_falling_with_distance(most=6))
def test_runs_find_what_all_partitions_hold(function, by_definition, family):
    ranks, p = family
    adjusted = function(p, ranks.size, average_ranks=ranks)
    assert adjusted == pytest.approx(by_definition(p, ranks.size), rel=1e-12)


@pytest.mark.nightly
@given(p_falling_with_distance(least=7, most=11))
def test_runs_find_what_all_subsets_hold(family):
    ranks, p = family
    adjusted = bergmann_hommel(p, ranks.size, average_ranks=ranks)
    assert adjusted == pytest.approx(np.minimum(largest_products_over_cliques(p, ranks.size), 1), rel=1e-12)


def test_the_block_of_a_pair_need_not_be_a_run():
    # Two crowds, at 3 between 0 and 6 and at 7 beyond. With p falling steeply after 6, the pair (0, 6) is
    # best kept in a block of its own, all of the two crowds in another: 1 + 10 hypotheses. As a run, its
    # block would split the crowds: 6 + 3.
    ranks = np.array([0.0, 3.0, 3.0, 7.0, 7.0, 7.0, 6.0])
    first, second = all_pairs(7).T
    p = np.where(np.abs(ranks[first] - ranks[second]) <= 6, 0.01, 1e-9)
    pair = [tuple(each) for each in all_pairs(7).tolist()].index((0, 6))
    for adjusted in (closed(p, 7), bergmann_hommel(p, 7), bergmann_hommel(p, 7, average_ranks=ranks)):
        assert adjusted[pair] == pytest.approx(0.11, rel=1e-12)


@pytest.mark.conformance("Bergmann-Hommel", "Ulas et al. 2012, section 4")
@pytest.mark.parametrize("table_number", [5, 7, 8])
def test_ulas_finds_these_pairs_different(table_number, ulas_ranks, expected):
    names, ranks = ulas_ranks(table_number)
    p = rank_z(ranks, 38, all_pairs(8)).p
    differ = {frozenset(names[i] for i in pair) for pair in all_pairs(8)[bergmann_hommel(p, 8) <= 0.05]}
    for key, partners in expected["ulas2012"]["bergmann_hommel_0.05"].items():
        if key.startswith(f"table{table_number}_"):
            one = key.removeprefix(f"table{table_number}_").removesuffix("_differs_from")
            assert {other for other in names if frozenset((one, other)) in differ} == set(partners)


@given(p_of_all_pairs())
def test_monotone_enforces_the_order_of_p_and_no_more(family):
    k, p = family
    free, enforced = bergmann_hommel(p, k), bergmann_hommel(p, k, monotone=True)
    for place in range(p.size):
        assert enforced[place] == free[p <= p[place]].max()


@pytest.mark.conformance("Bergmann-Hommel", "its bounds, for nine and more algorithms", "B18")
@pytest.mark.parametrize("k", [9, 12, 40])
def test_nine_and_more_algorithms(k):
    ranks = np.linspace(1, k, k)
    adjusted = bergmann_hommel(rank_z(ranks, 10, all_pairs(k)).p, k, average_ranks=ranks)
    assert adjusted.min() > 0
    assert adjusted.max() <= 1


def block_sizes(n, largest=None):
    """All ways to write n as a sum of sizes in descending order."""
    if n == 0:
        yield ()
    for first in range(min(n, largest or n), 0, -1):
        for rest in block_sizes(n - first, first):
            yield (first, *rest)


@pytest.mark.conformance("Shaffer static: counts", "all partitions")
@pytest.mark.parametrize("k", range(1, 16))
def test_the_counts_are_those_of_all_partitions(k):
    counts = {sum(math.comb(size, 2) for size in sizes) for sizes in block_sizes(k)}
    assert possible_true_hypotheses(k) == tuple(sorted(counts))


@pytest.mark.conformance("Shaffer static", "its definition over all partitions")
@given(p_of_all_pairs(most=7))
def test_the_static_procedure_is_that_of_its_definition(family):
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


@pytest.mark.conformance("Shaffer static", "Holm's, which it must be sharper than", "B17")
def test_it_is_not_holm():
    p = [0.01, 0.02, 0.03, 0.04, 0.05, 0.06]
    assert shaffer_static(p, 4) == pytest.approx([0.06, 0.06, 0.09, 0.12, 0.12, 0.12])
    assert holm(p) == pytest.approx([0.06, 0.1, 0.12, 0.12, 0.12, 0.12])


@BOTH
def test_too_many_algorithms_are_refused_with_the_way_out(function, by_definition):
    p = np.random.default_rng(1).random(math.comb(20, 2))
    refused = r"got 20 algorithms; at most 16 .* Shaffer's static procedure takes any number"
    with pytest.raises(ValueError, match=refused):
        function(p, 20)
    with pytest.raises(ValueError, match=refused):
        function(p, 20, average_ranks=np.linspace(1, 20, 20))
    with pytest.raises(ValueError, match=r"got 101 algorithms; .* or 100 if p-values fall"):
        function(np.ones(math.comb(101, 2)), 101, average_ranks=np.full(101, 51.0))
