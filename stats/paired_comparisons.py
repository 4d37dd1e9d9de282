"""Strengths from wins and losses: Bradley and Terry's model, Davidson's with ties, Elo ratings, quasi-variances."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, cast

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import BoolArray, FloatArray, as_matrix, check_level
from rankpress.stats.resampled_intervals import Intervals, resampled_interval
from rankpress.stats.tails import t_two_sided_isf

TieModel = Literal["halves", "davidson"]
"""What a tie counts: half a win of either, or what the parameter of Davidson's model says."""

ELO_SCALE = 400 / math.log(10)
"""Elo points of one unit of log strength: 400 points are odds of ten to one."""

UNBOUNDED = "one group of algorithms never loses to the others, so that their strengths are unbounded"

ALL_TIED = "all comparisons are tied, so that how likely ties are is unbounded"

_STEPS, _TOLERANCE = 100, 1e-12
_ROUNDING = 1e-9  # a standard error of less is that of units that agree


@dataclass(frozen=True)
class Strengths:
    """Log strengths of algorithms by their wins, ties and losses.

    Parameters
    ----------
    estimate : (n_algorithms,) float array
        Log strengths that add up to 0; nan where the likeliest are not finite.
    covariance : (n_algorithms, n_algorithms) float array
        Of the estimates, from how the units vary: data sets, judges, or whatever the wins were counted by.
    log_tie : float
        Log of Davidson's nu; nan where ties count as halves, -inf where there is none.
    n_units : int
        Over which the covariance was taken.
    why : str
        Why there are no strengths; empty where there are.
    """

    estimate: FloatArray
    covariance: FloatArray
    log_tie: float
    n_units: int
    why: str = ""

    @property
    def standard_error(self) -> FloatArray:
        """Of each log strength, all adding up to 0."""
        return np.sqrt(np.diag(self.covariance))

    def interval(self, level: float, anchor: int | None = None) -> tuple[FloatArray, FloatArray]:
        """Return the ends of t intervals of the log strengths, or of their differences from that of an anchor.

        Parameters
        ----------
        level : float
            Confidence level of each interval.
        anchor : int, optional
            The algorithm whose strength is taken for known.

        Returns
        -------
        low, high : (n_algorithms,) float arrays
            nan where all units agree, of which a sample of others need not; of the anchor its own strength.
        """
        check_level("level", level)
        centre, variance = self.estimate, np.diag(self.covariance)
        if anchor is not None:
            centre = centre - centre[anchor]
            variance = variance + variance[anchor] - 2 * self.covariance[anchor]
            variance[anchor] = 0.0
        if self.n_units < 2:
            return np.full_like(centre, np.nan), np.full_like(centre, np.nan)
        error = np.sqrt(np.maximum(variance, 0.0))
        half = float(t_two_sided_isf(1 - level, self.n_units - 1)) * np.where(error > _ROUNDING, error, np.nan)
        if anchor is not None:
            half[anchor] = 0.0
        return centre - half, centre + half


def pairwise_wins(scores: ArrayLike, tolerance: float = 0.0) -> tuple[FloatArray, FloatArray]:
    """Count on each data set who beats whom, and who ties.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better; nan for a missing result.
    tolerance : float
        Scores nearer to each other than this are tied; with 0 only equal scores are.

    Returns
    -------
    wins, ties : (n_datasets, n_algorithms, n_algorithms) float arrays
        1 where the row beats the column, or the two are tied, else 0; nothing is counted of a missing result.

    Raises
    ------
    ValueError
        For infinite scores.

    Examples
    --------
    >>> wins, ties = pairwise_wins([[0.9, 0.8], [0.7, 0.7]])
    >>> wins.sum(axis=0).tolist(), ties.sum(axis=0).tolist()
    ([[0.0, 1.0], [0.0, 0.0]], [[0.0, 1.0], [1.0, 0.0]])
    """
    matrix = as_matrix("scores", scores, rows=1, columns=2, missing=True)
    difference = matrix[:, :, None] - matrix[:, None, :]
    tied = (difference == 0) | (np.abs(difference) < tolerance)
    wins = (difference > 0) & ~tied
    tied[:, np.eye(matrix.shape[1], dtype=bool)] = False
    return wins.astype(np.float64), tied.astype(np.float64)


