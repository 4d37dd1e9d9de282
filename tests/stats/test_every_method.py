"""What every test, effect size and adjustment has in common, from scores to groups.

Checked over the tables of procedures, so that a new one has to pass as well: renaming algorithms and reordering data
sets permutes p; degenerate studies (all scores equal, two algorithms, thousands of ties) have defined results or a
reason; the unit of the scores does not matter, near the ends of the range of floats too; blocks of pairs in bounded
memory have the outcome of all pairs; what does not fit is refused with its place. And `rankpress.stats` needs no
scipy.stats, whose import takes a second.
"""

import subprocess
import sys
import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from rankpress.catalog.methods import ADJUSTMENTS, EFFECTS, OMNIBUS, PAIRWISE
from rankpress.stats import walsh
from rankpress.stats.bayes import bayes_sign
from rankpress.stats.families import Family
from rankpress.stats.groups import groups
from rankpress.stats.hedges import hedges_g
from rankpress.stats.hodges_lehmann import hodges_lehmann
from rankpress.stats.pairs import all_pairs
from rankpress.stats.permutation import permutation
from rankpress.stats.ranks import average_ranks, rank_scores
from rankpress.stats.resampled import corrected_t, five_by_two_cv_f, five_by_two_cv_t, kfold_t, resampled_t
from rankpress.stats.sign import wins_ties_losses

SCORES = arrays(np.float64, st.tuples(st.integers(2, 8), st.integers(2, 6)), elements=st.integers(0, 4).map(float))


def adjusted(run_pairs, scores, name):
    """Every applicable adjustment of one pairwise test."""
    k = scores.shape[1]
    pairs = all_pairs(k)
    test = run_pairs(PAIRWISE[name], scores, pairs)
    ranks = average_ranks(rank_scores(scores))
    family = Family(test.p, k, False, ranks, test.statistic if name == "rank-z" else None)
    by_method = {
        method: adjustment.adjust(family)
        for method, adjustment in ADJUSTMENTS.items()
        if not adjustment.inapplicable(family)
    }
    return test, pairs, by_method


@pytest.mark.few
@pytest.mark.parametrize("name", PAIRWISE)
@settings(max_examples=5)
@given(scores=SCORES, random=st.randoms())
def test_renaming_and_reordering_permutes_every_p(run_pairs, name, scores, random):
    rows, columns = list(range(scores.shape[0])), list(range(scores.shape[1]))
    random.shuffle(rows)
    random.shuffle(columns)
    _, pairs, by_method = adjusted(run_pairs, scores, name)
    _, _, changed = adjusted(run_pairs, scores[rows][:, columns], name)
    place = {frozenset(pair): at for at, pair in enumerate(pairs.tolist())}
    order = [place[frozenset((columns[a], columns[b]))] for a, b in pairs.tolist()]
    assert set(by_method) == set(changed)
    for method, p in by_method.items():
        assert changed[method] == pytest.approx(p[order], rel=1e-9)


@pytest.mark.few
@pytest.mark.parametrize("name", PAIRWISE)
@pytest.mark.parametrize(
    "scores",
    [np.zeros((10, 4)), np.tile(np.arange(6.0)[:, np.newaxis], (1, 3)), np.zeros((2, 2)), np.full((3000, 3), 0.5)],
    ids=["all scores equal", "all data sets tied", "two data sets tied", "thousands of data sets tied"],
)
def test_ties_everywhere_separate_nobody(run_pairs, name, scores):
    k = scores.shape[1]
    test, pairs, by_method = adjusted(run_pairs, scores, name)
    assert test.p.tolist() == [1.0] * len(pairs)
    for p in by_method.values():
        assert p == pytest.approx(np.ones(len(pairs)), rel=1e-12)
        assert groups(np.minimum(p, 1), pairs, average_ranks(rank_scores(scores)), 0.05) == (tuple(range(k)),)
    for procedure in OMNIBUS.values():
        assert procedure.run(rank_scores(scores) if procedure.uses == "ranks" else scores).why


@pytest.mark.parametrize("name", PAIRWISE)
@settings(max_examples=5)
@given(scores=arrays(np.float64, st.tuples(st.integers(2, 30), st.just(2)), elements=st.integers(0, 9).map(float)))
def test_two_algorithms_need_no_adjustment(run_pairs, name, scores):
    test, _, by_method = adjusted(run_pairs, scores, name)
    for p in by_method.values():
        assert p == pytest.approx(test.p, rel=1e-10)


@pytest.mark.few
@pytest.mark.parametrize("name", OMNIBUS)
@given(scores=SCORES, random=st.randoms())
def test_neither_order_nor_tie_rule_matters_to_a_test_of_all(name, scores, random):
    rows, columns = list(range(scores.shape[0])), list(range(scores.shape[1]))
    random.shuffle(rows)
    random.shuffle(columns)
    function, by_ranks = OMNIBUS[name].run, OMNIBUS[name].uses == "ranks"
    one = function(rank_scores(scores) if by_ranks else scores)
    shuffled = scores[rows][:, columns]
    other = function(rank_scores(shuffled, ties="min") if by_ranks else shuffled)
    assert (one.statistic, one.p) == pytest.approx((other.statistic, other.p), rel=1e-9, abs=1e-12, nan_ok=True)
    assert (one.name, other.name) == (name, name)


