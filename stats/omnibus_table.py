"""The omnibus tests over data sets, by the names that a study gives them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Literal

from numpy.typing import ArrayLike

from rankpress.stats.aligned_ranks import aligned_ranks_test
from rankpress.stats.anova import repeated_measures_anova
from rankpress.stats.friedman import (
    friedman,
    friedman_from_average_ranks,
    iman_davenport,
    iman_davenport_from_average_ranks,
)
from rankpress.stats.incomplete_blocks import durbin, skillings_mack
from rankpress.stats.omnibus import OmnibusTest
from rankpress.stats.quade import quade_test


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
        As `function`, but without an exact p beside the approximate one; None if there is none.
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
