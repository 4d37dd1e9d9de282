"""The procedures by the names that a study gives them: tests, effect sizes, Bayesian comparisons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.aligned_ranks import aligned_ranks, aligned_ranks_test
from rankpress.stats.anova import block_t, repeated_measures_anova
from rankpress.stats.arrays import BoolArray, FloatArray, IntArray
from rankpress.stats.bayes import Posterior, bayes_correlated_t, bayes_sign, sign_draws
from rankpress.stats.bayes_signed_rank import bayes_signed_rank, signed_rank_draws
from rankpress.stats.clustered import clustered_t
from rankpress.stats.dominance import cliffs_delta, probability_of_superiority
from rankpress.stats.effects import PairEffects, hodges_lehmann, mean_difference, median_difference, rank_biserial
from rankpress.stats.friedman import (
    friedman,
    friedman_from_average_ranks,
    iman_davenport,
    iman_davenport_from_average_ranks,
)
from rankpress.stats.friedman_pairs import conover, rank_z
from rankpress.stats.hedges import hedges_g
from rankpress.stats.hierarchical import bayes_hierarchical, hierarchical_chances
from rankpress.stats.incomplete_blocks import durbin, durbin_pairs, skillings_mack, skillings_mack_pairs
from rankpress.stats.mcnemar import binomial, mcnemar_chi2, mcnemar_chi2_corrected, mcnemar_exact, mcnemar_mid_p
from rankpress.stats.mixed import mixed
from rankpress.stats.omnibus import OmnibusTest
from rankpress.stats.paired_t import paired_t, relative_t
from rankpress.stats.pairs import PairTests
from rankpress.stats.permutation import fold_permutation, permutation
from rankpress.stats.quade import quade, quade_test
from rankpress.stats.ratios import ratio
from rankpress.stats.resampled import WithinTests, corrected_t, five_by_two_cv_f, five_by_two_cv_t, kfold_t, resampled_t
from rankpress.stats.sign import sign_test
from rankpress.stats.wilcoxon import wilcoxon


@dataclass(frozen=True)
class OmnibusProcedure:
    """A test of all algorithms at once.

    Parameters
    ----------
    name : str
        As a study names it.
    function : callable
        Called with a matrix, a row a data set and a column an algorithm.
    uses : {"ranks", "scores"}
        Whether the matrix holds ranks, 1 for the best, or scores of which higher is better.
    incomplete : bool
        Whether the matrix may have gaps (nan).
    from_average_ranks : callable or None
        Called with (average ranks, number of data sets) where nothing else is known; None if the test needs more.
    without_exact : callable or None
        As `function`, but without an exact p next to the approximate one; None if there is none.
    """

    name: str
    function: Callable[[ArrayLike], OmnibusTest]
    uses: Literal["ranks", "scores"] = "ranks"
    incomplete: bool = False
    from_average_ranks: Callable[[ArrayLike, int], OmnibusTest] | None = None
    without_exact: Callable[[ArrayLike], OmnibusTest] | None = None

    def test(self, matrix: ArrayLike, *, exact: bool = True) -> OmnibusTest:
        """Test ranks or scores, as the procedure uses; without its exact p, which takes long, if that is not wanted."""
        return self.function(matrix) if exact or self.without_exact is None else self.without_exact(matrix)


OMNIBUS: Mapping[str, OmnibusProcedure] = MappingProxyType(
    {
        procedure.name: procedure
        for procedure in (
            OmnibusProcedure(
                "friedman",
                friedman,
                from_average_ranks=friedman_from_average_ranks,
                without_exact=partial(friedman, exact=False),
            ),
            OmnibusProcedure(
                "iman-davenport",
                iman_davenport,
                from_average_ranks=iman_davenport_from_average_ranks,
                without_exact=partial(iman_davenport, exact=False),
            ),
            OmnibusProcedure("aligned-ranks", aligned_ranks_test, uses="scores"),
            OmnibusProcedure("quade", quade_test, uses="scores"),
            OmnibusProcedure("rm-anova", repeated_measures_anova, uses="scores"),
            OmnibusProcedure("skillings-mack", skillings_mack, incomplete=True),
            OmnibusProcedure("durbin", durbin, incomplete=True),
        )
    }
)


def _by_ranks(tests: PairTests) -> FloatArray:
    return -tests.statistic  # of ranks, which are lower for the better


def _by_scores(tests: PairTests) -> FloatArray:
    mean = tests.details["mean_relative_difference" if tests.name == "relative-t" else "mean_difference"]
    return np.where(np.isnan(tests.statistic), mean, tests.statistic)  # alike everywhere, so that t is infinite


def _by_signed_ranks(tests: PairTests) -> FloatArray:
    return tests.details["r_plus"] - tests.details["r_minus"]


def _by_wins(tests: PairTests) -> FloatArray:
    return tests.details["wins"] - tests.details["losses"]


def _sign_of_ranks(ranks: FloatArray, pairs: IntArray) -> PairTests:
    """The sign test by ranks, which know a tolerance that scores do not, and give the wins that a study counts."""
    return sign_test(-ranks, pairs)


@dataclass(frozen=True)
class PairwiseProcedure:
    """A test of two algorithms over data sets.

    Parameters
    ----------
    name : str
        As a study names it.
    uses : {"average-ranks", "ranks", "scores"}
        Whether `function` is called with (average ranks, number of data sets, pairs), with (ranks, pairs) or with
        (scores, pairs), and the options as keywords.
    function : callable
    favours : callable
        ``favours(tests)`` is above 0 for the pairs of which the test favours the first, below 0 where it favours the
        second, and nan where there is no statistic. A test of scores need not favour the better ranked of two.
    pair_alone : bool
        Whether the outcome for a pair depends on the results of its two algorithms alone, so that it can be tested over
        the data sets that both have.
    incomplete : bool
        Whether `function` takes a matrix with gaps (nan).
    of_folds : bool
        Whether `function` takes as keyword `folds`, the scores of folds by data set, and with them a matrix with gaps.
    """

    name: str
    uses: Literal["average-ranks", "ranks", "scores"]
    function: Callable[..., PairTests]
    favours: Callable[[PairTests], FloatArray] = _by_ranks
    pair_alone: bool = False
    incomplete: bool = False
    of_folds: bool = False

    def exchanged(self, tests: PairTests) -> FloatArray:
        """Return the statistics that the pairs would have with their two algorithms exchanged."""
        if self.favours is _by_signed_ranks:
            return tests.statistic  # the smaller of two sums, whichever of the two comes first
        if self.favours is _by_wins:
            return tests.statistic - self.favours(tests)  # of the other one the wins, and the same share of the ties
        return -tests.statistic


PAIRWISE: dict[str, PairwiseProcedure] = {
    procedure.name: procedure
    for procedure in (
        PairwiseProcedure("rank-z", "average-ranks", rank_z),
        PairwiseProcedure("wilcoxon", "scores", wilcoxon, _by_signed_ranks, pair_alone=True),
        PairwiseProcedure("sign", "ranks", _sign_of_ranks, _by_wins, pair_alone=True),
        PairwiseProcedure("t", "scores", paired_t, _by_scores, pair_alone=True),
        PairwiseProcedure("mixed", "scores", mixed, _by_scores, pair_alone=True, of_folds=True),
        PairwiseProcedure("relative-t", "scores", relative_t, _by_scores, pair_alone=True),
        PairwiseProcedure("permutation", "scores", permutation, _by_scores, pair_alone=True),
        PairwiseProcedure("conover", "ranks", conover),
        PairwiseProcedure("quade", "scores", quade),
        PairwiseProcedure("aligned-ranks", "scores", aligned_ranks),
        PairwiseProcedure("block-t", "scores", block_t, _by_scores),
        PairwiseProcedure("skillings-mack", "ranks", skillings_mack_pairs, incomplete=True),
        PairwiseProcedure("durbin", "ranks", durbin_pairs, incomplete=True),
    )
}


Design = Literal["folds", "kfold", "folds-ratio", "5x2", "outcomes", "examples"]


@dataclass(frozen=True)
class WithinProcedure:
    """A test of two algorithms within one data set.

    Parameters
    ----------
    name : str
        As a study names it.
    design : {"folds", "kfold", "folds-ratio", "5x2", "outcomes", "examples"}
        What `function` is called with: differences by fold; the same, of a single cross-validation; differences by
        fold and the ratio of test to training cases; differences by repeat and fold, which are five and two; or on how
        many test examples only the first is right, only the second, and the number of examples; or differences by test
        example, their clusters, and as a keyword the variance of their answers.
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
        """Return the tests with some of the pairs the other way round."""
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
            WithinProcedure("permutation", "folds", fold_permutation),
            WithinProcedure("mcnemar", "outcomes", mcnemar_exact, "other-count"),
            WithinProcedure("mcnemar-mid-p", "outcomes", mcnemar_mid_p, "other-count"),
            WithinProcedure("mcnemar-chi2", "outcomes", mcnemar_chi2, "same"),
            WithinProcedure("mcnemar-chi2-corrected", "outcomes", mcnemar_chi2_corrected, "same"),
            WithinProcedure("binomial", "outcomes", binomial, "other-count"),
            WithinProcedure("clustered-t", "examples", clustered_t),
        )
    }
)


