"""The tests of two algorithms within one data set, by the names that a study gives them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from rankpress.stats.five_by_two import five_by_two_cv_f, five_by_two_cv_t
from rankpress.stats.mcnemar import binomial, mcnemar_chi2, mcnemar_chi2_corrected, mcnemar_exact, mcnemar_mid_p
from rankpress.stats.resampled import WithinTests, corrected_t, kfold_t, resampled_t

Design = Literal["folds", "kfold", "folds-ratio", "5x2", "outcomes"]


@dataclass(frozen=True)
class WithinProcedure:
    """A test of two algorithms within one data set.

    Parameters
    ----------
    name, title : str
        As a study and as a report name it.
    reference : str
        Bibliography key of its source.
    design : {"folds", "kfold", "folds-ratio", "5x2", "outcomes"}
        What `function` is called with: differences by fold; the same, of a single cross-validation; differences by
        fold and the ratio of test to training cases; differences by repeat and fold, which are five and two; or on how
        many test examples only the first is right, only the second, and the number of examples.
    function : callable
    liberal : bool
        Whether it rejects too often where the algorithms are equal.
    """

    name: str
    title: str
    reference: str
    design: Design
    function: Callable[..., WithinTests]
    liberal: bool = False


WITHIN: Mapping[str, WithinProcedure] = MappingProxyType(
    {
        procedure.name: procedure
        for procedure in (
            WithinProcedure("corrected-t", "corrected resampled t test", "nadeau2003", "folds-ratio", corrected_t),
            WithinProcedure("5x2cv-f", "combined 5x2cv F test", "alpaydin1999", "5x2", five_by_two_cv_f),
            WithinProcedure("5x2cv-t", "5x2cv paired t test", "dietterich1998", "5x2", five_by_two_cv_t),
            WithinProcedure(
                "kfold-t", "k-fold cross-validated paired t test", "dietterich1998", "kfold", kfold_t, liberal=True
            ),
            WithinProcedure(
                "resampled-t", "uncorrected resampled t test", "dietterich1998", "folds", resampled_t, liberal=True
            ),
            WithinProcedure("mcnemar", "exact McNemar test", "mcnemar1947", "outcomes", mcnemar_exact),
            WithinProcedure("mcnemar-mid-p", "McNemar mid-p test", "fagerland2013", "outcomes", mcnemar_mid_p),
            WithinProcedure(
                "mcnemar-chi2",
                "McNemar chi-squared test without continuity correction",
                "mcnemar1947",
                "outcomes",
                mcnemar_chi2,
            ),
            WithinProcedure(
                "mcnemar-chi2-corrected",
                "McNemar chi-squared test with continuity correction",
                "edwards1948",
                "outcomes",
                mcnemar_chi2_corrected,
            ),
            WithinProcedure(
                "binomial", "binomial test, the exact form of McNemar's", "salzberg1997", "outcomes", binomial
            ),
        )
    }
)
