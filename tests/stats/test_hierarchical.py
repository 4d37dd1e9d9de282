"""The hierarchical Bayesian correlated t test, and the diagnostics of its chains."""

import numpy as np
import pytest
from scipy import special, stats

from rankpress.stats import hierarchical
from rankpress.stats.bayes import NO_DIRECTION
from rankpress.stats.hierarchical import (
    ALL_ALIKE,
    CHAINS,
    TOO_FEW,
    bayes_hierarchical,
    effective_sample_size,
    hierarchical_chances,
    split_r_hat,
)

RATIO = 1 / 4
RHO = RATIO / (1 + RATIO)


def folds_of(differences):
    """Folds on which the first algorithm is better by these, and the second has no score but 0."""
    return [np.column_stack([one, np.zeros_like(one)]) for one in differences]


def tiny(seed, means, n=5):
    rng = np.random.default_rng(seed)
    return [mean + 0.02 * rng.normal(size=n) for mean in means]


def quadrature(differences, rope):
    """Probabilities of the three outcomes and the mean of delta_0, from the model as it is written down."""
    unit = np.mean([one.std(ddof=1) for one in differences])
    data = [one / unit for one in differences]
    bound = max(np.abs(one).max() for one in data)
    edges = np.linspace(-12 * bound, 12 * bound, 481)
    middles = (edges[1:] + edges[:-1]) / 2
    likelihood = []
    for one in data:
        n = len(one)
        inverse = np.linalg.inv((1 - RHO) * np.eye(n) + RHO)
        residuals = one - middles[:, None]
        quadratic = np.einsum("ij,jk,ik->i", residuals, inverse, residuals)
        likelihood.append(quadratic ** (-(n - 1) / 2) / (quadratic ** (-(n - 1) / 2)).max())  # sigma_i integrated out
    likelihood = np.array(likelihood).T
    center = np.linspace(-bound, bound, 81)
    # the centers lie half as far apart as the edges, so that few distances between both differ
    distances = np.linspace(-13 * bound, 13 * bound, 1041)
    between = 2 * np.arange(481) + 80 - np.arange(81)[:, None]
    assert distances[between] == pytest.approx(edges - center[:, None], abs=1e-9 * bound)
    among = np.std([one.mean() for one in data], ddof=1)
    log_spread = np.linspace(np.log(0.02), np.log(1000 * among), 28)
    excess = np.exp(np.linspace(-4, 6, 8))
    rate, shape = np.meshgrid(np.linspace(0.01, 0.1, 60), np.linspace(1, 2, 40))
    prior = [stats.gamma.pdf(one, shape, scale=1 / rate).mean() * one for one in excess]
    total, won, mean = 0.0, np.zeros(3), 0.0
    for log_s in log_spread:
        s = np.exp(log_s)
        for nu, of_prior in zip(1 + excess, prior, strict=True):
            below = special.stdtr(nu, distances / s)
            chances = (below[2:] - below[:-2])[between[:, :-1]] @ likelihood
            weight = chances.prod(axis=1) * of_prior * s  # uniform in s, on a grid of its logarithm
            first, second = (special.stdtr(nu, (side * center - rope / unit) / s) for side in (1, -1))
            outcome = np.argmax([first, 1 - first - second if rope else -np.ones_like(first), second], axis=0)
            total += weight.sum()
            mean += unit * (weight * center).sum()
            won += [weight[outcome == which].sum() for which in range(3)]
    return won / total, mean / total


@pytest.mark.weekly
@pytest.mark.conformance("Hierarchical correlated t test", "quadrature over a grid of its parameters")
@pytest.mark.parametrize(
    ("means", "rope"),
    [
        ([0.0, 0.01, -0.01], 0.01),
        ([0.02, -0.01, 0.03, 0.01], 0.0),
    ],
)
def test_probabilities_are_those_of_quadrature(means, rope):
    differences = tiny(3, means)
    test = bayes_hierarchical(folds_of(differences), [RATIO] * len(means), [[0, 1]], rope, draws=20_000)
    p, mean = quadrature(differences, rope)
    probabilities = np.array([test.p_first[0], test.p_equal[0], test.p_second[0]])
    assert probabilities == pytest.approx(p, abs=5 * test.monte_carlo_error[0] + 0.015)  # a share of a cell of the grid
    assert test.details["mean"][0] == pytest.approx(mean, abs=0.02 * (test.details["high"] - test.details["low"])[0])
    assert test.details["r_hat"][0] < 1.02
    assert test.details["ess"][0] > 1000


