"""Adjustments of the p-values of a whole study, by the names that a study gives them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from rankpress.stats.adjustments import bonferroni, finner, hochberg, holland, holm, hommel, li, rom, sidak
from rankpress.stats.arrays import FloatArray
from rankpress.stats.bergmann import (
    MOST_ALGORITHMS,
    MOST_ALGORITHMS_BY_RANKS,
    bergmann_hommel,
    feasible_bergmann_hommel,
)
from rankpress.stats.exhaustive import MOST_FOR_SETS, bergmann_hommel_simes
from rankpress.stats.false_discovery import benjamini_hochberg, benjamini_yekutieli
from rankpress.stats.nemenyi import bonferroni_dunn, nemenyi
from rankpress.stats.pairs import PairTests
from rankpress.stats.shaffer import shaffer_dynamic, shaffer_static
from rankpress.stats.sign_flips import DRAWS
from rankpress.stats.tukey import dunnett, tukey
from rankpress.stats.westfall_young import max_t


@dataclass(frozen=True)
class Family:
    """The p-values that are adjusted together.

    Parameters
    ----------
    p : (n_pairs,) float array
        In the order of `all_pairs`, or of `pairs_with` a control.
    n_algorithms : int
    control : bool
        Whether the pairs are those with a control.
    average_ranks : (n_algorithms,) float array or None
    z : (n_pairs,) float array or None
        The z statistics where the p-values come from `rank_z`; None with any other test.
    t : (n_pairs,) float array or None
        The t statistics where the p-values come from `block_t`, nan where it has none; None with any other test.
    df : float or None
        Their degrees of freedom.
    by_dataset : (n_datasets, n_pairs) float array or None
        What each data set adds to the statistics (`flip_weights`), the sign of which is exchanged at random.

    Raises
    ------
    ValueError
        If there are not as many p-values as pairs, or t comes without df.
    """

    p: FloatArray
    n_algorithms: int
    control: bool = False
    average_ranks: FloatArray | None = None
    z: FloatArray | None = None
    t: FloatArray | None = None
    df: float | None = None
    by_dataset: FloatArray | None = None

    def __post_init__(self) -> None:
        needed = self.n_algorithms - 1 if self.control else math.comb(self.n_algorithms, 2)
        for name, values in (("p", self.p), ("z", self.z), ("t", self.t)):
            if values is not None and len(values) != needed:
                pairs = "pairs with a control" if self.control else "pairs"
                raise ValueError(
                    f"{name}: got {len(values)} entries; {needed}, one for each of the {pairs} of "
                    f"{self.n_algorithms} algorithms, are needed"
                )
        if (self.t is None) != (self.df is None):
            raise ValueError(f"df: got {self.df}; t and its degrees of freedom are needed together")


def family_of(
    tests: PairTests,
    n_algorithms: int,
    *,
    control: bool = False,
    average_ranks: FloatArray | None = None,
    by_dataset: FloatArray | None = None,
) -> Family:
    """Return the family that the tests of all pairs make, or of those with a control."""
    by_ranks, by_t = tests.name == "rank-z", tests.name == "block-t"
    return Family(
        p=np.nan_to_num(tests.p, nan=1.0),
        n_algorithms=n_algorithms,
        control=control,
        average_ranks=average_ranks if by_ranks else None,
        z=tests.statistic if by_ranks else None,
        t=tests.statistic if by_t else None,
        df=float(tests.details["df"][0]) if by_t else None,
        by_dataset=by_dataset,
    )


@dataclass(frozen=True)
class Adjustment:
    """A way to adjust p-values for their number.

    Parameters
    ----------
    function : callable
        ``function(family, **options)`` gives the adjusted p-values in the family's order.
    rejects_with : {"bonferroni", "shaffer"} or None
        The procedure all of whose rejections it shares; Shaffer's static one shares those of Bonferroni's.
    single_step : bool
        Whether the adjusted p of a pair follows from its own p, and rises with it.
    inapplicable : callable
        ``inapplicable(family)`` says in a sentence why it cannot be applied; "" if it can.
    """

    function: Callable[..., FloatArray]
    rejects_with: Literal["bonferroni", "shaffer"] | None
    single_step: bool
    inapplicable: Callable[[Family], str] = lambda family: ""


def _nemenyi_inapplicable(family: Family) -> str:
    if family.control or family.z is None:
        return "Nemenyi's test is for all pairs by rank-z"
    return ""


def _dunn_inapplicable(family: Family) -> str:
    return "" if family.control else "the Bonferroni-Dunn test is for comparisons with a control"


def _li_inapplicable(family: Family) -> str:
    return "" if family.control else "Li's procedure is for comparisons with a control"


def _shaffer_inapplicable(family: Family) -> str:
    return "Shaffer's procedure is for all pairs, not for comparisons with a control" if family.control else ""


def _shaffer_dynamic_inapplicable(family: Family) -> str:
    return _shaffer_inapplicable(family) or _infeasible(family, "Shaffer's dynamic procedure")


def _bergmann_inapplicable(family: Family) -> str:
    if family.control:
        return "Bergmann and Hommel's procedure is for all pairs, not for comparisons with a control"
    return _infeasible(family, "Bergmann and Hommel's procedure")


def _bergmann_simes_inapplicable(family: Family) -> str:
    if family.control:
        return _bergmann_inapplicable(family)
    if family.n_algorithms <= MOST_FOR_SETS:
        return ""
    return (
        f"Bergmann and Hommel's procedure with Simes' test is feasible for at most {MOST_FOR_SETS} algorithms, and here"
        f" are {family.n_algorithms}; Shaffer's static procedure takes any number"
    )


def _infeasible(family: Family, procedure: str) -> str:
    by_ranks = family.z is not None and family.average_ranks is not None
    if feasible_bergmann_hommel(family.n_algorithms, by_ranks=by_ranks):
        return ""
    most = MOST_ALGORITHMS_BY_RANKS if by_ranks else MOST_ALGORITHMS
    return (
        f"{procedure} is feasible for at most {most} algorithms with this test, "
        f"and here are {family.n_algorithms}; Shaffer's static procedure takes any number"
    )


def _tukey_inapplicable(family: Family) -> str:
    return "Tukey's test is for all pairs by block-t" if family.control or family.t is None else ""


def _dunnett_inapplicable(family: Family) -> str:
    return (
        "" if family.control and family.t is not None else "Dunnett's test is for comparisons with a control by block-t"
    )


def _westfall_young_inapplicable(family: Family) -> str:
    return "" if family.by_dataset is not None else "the Westfall-Young procedure needs the scores of the data sets"


def _refuse(name: str, reason: str) -> None:
    if reason:
        raise ValueError(f"{name}: {reason}")


def _nemenyi(family: Family) -> FloatArray:
    if family.control or family.z is None:
        raise ValueError(f"nemenyi: {_nemenyi_inapplicable(family)}")
    return nemenyi(family.z, family.n_algorithms)


def _bonferroni_dunn(family: Family) -> FloatArray:
    _refuse("bonferroni-dunn", _dunn_inapplicable(family))
    return bonferroni_dunn(family.p)


def _shaffer(family: Family) -> FloatArray:
    _refuse("shaffer", _shaffer_inapplicable(family))
    return shaffer_static(family.p, family.n_algorithms)


def _shaffer_dynamic(family: Family) -> FloatArray:
    _refuse("shaffer-dynamic", _shaffer_dynamic_inapplicable(family))
    by_ranks = None if family.z is None else family.average_ranks
    return shaffer_dynamic(family.p, family.n_algorithms, average_ranks=by_ranks)


def _li(family: Family) -> FloatArray:
    _refuse("li", _li_inapplicable(family))
    return li(family.p)


def _bergmann_hommel(family: Family, *, monotone: bool = False) -> FloatArray:
    _refuse("bergmann-hommel", _bergmann_inapplicable(family))
    by_ranks = None if family.z is None else family.average_ranks
    return bergmann_hommel(family.p, family.n_algorithms, monotone=monotone, average_ranks=by_ranks)


def _bergmann_hommel_simes(family: Family) -> FloatArray:
    _refuse("bergmann-hommel-simes", _bergmann_simes_inapplicable(family))
    return bergmann_hommel_simes(family.p, family.n_algorithms)


def _tukey(family: Family) -> FloatArray:
    _refuse("tukey", _tukey_inapplicable(family))
    return _of_t(family, lambda t, df: tukey(t, family.n_algorithms, df))


def _dunnett(family: Family) -> FloatArray:
    _refuse("dunnett", _dunnett_inapplicable(family))
    return _of_t(family, dunnett)


def _westfall_young(step_down: bool) -> Callable[..., FloatArray]:
    def function(family: Family, *, draws: int = DRAWS, seed: int = 0) -> FloatArray:
        name = "westfall-young" if step_down else "westfall-young-single-step"
        _refuse(name, _westfall_young_inapplicable(family))
        weights = np.zeros((1, len(family.p))) if family.by_dataset is None else family.by_dataset
        return np.maximum(max_t(weights, step_down=step_down, draws=draws, seed=seed), family.p)

    return function


def _of_t(family: Family, adjust: Callable[[FloatArray, float], FloatArray]) -> FloatArray:
    if family.t is None or family.df is None:
        raise ValueError("t: got None; t statistics and their degrees of freedom are needed")
    if np.isnan(family.t).any():  # without any error, p is 0 or 1
        return family.p
    return np.maximum(adjust(family.t, family.df), family.p)  # but for rounding it is never the smaller


def _of_p_alone(adjust: Callable[[Any], FloatArray]) -> Callable[[Family], FloatArray]:
    def function(family: Family) -> FloatArray:
        return adjust(family.p)

    return function


def _stepwise(adjust: Callable[[Any], FloatArray]) -> Adjustment:
    return Adjustment(_of_p_alone(adjust), "bonferroni", single_step=False)


ADJUSTMENTS: dict[str, Adjustment] = {
    "nemenyi": Adjustment(_nemenyi, "bonferroni", True, _nemenyi_inapplicable),
    "bonferroni": Adjustment(_of_p_alone(bonferroni), "bonferroni", True),
    "bonferroni-dunn": Adjustment(_bonferroni_dunn, "bonferroni", True, _dunn_inapplicable),
    "tukey": Adjustment(_tukey, "bonferroni", True, _tukey_inapplicable),
    "dunnett": Adjustment(_dunnett, "bonferroni", True, _dunnett_inapplicable),
    "sidak": Adjustment(_of_p_alone(sidak), "bonferroni", True),
    "holm": _stepwise(holm),
    "holland": _stepwise(holland),
    "hochberg": _stepwise(hochberg),
    "hommel": _stepwise(hommel),
    "rom": _stepwise(rom),
    "li": Adjustment(_li, None, False, _li_inapplicable),
    "westfall-young": Adjustment(_westfall_young(True), None, False, _westfall_young_inapplicable),
    "westfall-young-single-step": Adjustment(_westfall_young(False), None, True, _westfall_young_inapplicable),
    "shaffer": Adjustment(_shaffer, "bonferroni", False, _shaffer_inapplicable),
    "shaffer-dynamic": Adjustment(_shaffer_dynamic, "shaffer", False, _shaffer_dynamic_inapplicable),
    "bergmann-hommel": Adjustment(_bergmann_hommel, "shaffer", False, _bergmann_inapplicable),
    "bergmann-hommel-simes": Adjustment(_bergmann_hommel_simes, "bonferroni", False, _bergmann_simes_inapplicable),
    "finner": _stepwise(finner),
    "benjamini-hochberg": _stepwise(benjamini_hochberg),
    "benjamini-yekutieli": Adjustment(_of_p_alone(benjamini_yekutieli), None, False),
}
