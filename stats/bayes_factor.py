"""The Bayes factor of a mean of zero, to hold against the p-value of Student's t test."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, as_vector, check_count

_LOG_Z = np.linspace(-16.0, 2.5, 2001)  # beyond, the integrand is below 1e-13 of its largest value


def bayes_factor_of_no_difference(t: ArrayLike, n: int, scale: float = np.sqrt(0.5)) -> FloatArray:
    """Return the Bayes factor for a mean difference of zero against one that a Cauchy prior allows, from Student's t.

    Parameters
    ----------
    t : (n_pairs,) array_like
        Statistics of paired t tests.
    n : int
        Number of differences, at least two.
    scale : float
        Of the Cauchy prior of the mean difference in standard deviations; sqrt(1/2) is the custom.

    Returns
    -------
    (n_pairs,) float array
        Above 1 where the data are more probable if the mean difference is zero.

    Raises
    ------
    ValueError
        If t is missing or infinite, n below two, or the scale not above 0.

    Notes
    -----
    The prior is that of Jeffreys, Zellner and Siow: normal with a variance of scale^2 / z^2, z being standard normal
    [1]_. The integral over z is a sum over equal steps of log z, which converges faster than any power of the step. At
    the same p-value the factor grows as the root of n: a difference may be significant where the data speak for none
    [2]_.

    References
    ----------
    .. [1] Rouder, J. N., Speckman, P. L., Sun, D., Morey, R. D. and Iverson, G. (2009). Bayesian t tests for accepting
       and rejecting the null hypothesis. Psychonomic Bulletin & Review 16, 225-237. doi:10.3758/PBR.16.2.225
    .. [2] Lindley, D. V. (1957). A statistical paradox. Biometrika 44, 187-192. doi:10.1093/biomet/44.1-2.187

    Examples
    --------
    The sleep of ten patients with two drugs, of which ttestBF of the R package BayesFactor gives 17.25888 for a
    difference; and a t that is significant at 0.05 with 1000 differences:

    >>> (1 / bayes_factor_of_no_difference([-4.062128], 10)).round(4).tolist()
    [17.2589]
    >>> bayes_factor_of_no_difference([1.97], 1000).round(1).tolist()
    [4.1]
    """
    check_count("n", n, 2)
    if not scale > 0:
        raise ValueError(f"scale: got {scale}; a scale is above 0")
    squared, df = as_vector("t", t)[:, None] ** 2, n - 1
    z = np.exp(_LOG_Z)
    variance = 1 + n * scale**2 / z**2
    log_ratio = (df + 1) / 2 * (np.log1p(squared / df) - np.log1p(squared / (variance * df))) - np.log(variance) / 2
    log_weight = np.log(2) - z**2 / 2 - np.log(2 * np.pi) / 2 + _LOG_Z + np.log(_LOG_Z[1] - _LOG_Z[0])
    factor: FloatArray = np.exp(-np.logaddexp.reduce(log_ratio + log_weight, axis=1))
    return factor
