"""The tests of two algorithms over data sets, by the names that a study gives them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

import numpy as np

from rankpress.stats.aligned_ranks import aligned_ranks
from rankpress.stats.anova import block_t
from rankpress.stats.arrays import FloatArray, IntArray
from rankpress.stats.conover import conover
from rankpress.stats.incomplete_blocks import durbin_pairs, skillings_mack_pairs
from rankpress.stats.paired_t import paired_t, relative_t
from rankpress.stats.pairs import PairTests
from rankpress.stats.permutation import permutation
from rankpress.stats.quade import quade
from rankpress.stats.rank_z import rank_z
from rankpress.stats.sign import sign_test
from rankpress.stats.wilcoxon import wilcoxon


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
    """

    name: str
    uses: Literal["average-ranks", "ranks", "scores"]
    function: Callable[..., PairTests]
    favours: Callable[[PairTests], FloatArray] = _by_ranks
    pair_alone: bool = False
    incomplete: bool = False

    def exchanged(self, tests: PairTests) -> FloatArray:
        """Return the statistics that the pairs would have with their two algorithms exchanged.

        Parameters
        ----------
        tests : PairTests
            Made by `function`.

        Returns
        -------
        (n_pairs,) float array
        """
        if self.favours is _by_signed_ranks:
            return tests.statistic  # the smaller of two sums, whichever of the two comes first
        if self.favours is _by_wins:
            return tests.statistic - self.favours(tests)  # of the other one the wins, and the same share of the ties
        return -tests.statistic


PAIRWISE: Mapping[str, PairwiseProcedure] = MappingProxyType(
    {
        procedure.name: procedure
        for procedure in (
            PairwiseProcedure("rank-z", "average-ranks", rank_z),
            PairwiseProcedure("wilcoxon", "scores", wilcoxon, _by_signed_ranks, pair_alone=True),
            PairwiseProcedure("sign", "ranks", _sign_of_ranks, _by_wins, pair_alone=True),
            PairwiseProcedure("t", "scores", paired_t, _by_scores, pair_alone=True),
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
)
