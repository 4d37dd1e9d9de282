"""Bergmann and Hommel's procedure, and the two programs that compute it.

Checked against: its definition, with all exhaustive sets listed (which are all partitions of the algorithms,
as many as garcia2008's Table 1 counts); the two columns of figures in garcia2008, with the order of the raw
p-values enforced (Table 5) and without; the significant pairs of ulas2012 (Tables 5, 7, 8) from the printed
average ranks. That blocks need only be looked for among runs of rank neighbours, once the pair in question is
set aside, is held against all partitions and, for more algorithms, against the program over all subsets; the
case in which the pair's own block is no run stands by itself. Regressions: faults seen elsewhere, p above 1,
p = 0 for nine algorithms and more. Properties: renaming, raw p <= Bergmann-Hommel <= Shaffer <= Holm <=
Bonferroni.
"""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from rankpress.stats import bergmann
from rankpress.stats.adjustments import bonferroni, holm
from rankpress.stats.bergmann import bergmann_hommel, feasible_bergmann_hommel, largest_products_over_cliques
from rankpress.stats.pairs import all_pairs
from rankpress.stats.rank_z import rank_z
from rankpress.stats.ranks import average_ranks, rank_scores
from rankpress.stats.shaffer import shaffer_static


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


def by_definition(p, k):
    adjusted = np.zeros(len(p))
    for true in SETS[k]:
        adjusted[true] = np.maximum(adjusted[true], len(true) * p[true].min())
    return np.minimum(adjusted, 1)


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


@pytest.mark.conformance(procedure="Bergmann-Hommel: exhaustive sets", source="Garcia and Herrera 2008")
def test_there_are_as_many_exhaustive_sets_as_garcia_counts(expected):
    for k, count in expected["garcia2008"]["exhaustive_sets"].items():
        sets = SETS.get(k) or exhaustive_sets(k)
        assert len({frozenset(true) for true in sets}) == count


@pytest.mark.conformance(procedure="Bergmann-Hommel", source="closed testing over all partitions")
@given(p_of_all_pairs())
def test_it_is_the_closed_procedure_by_its_definition(family):
    k, p = family
    assert bergmann_hommel(p, k) == pytest.approx(by_definition(p, k), rel=1e-12, abs=1e-300)


@settings(max_examples=15)
@given(arrays(np.float64, 21, elements=st.floats(0, 0.3)))
def test_it_is_the_closed_procedure_for_seven_algorithms(p):
    assert bergmann_hommel(p, 7) == pytest.approx(by_definition(p, 7), rel=1e-12, abs=1e-300)


@settings(max_examples=200)
@given(p_falling_with_distance(most=6))
def test_runs_find_what_all_partitions_hold(family):
    ranks, p = family
    adjusted = bergmann_hommel(p, ranks.size, average_ranks=ranks)
    assert adjusted == pytest.approx(by_definition(p, ranks.size), rel=1e-12)


@settings(max_examples=200)
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
    for adjusted in (by_definition(p, 7), bergmann_hommel(p, 7), bergmann_hommel(p, 7, average_ranks=ranks)):
        assert adjusted[pair] == pytest.approx(0.11, rel=1e-12)


@settings(max_examples=25)
@given(st.integers(2, 12), st.integers(2, 60), st.integers(0, 10**6))
def test_the_programs_agree_on_real_ranks(k, n, seed):
    generator = np.random.default_rng(seed)
    ranks = average_ranks(rank_scores(generator.normal(size=(n, k)) + generator.normal(size=k)))
    p = rank_z(ranks, n, all_pairs(k)).p
    assert bergmann_hommel(p, k, average_ranks=ranks) == pytest.approx(bergmann_hommel(p, k), rel=1e-9)


def test_pairs_take_their_steps_over_the_levels_together(monkeypatch):
    # one at a time they would be as many steps as there are pairs, which took a second and a half
    ranks = rank_scores(np.random.default_rng(0).normal(size=(30, 50)) + 0.1 * np.arange(50)).mean(axis=0)
    p, rows, most_pairs_with = rank_z(ranks, 30, all_pairs(50)).p, [], bergmann._most_pairs_with

    def counted(square, levels, left, right):
        rows.append(len(levels))
        return most_pairs_with(square, levels, left, right)

    monkeypatch.setattr(bergmann, "_most_pairs_with", counted)
    bergmann_hommel(p, 50, average_ranks=ranks)
    assert len(rows) < 60
    assert 1000 < sum(rows) < 3000


def test_ranks_that_p_does_not_follow_are_left_aside():
    p = np.array([0.01, 0.5, 0.02, 0.03, 0.9, 0.4])
    assert bergmann_hommel(p, 4, average_ranks=[1, 2, 3, 4]).tolist() == bergmann_hommel(p, 4).tolist()