@dataclass(frozen=True)
class EffectProcedure:
    """A measure of how far two algorithms differ over data sets.

    Parameters
    ----------
    name : str
        As a study names it.
    function : callable
        Called with (scores, pairs, level), and the options as keywords; greater where the first of a pair is better.
    options : tuple of str
        Names of the keyword options that the function takes.
    """

    name: str
    function: Callable[..., PairEffects]
    options: tuple[str, ...] = ()


EFFECTS: dict[str, EffectProcedure] = {
    procedure.name: procedure
    for procedure in (
        EffectProcedure("mean-difference", mean_difference),
        EffectProcedure("median-difference", median_difference),
        EffectProcedure("hodges-lehmann", hodges_lehmann),
        EffectProcedure("hedges-g", hedges_g, options=("bootstrap", "draws", "seed")),
        EffectProcedure("cliffs-delta", cliffs_delta),
        EffectProcedure("superiority", probability_of_superiority),
        EffectProcedure("rank-biserial", rank_biserial),
        EffectProcedure("ratio", ratio),
    )
}


@dataclass(frozen=True)
class BayesianProcedure:
    """A Bayesian comparison of two algorithms.

    Parameters
    ----------
    name : str
        As a study names it.
    function : callable
        Over data sets called with (scores, pairs, rope), or with (folds and ratios of test to training cases by data
        set, pairs, rope); within a data set with (differences by fold, the ratio, rope); and the options as keywords.
    options : tuple of str
        Names of the keyword options that a study may set.
    draw : callable or None
        Draws the three chances of one pair over data sets, called as `function` but for one pair, and as keywords with
        the options, `draws` and `seed`.
    uses : {"scores", "folds"}
        Whether the function takes mean scores or the scores of folds.
    """

    name: str
    function: Callable[..., Posterior]
    options: tuple[str, ...] = ()
    draw: Callable[..., FloatArray] | None = None
    uses: Literal["scores", "folds"] = "scores"


BAYES_OVER: Mapping[str, BayesianProcedure] = MappingProxyType(
    {
        procedure.name: procedure
        for procedure in (
            BayesianProcedure("signed-rank", bayes_signed_rank, ("prior_strength", "draws", "seed"), signed_rank_draws),
            BayesianProcedure("sign", bayes_sign, ("prior_strength",), sign_draws),
            BayesianProcedure("hierarchical", bayes_hierarchical, ("draws", "seed"), hierarchical_chances, "folds"),
        )
    }
)

BAYES_WITHIN: Mapping[str, BayesianProcedure] = MappingProxyType(
    {"correlated-t": BayesianProcedure("correlated-t", bayes_correlated_t, uses="folds")}
)