def fixed(monkeypatch, differences, *, spread, df, steps=400):
    """Draws of the mean difference on each data set where the spread among them and its df are known."""
    monkeypatch.setattr(hierarchical._Sampler, "_draw_spread", lambda *_: None)
    monkeypatch.setattr(hierarchical._Sampler, "_draw_effects", lambda *_: None)
    shares = np.full(len(differences), RHO)
    pair = hierarchical._of_pair(folds_of(differences), shares, [0, 1])
    sampler = hierarchical._Sampler(pair.datasets, np.random.default_rng(5))
    unit = pair.datasets.unit
    sampler.log_spread[:], sampler.log_excess[:] = np.log(spread / unit), np.log(df - 1)
    drawn = []
    for _ in range(steps):
        sampler.step()
        drawn.append(unit * sampler.delta)
    return np.concatenate(drawn[50:]), unit


@pytest.mark.conformance("Hierarchical correlated t test", "Student's t, where data sets share nothing")
def test_far_apart_each_data_set_has_its_own_correlated_t(monkeypatch):
    differences = tiny(1, [0.3, -0.2], n=10)
    drawn, _ = fixed(monkeypatch, differences, spread=1e4, df=1e6)
    for column, one in zip(drawn.T, differences, strict=True):
        scale = np.sqrt((1 / 10 + RATIO) * one.var(ddof=1) * 9 / 8)  # the flat prior of sigma_i leaves n - 2 df
        expected = stats.t(8, one.mean(), scale)
        assert np.quantile(column, [0.05, 0.5, 0.95]) == pytest.approx(
            expected.ppf([0.05, 0.5, 0.95]), abs=0.06 * scale
        )


@pytest.mark.conformance("Hierarchical correlated t test", "normal shrinkage, where nu is large")
def test_with_normal_effects_means_are_shrunk_as_normal_ones(monkeypatch):
    rng = np.random.default_rng(2)
    differences = [mean + 0.02 * rng.normal(size=4000) for mean in (0.05, 0.02, -0.01, 0.03)]
    spread = 0.01
    drawn, _ = fixed(monkeypatch, differences, spread=spread, df=1e7)
    mean = np.array([one.mean() for one in differences])
    error = np.array([one.var(ddof=1) for one in differences]) / (1 - RHO) * (RHO + (1 - RHO) / 4000)
    center = np.average(mean, weights=1 / (error + spread**2))
    shrunk = (mean / error + center / spread**2) / (1 / error + 1 / spread**2)
    assert drawn.mean(axis=0) == pytest.approx(shrunk, abs=4e-4)


@pytest.mark.weekly
@pytest.mark.conformance("Hierarchical correlated t test", "simulation from the prior: ranks are even")
def test_true_parameters_rank_evenly_among_draws(monkeypatch):
    """Studies stand side by side as if they were more chains, for a step of many chains takes little more than one."""
    rng, studies, k, n = np.random.default_rng(17), 50, 6, 12.0
    monkeypatch.setattr(hierarchical, "CHAINS", studies * CHAINS)
    grid, log_density = hierarchical.log_prior_of_excess()
    cumulated = np.cumsum(np.exp(log_density))
    center, spread = rng.uniform(-4, 4, (studies, 1)), rng.uniform(0, 3, (studies, 1))
    df = 1 + np.exp(np.interp(rng.random((studies, 1)) * cumulated[-1], cumulated, grid))
    delta = center + spread * rng.standard_t(df, size=(studies, k))
    sigma = rng.uniform(0.0, 4.0, size=(studies, k))
    inflation = np.full(k, (1 + (n - 1) * RHO) / n)
    mean = delta + sigma * np.sqrt(inflation) * rng.normal(size=(studies, k))
    squares = sigma**2 * rng.chisquare(n - 1, size=(studies, k))
    by_chain = (np.repeat(each, CHAINS, axis=0) for each in (mean, squares))
    data = hierarchical._DataSets(*by_chain, inflation, np.full(k, n), bound=4.0, widest=3.0, unit=1.0)
    drawn = hierarchical._draw(hierarchical._Oriented(data, 1), hierarchical.CHAINS * 40, 3)
    for samples, truth in ((drawn.mean, center), (drawn.spread, spread), (drawn.df, df)):
        ranks = (samples[-1].reshape(studies, CHAINS) < truth).sum(axis=1)  # independent: one of each chain
        counts = np.histogram(ranks, bins=np.linspace(0, CHAINS + 1, 8))[0]
        assert stats.chisquare(counts).pvalue > 1e-3