@pytest.mark.conformance(procedure="Bergmann-Hommel", source="Garcia and Herrera 2008, Table 5")
@pytest.mark.parametrize(("monotone", "key"), [(True, None), (False, "bergmann_hommel_by_definition")])
@pytest.mark.parametrize("by_ranks", [True, False])
def test_garcia_prints_these_p(monotone, key, by_ranks, table, expected, printed):
    read = table("garcia2008_table2")
    ranks = average_ranks(rank_scores(read.values))
    p = rank_z(ranks, 30, all_pairs(5)).p
    adjusted = bergmann_hommel(p, 5, monotone=monotone, average_ranks=ranks if by_ranks else None)
    figures = {name: values[-1] for name, values in expected["garcia2008"]["adjusted_p"].items() if name != "columns"}
    figures |= expected["garcia2008"][key] if key else {}
    for (a, b), found in zip(all_pairs(5), adjusted, strict=True):
        one, other = read.columns[a], read.columns[b]
        value = float(figures.get(f"{one} vs {other}") or figures[f"{other} vs {one}"])
        if value < 1e-4:
            assert f"{found:.3e}" == f"{value:.3e}"
        else:
            assert found == printed(value, 4)


@pytest.mark.conformance(procedure="Bergmann-Hommel", source="Ulas et al. 2012, section 4")
@pytest.mark.parametrize("table_number", [5, 7, 8])
def test_ulas_finds_these_pairs_different(table_number, ulas_ranks, expected):
    names, ranks = ulas_ranks(table_number)
    p = rank_z(ranks, 38, all_pairs(8)).p
    differ = {frozenset(names[i] for i in pair) for pair in all_pairs(8)[bergmann_hommel(p, 8) <= 0.05]}
    for key, partners in expected["ulas2012"]["bergmann_hommel_0.05"].items():
        if key.startswith(f"table{table_number}_"):
            one = key.removeprefix(f"table{table_number}_").removesuffix("_differs_from")
            assert {other for other in names if frozenset((one, other)) in differ} == set(partners)


@given(p_of_all_pairs(), st.randoms())
def test_renaming_the_algorithms_renames_the_results(family, random):
    k, p = family
    renamed = list(range(k))
    random.shuffle(renamed)
    place = {frozenset(pair): at for at, pair in enumerate(all_pairs(k).tolist())}
    order = [place[frozenset((renamed[a], renamed[b]))] for a, b in all_pairs(k).tolist()]
    for monotone in (False, True):
        adjusted = bergmann_hommel(p, k, monotone=monotone)
        assert bergmann_hommel(p[order], k, monotone=monotone) == pytest.approx(adjusted[order], rel=1e-12)


@given(p_of_all_pairs())
def test_the_later_the_blunter(family):
    k, p = family
    chain = [p, bergmann_hommel(p, k), shaffer_static(p, k), holm(p), bonferroni(p)]
    for sharper, blunter in itertools.pairwise(chain):
        assert (sharper <= blunter * (1 + 1e-12)).all()
    assert (chain[-1] <= 1).all()


@given(p_of_all_pairs())
def test_monotone_enforces_the_order_of_p_and_no_more(family):
    k, p = family
    free, enforced = bergmann_hommel(p, k), bergmann_hommel(p, k, monotone=True)
    for place in range(p.size):
        assert enforced[place] == free[p <= p[place]].max()


def test_two_algorithms_need_no_adjustment():
    for p in (0.0, 0.3, 1.0):
        assert bergmann_hommel([p], 2).tolist() == [p]
        assert bergmann_hommel([p], 2, average_ranks=[1.2, 1.8]).tolist() == [p]


@pytest.mark.conformance(procedure="Bergmann-Hommel", source="its bounds, for nine and more algorithms", fault="B18")
@pytest.mark.parametrize("k", [9, 12, 40])
def test_nine_and_more_algorithms(k):
    ranks = np.linspace(1, k, k)
    adjusted = bergmann_hommel(rank_z(ranks, 10, all_pairs(k)).p, k, average_ranks=ranks)
    assert adjusted.min() > 0
    assert adjusted.max() <= 1


def test_equal_algorithms_are_not_told_apart():
    for k in (3, 8):
        p = np.ones(math.comb(k, 2))
        assert (
            bergmann_hommel(p, k).tolist()
            == bergmann_hommel(p, k, average_ranks=np.full(k, (k + 1) / 2)).tolist()
            == p.tolist()
        )


def test_too_many_algorithms_are_refused_with_the_way_out():
    p = np.random.default_rng(1).random(math.comb(20, 2))
    assert not feasible_bergmann_hommel(20, by_ranks=False)
    with pytest.raises(
        ValueError, match=r"got 20 algorithms; at most 16 .* Shaffer's static procedure takes any number"
    ):
        bergmann_hommel(p, 20)
    with pytest.raises(ValueError, match="got 20 algorithms"):
        bergmann_hommel(p, 20, average_ranks=np.linspace(1, 20, 20))
    assert not feasible_bergmann_hommel(101, by_ranks=True)
    with pytest.raises(ValueError, match=r"got 101 algorithms; .* or 100 if p-values fall"):
        bergmann_hommel(np.ones(math.comb(101, 2)), 101, average_ranks=np.full(101, 51.0))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: bergmann_hommel([0.1, 0.2], 3), "p: got 2 entries; 3 are needed"),
        (lambda: bergmann_hommel([0.1, 0.2, np.nan], 3), "p: entry 2 is nan"),
        (lambda: bergmann_hommel([], 1), "n_algorithms: got 1"),
        (
            lambda: bergmann_hommel([0.1], 2, average_ranks=[1, 2, 3]),
            "average_ranks: got 3 entries; 2 are needed",
        ),
    ],
)
def test_what_does_not_fit_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
