"""What all measures of effect size have in common.

Checked against: what a measure means (exchange of the two, order of data sets, a pair with others or alone, one scale
or another, range). Regression: an effect size against "the best" whose base is the worst algorithm, because larger was
taken for worse. Coverage by simulation of the intervals that are approximate (slow). Each measure's own numbers are
held against other sources in the files beside this one.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from rankpress.catalog import methods as catalog
from rankpress.stats.effects import NO_DIFFERENCE
from rankpress.stats.effects_table import EFFECTS
from rankpress.stats.pairs import all_pairs, pairs_with

MEASURES = pytest.mark.parametrize("name", EFFECTS)
SCORES = arrays(np.float64, st.tuples(st.integers(2, 9), st.integers(2, 4)), elements=st.integers(0, 20).map(float))


def effects_of(name, scores, pairs=((0, 1),), **options):
    return EFFECTS[name].function(np.asarray(scores, dtype=float), pairs, **options)


def parts(effect):
    return [effect.estimate, effect.low, effect.high]


@MEASURES
@settings(max_examples=30)
@given(scores=SCORES)
def test_exchanging_the_two_turns_the_effect_round(name, scores):
    pairs = all_pairs(scores.shape[1])
    one, other = effects_of(name, scores, pairs), effects_of(name, scores, pairs[:, ::-1])
    about = 2 * catalog.EFFECTS[name].no_difference
    assert one.estimate == pytest.approx(about - other.estimate, abs=1e-9, nan_ok=True)
    assert one.low == pytest.approx(about - other.high, abs=1e-9, nan_ok=True)
    assert one.high == pytest.approx(about - other.low, abs=1e-9, nan_ok=True)
    assert one.why == other.why


@MEASURES
@settings(max_examples=20)
@given(scores=SCORES, random=st.randoms())
def test_neither_the_order_of_data_sets_nor_other_pairs_matter(name, scores, random):
    rows = list(range(len(scores)))
    random.shuffle(rows)
    pairs = all_pairs(scores.shape[1])
    together = effects_of(name, scores, pairs)
    for at, pair in enumerate(pairs):
        alone = effects_of(name, scores[np.ix_(rows, pair)])
        assert [part[0] for part in parts(alone)] == pytest.approx(
            [part[at] for part in parts(together)], abs=1e-9, nan_ok=True
        )


@MEASURES
@settings(max_examples=30)
@given(scores=SCORES)
def test_estimates_lie_in_their_intervals_and_both_in_range(name, scores):
    effect = effects_of(name, scores, all_pairs(scores.shape[1]))
    least, greatest = catalog.EFFECTS[name].range
    for estimate, low, high, why in zip(*parts(effect), effect.why, strict=True):
        told = [value for value in (low, estimate, high) if not np.isnan(value)]
        assert why or len(told) == 3
        if name != "hedges-g":  # the interval is that of what g estimates, and unbiased estimates are shrunk
            assert told == sorted(told)
        assert all(least <= value <= greatest for value in told)


@MEASURES
@settings(max_examples=20)
@given(scores=SCORES, scale=st.sampled_from([0.25, 4.0, 1024.0]))
def test_another_unit_of_the_scores(name, scores, scale):
    pairs = all_pairs(scores.shape[1])
    one, other = effects_of(name, scores, pairs), effects_of(name, scale * scores, pairs)
    factor = scale if catalog.EFFECTS[name].in_unit else 1.0
    for plain, scaled in zip(parts(one), parts(other), strict=True):
        assert scaled == pytest.approx(factor * plain, rel=1e-9, nan_ok=True)


@MEASURES
@pytest.mark.parametrize("n", [2, 5, 6, 50, 51, 80])
def test_identical_columns_have_no_effect(name, n):
    column = np.random.default_rng(n).random(n)
    effect = effects_of(name, np.column_stack([column, column]))
    neutral = catalog.EFFECTS[name].no_difference
    assert effect.estimate.tolist() == [neutral]
    assert effect.why[0]
    assert n < 6 or (effect.low.tolist(), effect.high.tolist(), effect.why) == ([neutral], [neutral], (NO_DIFFERENCE,))


@MEASURES
def test_a_difference_that_never_varies(name):
    rows = np.random.default_rng(1).integers(0, 100, 12) / 8
    effect = effects_of(name, np.column_stack([rows + 0.25, rows]))
    if name == "hedges-g":
        assert np.isnan(effect.estimate[0])
        assert "infinite" in effect.why[0]
    elif catalog.EFFECTS[name].in_unit:
        assert [part[0] for part in parts(effect)] == [0.25] * 3
    else:
        assert effect.low[0] <= effect.estimate[0] <= effect.high[0]


@MEASURES
@pytest.mark.conformance(procedure="Effect sizes", source="what the best is", fault="B29")
def test_against_the_best_is_against_the_best(name):
    # Higher is better, and the last is best: all effects of the best against the others favour it. Elsewhere the
    # worst average rank comes first, and is the base of all effects "against the best".
    level = np.linspace(0, 1, 12)[:, None]
    scores = level + np.array([0.0, 0.5, 1.0]) + np.random.default_rng(2).normal(0, 0.05, (12, 3))
    best = int(np.argmax(scores.mean(axis=0)))
    effect = effects_of(name, scores, pairs_with(best, 3))
    assert best == 2
    assert (effect.estimate > catalog.EFFECTS[name].no_difference).all()
    assert abs(effect.estimate[0]) >= abs(effect.estimate[1])  # the worst is farthest


@MEASURES
def test_narrower_at_a_lower_level(name):
    scores = np.random.default_rng(3).normal(size=(20, 2))
    one, other = effects_of(name, scores, level=0.95), effects_of(name, scores, level=0.5)
    assert one.low[0] < other.low[0] < other.high[0] < one.high[0]
    assert (one.level, other.level) == (0.95, 0.5)


@MEASURES
@pytest.mark.parametrize(
    ("scores", "pairs", "level", "message"),
    [
        ([[1.0, np.nan], [1.0, 2.0]], [[0, 1]], 0.95, "scores: row 0 column 1 is nan; finite numbers are needed"),
        ([[1.0, 2.0]], [[0, 1]], 0.95, "scores: got 1 rows and 2 columns; at least 2 and 2 are needed"),
        ([[1.0, 2.0], [2.0, 3.0]], [[0, 0]], 0.95, "two different indices"),
        ([[1.0, 2.0], [2.0, 3.0]], [[0, 1]], 1.0, "level: got 1.0"),
    ],
)
def test_what_does_not_fit_is_refused(name, scores, pairs, level, message):
    with pytest.raises(ValueError, match=message):
        EFFECTS[name].function(scores, pairs, level)


@pytest.mark.slow
@pytest.mark.conformance(procedure="Intervals of effect sizes", source="simulation: they hold the true value")
@pytest.mark.parametrize(
    ("name", "truth"),
    [
        ("mean-difference", 0.6),
        ("median-difference", 0.6),
        ("hodges-lehmann", 0.6),
        ("hedges-g", 0.6),
        # P(D > 0) of a normal D of mean 0.6 and variance 1; P(D + D' > 0); P(A > B') of data sets of variance 9
        ("superiority", 0.7257468822),
        ("rank-biserial", 2 * 0.8019242 - 1),
        ("cliffs-delta", 2 * 0.5547 - 1),
    ],
)
@pytest.mark.parametrize("n", [8, 15, 30, 100])
def test_intervals_hold_the_true_value_as_often_as_they_say(name, truth, n):
    generator, studies = np.random.default_rng(7), 3000
    level, difference = 3 * generator.normal(size=(n, studies)), 0.6 + generator.normal(size=(n, studies))
    scores = np.concatenate([level + difference / 2, level - difference / 2], axis=1)
    effect = effects_of(name, scores, np.column_stack([np.arange(studies), np.arange(studies) + studies]))
    held = np.mean((effect.low <= truth) & (truth <= effect.high))
    error = 4 * np.sqrt(0.95 * 0.05 / studies)  # 0.016
    least = {"mean-difference": 0.95, "median-difference": 0.95, "hodges-lehmann": 0.95, "hedges-g": 0.95}
    most = {"mean-difference": 0.95, "hedges-g": 0.95}
    assert least.get(name, 0.93) - error <= held <= most.get(name, 0.98) + error + (n < 10) * 0.015
