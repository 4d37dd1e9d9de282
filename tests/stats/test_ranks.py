"""Ranks of scores, average and scaled ranks, summaries of columns, and distances from the best of a row.

Checked against: the average ranks that demsar2006, garcia2008 and berrar2017 print; scipy's rankdata; Python's
statistics; the definitions of ties within a tolerance and of the shortfall.
"""

import math
import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from scipy import stats

from rankpress.stats.ranks import average_ranks, rank_scores, rank_standard_error
from rankpress.stats.spread import shortfall_from_best, spread

SHAPES = array_shapes(min_dims=2, max_dims=2, min_side=1, max_side=7)
MATRICES = arrays(np.float64, SHAPES, elements=st.integers(-5, 5).map(float))
TIES = st.sampled_from(["average", "min", "max"])


@pytest.mark.conformance("Average ranks", "Demsar 2006, Table 6")
def test_demsar_prints_these_averages(demsar, table, expected, printed):
    figures = expected["demsar2006"]
    for scores, key in (
        (demsar.values, "average_ranks_printed"),
        (table("demsar2006_table6").values, "average_ranks_from_table"),
    ):
        averages = average_ranks(rank_scores(scores))
        for name, value in zip(demsar.columns, averages, strict=True):
            assert value == printed(figures[key][name], 3)


@pytest.mark.conformance("Average ranks", "Garcia and Herrera 2008; Berrar 2017")
@pytest.mark.parametrize(
    ("paper", "name", "decimals"), [("garcia2008", "garcia2008_table2", 3), ("berrar2017", "berrar2017_table2", 2)]
)
def test_garcia_and_berrar_print_these_averages(paper, name, decimals, table, expected, printed):
    scores = table(name)
    averages = average_ranks(rank_scores(scores.values))
    for algorithm, value in zip(scores.columns, averages, strict=True):
        assert value == printed(expected[paper]["average_ranks"][algorithm], decimals)


@pytest.mark.parametrize(("paper", "n_datasets", "n_algorithms"), [("demsar2006", 14, 4), ("garcia2008", 30, 5)])
def test_the_papers_print_this_standard_error(paper, n_datasets, n_algorithms, expected, printed):
    key = expected[paper].get("standard_error") or expected[paper]["printed_with_that_change"]["standard_error"]
    assert rank_standard_error(n_datasets, n_algorithms) == printed(key, 3)


def test_the_standard_error_is_that_of_random_ranks():
    # All ways to rank three algorithms on two data sets are equally likely: the variance of a difference of
    # averages.
    orders = np.array([[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]])
    differences = [np.subtract(*(one + other)[:2]) / 2 for one in orders for other in orders]
    assert rank_standard_error(2, 3) == pytest.approx(np.std(differences), rel=1e-12)


@pytest.mark.conformance("Ranks", "scipy.stats.rankdata")
@given(MATRICES, TIES)
def test_ranks_are_scipys(scores, ties):
    assert rank_scores(scores, better="lower", ties=ties).tolist() == stats.rankdata(scores, ties, axis=1).tolist()


def ranks_by_definition(scores, tolerance):
    """Walk down from the best: a score no nearer to the head of a run than the tolerance heads a new one."""
    runs = []
    for place in sorted(range(len(scores)), key=lambda at: -scores[at]):
        if runs and (scores[runs[-1][0]] - scores[place] < tolerance or scores[runs[-1][0]] == scores[place]):
            runs[-1].append(place)
        else:
            runs.append([place])
    ranks, taken = [0.0] * len(scores), 0
    for run in runs:
        for place in run:
            ranks[place] = taken + (len(run) + 1) / 2
        taken += len(run)
    return ranks


@given(
    arrays(np.float64, st.integers(1, 9), elements=st.integers(0, 12).map(float)), st.sampled_from([0, 1, 1.5, 2, 4])
)
def test_tolerance_is_what_its_definition_says(scores, tolerance):
    assert rank_scores([scores], tolerance=tolerance)[0].tolist() == ranks_by_definition(scores.tolist(), tolerance)


def test_a_tolerance_ties_means_that_differ_by_rounding():
    means = [[np.mean([0.1, 0.2, 0.3]), np.mean([0.3, 0.2, 0.1]) + 1e-16, 0.1]]
    assert means[0][0] != means[0][1]
    assert rank_scores(means, tolerance=0).tolist() != [[1.5, 1.5, 3]]
    assert rank_scores(means).tolist() == rank_scores(means, tolerance=1e-12).tolist() == [[1.5, 1.5, 3]]


@pytest.mark.parametrize(("ties", "last"), [("average", 3.5), ("min", 3), ("max", 4)])
@pytest.mark.parametrize("better", ["higher", "lower"])
def test_missing_results_come_last_and_are_tied(ties, last, better):
    ranks = rank_scores([[np.nan, 0.25, np.nan, 0.75]], better=better, ties=ties)
    assert ranks.tolist() == [[last, 2, last, 1] if better == "higher" else [last, 1, last, 2]]


COLUMNS = st.lists(st.integers(-40, 40).map(lambda half: half / 2), min_size=2, max_size=30)


@given(COLUMNS)
def test_against_the_standard_library(values):
    summary = spread(np.array(values)[:, None])
    assert summary.mean[0] == statistics.mean(values)
    assert summary.median[0] == statistics.median(values)
    lower, _, upper = statistics.quantiles(values, method="inclusive")
    assert (summary.lower[0], summary.upper[0]) == (pytest.approx(lower), pytest.approx(upper))
    assert (summary.least[0], summary.greatest[0], summary.n[0]) == (min(values), max(values), len(values))


@given(
    arrays(float, st.tuples(st.integers(1, 6), st.integers(1, 6)), elements=st.floats(-1e9, 1e9) | st.just(math.nan))
)
def test_as_a_loop_has_it(scores):
    shortfalls = shortfall_from_best(scores)
    for row, short in zip(scores.tolist(), shortfalls.tolist(), strict=True):
        there = [value for value in row if not math.isnan(value)]
        for value, distance in zip(row, short, strict=True):
            if math.isnan(value):
                assert math.isnan(distance)
            else:
                assert distance == max(there) - value
