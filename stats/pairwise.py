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
    uses : {"average-ranks", "scores"}
        Whether `function` is called with (average ranks, number of data sets, pairs) or with (scores, pairs).
    function : callable
    """

    name: str
    title: str
    reference: str
    uses: Literal["average-ranks", "scores"]
    function: Callable[..., PairTests]


PAIRWISE: Mapping[str, PairwiseProcedure] = MappingProxyType(
    {
        procedure.name: procedure
        for procedure in (
            PairwiseProcedure("rank-z", "z test of average ranks", "demsar2006", "average-ranks", rank_z),
            PairwiseProcedure("wilcoxon", "Wilcoxon signed-ranks test", "wilcoxon1945", "scores", wilcoxon),
            PairwiseProcedure("sign", "sign test", "demsar2006", "scores", sign_test),
        )
    }
)
