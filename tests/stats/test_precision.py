"""What of the variance of mean differences is between runs, and what between data sets."""

import numpy as np
import pytest

from rankpress.stats.mixed import mixed
from rankpress.stats.precision import precision_of

N_PAIRS = 20_000
PAIRS = [[2 * i, 2 * i + 1] for i in range(N_PAIRS)]


def drawn(rng, n_datasets, n_runs, between, spreads, n_pairs=1):
    """Runs of pairs of algorithms with an effect of each data set on their difference."""
    matrices = []
    for effects in rng.normal(0, between, (n_datasets, n_pairs)):
        runs = rng.normal(0, 1, (n_runs, n_pairs, 2)) * np.array(spreads)
        runs[:, :, 0] += effects
        matrices.append(runs.reshape(n_runs, -1))
    return matrices


@pytest.mark.parametrize(("between", "spreads"), [(1.0, (1.0, 1.0)), (0.5, (2.0, 1.0)), (0.0, (1.0, 1.0))])
def test_the_parts_are_unbiased(between, spreads):
    precision = precision_of(drawn(np.random.default_rng(1), 6, 5, between, spreads, N_PAIRS), PAIRS)
    assert precision.of_runs.mean() == pytest.approx((spreads[0] ** 2 + spreads[1] ** 2) / 5, rel=0.02)
    assert (precision.variance - precision.of_runs).mean() == pytest.approx(between**2, abs=0.025)


@pytest.mark.few(1)
@pytest.mark.parametrize(("runs", "datasets"), [(2, 1), (1, 2), (3, 2)])
def test_standard_errors_of_more_runs_and_data_sets_are_those_that_such_studies_have(runs, datasets):
    rng, spreads = np.random.default_rng(2), (1.5, 1.5)
    small = precision_of(drawn(rng, 8, 4, 3.0, spreads, N_PAIRS), PAIRS)
    large = precision_of(drawn(rng, 8 * datasets, 4 * runs, 3.0, spreads, N_PAIRS), PAIRS)
    expected = (large.standard_error() ** 2).mean()
    assert (small.standard_error(runs, datasets) ** 2).mean() == pytest.approx(expected, rel=0.04)


def test_they_are_those_of_the_mixed_model_where_runs_are_pairs_and_as_many_but_one():
    """Which estimates them by restricted maximum likelihood; of as many runs everywhere both are the same."""
    rng = np.random.default_rng(3)
    runs = drawn(rng, 30, 10, 1.0, (2.0, 2.0))
    runs[0] = runs[0][:9]
    precision = precision_of(runs, [[0, 1]], paired=True)
    test = mixed([each.mean(axis=0) for each in runs], [[0, 1]], folds=runs)
    assert precision.variance[0] - precision.of_runs[0] == pytest.approx(test.details["variance_between"][0], rel=0.05)
    assert precision.of_runs[0] == pytest.approx(test.details["variance_within"][0] / 10, rel=0.05)
    assert precision.standard_error()[0] == pytest.approx(test.details["standard_error"][0], rel=0.02)


def test_unequal_numbers_of_runs_and_one_alone():
    runs = [np.array([[1.0, 0.0], [3.0, 0.0], [np.nan, 3.0]]), np.array([[5.0, 1.0], [7.0, 1.0], [6.0, np.nan]])]
    precision = precision_of(runs, [[0, 1], [1, 0]])
    assert precision.of_runs[0] == pytest.approx((1 + 1 + 1 / 3 + 0) / 2)
    assert precision.difference.tolist() == [3, -3]
    assert np.isnan(precision_of([runs[0], runs[1][:1]], [[0, 1]]).of_runs[0])
    with pytest.raises(ValueError, match="at least 2 data sets"):
        precision_of(runs[:1], [[0, 1]])


def test_no_more_than_all_variance_is_between_runs():
    same = precision_of([[[0.0, 0.0], [10.0, 0.0]], [[1.0, 0.0], [9.5, 0.0]]], [[0, 1]])
    assert same.share_of_runs.tolist() == [1.0]
    assert same.standard_error(runs=2)[0] ** 2 == pytest.approx(same.of_runs[0] / 4)


def test_more_runs_or_data_sets_never_make_it_less_precise():
    precision = precision_of(drawn(np.random.default_rng(5), 4, 5, 0.0, (1.0, 1.0), 200), PAIRS[:200])
    assert (precision.variance < precision.of_runs).any()
    for runs, datasets in ((2, 1), (1, 2), (1.5, 1.5)):
        assert (precision.standard_error(runs, datasets) < precision.standard_error()).all()
