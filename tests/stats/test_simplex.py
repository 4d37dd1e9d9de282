"""Draws of three chances, and where they lie in the triangle.

Checked against: the probabilities that the tests give from the same draws (signed-rank) or without any (sign), and the
posterior means that they give exactly; each draw's cell found by trying all cells; regions by their definition.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from rankpress.stats.bayes import bayes_sign, sign_draws
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


@given(CHANCES, st.integers(1, 40))
def test_regions_hold_their_shares_of_the_draws(draws, cells):
    found = simplex_density(draws, cells=cells)
    inside = [(found.at(draws) >= level).mean() for level in found.levels]
    assert all(share >= held for share, held in zip(inside, found.held, strict=True))
    assert list(found.levels) == sorted(found.levels, reverse=True)
    assert found.mean == pytest.approx(np.mean(draws, axis=0))


def test_regions_hold_no_more_than_their_shares_where_no_draws_are_equal():
    draws = np.random.default_rng(1).dirichlet([8, 5, 3], 20_000)
    found = simplex_density(draws)
    assert [(found.at(draws) >= level).mean() for level in found.levels] == pytest.approx(found.held, abs=1e-4)


@given(CHANCES, st.integers(1, 12))
def test_the_density_is_that_of_the_lattice_and_linear_between(draws, cells):
    found = simplex_density(draws, cells=cells)
    i, j = np.nonzero(np.add.outer(np.arange(cells + 1), np.arange(cells + 1)) <= cells)
    points = np.column_stack([i, j, cells - i - j]) / cells
    assert found.at(points) == pytest.approx(found.density[i, j])
    for a, b, c in (
        (points[at], points[at] + [1 / cells, 0, -1 / cells], points[at] + [0, 1 / cells, -1 / cells])
        for at in np.flatnonzero(i + j < cells)
    ):
        assert found.at([0.2 * a + 0.5 * b + 0.3 * c]) == pytest.approx(found.at([a, b, c]) @ [0.2, 0.5, 0.3])


@pytest.mark.parametrize("parameters", [(8, 5, 3), (1, 1, 1), (4, 20, 4)])
def test_the_density_is_that_which_draws_come_from(parameters):
    found = simplex_density(np.random.default_rng(1).dirichlet(parameters, 200_000))
    points = np.random.default_rng(2).dirichlet(parameters, 1000)
    # of which there are two triangles' areas, 1 / cells**2 in two of the chances, for each point of the lattice
    difference = found.at(points) * found.cells**2 / 200_000 / stats.dirichlet(parameters).pdf(points.T) - 1
    assert np.abs(difference).mean() < 0.05


def test_no_mass_is_lost_at_the_edges_of_the_triangle():
    draws = np.random.default_rng(1).dirichlet([1, 1, 1], 100_000)
    density = simplex_density(draws, cells=30).density
    i, j = np.indices(density.shape)
    assert density[i + j <= 30] == pytest.approx(100_000 / 450, rel=0.2)
    assert (density[i + j > 30] == 0).all()


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
