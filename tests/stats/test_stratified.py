"""Means over the questions of several benchmarks, each a stratum."""

import numpy as np
import pytest
from scipy import stats

from rankpress.stats.clustered import clustered_t
from rankpress.stats.stratified import stratified_means


def combined(strata, clusters=(None, None, None, None)):
    """The strata of paired differences, a column each pair, tested in each and combined."""
    tests = [clustered_t(values, inside) for values, inside in zip(strata, clusters, strict=False)]
    return stratified_means(
        *([getattr(test, name) for test in tests] for name in ("difference", "standard_error", "df"))
    )


@pytest.mark.conformance("Stratified difference: error, Satterthwaite, interval", "scipy.stats.ttest_ind, Welch")
@pytest.mark.parametrize(("n", "m"), [(5, 40), (12, 12), (300, 20)])
def test_of_two_strata_one_negated_it_is_welch(n, m):
    """The mean of x and -y is half their difference."""
    rng = np.random.default_rng(n)
    x, y = rng.normal(0.3, 1.0, (n, 3)), rng.normal(0.0, 3.0, (m, 3))
    pooled, welch = combined([x, -y]), stats.ttest_ind(x, y, equal_var=False)
    assert pooled.mean == pytest.approx((x.mean(axis=0) - y.mean(axis=0)) / 2)
    assert [pooled.statistic, pooled.df, pooled.p] == [
        pytest.approx(each) for each in (welch.statistic, welch.df, welch.pvalue)
    ]
    bounds = welch.confidence_interval(0.95)
    assert 2 * np.array([pooled.low, pooled.high]) == pytest.approx(np.array([bounds.low, bounds.high]))


@pytest.mark.conformance("Stratified difference: error, Satterthwaite, interval", "by hand, three benchmarks")
def test_by_hand():
    pooled = stratified_means([[0.06], [0.03], [0.0]], [[0.02], [0.04], [0.04]], [[4], [8], [16]])
    # error^2 = (4 + 16 + 16) 1e-4 / 9; df = 36^2 / (4^2/4 + 16^2/8 + 16^2/16) = 1296 / 52
    assert [pooled.mean[0], pooled.standard_error[0], pooled.df[0]] == pytest.approx([0.03, 0.02, 1296 / 52])
    assert pooled.p[0] == pytest.approx(2 * stats.t.sf(1.5, 1296 / 52))


def test_one_stratum_is_as_it_was():
    rng = np.random.default_rng(0)
    values, clusters = rng.normal(0.2, 1, (30, 2)), np.repeat(np.arange(10), 3)
    alone, pooled = clustered_t(values, clusters), combined([values], [clusters])
    for name, there in (("difference", "mean"), ("standard_error",) * 2, ("df",) * 2, ("statistic",) * 2, ("p",) * 2):
        assert getattr(pooled, there) == pytest.approx(getattr(alone, name))


def test_without_errors_p_is_its_limit():
    pooled = stratified_means([[0.0, 0.5], [0.0, 0.5]], np.zeros((2, 2)), [[3, 3], [3, 3]])
    assert pooled.p.tolist() == [1.0, 0.0]
    assert np.isnan(pooled.statistic).all()
    assert pooled.low.tolist() == pooled.high.tolist() == [0.0, 0.5]


@pytest.mark.parametrize("unit", [1e-200, 1e200])
def test_whatever_the_unit(unit):
    plain, scaled = (stratified_means([[s], [2 * s]], [[s], [s]], [[5], [7]]) for s in (1.0, unit))
    assert scaled.p[0] == pytest.approx(plain.p[0])
    assert scaled.standard_error[0] / unit == pytest.approx(plain.standard_error[0])


@pytest.mark.nightly
@pytest.mark.conformance("Stratified difference", "simulation: its size and the share of its intervals")
def test_size_and_intervals_with_few_unequal_clusters():
    """Three benchmarks with 6, 10 and 20 clusters of unequal sizes that share an effect, all of the true mean 0.1."""
    rng, draws = np.random.default_rng(3), 4000
    strata, clusters = [], []
    for n_clusters in (6, 10, 20):
        inside = np.repeat(np.arange(n_clusters), rng.integers(1, 12, n_clusters))
        shared = rng.normal(size=(n_clusters, draws))
        strata.append(0.1 + 0.5 * shared[inside] + rng.normal(size=(len(inside), draws)))
        clusters.append(inside)
    pooled = combined(strata, clusters)
    inside = int(((pooled.low <= 0.1) & (pooled.high >= 0.1)).sum())
    share = stats.binomtest(inside, draws).proportion_ci(0.999)
    assert share.low < 0.96
    assert share.high > 0.945
    of_no_difference = combined([values - 0.1 for values in strata], clusters)
    assert int((of_no_difference.p <= 0.05).sum()) == draws - inside


def test_shapes_have_to_fit():
    with pytest.raises(ValueError, match="one shape is needed"):
        stratified_means([[0.1]], [[0.1], [0.2]], [[3]])
