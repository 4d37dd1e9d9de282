"""The Bayesian comparisons of two algorithms, by the names that a study gives them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rankpress.stats.arrays import FloatArray
from rankpress.stats.bayes import Posterior, bayes_correlated_t, bayes_sign, sign_draws
from rankpress.stats.bayes_signed_rank import bayes_signed_rank, signed_rank_draws


@dataclass(frozen=True)
class BayesianProcedure:
    """A Bayesian comparison of two algorithms.

    Parameters
    ----------
    name : str
        As a study names it.
    function : callable
        Over data sets called with (scores, pairs, rope), within a data set with (differences by fold, ratio of test to
        training cases, rope), and the options as keywords.
    options : tuple of str
        Names of the keyword options that a study may set.
    draw : callable or None
        Draws the three chances of one pair over data sets, called with (scores, pair, rope) and as keywords with
        `prior_strength`, `draws` and `seed`.
    """

    name: str
    function: Callable[..., Posterior]
    options: tuple[str, ...] = ()
    draw: Callable[..., FloatArray] | None = None


BAYES_OVER: Mapping[str, BayesianProcedure] = MappingProxyType(
    {
        procedure.name: procedure
        for procedure in (
            BayesianProcedure("signed-rank", bayes_signed_rank, ("prior_strength", "draws", "seed"), signed_rank_draws),
            BayesianProcedure("sign", bayes_sign, ("prior_strength",), sign_draws),
        )
    }
)

BAYES_WITHIN: Mapping[str, BayesianProcedure] = MappingProxyType(
    {"correlated-t": BayesianProcedure("correlated-t", bayes_correlated_t)}
)
