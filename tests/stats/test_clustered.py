"""Student's t over questions with clustered standard errors."""

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats

from rankpress.stats.clustered import NO_DIFFERENCE, NO_VARIANCE, clustered_means, clustered_t


def questions(seed, n_clusters, effect=0.5, difference=0.0):
    """Paired differences of questions in clusters of unequal size that share an effect."""
    rng = np.random.default_rng(seed)
    clusters = np.repeat(np.arange(n_clusters), rng.integers(1, 9, size=n_clusters))
    return difference + effect * rng.normal(size=n_clusters)[clusters] + rng.normal(size=len(clusters)), clusters


@pytest.mark.conformance("Clustered t", "statsmodels OLS with cluster-robust errors")
@pytest.mark.parametrize("n_clusters", [3, 20, 200])
def test_it_is_statsmodels_cluster_robust_regression(n_clusters):
    values, clusters = questions(n_clusters, n_clusters, difference=0.2)
    test = clustered_t(values[:, None], clusters)
    found = sm.OLS(values, np.ones(len(values))).fit(
        cov_type="cluster", cov_kwds={"groups": clusters, "use_correction": True}, use_t=True
    )
    assert test.difference[0] == pytest.approx(found.params[0], rel=1e-12)
    assert test.standard_error[0] == pytest.approx(found.bse[0], rel=1e-10)
    assert test.p[0] == pytest.approx(found.pvalues[0], rel=1e-9)
    means = clustered_means(values[:, None], clusters)
    assert [means.low[0], means.high[0]] == pytest.approx(found.conf_int()[0].tolist(), rel=1e-9)


@pytest.mark.conformance("Clustered t", "scipy.stats.ttest_rel, each question a cluster")
def test_without_clusters_it_is_the_paired_t_test():
    rng = np.random.default_rng(1)
    first, second = rng.integers(0, 2, (2, 60)).astype(float)
    test, expected = clustered_t((first - second)[:, None]), stats.ttest_rel(first, second)
    assert (test.statistic[0], test.df[0]) == (pytest.approx(expected.statistic), expected.df)
    assert test.p[0] == pytest.approx(expected.pvalue)
    assert test.standard_error[0] == test.details["unclustered_error"][0]


@pytest.mark.slow
@pytest.mark.conformance("Clustered t", "simulation: its size is the level")
def test_its_size_is_the_level_where_the_unclustered_test_rejects_too_often():
    clustered, plain = [], []
    for seed in range(1500):
        values, clusters = questions(seed, 40, effect=1.0)
        clustered.append(clustered_t(values[:, None], clusters).p[0])
        plain.append(clustered_t(values[:, None]).p[0])
    assert 0.035 <= np.mean(np.array(clustered) <= 0.05) <= 0.075
    assert np.mean(np.array(plain) <= 0.05) > 0.15


@pytest.mark.conformance("Clustered t: share of sampling", "simulation: variance over further answers")
def test_the_variance_of_answers_is_split_off():
    rng = np.random.default_rng(8)
    ability = rng.uniform(0.1, 0.9, size=4000)  # chance of a right answer, by question
    answers = (rng.random((4000, 5)) < ability[:, None]).astype(float)
    variance = answers.var(axis=1, ddof=1) / 5
    found = clustered_means(answers.mean(axis=1)[:, None], answer_variance=variance[:, None])
    of_answers = (ability * (1 - ability) / 5).mean()
    expected = of_answers / (of_answers + ability.var())
    assert found.sampling_share[0] == pytest.approx(expected, rel=0.05)
    assert np.isnan(clustered_means(answers).sampling_share).all()


def test_without_variance_there_is_no_t():
    cancelled = clustered_t([[1.0], [-1.0], [1.0], [-1.0]], [0, 0, 1, 1])
    assert (cancelled.p[0], cancelled.why) == (1.0, (NO_VARIANCE,))
    assert clustered_t([[0.0]] * 4).why == (NO_DIFFERENCE,)
    assert clustered_t([[1.0]] * 4).p[0] == 0.0


def test_the_unit_does_not_matter():
    values, clusters = questions(5, 12)
    forth, small = clustered_t(values[:, None], clusters), clustered_t(1e-300 * values[:, None], clusters)
    assert forth.p[0] == pytest.approx(small.p[0], rel=1e-9)
    assert forth.p[0] == clustered_t(-values[:, None], clusters).p[0]
