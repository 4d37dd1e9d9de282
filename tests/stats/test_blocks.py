"""Statistics of many pairs in bounded memory: some pairs at a time, with the same outcome."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

from rankpress.stats import walsh
from rankpress.stats.bayes import bayes_sign
from rankpress.stats.effects import hodges_lehmann
from rankpress.stats.effects_table import EFFECTS
from rankpress.stats.hedges import hedges_g
from rankpress.stats.pairs import all_pairs
from rankpress.stats.pairwise import PAIRWISE
from rankpress.stats.permutation import permutation
from rankpress.stats.sign import wins_ties_losses

OF_EFFECTS = [pytest.param(one.function, id=name) for name, one in EFFECTS.items()]
OF_SCORES = [
    pytest.param(one.function, id=name) for name, one in PAIRWISE.items() if one.uses == "scores" and one.pair_alone
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


def test_a_bootstrap_in_blocks_has_the_outcome_of_all_resamples(monkeypatch):
    scores, pairs = scores_of(30, 3), all_pairs(3)
    whole = hedges_g(scores, pairs, bootstrap=True)
    monkeypatch.setattr("rankpress.stats.bootstrap._DRAWN_AT_ONCE", 30 * 77)
    parts = hedges_g(scores, pairs, bootstrap=True)
    np.testing.assert_allclose(parts.low, whole.low, rtol=1e-12)
    np.testing.assert_allclose(parts.high, whole.high, rtol=1e-12)


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


@pytest.mark.parametrize("function", [*OF_EFFECTS, *OF_SCORES, bayes_without_rope, wins_ties_losses])
def test_memory_does_not_grow_with_the_number_of_pairs(function, monkeypatch):
    scores = scores_of(400, 40)  # 2.4 MiB for one array of the differences of all pairs
    monkeypatch.setattr(walsh, "DIFFERENCES_AT_ONCE", 8_000)
    options = {"draws": 10} if function is permutation else {}
    function(scores[:10], all_pairs(40)[:3], **options)  # imports what it needs
    assert peak_of(lambda: function(scores, all_pairs(40), **options)) < 4


def test_random_signs_need_no_more_memory_for_more_data_sets():
    scores = scores_of(20_000, 2)  # 625 MiB for a block of signs on all data sets
    assert peak_of(lambda: permutation(scores, all_pairs(2), draws=4_096)) < 250


def test_resamples_need_no_more_memory_for_more_data_sets():
    scores = scores_of(20_000, 2)  # 305 MiB for each array of all resamples
    assert peak_of(lambda: hedges_g(scores, all_pairs(2), bootstrap=True)) < 100
