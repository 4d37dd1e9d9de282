"""A study from scores to groups, through every test and adjustment.

Checked: the degenerate studies (all scores equal, two algorithms, one data set, all data sets tied, thousands
of data sets) give defined results or say why not; renaming algorithms and reordering data sets permutes every
p and changes no other; what the package exports; that it needs no scipy.stats, whose import takes a second.
The figures themselves are held in each module's own tests.
"""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from rankpress import stats
from rankpress.stats.families import ADJUSTMENTS, Family
from rankpress.stats.groups import groups
from rankpress.stats.omnibus_table import OMNIBUS
from rankpress.stats.pairs import all_pairs, pairs_with
from rankpress.stats.pairwise import PAIRWISE
from rankpress.stats.ranks import average_ranks, rank_scores

SCORES = arrays(np.float64, st.tuples(st.integers(2, 8), st.integers(2, 6)), elements=st.integers(0, 4).map(float))


def run(scores, name, pairs):
    procedure = PAIRWISE[name]
    if procedure.uses != "average-ranks":
        return procedure.function(scores if procedure.uses == "scores" else rank_scores(scores), pairs)
    return procedure.function(average_ranks(rank_scores(scores)), len(scores), pairs)


def adjusted(scores, name, control=None):
    """Every applicable adjustment of one pairwise test."""
    k = scores.shape[1]
    pairs = all_pairs(k) if control is None else pairs_with(control, k)
    test = run(scores, name, pairs)
    family = Family(
        test.p,
        k,
        control is not None,
        average_ranks(rank_scores(scores)),
        test.statistic if name == "rank-z" else None,
    )
    found = {
        method: adjustment.function(family)
        for method, adjustment in ADJUSTMENTS.items()
        if not adjustment.inapplicable(family)
    }
    return test, pairs, found


@pytest.mark.parametrize("name", PAIRWISE)
@given(scores=SCORES)
def test_every_adjusted_p_lies_between_p_and_1(name, scores):
    for control in (None, 0):
        test, _, found = adjusted(scores, name, control)
        assert test.name == name
        assert len(found) >= 5
        for p in found.values():
            assert (p >= test.p * (1 - 1e-9)).all()
            assert (p <= 1).all()


@pytest.mark.parametrize("name", PAIRWISE)
@given(scores=SCORES, random=st.randoms())
def test_renaming_and_reordering_permutes_every_p(name, scores, random):
    rows, columns = list(range(scores.shape[0])), list(range(scores.shape[1]))
    random.shuffle(rows)
    random.shuffle(columns)
    _, pairs, found = adjusted(scores, name)
    _, _, changed = adjusted(scores[rows][:, columns], name)
    place = {frozenset(pair): at for at, pair in enumerate(pairs.tolist())}
    order = [place[frozenset((columns[a], columns[b]))] for a, b in pairs.tolist()]
    assert set(found) == set(changed)
    for method, p in found.items():
        assert changed[method] == pytest.approx(p[order], rel=1e-9)


@pytest.mark.parametrize("name", PAIRWISE)
@pytest.mark.parametrize(
    "scores",
    [
        np.zeros((10, 4)),
        np.tile(np.arange(6.0)[:, np.newaxis], (1, 3)),
        np.zeros((2, 2)),
        np.full((3000, 3), 0.5),
    ],
    ids=["all scores equal", "all data sets tied", "two data sets tied", "thousands of data sets tied"],
)
def test_ties_everywhere_separate_nobody(name, scores):
    k = scores.shape[1]
    test, pairs, found = adjusted(scores, name)
    assert test.p.tolist() == [1.0] * len(pairs)
    for p in found.values():
        assert p == pytest.approx(np.ones(len(pairs)), rel=1e-12)
        assert groups(np.minimum(p, 1), pairs, average_ranks(rank_scores(scores)), 0.05) == (tuple(range(k)),)
    for procedure in OMNIBUS.values():
        assert procedure.function(rank_scores(scores) if procedure.uses == "ranks" else scores).why


@pytest.mark.parametrize("name", PAIRWISE)
@given(scores=arrays(np.float64, st.tuples(st.integers(2, 30), st.just(2)), elements=st.integers(0, 9).map(float)))
def test_two_algorithms_need_no_adjustment(name, scores):
    test, _, found = adjusted(scores, name)
    for p in found.values():
        assert p == pytest.approx(test.p, rel=1e-10)


@pytest.mark.parametrize("name", ["wilcoxon", "sign"])
def test_one_data_set_separates_nobody(name):
    test, _, _ = adjusted(np.array([[0.9, 0.5, 0.1]]), name)
    assert test.p.tolist() == [1.0, 1.0, 1.0]


@pytest.mark.parametrize("name", PAIRWISE)
def test_a_clear_difference_is_found(name):
    scores = np.random.default_rng(3).normal(size=(30, 4)) + np.array([10.0, 10.0, 10.0, 13.0])
    _, pairs, found = adjusted(scores, name)
    for p in found.values():
        assert (p[(pairs == 3).any(axis=1)] < 0.01).all()
        assert [set(group) for group in groups(p, pairs, average_ranks(rank_scores(scores)), 0.05)] == [{0, 1, 2}]


def test_what_the_package_offers_is_there():
    assert sorted(stats.__all__) == sorted(set(stats.__all__))
    for name in stats.__all__:
        assert hasattr(stats, name)


def test_the_import_is_light():
    code = "import sys, rankpress.stats; print(sorted({'scipy.stats', 'pandas', 'yaml'} & set(sys.modules)))"
    ended = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert ended.stdout.strip() == "[]"
