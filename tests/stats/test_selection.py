"""Draws of data sets, held against the chances by definition and against enumeration of all ways to draw."""

from itertools import permutations

import numpy as np
import pytest

from rankpress.stats.replicability import draw_datasets, selection_chances

DIFFERENCES = np.array([0.12, -0.05, 0.0, 0.3, -0.2])


@pytest.mark.parametrize("bias", [0.0, 5.0, 20.0, -20.0])
def test_chances_are_logistic(bias: float) -> None:
    weights = 1 / (1 + np.exp(-bias * DIFFERENCES))
    assert selection_chances(DIFFERENCES, bias) == pytest.approx(weights / weights.sum(), rel=1e-12)


def test_chances_of_differences_that_overflow() -> None:
    assert selection_chances([-1e6, -2e6, -1e6], 20.0) == pytest.approx([0.5, 0.0, 0.5])
    assert selection_chances([-1e307, -1e308], 20.0) == pytest.approx([0.5, 0.5])
    assert selection_chances([-1e307, 1e308], 20.0) == pytest.approx([0.0, 1.0])


def _chance_of_sets(weights: np.ndarray, size: int) -> dict[frozenset[int], float]:
    """The chance of each set when one after the other is drawn from those that are left."""
    found: dict[frozenset[int], float] = {}
    for order in permutations(range(len(weights)), size):
        left, chance = weights.sum(), 1.0
        for item in order:
            chance *= weights[item] / left
            left -= weights[item]
        found[frozenset(order)] = found.get(frozenset(order), 0.0) + chance
    return found


def test_without_replacement_sets_have_the_chances_of_drawing_one_after_the_other() -> None:
    n, bias, size = 40_000, 8.0, 3
    expected = _chance_of_sets(1 / (1 + np.exp(-bias * DIFFERENCES)), size)
    draws = draw_datasets(DIFFERENCES, bias, n, size, np.random.default_rng(5))
    for members, chance in expected.items():
        share = np.mean([frozenset(draw) == members for draw in draws.tolist()])
        assert abs(share - chance) < 4.5 * np.sqrt(chance * (1 - chance) / n)


def test_with_replacement_each_is_drawn_by_its_chance() -> None:
    n, size = 20_000, 4
    draws = draw_datasets(DIFFERENCES, 8.0, n, size, np.random.default_rng(6), replacement=True)
    shares = np.bincount(draws.ravel(), minlength=5) / draws.size
    chances = selection_chances(DIFFERENCES, 8.0)
    assert (np.abs(shares - chances) < 4.5 * np.sqrt(chances * (1 - chances) / draws.size)).all()
    assert any(len(set(draw)) < size for draw in draws.tolist())


def test_no_data_set_twice_without_replacement_and_draws_ascend() -> None:
    draws = draw_datasets(np.linspace(-1, 1, 12), 10.0, 500, 11, np.random.default_rng(7))
    assert (np.diff(draws, axis=1) > 0).all()


@pytest.mark.parametrize(
    ("asked", "told"),
    [(((), 1.0, 2, 1), "differences"), (([0.1], 1.0, 2, 2), "at most 1"), (([0.1], float("nan"), 2, 1), "bias")],
)
def test_refuses(asked: tuple[object, ...], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        draw_datasets(*asked, np.random.default_rng(0))  # type: ignore[arg-type]
