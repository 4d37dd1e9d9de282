"""What the folds of a data set allow: whole pairs, the ratio of cases tested to trained on, the 5x2 layout."""

from __future__ import annotations

import numpy as np

from rankpress.scores import BoolArray, FloatArray, Folds, IntArray


def complete_pairs(folds: Folds, pairs: IntArray) -> IntArray:
    """Those of the pairs of algorithms that both have every fold.

    Parameters
    ----------
    folds : Folds
        Scores on one data set.
    pairs : (n_pairs, 2) int array
        Pairs of columns of `folds.scores`.

    Returns
    -------
    (n, 2) int array
    """
    whole: BoolArray = np.all(np.isfinite(folds.scores), axis=0)
    kept: IntArray = pairs[whole[pairs].all(axis=1)]
    return kept


def ratio_tested_to_trained(folds: Folds) -> float | None:
    """Cases tested on for each case trained on, as the corrected resampled t test needs it.

    Parameters
    ----------
    folds : Folds
        Scores on one data set; without case counts, folds are taken as those of cross-validation.

    Returns
    -------
    float or None
        `rankpress.stats.average_ratio` of the case counts, else 1 / (folds a repeat - 1); None where neither is known.
    """
    if folds.n_train is not None and folds.n_test is not None:
        # stats brings all of scipy with it, which a check of folds can do without
        from rankpress.stats.resampled import average_ratio

        return average_ratio(folds.n_train, folds.n_test)
    per_repeat = folds.per_repeat
    if per_repeat.min() < 2 or per_repeat.min() != per_repeat.max():
        return None
    return float(1 / (per_repeat[0] - 1))


def is_five_by_two(folds: Folds) -> bool:
    """Whether the folds are five repeats of two."""
    return np.array_equal(folds.per_repeat, [2] * 5)


def as_five_by_two(folds: Folds, differences: FloatArray) -> FloatArray | None:
    """Differences of 5 times repeated 2-fold cross-validation as the 5x2cv tests take them.

    Parameters
    ----------
    folds : Folds
        Scores on one data set, rows in order of repeat and fold.
    differences : (n_folds, n_pairs) float array
        Differences on those rows.

    Returns
    -------
    (5, 2, n_pairs) float array or None
        None where there are not five repeats of two folds.
    """
    return differences.reshape(5, 2, -1) if is_five_by_two(folds) else None
