"""Draws of three chances, and where they lie in the triangle.

Checked against: the probabilities that the tests give from the same draws (signed-rank) or without any (sign), and the
posterior means that they give exactly; each draw's cell found by trying all cells; regions by their definition.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankpress.stats.bayes_sign import bayes_sign, sign_draws
from rankpress.stats.bayes_signed_rank import bayes_signed_rank, signed_rank_draws
from rankpress.stats.bayesian import BAYES_OVER
from rankpress.stats.simplex import simplex_density

PAIR = (0, 1)


def study(seed: int, n: int = 14) -> np.ndarray:
    rng = np.random.default_rng(seed)
    first = rng.uniform(0.5, 0.9, n)
    return np.column_stack([first, first - rng.normal(0.01, 0.03, n)])


def shares_greatest(draws: np.ndarray) -> np.ndarray:
    return np.bincount(draws.argmax(axis=1), minlength=3) / len(draws)


def probabilities(test) -> np.ndarray:
    return np.array([test.p_first[0], test.p_equal[0], test.p_second[0]])


@pytest.mark.parametrize("rope", [0.005, 0.01, 0.05])
@pytest.mark.parametrize("prior", ["rope", "first", "second"])
def test_signed_rank_draws_are_those_of_the_test(rope, prior):
    scores = study(3)
    options = {"rope": rope, "prior_place": prior, "prior_strength": 1.0, "draws": 20_000, "seed": 5}
    test, drawn = bayes_signed_rank(scores, [PAIR], **options), signed_rank_draws(scores, PAIR, **options)
    assert drawn.shape == (20_000, 3)
    assert shares_greatest(drawn).tolist() == probabilities(test).tolist()
    exact = [test.details[name][0] for name in ("weight_first", "weight_equal", "weight_second")]
    assert drawn.mean(axis=0) == pytest.approx(exact, abs=5 * drawn.std(axis=0).max() / np.sqrt(20_000))


def test_draws_of_the_pair_the_other_way_round_are_the_same_turned():
    scores = study(4)
    there, back = (signed_rank_draws(scores, pair, 0.01, draws=500) for pair in ((0, 1), (1, 0)))
    assert np.array_equal(there, back[:, ::-1])


def test_signed_rank_draws_by_the_definition():
    scores, rope = study(8, n=3), 0.02
    drawn = signed_rank_draws(scores, PAIR, rope, prior_strength=0.5, draws=40_000)
    differences = np.append(scores[:, 0] - scores[:, 1], 0.0)
    weights = np.random.default_rng(1).dirichlet([1, 1, 1, 0.5], 40_000)
    middles = (differences[:, None] + differences) / 2
    by_sums = [np.einsum("di,dj,ij->d", weights, weights, beyond) for beyond in (middles > rope, middles < -rope)]
    for column, expected in zip((0, 2), by_sums, strict=True):
        for share in (0.1, 0.5, 0.9):
            assert np.quantile(drawn[:, column], share) == pytest.approx(np.quantile(expected, share), abs=0.01)


@pytest.mark.parametrize("rope", [0.0, 0.005, 0.02])
def test_sign_draws_agree_with_the_exact_probabilities(rope):
    scores = study(5)
    test, drawn = bayes_sign(scores, [PAIR], rope), sign_draws(scores, PAIR, rope, draws=40_000)
    assert shares_greatest(drawn) == pytest.approx(probabilities(test), abs=5 * 0.5 / 200)
    counts = np.array([test.details[name][0] for name in ("n_first", "n_equal", "n_second")])
    counts[1] = counts[1] + 1 if rope else 0
    assert drawn.mean(axis=0) == pytest.approx(counts / counts.sum(), abs=0.005)


def test_the_two_rows_of_the_table_draw():
    assert all(procedure.draw is not None for procedure in BAYES_OVER.values())


@pytest.mark.parametrize("draw", [sign_draws, signed_rank_draws])
def test_draws_with_nothing_to_go_by(draw):
    assert draw([[0.9, np.nan], [np.nan, 0.5]], PAIR, 0.01).shape == (0, 3)
    again = draw(study(6), PAIR, 0.01, draws=50, seed=3)
    assert np.array_equal(again, draw(study(6), PAIR, 0.01, draws=50, seed=3))
    assert not np.array_equal(again, draw(study(6), PAIR, 0.01, draws=50, seed=4))


CHANCES = st.lists(
    st.tuples(*[st.integers(0, 20)] * 3).filter(any).map(lambda parts: np.array(parts) / sum(parts)),
    min_size=1,
    max_size=60,
)


def inside(point: np.ndarray, corners: np.ndarray) -> bool:
    return bool((np.linalg.solve(corners.T, point) >= -1e-9).all())


@given(CHANCES, st.integers(1, 12))
def test_every_draw_is_in_a_cell_and_cells_are_equal(draws, cells):
    found = simplex_density(draws, cells=cells)
    assert found.share.sum() == pytest.approx(1)
    for corners in found.corners:
        sides = np.ptp(corners, axis=0)
        assert sides == pytest.approx([1 / cells] * 3)
        assert corners.sum(axis=1) == pytest.approx([1, 1, 1])
        assert corners.min() >= 0
    for point in draws:
        assert any(inside(point, corners) for corners in found.corners)
    assert found.mean == pytest.approx(np.mean(draws, axis=0))


@given(CHANCES, st.integers(1, 12))
def test_shares_count_the_draws_of_each_cell(draws, cells):
    found = simplex_density(draws, cells=cells)
    for corners, share in zip(found.corners, found.share, strict=True):
        strictly = sum((np.linalg.solve(corners.T, point) > 1e-9).all() for point in draws)
        at_all = sum(inside(point, corners) for point in draws)
        assert strictly <= round(share * len(draws)) <= at_all


@given(CHANCES, st.integers(1, 12))
def test_a_region_holds_its_share_and_would_not_without_its_last_cell(draws, cells):
    found = simplex_density(draws, cells=cells, held=(0.5, 0.9))
    assert (np.diff(found.region) >= 0).all()
    for region, held in enumerate(found.held):
        inner = found.share[found.region <= region]
        assert inner.sum() >= held - 1e-9
        assert inner[:-1].sum() < held


def test_denser_cells_come_first():
    rng = np.random.default_rng(1)
    found = simplex_density(rng.dirichlet([8, 5, 3], 20_000), cells=20)
    middles = found.corners.mean(axis=1)
    density = np.prod(middles ** np.array([7, 4, 2]), axis=1)
    inner, outer = density[found.region == 0], density[found.region == 3]
    assert inner.min() > outer.max()


@pytest.mark.parametrize(
    ("draws", "options", "message"),
    [
        ([[0.25, 0.25, 0.25, 0.25]], {}, "three chances"),
        ([[0.5, 0.6, 0.5]], {}, "three chances"),
        ([[1.5, -0.5, 0.0]], {}, "three chances"),
        ([[1, 0, 0]], {"cells": 0}, "cells"),
        ([[1, 0, 0]], {"held": (0.9, 0.5)}, "held"),
        ([[1, 0, 0]], {"held": (0.5, 1.0)}, "held"),
    ],
)
def test_refuses_what_is_no_density(draws, options, message):
    with pytest.raises(ValueError, match=message):
        simplex_density(draws, **options)
