"""Shares of which some are written in percent and some as fractions of 1, of some algorithms or on some data sets."""

from __future__ import annotations

import numpy as np

from rankpress.core.scores import BoolArray, FloatArray, IntArray
from rankpress.wording.strings import listed, quoted

# In percent a score is so many times as large as the fractions at least; as a fraction it is of their size, up to this
# factor; and so large a share of the scores is so.
_APART, _OF_SIZE, _MOSTLY = 2.0, 3.0, 0.75
# The scores on data sets of their own lie within those of the others, up to this factor; and as they stand so far above
# them that what lies between is a gap.
_SPREAD, _ABOVE = 1.5, 10.0


def per_cent_among_fractions(scores: FloatArray, dataset_of: IntArray) -> BoolArray:
    """Return which scores are in percent though others on the same data set are fractions of 1.

    Parameters
    ----------
    scores : FloatArray of shape (n,)
        Scores of one metric; nan where there is none.
    dataset_of : IntArray of shape (n,)
        The number of the data set of each.

    Returns
    -------
    BoolArray of shape (n,)
        None of them unless nearly all that stand next to fractions are hundred times a number of their size.

    Examples
    --------
    >>> per_cent_among_fractions(np.array([0.81, 79.5, 0.62, 64.0]), np.array([0, 0, 1, 1])).tolist()
    [False, True, False, True]
    >>> per_cent_among_fractions(np.array([0.81, 1.2, 62, 64.0]), np.array([0, 0, 1, 1])).tolist()
    [False, False, False, False]
    """
    none: BoolArray = np.zeros(len(scores), dtype=bool)
    there = np.isfinite(scores)
    if not there.any() or scores[there].min() < 0 or scores[there].max() > 100:
        return none
    low, high = there & (scores <= 1), there & (scores > 1)
    n = int(dataset_of.max()) + 1
    most, least, sums = np.full(n, -np.inf), np.full(n, np.inf), np.zeros(n)
    np.maximum.at(most, dataset_of[low], scores[low])
    np.minimum.at(least, dataset_of[high], scores[high])
    np.add.at(sums, dataset_of[low], scores[low])
    mixed: BoolArray = high & np.isfinite(most)[dataset_of]
    if not mixed.any():
        return none
    mean = (sums / np.maximum(np.bincount(dataset_of[low], minlength=n), 1))[dataset_of[mixed]]
    fits = (scores[mixed] / 100 <= _OF_SIZE * mean) & (scores[mixed] / 100 * _OF_SIZE >= mean)
    fits &= (least > _APART * most)[dataset_of[mixed]]
    return mixed if np.mean(fits) >= _MOSTLY else none


def datasets_in_per_cent(means: FloatArray) -> BoolArray:
    """Return on which data sets all scores are in percent though those on all others are fractions of 1.

    Parameters
    ----------
    means : FloatArray of shape (n_datasets, n_algorithms)
        Scores of one metric; nan where there is none.

    Returns
    -------
    BoolArray of shape (n_datasets,)
        None of them unless all are hundred times what others are, up to a factor.

    Examples
    --------
    >>> datasets_in_per_cent(np.array([[0.81, 0.79], [0.6, 0.7], [62.0, 64.0]])).tolist()
    [False, False, True]
    >>> datasets_in_per_cent(np.array([[0.81, 0.79], [6.0, 7.0], [62.0, 64.0]])).tolist()
    [False, False, False]
    >>> datasets_in_per_cent(np.array([[0.0, 0.2], [1.0, 1.2], [2.0, 2.2]])).tolist()
    [False, False, False]
    """
    none: BoolArray = np.zeros(len(means), dtype=bool)
    there = np.isfinite(means)
    if not there.any() or means[there].min() < 0 or means[there].max() > 100:
        return none
    above = np.where(there, means, 0).max(axis=1) > 1
    fractions, percentages = means[~above][there[~above]], means[above][there[above]]
    if not len(fractions) or not len(percentages) or percentages.min() < _ABOVE * fractions.max():
        return none
    is_of_size = percentages.min() / 100 * _SPREAD >= fractions.min() and percentages.max() / 100 <= 1
    return above if is_of_size and percentages.max() / 100 <= _SPREAD * fractions.max() else none


def sentence_on_scales(of_per_cent: list[str], of_fractions: list[str], per_cent: FloatArray) -> str:
    """Return the sentence on the algorithms whose scores are in percent, and as fractions."""
    ends = " to ".join(dict.fromkeys(f"{end:.4g}" for end in (per_cent.min(), per_cent.max())))
    names, others = (listed(map(quoted, some), most=3) for some in (of_per_cent, of_fractions))
    return (
        f"scores of {names} such as {ends} stand on data sets where those of {others} are fractions of 1; if they are "
        "in percent, write all alike"
    )
