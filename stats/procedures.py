"""What must be known of a test to try it in studies; whoever lists tests by name knows it."""

from __future__ import annotations

from typing import Any, Literal, Protocol

from numpy.typing import ArrayLike

from rankpress.stats.omnibus import OmnibusTest
from rankpress.stats.pairs import PairTests


class OmnibusProcedure(Protocol):
    """A test of all algorithms at once."""

    def test(self, matrix: ArrayLike, *, exact: bool = True) -> OmnibusTest:
        """Test ranks or scores, as it uses; without its exact p, which takes long, if that is not wanted."""


class PairwiseProcedure(Protocol):
    """A test of two algorithms over data sets."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def uses(self) -> Literal["average-ranks", "ranks", "scores"]:
        """Whether it takes (average ranks, number of data sets, pairs), (ranks, pairs) or (scores, pairs)."""

    @property
    def pair_alone(self) -> bool:
        """Whether the outcome for a pair depends on the results of its two algorithms alone."""

    def run(self, *arguments: Any, **options: Any) -> PairTests:
        """Test the pairs, by what it uses."""
