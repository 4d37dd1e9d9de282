"""How precise mean differences over data sets are: what of their variance is between runs, and what more would buy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, as_pairs


@dataclass(frozen=True)
class Precision:
    """Mean differences of pairs over data sets, and the parts of their variance.

    Parameters
    ----------
    difference : (n_pairs,) float array
        Mean over data sets of the differences between means over runs.
    variance : (n_pairs,) float array
        Variance over data sets of these differences.
    of_runs : (n_pairs,) float array
        The part of it that other runs on the same data sets would change.
    n_datasets : int
        Over how many data sets.
    """

    difference: FloatArray
    variance: FloatArray
    of_runs: FloatArray
    n_datasets: int

    @property
    def share_of_runs(self) -> FloatArray:
        """How much of the variance is between runs, from 0 to 1; nan where all differences are alike."""
        shares = np.divide(
            self.of_runs, self.variance, out=np.full_like(self.variance, np.nan), where=self.variance > 0
        )
        return np.minimum(shares, 1.0)

    def standard_error(self, runs: float = 1.0, datasets: float = 1.0) -> FloatArray:
        """Return the standard error of the mean differences with so many times the runs and the data sets.

        Parameters
        ----------
        runs, datasets : float
            By how much the runs on each data set, and the data sets, are multiplied.

        Returns
        -------
        (n_pairs,) float array
        """
        # Where runs would explain more than all variance, what they explain stands for it: more runs never harm.
        variance = np.maximum(self.variance - self.of_runs, 0.0) + self.of_runs / runs
        return np.asarray(np.sqrt(variance / (datasets * self.n_datasets)))


def precision_of(runs: Sequence[ArrayLike], pairs: ArrayLike, *, paired: bool = False) -> Precision:
    """Part the variance of mean differences over data sets into that between runs and that between data sets.

    Parameters
    ----------
    runs : sequence of (n_runs, n_algorithms) array_like
        One per data set; nan where an algorithm has fewer runs.
    pairs : (n_pairs, 2) array_like of int
        Of which algorithms.
    paired : bool
        Whether runs in the same row belong together.

    Returns
    -------
    Precision
        nan for a pair with fewer than two runs on some data set.

    Raises
    ------
    ValueError
        For fewer than two data sets, matrices of different widths and pairs that do not fit.

    Notes
    -----
    The difference on a data set varies over data sets by what is between these, and by the squared standard error of a
    difference between means over runs. The mean over data sets of the latter is subtracted: by moments, so that runs
    may be unequal in number and spread. Where that is all variance there is, nothing is between data sets.

    References
    ----------
    .. [1] Searle, S. R., Casella, G. and McCulloch, C. E. (1992). Variance Components. Wiley, chapter 3.
       doi:10.1002/9780470316856

    Examples
    --------
    >>> found = precision_of([[[1.0, 0.0], [3.0, 0.0]], [[5.0, 0.0], [7.0, 0.0]]], [[0, 1]])
    >>> found.difference.tolist(), found.variance.tolist(), found.of_runs.tolist()
    ([4.0], [8.0], [1.0])
    """
    matrices = [np.array(each, dtype=np.float64) for each in runs]
    if len(matrices) < 2 or len({matrix.shape[1:] for matrix in matrices}) != 1 or matrices[0].ndim != 2:
        raise ValueError("runs: at least 2 data sets are needed, with a matrix of as many algorithms each")
    a, b = as_pairs(pairs, matrices[0].shape[1]).T
    parts = [_on_dataset(matrix, a, b, paired) for matrix in matrices]
    differences, errors = (np.array(rows) for rows in zip(*parts, strict=True))
    return Precision(differences.mean(axis=0), differences.var(axis=0, ddof=1), errors.mean(axis=0), len(matrices))


def _on_dataset(matrix: FloatArray, a: np.ndarray, b: np.ndarray, paired: bool) -> tuple[FloatArray, FloatArray]:
    """Return the differences of all pairs on a data set with their squared standard errors."""
    if paired:
        mean, error = _mean_and_error(matrix[:, a] - matrix[:, b])
        return mean, error
    mean, error = _mean_and_error(matrix)
    return mean[a] - mean[b], error[a] + error[b]


def _mean_and_error(values: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the mean of each column and the square of its standard error, nan of fewer than two values."""
    there = np.isfinite(values)
    n = there.sum(axis=0)
    safe = np.where(n > 1, n, 2)
    mean = np.where(there, values, 0.0).sum(axis=0) / np.maximum(n, 1)
    squares = np.where(there, (values - mean) ** 2, 0.0).sum(axis=0)
    return np.where(n > 1, mean, np.nan), np.where(n > 1, squares / (safe - 1) / safe, np.nan)
