"""How equal the outcomes of a test are from one sample of data sets to another."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, IntArray, as_vector, check_count
from rankpress.stats.families import Adjustment, Family
from rankpress.stats.nemenyi import nemenyi
from rankpress.stats.procedures import OmnibusProcedure, PairwiseProcedure
from rankpress.stats.proportions import wilson_interval
from rankpress.stats.synthetic import compare_in_studies, families_of_studies

_Z = 1.959963984540054  # of intervals of 95%


@dataclass(frozen=True)
class Replicability:
    """The p-values of tests over repeated experiments, summed up; an entry a test."""

    n: int  # number of experiments
    alpha: float  # level at which a null hypothesis is rejected: where p is at most alpha
    average_p: FloatArray  # average_p, average_p_error: the mean of p, and its Monte Carlo standard error
    average_p_error: FloatArray
    of_p: FloatArray  # of_p, of_p_error: r(p), and its Monte Carlo standard error
    of_p_error: FloatArray
    rejections: IntArray  # in how many experiments the null hypothesis was rejected
    low: FloatArray  # low, high: Wilson's interval at 95% of the share of rejections
    high: FloatArray
    of_outcomes: FloatArray  # of_outcomes, of_outcomes_error: r(e), and its Monte Carlo standard error
    of_outcomes_error: FloatArray


def summarise_experiments(p: ArrayLike, alpha: float) -> Replicability:
    """Sum up the p-values of tests over repeated experiments."""
    # R(p) is 1 - 2 var(p), with the unbiased estimate of the variance (Demsar 2006, section 4.1.2). R(e) is the chance
    # that two experiments come to the same outcome, rejection or not (Bouckaert 2004); it is 1 - 2 var(e) of the
    # outcomes e (Demsar 2006, section 4.1.2). Standard errors are those of a sample variance, from the fourth central
    # moment; they are of the draws alone, and say nothing of data sets other than those that were drawn from.
    values = np.asarray(p, dtype=np.float64)
    if values.ndim != 2 or len(values) < 2:
        raise ValueError(f"p: got shape {values.shape}; at least two experiments, one row for each, are needed")
    tally = Tally(alpha)
    tally.add(values)
    return tally.summary()


class Tally:
    """Experiments summed up as they come, for those whose p-values would not all fit into memory.

    Parameters
    ----------
    alpha : float
        Level.

    Notes
    -----
    Powers of the distances from the mean of the first experiments are added up, and taken about the mean of all in the
    end. So the sums are as good as those of all at once, but for rounding.

    Examples
    --------
    >>> tally = Tally(0.05)
    >>> for p in ([[0.01], [0.03]], [[0.2], [0.04]]):
    ...     tally.add(np.array(p))
    >>> tally.summary().of_p.round(4).tolist()
    [0.9847]
    """

    def __init__(self, alpha: float) -> None:
        self._alpha, self._n = alpha, 0
        self._about: FloatArray = np.empty(0)
        self._powers: FloatArray = np.empty((4, 0))
        self._rejections: IntArray = np.empty(0, dtype=np.int64)

    def add(self, p: FloatArray) -> None:
        """Count experiments, one row for each with the p-value of each test, between 0 and 1."""
        if not ((p >= 0) & (p <= 1)).all():
            raise ValueError("p: numbers between 0 and 1 are needed")
        if not self._n:
            self._about, self._powers = p.mean(axis=0), np.zeros((4, p.shape[1]))
            self._rejections = np.zeros(p.shape[1], dtype=np.int64)
        self._n += len(p)
        self._rejections += (p <= self._alpha).sum(axis=0)
        distance = p - self._about
        power = distance.copy()
        for sums in self._powers:
            sums += power.sum(axis=0)
            power *= distance

    def summary(self) -> Replicability:
        """Return what the experiments counted so far come to; at least two are needed."""
        n, rejections = self._n, self._rejections
        check_count("n", n, 2)
        shift, *moments = self._powers / n
        variance, error = _variance(*_central(shift, *moments), n)
        share = rejections / n
        spread = share * (1 - share)
        low, high = wilson_interval(share, np.full(share.shape, float(n)), np.zeros(share.shape), _Z)
        return Replicability(
            n=n,
            alpha=self._alpha,
            average_p=self._about + shift,
            average_p_error=np.sqrt(variance / n),
            of_p=1 - 2 * variance,
            of_p_error=2 * error,
            rejections=rejections.copy(),
            low=low,
            high=high,
            of_outcomes=agreement_of_outcomes(rejections, n),
            of_outcomes_error=2 * _variance(spread, spread * (1 - 3 * spread), n)[1],
        )


def agreement_of_outcomes(rejections: ArrayLike, n: int) -> FloatArray:
    """Bouckaert's R(e): the share of pairs of experiments that come to the same outcome."""
    # Reference: Demsar 2006, section 4.1.2; Bouckaert 2004.
    check_count("n", n, 2)
    rejected = np.asarray(rejections, dtype=np.float64)
    if not ((rejected >= 0) & (rejected <= n)).all():
        raise ValueError(f"rejections: numbers from 0 to {n} are needed")
    retained = n - rejected
    return np.asarray((rejected * (rejected - 1) + retained * (retained - 1)) / (n * (n - 1)), dtype=np.float64)


