"""Pareto layers: a worked example, and what defines them on any losses."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from rankpress.stats.pareto import dominations, front_shares, pareto_layers

LOSSES = arrays(np.float64, array_shapes(min_dims=2, max_dims=2, max_side=6), elements=st.integers(0, 4).map(float))


@pytest.mark.conformance("Pareto layers", "moocore 0.3.2, four points")
def test_the_worked_example():
    assert (pareto_layers([(1, 5), (2, 3), (4, 1), (3, 4)]) - 1).tolist() == [0, 0, 0, 1]


@given(LOSSES)
def test_a_layer_is_the_front_of_what_earlier_ones_leave(losses):
    layers, dominated = pareto_layers(losses), dominations(losses)
    assert {*layers} == {*range(1, layers.max() + 1)}
    for layer in range(1, layers.max() + 1):
        rest = layers >= layer
        assert ((layers == layer) == (rest & ~dominated[rest].any(axis=0))).all()
    for i, one in enumerate(losses):
        for j, other in enumerate(losses):
            assert dominated[i, j] == ((one <= other).all() and (one < other).any())
            if (one == other).all():
                assert layers[i] == layers[j]


def test_losses_that_differ_by_rounding_are_equal():
    assert pareto_layers([[0.1 + 0.2, 1], [0.3, 1]]).tolist() == [1, 1]


def test_shares_are_those_of_fronts_of_resamples():
    losses = np.random.default_rng(1).normal(size=(6, 5, 2))
    rng = np.random.default_rng(7)
    counts = rng.multinomial(6, np.full(6, 1 / 6), size=200)
    fronts = [pareto_layers(np.repeat(losses, count, axis=0).mean(axis=0)) == 1 for count in counts]
    assert front_shares(losses, draws=200, seed=7) == pytest.approx(np.mean(fronts, axis=0))


@pytest.mark.parametrize("losses", [[[np.nan, 1]], [[np.inf, 1]], [1, 2]])
def test_what_is_no_loss_is_refused(losses):
    with pytest.raises(ValueError, match="losses"):
        pareto_layers(losses)
    with pytest.raises(ValueError, match="losses"):
        front_shares([losses])