@pytest.fixture
def little_warm_up(monkeypatch):
    """Draw from chains that are not yet where they belong, which what holds of every draw does not ask for."""
    monkeypatch.setattr(hierarchical, "WARM_UP", 40)


@pytest.mark.nightly
@pytest.mark.usefixtures("little_warm_up")
def test_the_other_way_round_the_chances_are_exchanged():
    folds = folds_of(tiny(4, [0.02, 0.01, 0.0]))
    forth, back = (bayes_hierarchical(folds, [RATIO] * 3, [pair], 0.01, draws=2000) for pair in ([0, 1], [1, 0]))
    assert forth.p_first.tolist() == back.p_second.tolist()
    assert forth.details["mean"][0] == -back.details["mean"][0]


@pytest.mark.nightly
@pytest.mark.usefixtures("little_warm_up")
def test_a_pair_does_not_depend_on_the_others_nor_on_the_unit():
    rng = np.random.default_rng(0)
    folds = [0.8 + 0.05 * rng.normal(size=(6, 3)) for _ in range(4)]
    options = {"ratios": [0.2] * 4, "draws": 2000, "seed": 3}
    every = bayes_hierarchical(folds, pairs=[[0, 1], [0, 2], [1, 2]], rope=0.01, **options)
    alone = bayes_hierarchical(folds, pairs=[[1, 2]], rope=0.01, **options)
    percent = bayes_hierarchical([100 * one for one in folds], pairs=[[1, 2]], rope=1.0, **options)
    assert every.p_first[2] == alone.p_first[0]
    assert alone.p_first[0] == pytest.approx(percent.p_first[0], abs=0.002)
    drawn = hierarchical_chances(folds, [0.2] * 4, (1, 2), 0.01, draws=2000, seed=3)
    assert (drawn.argmax(axis=1) == 0).mean() == pytest.approx(alone.p_first[0])


@pytest.mark.nightly
def test_what_cannot_be_compared_is_stated():
    same = [np.full((5, 2), 0.8)] * 3
    assert bayes_hierarchical(same, [RATIO] * 3, [[0, 1]], 0.0).why == (NO_DIRECTION,)
    better = [np.tile([0.9, 0.8], (5, 1))] * 3
    test = bayes_hierarchical(better, [RATIO] * 3, [[0, 1]], 0.01)
    assert (test.p_first[0], test.why) == (1.0, (ALL_ALIKE,))
    gaps = [np.column_stack([one[:, 0], np.full(5, np.nan)]) for one in better]
    assert bayes_hierarchical(gaps, [RATIO] * 3, [[0, 1]], 0.01).why == (TOO_FEW,)
    tied = [*same, *folds_of(tiny(1, [0.01, 0.02]))]
    test = bayes_hierarchical(tied, [RATIO] * 5, [[0, 1]], 0.01, draws=4000)
    assert test.why == ("",)
    assert 0 < test.p_equal[0] < 1


def test_diagnostics_of_chains():
    rng = np.random.default_rng(1)
    chains = np.zeros((4000, 8))
    for row in range(1, len(chains)):
        chains[row] = 0.6 * chains[row - 1] + rng.normal(size=8)
    assert effective_sample_size(chains) == pytest.approx(chains.size * (1 - 0.6) / (1 + 0.6), rel=0.08)
    assert split_r_hat(chains) < 1.01 < 1.1 < split_r_hat(chains + 3 * np.arange(8))
    assert split_r_hat(np.linspace(0, 1, 400)[:, None] + 0 * chains[:400]) > 1.5  # halves of one chain differ
    assert (split_r_hat(np.ones((8, 2))), effective_sample_size(np.ones((8, 2)))) == (1.0, 16.0)
