"""The tests of two algorithms over data sets, by the names that a study gives them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from rankpress.stats.pairs import PairTests
from rankpress.stats.rank_z import rank_z
from rankpress.stats.sign import sign_test
from rankpress.stats.wilcoxon import wilcoxon


@dataclass(frozen=True)
class PairwiseProcedure:
    """A test of two algorithms over data sets.

    Parameters
    ----------
    name, title : str
        As a study and as a report name it.
    reference : str
        Bibliography key of its source.
    uses : {"average-ranks", "ranks", "scores"}
        Whether `function` is called with (average ranks, number of data sets, pairs), with (ranks, pairs) or with
        (scores, pairs), and the options as keywords.
    function : callable
    pair_alone : bool
        Whether the outcome for a pair depends on the results of its two algorithms alone, so that it can be tested over
        the data sets that both have.
    incomplete : bool
        Whether `function` takes a matrix with gaps (nan).
    options : tuple of str
        Names of the keyword options that the function takes.
    """

    name: str
    title: str
    reference: str
    uses: Literal["average-ranks", "ranks", "scores"]
    function: Callable[..., PairTests]
    pair_alone: bool = False
    incomplete: bool = False
    options: tuple[str, ...] = ()


PAIRWISE: Mapping[str, PairwiseProcedure] = MappingProxyType(
    {
        procedure.name: procedure
        for procedure in (
            PairwiseProcedure("rank-z", "z test of average ranks", "demsar2006", "average-ranks", rank_z),
            PairwiseProcedure(
                "wilcoxon", "Wilcoxon signed-ranks test", "wilcoxon1945", "scores", wilcoxon, pair_alone=True
            ),
            PairwiseProcedure("sign", "sign test", "demsar2006", "scores", sign_test, pair_alone=True),
        )
    }
)
