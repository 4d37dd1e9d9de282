"""Families of p-values that are adjusted together, and the adjustments that need more of them than that."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, Protocol

import numpy as np

from rankpress.stats.adjustments import li
from rankpress.stats.arrays import FloatArray
from rankpress.stats.bergmann import (
    MOST_ALGORITHMS,
    MOST_ALGORITHMS_BY_RANKS,
    bergmann_hommel,
    feasible_bergmann_hommel,
)
from rankpress.stats.exhaustive import MOST_FOR_SETS, bergmann_hommel_simes
from rankpress.stats.nemenyi import bonferroni_dunn, nemenyi
from rankpress.stats.pairs import PairTests
from rankpress.stats.shaffer import shaffer_dynamic, shaffer_static
from rankpress.stats.sign_flips import DRAWS
from rankpress.stats.tukey import dunnett, tukey
from rankpress.stats.westfall_young import max_t


@dataclass(frozen=True)
class Family:
    """Hold the p-values that are adjusted together.

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
    others : (n_others,) float array or None
        Further p-values, such as those of other metrics, that an adjustment of p-values alone allows for on request.

    Raises
    ------
    ValueError
        If there are not as many p-values as pairs, or t comes without df.

    Examples
    --------
    >>> family = Family(np.array([0.01, 0.04, 0.20]), n_algorithms=3)
    >>> len(family.p), family.control
    (3, False)
    """

    p: FloatArray
    n_algorithms: int
    control: bool = False
    average_ranks: FloatArray | None = None
    z: FloatArray | None = None
    t: FloatArray | None = None
    df: float | None = None
    by_dataset: FloatArray | None = None
    others: FloatArray | None = None

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

    @property
    def p_with_others(self) -> FloatArray:
        """The p-values, followed by the further ones."""
        return self.p if self.others is None else np.concatenate([self.p, self.others])


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
        p=np.where(np.isnan(tests.p), 1.0, tests.p),
        n_algorithms=n_algorithms,
        control=control,
        average_ranks=average_ranks if by_ranks else None,
        z=tests.statistic if by_ranks else None,
        t=tests.statistic if by_t else None,
        df=float(tests.details["df"][0]) if by_t else None,
        by_dataset=by_dataset,
    )


class Adjustment(Protocol):
    """What must be known of an adjustment of p-values to try it in studies."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def rejects_with(self) -> Literal["bonferroni", "shaffer"] | None:
        """The procedure all of whose rejections it shares; Shaffer's static one shares those of Bonferroni's."""

    @property
    def single_step(self) -> bool:
        """Whether the adjusted p of a pair follows from its own p, and rises with it."""

    def adjust(self, family: Family, **options: Any) -> FloatArray:
        """Return the adjusted p-values in the family's order."""

    def inapplicable(self, family: Family) -> str:
        """Say in a sentence why it cannot be applied to a family; "" if it can."""


@dataclass(frozen=True)
class FamilyAdjustment:
    """An adjustment that is not for every family, or takes more of it than its p-values.

    Parameters
    ----------
    inapplicable : callable
        ``inapplicable(family)`` says in a sentence why it cannot be applied; "" if it can.
    function : callable
        ``function(family, **options)`` gives the adjusted p-values in the family's order.
    """

    inapplicable: Callable[[Family], str]
    function: Callable[..., FloatArray]

    def __call__(self, family: Family, **options: Any) -> FloatArray:
        """Adjust the p-values of a family; raises ValueError for one that it is not for."""
        reason = self.inapplicable(family)
        if reason:
            raise ValueError(f"{self.function.__name__.removeprefix('adjust_by_').replace('_', '-')}: {reason}")
        return self.function(family, **options)


def for_families(
    inapplicable: Callable[[Family], str],
) -> Callable[[Callable[..., FloatArray]], FamilyAdjustment]:
    """Make a function of a family an adjustment that says which families it is not for."""
    return partial(FamilyAdjustment, inapplicable)


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


@for_families(_nemenyi_inapplicable)
def adjust_by_nemenyi(family: Family) -> FloatArray:
    """Nemenyi's test, by z."""
    return nemenyi(_required(family.z), family.n_algorithms)


@for_families(_dunn_inapplicable)
def adjust_by_bonferroni_dunn(family: Family) -> FloatArray:
    """Bonferroni's adjustment of comparisons with a control."""
    return bonferroni_dunn(family.p)


@for_families(_shaffer_inapplicable)
def adjust_by_shaffer(family: Family) -> FloatArray:
    """Shaffer's static procedure."""
    return shaffer_static(family.p, family.n_algorithms)


@for_families(_shaffer_dynamic_inapplicable)
def adjust_by_shaffer_dynamic(family: Family) -> FloatArray:
    """Shaffer's dynamic procedure."""
    return shaffer_dynamic(family.p, family.n_algorithms, average_ranks=_ranks(family))


@for_families(_li_inapplicable)
def adjust_by_li(family: Family) -> FloatArray:
    """Li's procedure."""
    return li(family.p)


@for_families(_bergmann_inapplicable)
def adjust_by_bergmann_hommel(family: Family, *, monotone: bool = False) -> FloatArray:
    """Bergmann and Hommel's procedure."""
    return bergmann_hommel(family.p, family.n_algorithms, monotone=monotone, average_ranks=_ranks(family))


@for_families(_bergmann_simes_inapplicable)
def adjust_by_bergmann_hommel_simes(family: Family) -> FloatArray:
    """Bergmann and Hommel's procedure with Simes' test."""
    return bergmann_hommel_simes(family.p, family.n_algorithms)


@for_families(_tukey_inapplicable)
def adjust_by_tukey(family: Family) -> FloatArray:
    """Tukey's test, by t."""
    return _of_t(family, lambda t, df: tukey(t, family.n_algorithms, df))


@for_families(_dunnett_inapplicable)
def adjust_by_dunnett(family: Family) -> FloatArray:
    """Dunnett's test, by t."""
    return _of_t(family, dunnett)


@for_families(_westfall_young_inapplicable)
def adjust_by_westfall_young(family: Family, *, draws: int = DRAWS, seed: int = 0) -> FloatArray:
    """The step-down procedure of Westfall and Young."""
    return np.maximum(max_t(_required(family.by_dataset), step_down=True, draws=draws, seed=seed), family.p)


@for_families(_westfall_young_inapplicable)
def adjust_by_westfall_young_single_step(family: Family, *, draws: int = DRAWS, seed: int = 0) -> FloatArray:
    """The single-step procedure of Westfall and Young."""
    return np.maximum(max_t(_required(family.by_dataset), step_down=False, draws=draws, seed=seed), family.p)


def _required(values: FloatArray | None) -> FloatArray:
    if values is None:
        raise ValueError("the family lacks what the adjustment is of")
    return values


def _ranks(family: Family) -> FloatArray | None:
    return None if family.z is None else family.average_ranks


def _of_t(family: Family, adjust: Callable[[FloatArray, float], FloatArray]) -> FloatArray:
    t, df = _required(family.t), family.df
    if df is None or np.isnan(t).any():  # without any error, p is 0 or 1
        return family.p
    return np.maximum(adjust(t, df), family.p)  # but for rounding it is never the smaller