@pytest.mark.parametrize("name", [name for name, each in PAIRWISE.items() if each.pair_alone])
@given(scores=SCORES)
def test_exchanging_the_two_of_a_pair_leaves_p_and_turns_its_sign(run_pairs, name, scores):
    pairs = all_pairs(scores.shape[1])
    one, other = (run_pairs(PAIRWISE[name], scores, each) for each in (pairs, pairs[:, ::-1]))
    assert one.p == pytest.approx(other.p, rel=1e-9)
    assert np.sign(one.leaning).tolist() == (-np.sign(other.leaning) + 0.0).tolist()


def test_the_import_is_light():
    code = "import sys, rankpress.stats; print(sorted({'scipy.stats', 'pandas', 'yaml'} & set(sys.modules)))"
    ended = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert ended.stdout.strip() == "[]"


POSITIVE = np.random.default_rng(1).random((10, 4)) + 0.5
FACTORS = [2.0**1000, 2.0**-1000]


WITHOUT_UNIT = {
    name: lambda x, each=each: each.run(x, all_pairs(4)) for name, each in PAIRWISE.items() if each.uses == "scores"
}
WITHOUT_UNIT |= {name: each.run for name, each in OMNIBUS.items() if each.uses == "scores"}
WITHOUT_UNIT |= {"corrected-t": lambda x: corrected_t(x, 1 / 9), "kfold-t": kfold_t, "resampled-t": resampled_t}
for each in (five_by_two_cv_t, five_by_two_cv_f):
    WITHOUT_UNIT[each.__name__] = lambda x, each=each: each(x.reshape(5, 2, 4))


@pytest.mark.parametrize("factor", FACTORS)
@pytest.mark.parametrize("name", sorted(WITHOUT_UNIT))
def test_a_test_knows_no_unit(name, factor):
    test = WITHOUT_UNIT[name]
    assert test(POSITIVE * factor).p == pytest.approx(test(POSITIVE).p, rel=1e-12)


@pytest.mark.parametrize("factor", FACTORS)
@pytest.mark.parametrize("name", sorted(EFFECTS))
def test_an_effect_size_has_its_unit_or_none(name, factor):
    one, other = (EFFECTS[name].run(scores, all_pairs(4), level=0.95) for scores in (POSITIVE, POSITIVE * factor))
    unit = factor if "difference" in name or name == "hodges-lehmann" else 1.0
    for known, got in ((one.estimate, other.estimate), (one.low, other.low), (one.high, other.high)):
        assert got / unit == pytest.approx(known, rel=1e-9, nan_ok=True)


OF_EFFECTS = [pytest.param(one.run, id=name) for name, one in EFFECTS.items()]
OF_SCORES = [
    pytest.param(one.run, id=name) for name, one in PAIRWISE.items() if one.uses == "scores" and one.pair_alone
]
MEBIBYTE = 2**20


def scores_of(n, k):
    generator = np.random.default_rng(1)
    return np.round(1 + generator.random((n, 1)) + 0.1 * generator.random((n, k)), 3)


def bayes_without_rope(scores, pairs):
    return bayes_sign(scores, pairs, 0.0)


@pytest.mark.parametrize("function", [*OF_EFFECTS, *OF_SCORES, bayes_without_rope])
def test_blocks_of_pairs_have_the_outcome_of_all_pairs(function, monkeypatch):
    scores, pairs = scores_of(30, 5), all_pairs(5)
    whole = function(scores, pairs)
    monkeypatch.setattr(walsh, "DIFFERENCES_AT_ONCE", 90)
    parts = function(scores, pairs)
    for name, value in vars(whole).items():
        if isinstance(value, np.ndarray):
            np.testing.assert_allclose(getattr(parts, name), value, rtol=1e-12, err_msg=name)
        elif name == "details":
            assert value.keys() == parts.details.keys()
            for each in value:
                np.testing.assert_allclose(parts.details[each], value[each], rtol=1e-12, err_msg=each)
        else:
            assert getattr(parts, name) == value


def peak_of(call):
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1] / MEBIBYTE
    finally:
        tracemalloc.stop()


def test_hodges_lehmann_needs_no_list_of_all_averages():
    # 20,000 data sets have 200 million averages, 1.5 GiB
    scores = scores_of(20_000, 3)
    assert peak_of(lambda: hodges_lehmann(scores, all_pairs(3))) < 60


@pytest.mark.weekly
@pytest.mark.parametrize("function", [*OF_EFFECTS, *OF_SCORES, bayes_without_rope, wins_ties_losses])
def test_memory_does_not_grow_with_the_number_of_pairs(function, monkeypatch):
    scores = scores_of(400, 32)  # 1.5 MiB for one array of the differences of all pairs
    monkeypatch.setattr(walsh, "DIFFERENCES_AT_ONCE", 8_000)
    options = {"draws": 10} if function == PAIRWISE["permutation"].run else {}
    function(scores[:10], all_pairs(32)[:3], **options)  # imports what it needs
    assert peak_of(lambda: function(scores, all_pairs(32), **options)) < 2.5


@pytest.mark.nightly
@pytest.mark.parametrize(
    "call",  # 250 MiB for a block of signs on all data sets, and 122 for each array of all resamples
    [
        lambda scores: permutation(scores, [[0, 1]], draws=4_096),
        lambda scores: hedges_g(scores, [[0, 1]], bootstrap=True),
    ],
    ids=["random signs", "resamples"],
)
def test_draws_need_no_more_memory_for_more_data_sets(call):
    scores = scores_of(8_000, 2)
    assert peak_of(lambda: call(scores)) < 100
