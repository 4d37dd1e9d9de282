"""The hierarchical Bayesian correlated t test: all folds of all data sets in one model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import scipy
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, as_matrix, as_pairs, as_vector, check_count
from rankpress.stats.bayes import NO_DIRECTION, Posterior, check_rope
from rankpress.stats.resampled import CONSTANT_TO

TOO_FEW = "fewer than two data sets have three folds of both"
ALL_ALIKE = "the difference is the same on every fold of every data set, so that the posterior is that one value"

LEAST_FOLDS = 3
"""Fewest folds of a data set: with two, the flat prior of its standard deviation leaves no posterior."""

CHAINS = 20
WARM_UP = 400
_ROUNDS = 4
_SIZES = (1.0, 1.0, 1.0)

# Hyperparameters of the degrees of freedom, and the bound of the spread among data sets in their standard deviations.
_SHAPE, _RATE = (1.0, 2.0), (0.01, 0.1)
_BOUND = 1000.0


@dataclass(frozen=True)
class _DataSets:
    """The differences of one pair, in units of their mean standard deviation within a data set.

    `mean` is that over the folds, `squares` their sum of squares about it divided by 1 - rho, `inflation` the variance
    of the mean for a variance of 1 of a fold, and `n` the number of folds, all by data set; `bound` is the largest
    absolute difference, `widest` the largest spread among data sets that the prior allows.
    """

    mean: FloatArray
    squares: FloatArray
    inflation: FloatArray
    n: FloatArray
    bound: float
    widest: float
    unit: float


@dataclass(frozen=True)
class _Draws:
    """Draws from the posterior of one pair, one row per iteration and one column per chain.

    `mean`, `spread` and `df` are those of the Student's t that the mean differences on data sets are drawn from, the
    first two in the unit of the scores.
    """

    mean: FloatArray
    spread: FloatArray
    df: FloatArray

    def chances(self, rope: float) -> FloatArray:
        """Return by draw the chances on a further data set: first better, both equivalent, second better."""
        mean, spread, df = self.mean.ravel(), self.spread.ravel(), self.df.ravel()
        first, second = (scipy.special.stdtr(df, (side * mean - rope) / spread) for side in (1, -1))
        return np.column_stack([first, np.maximum(1 - first - second, 0.0), second])


def bayes_hierarchical(
    folds: Sequence[ArrayLike],
    ratios: ArrayLike,
    pairs: ArrayLike,
    rope: float,
    *,
    draws: int = 50_000,
    seed: int = 0,
) -> Posterior:
    """Return the hierarchical Bayesian correlated t test of two algorithms over the folds of several data sets.

    Parameters
    ----------
    folds : sequence of (n_folds, n_algorithms) array_like
        By data set the scores on each fold of each repeat, higher being better; nan where a result is missing. A pair
        is compared over the data sets on which both have all of at least three folds.
    ratios : (n_datasets,) array_like
        By data set the number of test cases divided by that of training cases, 1/9 in ten-fold cross-validation.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.
    rope : float
        Mean scores that differ by no more than this are practically equivalent; at least 0, in the unit of the scores.
    draws : int
        Draws from the posterior, rounded up to a multiple of 20, the number of chains.
    seed : int
        Of the posterior samples. Each pair starts from it, so that its result does not depend on the others.

    Returns
    -------
    Posterior
        A probability is the share of draws in which that outcome is the most likely of the three on a further data
        set. `details` has the posterior `mean` of the average difference, first less second, with the ends `low` and
        `high` of its 95% interval; the medians of the `spread` among data sets and of its degrees of freedom `df`;
        `n_used`, the data sets; `r_hat`, the largest split R-hat of the three parameters, and `ess`, their smallest
        effective sample size.

    Raises
    ------
    ValueError
        If folds, ratios and pairs do not fit each other, or for a rope below 0.

    Notes
    -----
    On data set i, the differences on n folds are normal with mean delta_i, standard deviation sigma_i and correlation
    rho, the share of cases tested on; delta_i is from a Student's t about delta_0 with spread sigma_0 and nu degrees of
    freedom ([1]_, equations 6 to 8). The priors are those of the authors' program [2]_: delta_0 uniform up to the
    largest absolute difference on a fold, sigma_0 uniform up to 1000 standard deviations of the means, sigma_i uniform,
    and nu - 1 gamma with shape and rate uniform between 1 and 2 and between 0.01 and 0.1.

    The Gibbs sampler takes the t distribution for a mixture of normals. Metropolis steps draw sigma_0 with all delta_i
    integrated out, and delta_0, sigma_0 and nu together with the weights of the mixture integrated out, so that the
    chains also mix where the data sets hardly differ or a few stand out. On a data set on which the difference is the
    same on every fold, sigma_i would be 0; there the smallest standard deviation of the other data sets is taken.

    References
    ----------
    .. [1] Corani, G., Benavoli, A., Demsar, J., Mangili, F. and Zaffalon, M. (2017). Statistical comparison of
       classifiers through Bayesian hierarchical modelling. Machine Learning 106, 1817-1837.
       doi:10.1007/s10994-017-5641-9
    .. [2] Benavoli, A., Corani, G., Demsar, J. and Zaffalon, M. (2017). Time for a change: a tutorial for comparing
       multiple classifiers through Bayesian analysis. Journal of Machine Learning Research 18 (77), 1-36.

    Examples
    --------
    >>> folds = [[[0.80, 0.75], [0.82, 0.76], [0.81, 0.77]], [[0.61, 0.55], [0.63, 0.60], [0.64, 0.58]]] * 3
    >>> test = bayes_hierarchical(folds, [1 / 2] * 6, [[0, 1]], rope=0.01)
    >>> test.p_first.round(1).tolist(), bool(test.details["r_hat"][0] < 1.01)
    ([1.0], True)
    """
    check_rope(rope)
    check_count("draws", draws, 1)
    check_count("seed", seed, 0)
    matrices, shares, indices = _checked(folds, ratios, pairs)
    compared = [_compare(_of_pair(matrices, shares, pair), rope, draws, seed) for pair in indices.tolist()]
    p = np.array([posterior.p for posterior in compared])
    return Posterior(
        "hierarchical",
        p[:, 0],
        p[:, 1],
        p[:, 2],
        rope,
        tuple(posterior.why for posterior in compared),
        _iterations(draws) * CHAINS,
        seed,
        np.array([posterior.error for posterior in compared]),
        {name: np.array([posterior.details.get(name, np.nan) for posterior in compared]) for name in _DETAILS},
    )


def hierarchical_chances(
    folds: Sequence[ArrayLike],
    ratios: ArrayLike,
    pair: tuple[int, int],
    rope: float,
    *,
    draws: int = 50_000,
    seed: int = 0,
) -> FloatArray:
    """Return the draws by which `bayes_hierarchical` compares one pair.

    Parameters
    ----------
    folds, ratios, rope, draws, seed
        As for `bayes_hierarchical`.
    pair : (int, int)
        Which algorithms to compare.

    Returns
    -------
    (n_draws, 3) float array
        By draw the chances that on a further data set the first is better by more than the rope, neither is, and the
        second is; no rows where too few data sets have folds of both, or nothing varies.

    Examples
    --------
    >>> drawn = hierarchical_chances([[[0.8, 0.7], [0.9, 0.7], [0.9, 0.8]]] * 2, [0.5, 0.5], (0, 1), 0.01, draws=400)
    >>> drawn.shape, bool(np.allclose(drawn.sum(axis=1), 1))
    ((400, 3), True)
    """
    matrices, shares, [indices] = _checked(folds, ratios, [pair])
    datasets = _of_pair(matrices, shares, indices.tolist())
    return _draw(datasets, draws, seed).chances(rope) if isinstance(datasets, _Oriented) else np.empty((0, 3))


def _checked(
    folds: Sequence[ArrayLike], ratios: ArrayLike, pairs: ArrayLike
) -> tuple[list[FloatArray], FloatArray, np.ndarray]:
    matrices = [np.array(matrix, dtype=np.float64) for matrix in folds]
    of_datasets = as_vector("ratios", ratios, length=len(matrices))
    if (of_datasets <= 0).any():
        raise ValueError(f"ratios: got {of_datasets.min()}; positive numbers are needed")
    widths = {matrix.shape[1] if matrix.ndim == 2 else -1 for matrix in matrices}
    if len(widths) != 1 or widths == {-1}:
        raise ValueError("folds: matrices with a column for each algorithm are needed, as many in all")
    return matrices, of_datasets / (1 + of_datasets), as_pairs(pairs, widths.pop())


@dataclass(frozen=True)
class _Oriented:
    """The data sets of a pair, and whether it stands the other way round than they do."""

    datasets: _DataSets
    sign: int


@dataclass(frozen=True)
class _Certain:
    """The difference of a pair that is the same on every fold of every data set."""

    difference: float
    n_used: int


def _of_pair(matrices: list[FloatArray], shares: FloatArray, pair: list[int]) -> _Oriented | _Certain | None:
    """Summarize the folds of a pair, the same for it and the pair the other way round but for the sign."""
    low, high = sorted(pair)
    each = [(matrix[:, low] - matrix[:, high], share) for matrix, share in zip(matrices, shares, strict=True)]
    each = [(scores, share) for scores, share in each if len(scores) >= LEAST_FOLDS and np.isfinite(scores).all()]
    if len(each) < 2:
        return None
    rho = np.array([share for _, share in each])
    n = np.array([float(len(scores)) for scores, _ in each])
    mean = np.array([scores.mean() for scores, _ in each])
    deviation = np.array([scores.std(ddof=1) for scores, _ in each])
    bound = max(np.abs(scores).max() for scores, _ in each)
    deviation[deviation <= CONSTANT_TO * bound] = 0.0
    sign = 1 if pair == [low, high] else -1
    among = mean.std(ddof=1)
    if not deviation.any() and among <= CONSTANT_TO * bound:
        return _Certain(sign * float(mean[0]), len(each))
    deviation = np.maximum(deviation, deviation[deviation > 0].min() if deviation.any() else among / 100)
    unit = float(deviation.mean())
    datasets = _DataSets(
        mean=mean / unit,
        squares=(n - 1) * (deviation / unit) ** 2 / (1 - rho),
        inflation=(1 + (n - 1) * rho) / n,
        n=n,
        bound=float(bound / unit),
        widest=_BOUND * (among / unit if among > CONSTANT_TO * bound else 1.0),
        unit=unit,
    )
    return _Oriented(datasets, sign)


_DETAILS = ("mean", "low", "high", "spread", "df", "n_used", "r_hat", "ess")


@dataclass(frozen=True)
class _Compared:
    p: FloatArray
    error: float
    why: str
    details: dict[str, float]


def _compare(pair: _Oriented | _Certain | None, rope: float, draws: int, seed: int) -> _Compared:
    if pair is None:
        return _Compared(np.full(3, np.nan), np.nan, TOO_FEW, {"n_used": np.nan})
    if isinstance(pair, _Certain):
        difference = pair.difference
        if rope == 0 and difference == 0:
            p, why = np.array([0.5, 0.0, 0.5]), NO_DIRECTION
        else:
            p, why = (
                np.array([difference > rope, abs(difference) <= rope, difference < -rope], dtype=np.float64),
                ALL_ALIKE,
            )
        return _Compared(p, 0.0, why, {"mean": difference, "n_used": float(pair.n_used)})
    drawn = _draw(pair, draws, seed)
    chances = drawn.chances(rope)
    if rope == 0:
        chances[:, 1] = -1.0
    won = np.eye(3)[chances.argmax(axis=1)]
    by_chain = won.reshape(-1, CHAINS, 3).mean(axis=0)
    parameters = (drawn.mean, np.log(drawn.spread), np.log(drawn.df))
    low, high = np.quantile(drawn.mean, [0.025, 0.975])
    details = {
        "mean": float(drawn.mean.mean()),
        "low": float(low),
        "high": float(high),
        "spread": float(np.median(drawn.spread)),
        "df": float(np.median(drawn.df)),
        "n_used": float(len(pair.datasets.n)),
        "r_hat": max(map(split_r_hat, parameters)),
        "ess": min(map(effective_sample_size, parameters)),
    }
    return _Compared(won.mean(axis=0), float(by_chain.std(axis=0, ddof=1).max() / np.sqrt(CHAINS)), "", details)


def _iterations(draws: int) -> int:
    return max(-(-draws // CHAINS), 4)


def _draw(pair: _Oriented, draws: int, seed: int) -> _Draws:
    sampler = _Sampler(pair.datasets, np.random.default_rng(seed))
    sampler.warm_up()
    sampled = np.empty((3, _iterations(draws), CHAINS))
    for row in range(sampled.shape[1]):
        sampler.step()
        sampled[:, row] = sampler.center, np.exp(sampler.log_spread), 1 + np.exp(sampler.log_excess)
    unit = pair.datasets.unit
    return _Draws(pair.sign * unit * sampled[0], unit * sampled[1], sampled[2])


class _Sampler:
    """All chains of one pair side by side, one row per chain and one column per data set."""

    def __init__(self, datasets: _DataSets, rng: np.random.Generator) -> None:
        self.datasets, self.rng = datasets, rng
        shape = (CHAINS, len(datasets.n))
        self.variance = datasets.squares / datasets.n * np.ones(shape)  # of a fold
        self.weight = np.ones(shape)  # of the mixture of normals
        self.delta = datasets.mean * np.ones(shape)  # mean difference on a data set
        among = max(float(datasets.mean.std()), 0.1)
        self.center = np.clip(datasets.mean.mean() + among * rng.normal(size=CHAINS), -datasets.bound, datasets.bound)
        self.log_spread = np.log(among) + rng.normal(size=CHAINS)
        self.log_excess = np.log(20.0) + rng.normal(size=CHAINS)  # of the degrees of freedom over 1
        self.steps = np.array([2.4, 8.0]) / np.sqrt(2 * len(datasets.n))
        # each a matrix that turns normal variables into a proposed move of center, log spread and log excess
        self.moves = [size * np.diag([0.1, 0.3, 0.8]) for size in _SIZES]

    def warm_up(self) -> None:
        """Let the chains forget where they began, and fit the proposed moves to where they are."""
        for _ in range(_ROUNDS):
            visited = []
            for _ in range(WARM_UP // _ROUNDS):
                self.step()
                visited.append([self.center, self.log_spread, self.log_excess])
            covariance = np.cov(np.concatenate(visited[len(visited) // 2 :], axis=1))
            root = np.asarray(np.linalg.cholesky(covariance + 1e-12 * np.eye(3)), dtype=np.float64)
            self.moves = [size * root for size in _SIZES]

    def step(self) -> None:
        """Draw each parameter once, given the others."""
        datasets, rng = self.datasets, self.rng
        error = self.variance * datasets.inflation
        self._draw_spread(error)
        among = np.exp(2 * self.log_spread)[:, None] / self.weight
        precision = 1 / (error + among)
        total = precision.sum(axis=1)
        self.center = self._truncated((precision * datasets.mean).sum(axis=1) / total, 1 / np.sqrt(total))
        precision = 1 / error + 1 / among
        middle = (datasets.mean / error + self.center[:, None] / among) / precision
        self.delta = middle + rng.standard_normal(middle.shape) / np.sqrt(precision)
        self._draw_effects()
        squared = ((self.delta - self.center[:, None]) / np.exp(self.log_spread)[:, None]) ** 2
        df = 1 + np.exp(self.log_excess)[:, None]
        shape = np.broadcast_to((df + 1) / 2, squared.shape)
        self.weight = rng.standard_gamma(shape) * 2 / (df + squared)
        about = datasets.squares + (datasets.mean - self.delta) ** 2 / datasets.inflation
        self.variance = about / 2 / rng.standard_gamma((datasets.n - 1) / 2, squared.shape)

    def _draw_spread(self, error: FloatArray) -> None:
        """Move the spread, with the mean difference of each data set integrated out."""
        squared, bound = (self.datasets.mean - self.center[:, None]) ** 2, np.log(self.datasets.widest)
        density = self._of_spread(self.log_spread, error, squared)
        for size in self.steps:
            proposed = self.log_spread + size * self.rng.standard_normal(CHAINS)
            of_proposed = self._of_spread(proposed, error, squared)
            accepted = (np.log(self.rng.random(CHAINS)) < of_proposed - density) & (proposed < bound)
            self.log_spread = np.where(accepted, proposed, self.log_spread)
            density = np.where(accepted, of_proposed, density)

    def _of_spread(self, log_spread: FloatArray, error: FloatArray, squared: FloatArray) -> FloatArray:
        """Log density of the logarithm of the spread, given the squared distances of the means from the center."""
        variance = error + np.exp(2 * log_spread)[:, None] / self.weight
        return np.asarray(log_spread - 0.5 * (np.log(variance) + squared / variance).sum(axis=1))

    def _draw_effects(self) -> None:
        """Move the parameters of the t distribution of the mean differences, with the weights integrated out."""
        now, widest = np.stack([self.center, self.log_spread, self.log_excess]), np.log(self.datasets.widest)
        density = _of_effects(now, self.delta)
        for move in self.moves:
            proposed = now + move @ self.rng.standard_normal((move.shape[1], CHAINS))
            of_proposed = _of_effects(proposed, self.delta)
            within = (np.abs(proposed[0]) <= self.datasets.bound) & (proposed[1] < widest)
            accepted = (np.log(self.rng.random(CHAINS)) < of_proposed - density) & within
            now, density = np.where(accepted, proposed, now), np.where(accepted, of_proposed, density)
        self.center, self.log_spread, self.log_excess = now

    def _truncated(self, mean: FloatArray, spread: FloatArray) -> FloatArray:
        """Draw from normal distributions within the bounds of the prior."""
        low, high = (scipy.special.ndtr((end - mean) / spread) for end in (-self.datasets.bound, self.datasets.bound))
        drawn = mean + spread * scipy.special.ndtri(low + (high - low) * self.rng.random(CHAINS))
        return np.asarray(np.clip(drawn, -self.datasets.bound, self.datasets.bound))


def _of_effects(parameters: FloatArray, delta: FloatArray) -> FloatArray:
    """Log density of center, log spread and log of the degrees of freedom less 1, given the mean differences."""
    center, log_spread, log_excess = parameters
    df = 1 + np.exp(log_excess)
    squared = ((delta - center[:, None]) / np.exp(log_spread)[:, None]) ** 2
    constant = scipy.special.gammaln((df + 1) / 2) - scipy.special.gammaln(df / 2) - 0.5 * np.log(df) - log_spread
    kernel = (df + 1) / 2 * np.log1p(squared / df[:, None]).sum(axis=1)
    prior = np.interp(log_excess, *log_prior_of_excess()) + log_spread
    return np.asarray(delta.shape[1] * constant - kernel + prior)


@lru_cache(maxsize=1)
def log_prior_of_excess() -> tuple[FloatArray, FloatArray]:
    """Return the logarithm of the degrees of freedom less 1, and its log prior density, on a grid."""
    # The gamma density is integrated over its shape and rate, which are uniform.
    nodes, weights = np.polynomial.legendre.leggauss(24)
    shape, rate = (low + (high - low) * (nodes + 1) / 2 for low, high in (_SHAPE, _RATE))
    grid = np.linspace(-12.0, 9.0, 2001)
    a, b, log_x = shape[:, None, None], rate[None, :, None], grid[None, None, :]
    log_density = a * np.log(b) - scipy.special.gammaln(a) + a * log_x - b * np.exp(log_x)
    both = (weights[:, None] * weights[None, :] / 4)[:, :, None]
    return grid, np.log((both * np.exp(log_density)).sum(axis=(0, 1)) + 1e-300)


def split_r_hat(draws: ArrayLike) -> float:
    """Compute the potential scale reduction of chains, each split into halves."""
    # Reference: Vehtari et al. 2021.
    within, over = _variances(_halves(draws))
    return 1.0 if over == 0 else float(np.sqrt(np.divide(over, within))) if within > 0 else np.inf


def effective_sample_size(draws: ArrayLike) -> float:
    """Compute how many independent draws estimate a mean as well as those of some chains."""
    # Autocorrelations are added up in pairs of successive lags until a pair is negative, each pair no larger than the
    # one before (Geyer's initial monotone sequence). Reference: Vehtari et al. 2021, equation 10.
    halves = _halves(draws)
    within, over = _variances(halves)
    if over == 0:
        return float(halves.size)
    n = len(halves)
    transformed = np.fft.rfft(halves - halves.mean(axis=0), 2 * n, axis=0)
    covariance = np.fft.irfft(np.abs(transformed) ** 2, axis=0)[:n].mean(axis=1) / n
    correlation = 1 - (within - covariance * n / (n - 1)) / over
    correlation[0] = 1.0
    pairs = correlation[: n // 2 * 2].reshape(-1, 2).sum(axis=1)
    negative = np.flatnonzero(pairs < 0)
    positive = np.minimum.accumulate(pairs[: negative[0] if negative.size else None])
    return float(halves.size / max(2 * positive.sum() - 1, 1 / np.log10(halves.size)))


def _halves(draws: ArrayLike) -> FloatArray:
    matrix = as_matrix("draws", draws, rows=4, columns=1)
    n = len(matrix) // 2
    return np.hstack([matrix[:n], matrix[-n:]])


def _variances(halves: FloatArray) -> tuple[float, float]:
    """Return the mean variance within the halves, and the estimate of the variance that takes their means along."""
    n = len(halves)
    within = float(halves.var(axis=0, ddof=1).mean())
    return within, within * (n - 1) / n + float(halves.mean(axis=0).var(ddof=1))
