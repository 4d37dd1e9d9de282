"""What a p-value can say at best of a hypothesis (Sellke, Bayarri and Berger 2001)."""

from __future__ import annotations

import math


def bayes_factor_bound(p: float) -> float:
    """The least Bayes factor in favour of the null hypothesis that a p-value is compatible with.

    Parameters
    ----------
    p : float
        Above 0 and at most 1.

    Returns
    -------
    float
        -e p ln p for p below 1/e; 1 above, where the p-value says nothing against the hypothesis.

    Raises
    ------
    ValueError
        If p is not above 0 and at most 1.

    References
    ----------
    .. [1] Sellke, T., Bayarri, M. J. and Berger, J. O. (2001). The American Statistician 55, 62-71.
       doi:10.1198/000313001300339950
    .. [2] Berrar, D. (2017). Machine Learning 106, 911-949, section 3.2. doi:10.1007/s10994-016-5612-6

    Examples
    --------
    >>> round(bayes_factor_bound(0.03), 2)
    0.29
    """
    if not 0 < p <= 1:
        raise ValueError(f"p: got {p}; a number above 0 and at most 1 is needed")
    return 1.0 if p >= 1 / math.e else -math.e * p * math.log(p)


def error_probability_bound(p: float) -> float:
    """The least probability of a true null hypothesis that a p-value leaves, both hypotheses being as likely before.

    Parameters
    ----------
    p : float
        Above 0 and at most 1.

    Returns
    -------
    float
        1 / (1 + 1/B), B the bound of the Bayes factor.

    Raises
    ------
    ValueError
        If p is not above 0 and at most 1.

    References
    ----------
    .. [1] Sellke, T., Bayarri, M. J. and Berger, J. O. (2001). The American Statistician 55, 62-71.
       doi:10.1198/000313001300339950

    Examples
    --------
    >>> round(error_probability_bound(0.03), 2), round(error_probability_bound(0.05), 2)
    (0.22, 0.29)
    """
    bound = bayes_factor_bound(p)
    return bound / (1 + bound)
