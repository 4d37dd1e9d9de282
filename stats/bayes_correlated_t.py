"""The Bayesian correlated t test over the folds of one data set."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from rankpress.stats.arrays import FloatArray, as_matrix
from rankpress.stats.posterior import NO_DIRECTION, Posterior, check_rope
from rankpress.stats.resampled import CONSTANT_TO, corrected_standard_error

NO_SPREAD = "the difference is the same on every fold, so that the posterior is that one value"


def bayes_correlated_t(differences: ArrayLike, test_train_ratio: float, rope: float) -> Posterior:
    """The Bayesian correlated t test of the mean difference over folds.

    Parameters
    ----------
    differences : (n_folds, n_pairs) array_like
        Score of the first less that of the second, higher being better, on each fold of each repeat.
    test_train_ratio : float
        Number of test cases divided by number of training cases, 1/9 in ten-fold cross-validation.
    rope : float
        Mean scores that differ by no more than this are practically equivalent; at least 0, in the unit of the scores.

    Returns
    -------
    Posterior
        Exact. `details` has `mean`, `scale` and `df` of the posterior of the mean difference, a Student's t. Where all
        differences are equal, the posterior is that one value, and `why` says so.

    Raises
    ------
    ValueError
        For fewer than two folds, differences that are missing, a ratio that is not positive, or a rope below 0.

    Notes
    -----
    Under the matching (improper) prior the mean difference has a posterior Student's t with n - 1 degrees of freedom,
    about the mean of the differences, with squared scale (1 / n + rho / (1 - rho)) s^2, n being the number of folds
    and s^2 the sample variance of the differences. The correlation of two folds, rho, is taken to be the share of
    cases tested on, n_test / (n_test + n_train), so that rho / (1 - rho) is the ratio of the variance-corrected
    resampled t test. With a rope of 0 the lesser of the two probabilities is half the p-value of that test; `p_equal`
    is 0 then, and where every difference is 0, the two sides have one half each.

    References
    ----------
    .. [1] Corani, G. and Benavoli, A. (2015). A Bayesian approach for comparing cross-validated algorithms on multiple
       data sets. Machine Learning 100, 285-304. doi:10.1007/s10994-015-5486-z
    .. [2] Benavoli, A., Corani, G., Demsar, J. and Zaffalon, M. (2017). Time for a change: a tutorial for comparing
       multiple classifiers through Bayesian analysis. Journal of Machine Learning Research 18 (77), 1-36.

    Examples
    --------
    The corrected resampled t test of these folds has a p of 0.0474, twice what is left here for the second:

    >>> test = bayes_correlated_t([[0.02], [0.04], [0.03], [0.01], [0.05]], 1 / 4, rope=0)
    >>> test.p_first.round(4).tolist(), test.p_second.round(4).tolist()
    ([0.9763], [0.0237])
    """
    check_rope(rope)
    matrix = as_matrix("differences", differences, rows=2, columns=1)
    mean, scale = matrix.mean(axis=0), corrected_standard_error(matrix, test_train_ratio)
    df = np.full_like(mean, matrix.shape[0] - 1)
    constant = scale == 0
    p_first = np.where(constant, _beyond(mean, rope), _above(rope, mean, scale, df))
    p_second = np.where(constant, _beyond(-mean, rope), _above(rope, -mean, scale, df))
    p_equal = np.zeros_like(mean) if rope == 0 else np.clip(1 - p_first - p_second, 0.0, 1.0)
    why = tuple(
        "" if not same else NO_DIRECTION if rope == 0 and at == 0 else NO_SPREAD
        for same, at in zip(constant, mean, strict=True)
    )
    details = {"mean": mean, "scale": scale, "df": df}
    return Posterior("correlated-t", p_first, p_equal, p_second, rope, why, 0, None, np.zeros_like(mean), details)


def _above(rope: float, mean: FloatArray, scale: FloatArray, df: FloatArray) -> FloatArray:
    """Chance of more than the rope; meaningless where the scale is 0."""
    with np.errstate(over="ignore"):  # an infinite distance leaves no doubt
        distance = np.divide(rope - mean, scale, out=np.zeros_like(mean), where=scale > 0)
    return np.asarray(special.stdtr(df, -distance), dtype=np.float64)


def _beyond(mean: FloatArray, rope: float) -> FloatArray:
    """Whether a mean that is certain lies beyond the rope, but for rounding; one half for 0 against a rope of 0."""
    beyond = mean > rope + CONSTANT_TO * np.abs(mean)
    return np.where((rope == 0) & (mean == 0), 0.5, beyond)
