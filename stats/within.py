"""The tests of two algorithms within one data set, by the names that a study gives them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

import numpy as np

from rankpress.stats.arrays import BoolArray, FloatArray
from rankpress.stats.mcnemar import binomial, mcnemar_chi2, mcnemar_chi2_corrected, mcnemar_exact, mcnemar_mid_p
from rankpress.stats.resampled import WithinTests, corrected_t, five_by_two_cv_f, five_by_two_cv_t, kfold_t, resampled_t

Design = Literal["folds", "kfold", "folds-ratio", "5x2", "outcomes"]


@dataclass(frozen=True)
class WithinProcedure:
    """A test of two algorithms within one data set.

    Parameters
    ----------
    name : str
        As a study names it.
    design : {"folds", "kfold", "folds-ratio", "5x2", "outcomes"}
        What `function` is called with: differences by fold; the same, of a single cross-validation; differences by
        fold and the ratio of test to training cases; differences by repeat and fold, which are five and two; or on how
        many test examples only the first is right, only the second, and the number of examples.
    function : callable
    exchanged : {"negative", "other-count", "same"}
        What the statistic is of the second against the first: the negative, the number of test examples on which only
        the second is right, or the same.
    """

    name: str
    design: Design
    function: Callable[..., WithinTests]
    exchanged: Literal["negative", "other-count", "same"] = "negative"

    def turn(self, tests: WithinTests, turned: BoolArray) -> WithinTests:
        """Return the tests with some of the pairs the other way round.

        Parameters
        ----------
        tests : WithinTests
            What `function` returned.
        turned : (n_pairs,) bool array
            Which pairs are to be those of the second against the first.

        Returns
        -------
        WithinTests
            What `function` would return for them.

        Examples
        --------
        >>> test = mcnemar_exact([1], [7], 21)
        >>> WITHIN["mcnemar"].turn(test, np.array([True])).statistic.tolist()
        [7.0]
        """
        details = {name: _turned(name, tests.details, turned) for name in tests.details}
        statistic = details["only_a"] if self.exchanged == "other-count" else tests.statistic
        if self.exchanged == "negative":
            statistic = np.where(turned, 0.0 - statistic, statistic)
        difference = np.where(turned, 0.0 - tests.difference, tests.difference)  # from 0.0, so that none is not -0.0
        return replace(tests, difference=difference, statistic=statistic, details=details)


def _turned(name: str, details: Mapping[str, FloatArray], turned: BoolArray) -> FloatArray:
    other = {"only_a": "only_b", "only_b": "only_a"}
    if name in other:
        return np.where(turned, details[other[name]], details[name])
    return np.where(turned, 0.0 - details[name], details[name]) if name == "first_difference" else details[name]


WITHIN: Mapping[str, WithinProcedure] = MappingProxyType(
    {
        procedure.name: procedure
        for procedure in (
            WithinProcedure("corrected-t", "folds-ratio", corrected_t),
            WithinProcedure("5x2cv-f", "5x2", five_by_two_cv_f, "same"),
            WithinProcedure("5x2cv-t", "5x2", five_by_two_cv_t),
            WithinProcedure("kfold-t", "kfold", kfold_t),
            WithinProcedure("resampled-t", "folds", resampled_t),
            WithinProcedure("mcnemar", "outcomes", mcnemar_exact, "other-count"),
            WithinProcedure("mcnemar-mid-p", "outcomes", mcnemar_mid_p, "other-count"),
            WithinProcedure("mcnemar-chi2", "outcomes", mcnemar_chi2, "same"),
            WithinProcedure("mcnemar-chi2-corrected", "outcomes", mcnemar_chi2_corrected, "same"),
            WithinProcedure("binomial", "outcomes", binomial, "other-count"),
        )
    }
)