def bradley_terry(wins: ArrayLike, ties: ArrayLike) -> Strengths:
    """Bradley and Terry's strengths of greatest likelihood, a tie being half a win of either.

    Parameters
    ----------
    wins : (n_units, n_algorithms, n_algorithms) array_like
        By unit, how often the row beats the column.
    ties : (n_units, n_algorithms, n_algorithms) array_like
        By unit, how often the two are tied; symmetric.

    Returns
    -------
    Strengths
        The covariance is the sandwich over units with n / (n - 1): the comparisons within a unit may depend on each
        other in any way.

    Raises
    ------
    ValueError
        For arrays of other shapes and negative counts.

    Notes
    -----
    Finite strengths need that no group of algorithms wins all its comparisons with the others [2]_.

    References
    ----------
    .. [1] Bradley, R. A. and Terry, M. E. (1952). Rank analysis of incomplete block designs: I. The method of paired
       comparisons. Biometrika 39, 324-345. doi:10.1093/biomet/39.3-4.324
    .. [2] Ford, L. R. (1957). Solution of a ranking problem from binary comparisons. American Mathematical Monthly 64,
       28-33. doi:10.1080/00029890.1957.11989117

    Examples
    --------
    >>> found = bradley_terry([[[0, 3], [1, 0]]], np.zeros((1, 2, 2)))
    >>> bool(np.isclose(found.estimate[0] - found.estimate[1], np.log(3)))
    True
    """
    won, tied = _checked(wins, ties)
    return _fit(won + tied / 2, np.zeros_like(tied), with_ties=False)


def davidson(wins: ArrayLike, ties: ArrayLike) -> Strengths:
    """Davidson's strengths of greatest likelihood, with a parameter for ties.

    Parameters
    ----------
    wins : (n_units, n_algorithms, n_algorithms) array_like
        By unit, how often the row beats the column.
    ties : (n_units, n_algorithms, n_algorithms) array_like
        By unit, how often the two are tied; symmetric.

    Returns
    -------
    Strengths
        As of `bradley_terry`, with `log_tie`: a tie is nu times as likely as the geometric mean of the two wins.

    Raises
    ------
    ValueError
        For arrays of other shapes and negative counts.

    References
    ----------
    .. [1] Davidson, R. R. (1970). On extending the Bradley-Terry model to accommodate ties in paired comparison
       experiments. Journal of the American Statistical Association 65, 317-328. doi:10.1080/01621459.1970.10481082

    Examples
    --------
    Nine wins, three ties, two losses:

    >>> found = davidson([[[0, 9], [2, 0]]], [[[0, 3], [3, 0]]])
    >>> float(np.exp(found.log_tie).round(6)), bool(np.isclose(np.ptp(found.estimate), np.log(9 / 2)))
    (0.707107, True)
    """
    won, tied = _checked(wins, ties)
    if tied.any():
        return _fit(won, tied, with_ties=True)
    without_ties = _fit(won, tied, with_ties=False)
    return without_ties if without_ties.why else replace(without_ties, log_tie=-math.inf)


TIE_MODELS: Mapping[TieModel, Callable[[ArrayLike, ArrayLike], Strengths]] = {
    "halves": bradley_terry,
    "davidson": davidson,
}
"""The model of each treatment of ties."""


def elo(strengths: ArrayLike, anchor: tuple[int, float] | None = None) -> FloatArray:
    """Elo ratings of log strengths.

    Parameters
    ----------
    strengths : (n_algorithms,) array_like
        Log strengths.
    anchor : (int, float), optional
        An algorithm and its rating; the mean rating is 1000 where none is given.

    Returns
    -------
    (n_algorithms,) float array
        400 points are odds of ten to one.

    References
    ----------
    .. [1] Elo, A. E. (1978). The Rating of Chessplayers, Past and Present. Arco.

    Examples
    --------
    >>> elo([np.log(10), 0]).tolist(), elo([np.log(10), 0], (1, 1500)).tolist()
    ([1200.0, 800.0], [1900.0, 1500.0])
    """
    points = ELO_SCALE * np.asarray(strengths, dtype=np.float64)
    at, rating = (points.mean(), 1000.0) if anchor is None else (points[anchor[0]], anchor[1])
    ratings: FloatArray = points - at + rating
    return ratings