def _central(
    shift: FloatArray, second: FloatArray, third: FloatArray, fourth: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """The second and the fourth moment about the mean, from those about a point that the mean is off by a shift."""
    about_mean = second - shift**2
    return np.maximum(about_mean, 0.0), fourth - 4 * shift * third + 6 * shift**2 * second - 3 * shift**4


def _variance(second: FloatArray, fourth: FloatArray, n: int) -> tuple[FloatArray, FloatArray]:
    """Return the unbiased variance, and its standard error, from the central moments."""
    variance = second * n / (n - 1)
    return variance, np.sqrt(np.maximum(fourth - variance**2 * (n - 3) / (n - 1), 0.0) / n)


_AT_ONCE = 5_000  # draws that one call is given: enough to be fast, few enough for the memory


def pair_p_of_draws(
    test: PairwiseProcedure,
    values: FloatArray,
    draws: IntArray,
    pair: tuple[int, int],
    options: Mapping[str, Any] | None = None,
) -> FloatArray:
    """p-values of one pair on each draw, by a test that rests on the results of the two alone."""
    p = np.empty(len(draws))
    for start in range(0, len(draws), _AT_ONCE):
        some = draws[start : start + _AT_ONCE]
        p[start : start + len(some)] = compare_in_studies(test, values[:, pair][some], np.array([[0, 1]]), options).p
    return np.nan_to_num(p, nan=1.0)


def omnibus_p_of_draws(test: OmnibusProcedure, values: FloatArray, draws: IntArray) -> FloatArray:
    """p-values of an omnibus test on each draw."""
    deciding = (test.test(values[rows], exact=False).deciding_p for rows in draws)
    return np.array([1.0 if math.isnan(p) else p for p in deciding])


def adjusted_p_of_draws(
    test: tuple[PairwiseProcedure, Mapping[str, Any]],
    adjustments: Sequence[tuple[Adjustment, Mapping[str, Any]]],
    values: FloatArray,
    draws: IntArray,
    pairs: IntArray,
    *,
    control: bool = False,
) -> dict[str, FloatArray]:
    """Adjusted p-values of a whole family of pairs on each draw."""
    families = _families(test, values, draws, pairs, control)
    return {
        adjustment.name: _nemenyi(families)
        if adjustment.name == "nemenyi"
        else np.array([adjustment.adjust(family, **options) for family in families])
        for adjustment, options in adjustments
    }


def _families(
    tested: tuple[PairwiseProcedure, Mapping[str, Any]],
    values: FloatArray,
    draws: IntArray,
    pairs: IntArray,
    control: bool,
) -> list[Family]:
    test, options = tested
    if test.pair_alone:
        each = [pair_p_of_draws(test, values, draws, (a, b), options) for a, b in pairs.tolist()]
        return [Family(p, values.shape[1], control) for p in np.column_stack(each)]
    return list(families_of_studies(test, values[draws], pairs, options, control=control))


def _nemenyi(families: Sequence[Family]) -> FloatArray:
    """As for each family by itself: the studentized range takes long, and ranks have few distinct statistics."""
    z = np.array([family.z for family in families], dtype=np.float64)
    distinct, which = np.unique(np.abs(z), return_inverse=True)
    return nemenyi(distinct, families[0].n_algorithms)[which.reshape(z.shape)]


_LARGEST = 1e300  # where all weights were infinitely small, none would be drawn


def selection_chances(differences: ArrayLike, bias: float) -> FloatArray:
    """Chances of data sets to be the first that is drawn, by how much one algorithm is the better on them."""
    # Reference: Demsar 2006, section 4.1.1.
    chances: FloatArray = scipy.special.softmax(_log_weights(differences, bias))
    return chances


def draw_datasets(
    differences: ArrayLike,
    bias: float,
    n_draws: int,
    size: int,
    generator: np.random.Generator,
    *,
    replacement: bool = False,
) -> IntArray:
    """Draw data sets many times over, each with the chances of `selection_chances`."""
    # Adding independent standard Gumbel numbers to the logarithms of the weights and taking the largest is the same as
    # drawing one after the other without replacement (Yellott 1977), and takes one step for all draws. Which of the two
    # was done, Demsar (2006, section 4.1.1) does not say.
    check_count("n_draws", n_draws, 1)
    check_count("size", size, 1)
    weights = _log_weights(differences, bias)
    if not replacement and size > weights.size:
        raise ValueError(f"size: got {size}; at most {weights.size}, the number of data sets, without replacement")
    drawn = np.empty((n_draws, size), dtype=np.int64)
    for start in range(0, n_draws, _AT_ONCE):  # the random numbers come in the same order, however many at once
        some = drawn[start : start + _AT_ONCE]
        if replacement:
            reached = np.cumsum(selection_chances(differences, bias))
            some[:] = np.searchsorted(reached / reached[-1], generator.random(some.shape), side="right")
        else:
            keys = weights + generator.gumbel(size=(len(some), weights.size))
            some[:] = np.argsort(-keys, axis=1, kind="stable")[:, :size]
    drawn.sort(axis=1)
    return drawn


def _log_weights(differences: ArrayLike, bias: float) -> FloatArray:
    values = as_vector("differences", differences, least=1)
    if not math.isfinite(bias):
        raise ValueError(f"bias: got {bias}; a finite number is needed")
    with np.errstate(over="ignore"):
        weights: FloatArray = scipy.special.log_expit(bias * values)
    return np.maximum(weights, -_LARGEST)
