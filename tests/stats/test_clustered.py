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


FIVE = [[1, 1, 0, 1], [0, 0, 1, 0], [1] * 6, [-1, 0], [0, 1, 1]]
FOUR = [[1, 0, 1], [1, 0, 0], [0, 1, 1], [1, -1, 0]]


@pytest.mark.conformance("Clustered t: CR2, Satterthwaite", "R clubSandwich, coef_test and conf_int")
@pytest.mark.parametrize(("groups", "error", "df", "p"), [
    (FIVE, 0.2195466958, 3.498803828, 0.06631537578),
    (FOUR, 0.1595711846, 3.0, 0.07960498082),
])  # fmt: skip
def test_it_is_clubsandwich(groups, error, df, p):
    values = np.concatenate(groups).astype(float)
    clusters = np.repeat(np.arange(len(groups)), [len(group) for group in groups])
    test = clustered_t(values[:, None], clusters)
    estimates = [test.difference[0], test.standard_error[0], test.df[0], test.p[0]]
    assert estimates == pytest.approx([values.mean(), error, df, p], rel=1e-9)
    if groups is FIVE:
        means = clustered_means(values[:, None], clusters)
        assert [means.low[0], means.high[0]] == pytest.approx([-0.06664212456, 1.224536861], rel=1e-9)
        assert means.df == test.df[0]


@pytest.mark.conformance("Clustered t: CR2, Satterthwaite", "their definition by matrices")
@pytest.mark.parametrize("seed", range(4))
def test_error_and_degrees_of_freedom_are_those_of_their_definition(seed):
    values, clusters = questions(seed, 6)
    n, of_cluster = len(values), [clusters == cluster for cluster in range(6)]
    centering = np.eye(n) - 1 / n
    parts = []
    for inside in of_cluster:  # columns whose squared products with the values add up to the squared error
        block = centering[np.ix_(inside, inside)]
        root, axes = np.linalg.eigh(block)
        adjust = axes @ np.diag(root**-0.5) @ axes.T
        parts.append(centering[:, inside] @ adjust @ np.ones(inside.sum()) / n)
    form = np.array(parts).T
    products = form.T @ form
    test = clustered_t(values[:, None], clusters)
    assert test.standard_error[0] ** 2 == pytest.approx(((form.T @ values) ** 2).sum(), rel=1e-10)
    assert test.df[0] == pytest.approx(np.trace(products) ** 2 / (products**2).sum(), rel=1e-10)


@pytest.mark.conformance("Clustered t", "statsmodels OLS with cluster-robust errors, clusters of one size")
@pytest.mark.parametrize("n_clusters", [3, 20, 200])
def test_with_clusters_of_one_size_it_is_statsmodels_cluster_robust_regression(n_clusters):
    clusters = np.repeat(np.arange(n_clusters), 4)
    rng = np.random.default_rng(n_clusters)
    values = 0.2 + 0.5 * rng.normal(size=n_clusters)[clusters] + rng.normal(size=len(clusters))
    test = clustered_t(values[:, None], clusters)
    regression = sm.OLS(values, np.ones(len(values))).fit(
        cov_type="cluster", cov_kwds={"groups": clusters, "use_correction": True}, use_t=True
    )
    assert test.difference[0] == pytest.approx(regression.params[0], rel=1e-12)
    assert test.standard_error[0] == pytest.approx(regression.bse[0], rel=1e-10)
    assert test.df[0] == pytest.approx(n_clusters - 1, rel=1e-12)
    assert test.p[0] == pytest.approx(regression.pvalues[0], rel=1e-9)
    means = clustered_means(values[:, None], clusters)
    assert [means.low[0], means.high[0]] == pytest.approx(regression.conf_int()[0].tolist(), rel=1e-9)


@pytest.mark.conformance("Clustered t", "scipy.stats.ttest_rel, each question a cluster")
def test_without_clusters_it_is_the_paired_t_test():
    rng = np.random.default_rng(1)
    first, second = rng.integers(0, 2, (2, 60)).astype(float)
    test, expected = clustered_t((first - second)[:, None]), stats.ttest_rel(first, second)
    assert (test.statistic[0], test.df[0]) == (pytest.approx(expected.statistic), expected.df)
    assert test.p[0] == pytest.approx(expected.pvalue)
    assert test.standard_error[0] == test.details["unclustered_error"][0]


@pytest.mark.nightly
@pytest.mark.conformance("Clustered t", "simulation: its size is the level")
def test_its_size_is_the_level_where_the_unclustered_test_rejects_too_often():
    clustered, plain, studies = [], [], 300
    for seed in range(studies):
        values, clusters = questions(seed, 40, effect=1.0)
        clustered.append(clustered_t(values[:, None], clusters).p[0])
        plain.append(clustered_t(values[:, None]).p[0])
    assert np.mean(np.array(clustered) <= 0.05) == pytest.approx(0.05, abs=3.5 * np.sqrt(0.05 * 0.95 / studies))
    assert np.mean(np.array(plain) <= 0.05) > 0.15


@pytest.mark.nightly
@pytest.mark.conformance("Clustered t", "simulation: its size with clusters of unequal sizes")
def test_its_size_with_clusters_of_log_normal_sizes():
    n_clusters, draws, old, new = 5, 1000, 0, 0
    rng = np.random.default_rng(n_clusters)
    for _ in range(draws):
        sizes = np.maximum(1, np.rint(np.exp(rng.normal(1.5, 1, n_clusters)))).astype(int)
        clusters = np.repeat(np.arange(n_clusters), sizes)
        values = rng.normal(size=n_clusters)[clusters] + rng.normal(size=len(clusters))
        new += clustered_t(values[:, None], clusters).p[0] <= 0.05
        sums = np.bincount(clusters, values - values.mean())
        t = values.sum() / np.sqrt((sums**2).sum() * n_clusters / (n_clusters - 1))
        old += 2 * stats.t.sf(abs(t), n_clusters - 1) <= 0.05
    assert stats.binomtest(int(new), draws).proportion_ci(0.999).low <= 0.06  # Clopper-Pearson
    assert stats.binomtest(int(old), draws).proportion_ci(0.999).low > 0.07


@pytest.mark.conformance("Clustered t: share of sampling", "simulation: variance over further answers")
def test_the_variance_of_answers_is_split_off():
    rng = np.random.default_rng(8)
    ability = rng.uniform(0.1, 0.9, size=4000)  # chance of a right answer, by question
    answers = (rng.random((4000, 5)) < ability[:, None]).astype(float)
    variance = answers.var(axis=1, ddof=1) / 5
    means = clustered_means(answers.mean(axis=1)[:, None], answer_variance=variance[:, None])
    of_answers = (ability * (1 - ability) / 5).mean()
    expected = of_answers / (of_answers + ability.var())
    assert means.sampling_share[0] == pytest.approx(expected, rel=0.05)
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