def quasi_variances(covariance: ArrayLike) -> FloatArray:
    """One variance for each algorithm, two of which nearly add up to the variance of their difference.

    Parameters
    ----------
    covariance : (n_algorithms, n_algorithms) array_like
        Of the strengths; at least three algorithms.

    Returns
    -------
    (n_algorithms,) float array
        Of least sum of squared relative errors; intervals from them can be compared with each other in a figure. nan
        where the difference of two has no variance, such as that of algorithms that always tie.

    Raises
    ------
    ValueError
        For matrices that are not square or of fewer than three algorithms.

    References
    ----------
    .. [1] Firth, D. and de Menezes, R. X. (2004). Quasi-variances. Biometrika 91, 65-80. doi:10.1093/biomet/91.1.65

    Examples
    --------
    >>> quasi_variances(np.diag([1.0, 2.0, 3.0])).round(6).tolist()
    [1.0, 2.0, 3.0]
    """
    from scipy.optimize import least_squares

    matrix = as_matrix("covariance", covariance, rows=3, columns=3)
    if matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"covariance: got an array of shape {matrix.shape}; a square matrix is needed")
    a, b = np.triu_indices(len(matrix), 1)
    diagonal = np.diag(matrix)
    observed = diagonal[a] + diagonal[b] - 2 * matrix[a, b]
    if not (observed > 1e-12 * diagonal.max()).all():
        return np.full(len(matrix), np.nan)
    # Equal weights solve it where the algorithms are exchangeable; the start is the least squares of the sums.
    design = np.zeros((len(a), len(matrix)))
    design[np.arange(len(a)), a] = design[np.arange(len(a)), b] = 1
    start = np.maximum(np.linalg.lstsq(design, observed)[0], observed.min() / 10)
    solution = least_squares(
        lambda logs: np.log(np.exp(logs[a]) + np.exp(logs[b])) - np.log(observed), np.log(start), xtol=1e-12, ftol=1e-14
    )
    return cast(FloatArray, np.exp(solution.x))


def resampled_strengths(
    wins: ArrayLike, ties: ArrayLike, strengths: Strengths, intervals: Intervals, anchor: int | None = None
) -> tuple[FloatArray, FloatArray]:
    """Compute intervals of log strengths from resampled units.

    Parameters
    ----------
    wins, ties : (n_units, n_algorithms, n_algorithms) array_like
        What the strengths were computed from.
    strengths : Strengths
        By `bradley_terry` or `davidson`.
    intervals : Intervals
        By any method but t, for which there is `Strengths.interval`.
    anchor : int, optional
        The algorithm from which strengths are counted; otherwise they add up to 0.

    Returns
    -------
    low, high : (n_algorithms,) float arrays
        A resample whose strengths are unbounded counts as below all others for the lower end and as above all others
        for the upper end; nan where so many are that an end is unbounded.

    Raises
    ------
    ValueError
        For arrays of other shapes and negative counts.

    Examples
    --------
    >>> wins, ties = pairwise_wins([[2, 1], [2, 1], [1, 2], [2, 1], [1, 2]] * 6)
    >>> found = bradley_terry(wins, ties)
    >>> low, high = resampled_strengths(wins, ties, found, Intervals(method="percentile", draws=500))
    >>> bool(low[0] < found.estimate[0] < high[0])
    True
    """
    won, tied = _checked(wins, ties)
    if math.isnan(strengths.log_tie):
        won, tied = won + tied / 2, np.zeros_like(tied)
    units, k = won.shape[:2]
    start = np.append(strengths.estimate, strengths.log_tie if tied.any() else -math.inf)

    def statistic(counts: FloatArray) -> FloatArray:
        wins_drawn, ties_drawn = ((counts @ each.reshape(units, -1)).reshape(-1, k, k) for each in (won, tied))
        estimates = np.full((len(counts), k), np.nan)
        bounded = _are_bounded(wins_drawn + ties_drawn) & wins_drawn.any(axis=(1, 2))
        estimates[bounded] = _likeliest(wins_drawn[bounded], ties_drawn[bounded], start, 1e-9)[:, :k]
        middle: FloatArray = estimates.mean(axis=1, keepdims=True) if anchor is None else estimates[:, [anchor]]
        return cast(FloatArray, estimates - middle)

    from_anchor = strengths.estimate - (0.0 if anchor is None else strengths.estimate[anchor])
    return resampled_interval(statistic, from_anchor, units, intervals, width=8 * k * k)


