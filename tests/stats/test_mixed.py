"""The mixed model of the differences on folds."""

import warnings

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import optimize, stats

from rankpress.stats.mixed import TOO_FEW, mixed


def folds_of(seed, sizes, between=0.03, mean=0.02):
    rng = np.random.default_rng(seed)
    first = [0.8 + mean + between * rng.normal() + 0.02 * rng.normal(size=n) for n in sizes]
    return [np.column_stack([one, np.full(n, 0.8)]) for one, n in zip(first, sizes, strict=True)]


def compared(folds):
    return mixed([one.mean(axis=0) for one in folds], [[0, 1]], folds=folds)


UNEQUAL = [[10, 10, 5, 3, 20, 8, 10, 4], [2, 30, 4], [5, 10] * 10]


def stacked(folds):
    return np.concatenate([one[:, 0] - one[:, 1] for one in folds]), np.repeat(range(len(folds)), [*map(len, folds)])


@pytest.mark.conformance("Mixed model", "statsmodels MixedLM, REML")
@pytest.mark.parametrize("sizes", UNEQUAL)
def test_estimates_are_statsmodels(sizes):
    folds = folds_of(len(sizes), sizes)
    test = compared(folds)
    values, groups = stacked(folds)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        fit = sm.MixedLM(1000 * values, np.ones(len(values)), groups).fit(reml=True, method="powell", xtol=1e-12)
    assert 1000 * test.details["mean_difference"][0] == pytest.approx(fit.fe_params[0], rel=1e-4)
    assert 1e6 * test.details["variance_between"][0] == pytest.approx(float(fit.cov_re[0, 0]), rel=1e-2)
    assert 1e6 * test.details["variance_within"][0] == pytest.approx(fit.scale, rel=1e-3)
    assert 1000 * test.details["standard_error"][0] == pytest.approx(fit.bse_fe[0], rel=0.03)  # theirs adds terms


@pytest.mark.conformance("Mixed model", "paired t test of the means, for as many folds everywhere")
@pytest.mark.parametrize("between", [0.03, 0.0])
def test_with_as_many_folds_everywhere_it_is_the_paired_t_test_of_the_means(between):
    folds = folds_of(1, [10] * 7, between=between)
    expected = stats.ttest_rel(*np.array([one.mean(axis=0) for one in folds]).T)
    for test in (compared(folds), mixed([one.mean(axis=0) for one in folds], [[0, 1]])):
        assert (test.statistic[0], test.p[0]) == (pytest.approx(expected.statistic), pytest.approx(expected.pvalue))
        assert test.details["df"][0] == 6


def deviance(parameters, values, groups):
    between, within = parameters
    covariance = within * np.eye(len(values)) + between * (groups[:, None] == groups)
    sign, log_determinant = np.linalg.slogdet(covariance)
    if sign <= 0:
        return np.inf
    inverse = np.linalg.inv(covariance)
    total = inverse.sum()
    residuals = values - (inverse @ values).sum() / total
    return log_determinant + np.log(total) + residuals @ inverse @ residuals


@pytest.mark.conformance("Mixed model: degrees of freedom", "numerical Hessian of the dense likelihood")
@pytest.mark.parametrize("sizes", UNEQUAL[:2])
def test_degrees_of_freedom_are_satterthwaites(sizes):
    folds = folds_of(3, sizes)
    test = compared(folds)
    values, groups = stacked(folds)
    values = 50 * values
    start = 2500 * np.array([test.details[name][0] for name in ("variance_between", "variance_within")])
    minimum = optimize.minimize(deviance, start, args=(values, groups), method="Nelder-Mead", options={"xatol": 1e-9}).x
    assert minimum == pytest.approx(start, rel=1e-3)
    step = 2e-3 * start

    def second(i, j):
        along, across = np.eye(2)[i] * step, np.eye(2)[j] * step
        corners = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
        total = sum(a * b * deviance(start + a * along + b * across, values, groups) for a, b in corners)
        return total / (4 * step[i] * step[j])

    def variance(parameters):
        return 1 / (1 / (parameters[0] + parameters[1] / np.array(sizes))).sum()

    slope = np.array([(variance(start + d) - variance(start - d)) / (2 * d.sum()) for d in np.diag(step)])
    hessian = np.array([[second(i, j) for j in range(2)] for i in range(2)])
    expected = 2 * variance(start) ** 2 / (slope @ (2 * np.linalg.inv(hessian)) @ slope)
    assert test.details["df"][0] == pytest.approx(expected, rel=1e-3)


@pytest.mark.weekly
@pytest.mark.conformance("Mixed model", "simulation: its size is the level, with correlated folds")
@pytest.mark.parametrize("between", [0.0, 1.0])
def test_its_size_is_the_level(between):
    """Folds taken for independent ones, which reject in a third of the studies or more, are found in any 150."""
    rng, studies = np.random.default_rng(4), 150
    p = []
    for _ in range(studies):
        sizes = [5, 10] * 6
        shared = [np.hypot(between, 0.3) * rng.normal() for _ in sizes]  # of the data set, and of overlapping training
        folds = [np.column_stack([s + rng.normal(size=n), np.zeros(n)]) for s, n in zip(shared, sizes, strict=True)]
        p.append(compared(folds).p[0])
    assert np.mean(np.array(p) <= 0.05) <= 0.05 + 3.5 * np.sqrt(0.05 * 0.95 / studies)


def test_gaps_and_single_scores():
    folds = folds_of(2, [5, 4, 3, 6])
    folds[0][2, 1] = np.nan
    means = [one.mean(axis=0) for one in folds]
    test = mixed(means, [[0, 1], [1, 0]], folds=folds)
    assert test.details["n_used"].tolist() == [3, 3]
    assert test.statistic[0] == -test.statistic[1]
    assert test.p[0] == test.p[1]
    single = mixed(means[1:], [[0, 1]], folds=[None, *folds[2:]])
    assert np.isfinite(single.details["df"][0])
    assert mixed(means[:2], [[0, 1]], folds=folds[:2]).why == (TOO_FEW,)
    with pytest.raises(ValueError, match="columns"):
        mixed(means, [[0, 1]], folds=[one[:, :1] for one in folds])
