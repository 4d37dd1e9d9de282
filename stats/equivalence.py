"""Equivalence and non-inferiority of two algorithms: two one-sided tests against a margin."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import ROUNDING, FloatArray, as_p_values, paired_differences, standard_deviation
from rankpress.stats.effects import are_constant
from rankpress.stats.tails import t_upper
from rankpress.stats.walsh import in_blocks
from rankpress.stats.wilcoxon import wilcoxon_upper

OneSidedTest = Literal["t", "wilcoxon"]

NO_VARIANCE = "the difference is the same on every data set, so that the statistics are infinite; p is its limit"


@dataclass(frozen=True)
class EquivalenceTests:
    """Hold two one-sided tests of each pair against a margin.

    Parameters
    ----------
    test : {"t", "wilcoxon"}
        The one-sided test.
    margin : float
        The difference below which two algorithms are equivalent.
    first, second : (n_pairs,) float arrays
        p of the hypothesis that the first (the second) of the pair is worse than the other by the margin or more: where
        it is at most alpha, that algorithm is not inferior.
    statistics : (n_pairs, 2) float array
        Of the differences plus the margin, and of those less the margin: t, or the sum of ranks of the positive ones of
        the former and of the negative ones of the latter.
    why : tuple of str
        By pair, why a statistic is nan; "" where none is.

    Examples
    --------
    >>> from rankpress.stats import equivalence
    >>> scores = [[0.80, 0.79], [0.61, 0.62], [0.73, 0.72], [0.55, 0.55], [0.92, 0.93], [0.68, 0.66]]
    >>> equivalence(scores, [[0, 1]], margin=0.05).p.round(4).tolist()
    [0.0156]
    """

    test: OneSidedTest
    margin: float
    first: FloatArray
    second: FloatArray
    statistics: FloatArray
    why: tuple[str, ...]

    @property
    def p(self) -> FloatArray:
        """The larger p of the two tests of each pair, that of the hypothesis that the two are not equivalent."""
        return np.maximum(self.first, self.second)


@in_blocks
def equivalence(
    scores: ArrayLike, pairs: ArrayLike, margin: float, *, test: OneSidedTest = "wilcoxon"
) -> EquivalenceTests:
    """Test whether two algorithms differ by less than a margin over the data sets.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better; at least two data sets.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.
    margin : float
        Above 0, in the unit of the scores: differences below it do not matter.
    test : {"t", "wilcoxon"}
        The one-sided test: Student's t test of the mean difference, or Wilcoxon's signed-ranks test of the center of
        symmetric differences, exact up to 50 data sets.

    Returns
    -------
    EquivalenceTests

    Raises
    ------
    ValueError
        For fewer than two data sets, scores that are missing or infinite, pairs that are not of these algorithms, a
        margin that is not above 0, or another test.

    Notes
    -----
    With d the first minus the second of a pair, one test is whether d + margin exceeds 0, and shows that the first is
    not inferior; the other is whether d - margin is below 0, and shows that the second is not. Where both reject, the
    two algorithms are equivalent; since only one of the two hypotheses can be true, each is tested at alpha [1]_. That
    is so where the interval of level 1 - 2 alpha lies within the margins [2]_. The margin has to be chosen before the
    scores are seen. Wilcoxon's test takes differences to be symmetric, the t test takes them to be normal.

    References
    ----------
    .. [1] Schuirmann, D. J. (1987). A comparison of the two one-sided tests procedure and the power approach for
       assessing the equivalence of average bioavailability. Journal of Pharmacokinetics and Biopharmaceutics 15,
       657-680. doi:10.1007/BF01068419
    .. [2] Lakens, D. (2017). Equivalence tests: a practical primer for t tests, correlations, and meta-analyses. Social
       Psychological and Personality Science 8, 355-362. doi:10.1177/1948550617697177

    Examples
    --------
    >>> first = [.77, .59, .97, .66, .89, .93, .67, .58, .84, .98, .96, .67]
    >>> second = [.763, .599, .954, .628, .882, .936, .661, .583, .775, .98, .94, .619]
    >>> tests = equivalence(np.column_stack([first, second]), [[0, 1]], 0.05)
    >>> tests.p.round(6).tolist()
    [0.001221]
    """
    if test not in get_args(OneSidedTest):
        raise ValueError(f"test: got {test!r}; one of {', '.join(get_args(OneSidedTest))} is needed")
    if not 0 < margin < np.inf:
        raise ValueError(f"margin: got {margin!r}; a finite number above 0 is needed")
    differences, rounding = paired_differences(scores, pairs, rows=2)
    rounding = rounding + ROUNDING * margin
    if test == "t":
        return _by_t(differences, rounding, margin)
    above, below = (_near_zero(differences + shift, rounding) for shift in (margin, -margin))
    first, plus = wilcoxon_upper(above, rounding)
    second, minus = wilcoxon_upper(-below, rounding)
    return EquivalenceTests(test, margin, first, second, np.column_stack([plus, minus]), ("",) * len(first))


def _near_zero(shifted: FloatArray, rounding: FloatArray) -> FloatArray:
    """Return differences from a margin, 0 where they are within rounding error."""
    return np.where(np.abs(shifted) <= rounding, 0.0, shifted)


def _by_t(differences: FloatArray, rounding: FloatArray, margin: float) -> EquivalenceTests:
    n_datasets, mean = len(differences), differences.mean(axis=0)
    constant = are_constant(differences, rounding)
    error = np.where(constant, 0.0, standard_deviation(differences) / math.sqrt(n_datasets))
    shifted = _near_zero(np.stack([mean + margin, mean - margin]), rounding.max(axis=0))
    statistics = np.divide(shifted, error, out=np.full_like(shifted, np.nan), where=~constant)
    tails = t_upper(np.stack([statistics[0], -statistics[1]]), n_datasets - 1)
    limits = np.stack([shifted[0] <= 0, shifted[1] >= 0]).astype(np.float64)
    first, second = np.where(constant, limits, tails)
    why = tuple(NO_VARIANCE if same else "" for same in constant)
    return EquivalenceTests("t", margin, first, second, statistics.T, why)


def adjust_equivalence(first: ArrayLike, second: ArrayLike) -> tuple[FloatArray, FloatArray]:
    """Adjust the p-values of the one-sided tests of several pairs for the number of pairs.

    Parameters
    ----------
    first, second : (n_pairs,) array_like
        p of the two tests of each pair, as from `equivalence`.

    Returns
    -------
    first, second : (n_pairs,) float arrays
        Adjusted p-values, at most 1. The larger of the two of a pair is the p of its equivalence by Holm's procedure.

    Raises
    ------
    ValueError
        If the arrays differ in length, or an entry is not between 0 and 1.

    Notes
    -----
    Of the two hypotheses of a pair at most one is true, so that Holm's procedure for all of them multiplies a p by the
    number of pairs of which a hypothesis is left, not by the number of hypotheses (procedure S2 of [1]_). The chance of
    any algorithm or pair that is falsely found not inferior or equivalent is at most alpha.

    References
    ----------
    .. [1] Shaffer, J. P. (1986). Modified sequentially rejective multiple test procedures. Journal of the American
       Statistical Association 81, 826-831. doi:10.1080/01621459.1986.10478341

    Examples
    --------
    >>> first, second = adjust_equivalence([0.001, 0.01], [0.02, 0.3])
    >>> first.tolist(), second.tolist()
    ([0.002, 0.02], [0.04, 0.3])
    """
    sides = np.concatenate([as_p_values(first), as_p_values(second, length=len(np.atleast_1d(first)))])
    n_pairs = len(sides) // 2
    larger = np.sort(np.maximum(sides[:n_pairs], sides[n_pairs:]))
    left = n_pairs - np.searchsorted(larger, sides, side="left")
    order = np.argsort(sides, kind="stable")
    adjusted = np.empty_like(sides)
    adjusted[order] = np.minimum(np.maximum.accumulate((sides * left)[order]), 1.0)
    return adjusted[:n_pairs], adjusted[n_pairs:]