def _are_bounded(results: FloatArray) -> BoolArray:
    """Return for each table whether no group wins all its comparisons with the others.

    Each algorithm then has a chain of results to each other one.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    tables, k = results.shape[:2]
    table, first, second = np.nonzero(results > 0)
    edges = (np.ones(len(table), dtype=np.int8), (table * k + first, table * k + second))
    size = tables * k
    _, component = connected_components(coo_array(edges, shape=(size, size)), directed=True, connection="strong")
    of_table = component.reshape(tables, k)
    bounded: BoolArray = (of_table == of_table[:, :1]).all(axis=1)
    return bounded


def _checked(wins: ArrayLike, ties: ArrayLike) -> tuple[FloatArray, FloatArray]:
    won, tied = np.array(wins, dtype=np.float64), np.array(ties, dtype=np.float64)
    for name, counts in (("wins", won), ("ties", tied)):
        if counts.ndim != 3 or counts.shape[1] != counts.shape[2] or counts.shape[1] < 2 or counts.shape != won.shape:
            raise ValueError(
                f"{name}: got an array of shape {counts.shape}; (n_units, n_algorithms, n_algorithms) is needed"
            )
        if not (counts >= 0).all():
            raise ValueError(f"{name}: counts of at least 0 are needed")
    if not np.array_equal(tied, tied.transpose(0, 2, 1)):
        raise ValueError("ties: the counts of a pair differ by who comes first")
    return won, tied


def _fit(won: FloatArray, tied: FloatArray, *, with_ties: bool) -> Strengths:
    """Maximize the likelihood, and take the sandwich over the units."""
    units, k = won.shape[:2]
    none = np.full(k, np.nan)
    all_won, all_tied = won.sum(axis=0, keepdims=True), tied.sum(axis=0, keepdims=True)
    if with_ties and not all_won.any():
        return Strengths(none, np.full((k, k), np.nan), math.nan, units, ALL_TIED)
    if not _are_bounded(all_won + all_tied).all():
        return Strengths(none, np.full((k, k), np.nan), math.nan, units, UNBOUNDED)
    start = np.append(np.zeros(k), 0.0 if with_ties else -math.inf)
    parameters = _likeliest(all_won, all_tied, start, _TOLERANCE)
    gradient = _gradient(parameters, won, tied)
    inverse = np.linalg.pinv(_information(parameters, all_won, all_tied)[0], hermitian=True)
    meat = gradient.T @ gradient * (units / (units - 1) if units > 1 else math.nan)
    covariance = (inverse @ meat @ inverse)[:k, :k]
    log_tie = float(parameters[0, k]) if with_ties else math.nan
    return Strengths(parameters[0, :k] - parameters[0, :k].mean(), covariance, log_tie, units)


def _likeliest(won: FloatArray, tied: FloatArray, start: FloatArray, tolerance: float) -> FloatArray:
    """Maximize the likelihood of each table by Newton's method: (n_tables, k + 1) strengths and the log of nu."""
    k = won.shape[1]
    parameters = np.tile(start, (len(won), 1))
    parameters[~tied.any(axis=(1, 2)), k] = -math.inf
    for _ in range(_STEPS if len(won) else 0):
        gradient, information = _gradient(parameters, won, tied), _information(parameters, won, tied)
        information[:, :k, :k] += 1.0  # which leaves the sum of the strengths as it is
        information[:, k, k] += information[:, k, k] == 0
        step = np.linalg.solve(information, gradient[:, :, None])[:, :, 0]
        # A step of more than two units of log strength overshoots far from the maximum.
        step *= np.minimum(1.0, 2.0 / np.maximum(np.abs(step).max(axis=1, keepdims=True), 1e-300))
        parameters += step
        if np.abs(step).max() < tolerance:
            break
    return parameters


def _chances(parameters: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the chances that the row beats the column, and that the two tie, by table of parameters."""
    k = parameters.shape[1] - 1
    half = (parameters[:, :k, None] - parameters[:, None, :k]) / 2
    forth, back, nu = np.exp(half), np.exp(-half), np.exp(parameters[:, k])[:, None, None]
    return forth / (forth + back + nu), nu / (forth + back + nu)


def _gradient(parameters: FloatArray, won: FloatArray, tied: FloatArray) -> FloatArray:
    """Return the gradient of the log likelihood of each table, in the strengths and the log of nu."""
    first, tie = _chances(parameters)
    won_back, upper = won.transpose(0, 2, 1), np.triu_indices(won.shape[1], 1)
    n = won + won_back + tied
    of_strengths = ((won - won_back) - n * (first - first.transpose(0, 2, 1))).sum(axis=2) / 2
    return np.column_stack([of_strengths, (tied - n * tie)[:, upper[0], upper[1]].sum(axis=1)])


def _information(parameters: FloatArray, won: FloatArray, tied: FloatArray) -> FloatArray:
    """Return the information of each table, in the strengths and the log of nu; 0 for the latter where nu is 0."""
    k = won.shape[1]
    (first, tie), upper = _chances(parameters), np.triu_indices(k, 1)
    second, n = first.transpose(0, 2, 1), won + won.transpose(0, 2, 1) + tied
    lead = first - second
    weights = n * ((first + second) - lead**2) / 4
    weights[:, np.eye(k, dtype=bool)] = 0.0
    information = np.zeros((len(won), k + 1, k + 1))
    information[:, :k, :k] = -weights
    information[:, range(k), range(k)] = weights.sum(axis=2)
    information[:, k, :k] = information[:, :k, k] = -(n * lead * tie).sum(axis=2) / 2
    information[:, k, k] = (n * tie * (1 - tie))[:, upper[0], upper[1]].sum(axis=1)
    return information
