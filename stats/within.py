"""The tests of two algorithms within one data set, by the names that a study gives them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from rankpress.stats.five_by_two import five_by_two_cv_f
from rankpress.stats.resampled import WithinTests, corrected_t


@dataclass(frozen=True)
class WithinProcedure:
    """A test of two algorithms within one data set.

    Parameters
    ----------
    name, title : str
        As a study and as a report name it.
    reference : str
        Bibliography key of its source.
    design : {"folds", "5x2"}
        Whether `function` is called with (differences by fold, ratio of test to training cases) or with
        (differences by repeat and fold), which then are five and two.
    function : callable
    """

    name: str
    title: str
    reference: str
    design: Literal["folds", "5x2"]
    function: Callable[..., WithinTests]


WITHIN: Mapping[str, WithinProcedure] = MappingProxyType(
    {
        procedure.name: procedure
        for procedure in (
            WithinProcedure("corrected-t", "corrected resampled t test", "nadeau2003", "folds", corrected_t),
            WithinProcedure("5x2cv-f", "combined 5x2cv F test", "alpaydin1999", "5x2", five_by_two_cv_f),
        )
    }
)
