"""The least p-value that a test of signs can give at all, which with few data sets may exceed any usual level."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray


def least_p_of_signs(n_used: ArrayLike) -> FloatArray:
    """The least two-sided p that the sign, signed-ranks and permutation tests can give.

    Parameters
    ----------
    n_used : (n_pairs,) array_like
        Data sets whose sign counts: for the sign test those that are not left out, for the others those whose
        difference is not zero.

    Returns
    -------
    (n_pairs,) float array
        2 / 2^n, and 1 where n is 0.

    Raises
    ------
    ValueError
        For numbers that are negative or missing.

    Notes
    -----
    Under the hypothesis all 2^n ways to give signs to n differences are as likely, and the two in which all signs are
    alike are the most extreme of any of these statistics. A p-value below this cannot come out, whatever the scores.

    References
    ----------
    .. [1] Fisher, R. A. (1935). The Design of Experiments, section 21. Oliver and Boyd.

    Examples
    --------
    Of five data sets, one in sixteen at best:

    >>> least_p_of_signs([0, 4, 5, 6]).tolist()
    [1.0, 0.125, 0.0625, 0.03125]
    """
    n = np.asarray(n_used, dtype=np.float64)
    if not (n >= 0).all():
        raise ValueError(f"n_used: got {n.tolist()}; numbers of at least 0 are needed")
    return np.asarray(np.minimum(1.0, 2.0 * 0.5**n), dtype=np.float64)
