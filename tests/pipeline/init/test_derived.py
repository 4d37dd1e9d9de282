"""Columns that are means of some of the others, with weights or without, and algorithms that are near to such."""

import numpy as np
import pytest

from rankpress.init.derived import Series, functions_of_others

RNG = np.random.default_rng(11)
NAMES = ("RF", "SVM", "kNN", "MLP")
SCORES = np.round(0.5 + 0.4 * RNG.random((14, 1)) + 0.05 * np.arange(4) + 0.05 * RNG.random((14, 4)), 3)


def functions(values, decimals=3, place=4, name="Foo"):
    series = [Series(each, SCORES[:, at], 3) for at, each in enumerate(NAMES)]
    series.insert(place, Series(name, np.round(values, decimals), decimals))
    return functions_of_others(series)


MEANS = {
    "of two apart": (SCORES[:, [0, 2]].mean(axis=1), "the mean of 'RF' and 'kNN'"),
    "of three apart": (SCORES[:, [0, 1, 3]].mean(axis=1), "the mean of 'RF', 'SVM' and 'MLP'"),
    "with weights": (SCORES @ [0.1, 0.2, 0.3, 0.4], "the weighted mean of 'RF', 'SVM', 'kNN' and 1 more"),
    "of two with weights": (SCORES[:, [1, 3]] @ [0.25, 0.75], "the weighted mean of 'SVM' and 'MLP'"),
    "harmonic": (1 / (1 / SCORES).mean(axis=1), "the harmonic mean of "),
    "geometric": (np.exp(np.log(SCORES).mean(axis=1)), "the geometric mean of "),
    "median": (np.median(SCORES, axis=1), "the median of "),
}


@pytest.mark.parametrize("place", [0, 2, 4])
@pytest.mark.parametrize("name", MEANS)
def test_a_mean_of_some_columns_is_found_wherever_it_stands(name, place):
    values, words = MEANS[name]
    [(index, how)] = functions(values, place=place).items()
    assert index == place
    assert words in how


@pytest.mark.parametrize("seed", range(20))
def test_an_algorithm_near_a_mean_is_none(seed):
    rng = np.random.default_rng(seed)
    weights = rng.dirichlet(np.ones(4))
    assert functions(SCORES @ weights + rng.normal(0, 0.003, len(SCORES))) == {}


@pytest.mark.parametrize("seed", range(20))
def test_algorithms_are_no_means_of_each_other(seed):
    rng = np.random.default_rng(seed)
    scores = np.round(rng.random((12, 1)) + 0.1 * rng.random((12, 8)), 2)
    assert functions_of_others([Series(f"a{at}", scores[:, at], 2) for at in range(8)]) == {}


def test_few_rows_show_no_weighted_mean():
    values = SCORES[:6] @ [0.1, 0.2, 0.3, 0.4]
    series = [Series(each, SCORES[:6, at], 3) for at, each in enumerate(NAMES)]
    assert functions_of_others([*series, Series("Foo", np.round(values, 3), 3)]) == {}


@pytest.mark.parametrize("decimals", [3, 9])
@pytest.mark.parametrize("slope", [0.0, 0.01])
def test_algorithms_that_differ_by_the_same_are_no_means_of_each_other(slope, decimals):
    rows = np.arange(12)[:, None] / 50
    scores = np.round(np.array([0.5, 0.8, 0.6, 0.7]) + rows * (1 + slope * np.arange(4)), 3)
    assert functions_of_others([Series(each, scores[:, at], decimals) for at, each in enumerate(NAMES)]) == {}
    assert functions_of_others([Series(each, scores[:, at], decimals) for at, each in enumerate(NAMES[:3])]) == {}


@pytest.mark.parametrize("seed", range(12))
def test_what_is_near_the_median_of_an_odd_number_of_whole_numbers_is_none(seed):
    """Solvers need about as many colors, in the same order on nearly all graphs."""
    rng = np.random.default_rng(seed)
    columns = np.cumsum(np.column_stack([rng.integers(10, 120, 12), *rng.integers(1, 3, (5, 12))]), axis=1).astype(
        float
    )
    columns[::4, 3] = columns[::4, 2]
    own = np.where(np.arange(12) % 4, np.median(columns[:, :5], axis=1), columns[:, 3])
    series = [Series(f"a{at}", columns[:, at], 0) for at in range(5)]
    functions = functions_of_others([*series, Series("Foo", own + (np.arange(12) % 4 == 0), 0)])
    assert not [how for how in functions.values() if "median" in how]


def test_the_median_of_an_odd_number_is_one_of_them():
    three = [Series(f"a{at}", SCORES[:, at], 3) for at in range(3)]
    functions = functions_of_others([*three, Series("Foo", np.median(SCORES[:, :3], axis=1), 3)])
    assert functions[3] == "the median of 'a2', 'a1' and 'a0'"
