"""What a test of all algorithms returns, and what must be known of a test to try it in studies."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol

from numpy.typing import ArrayLike

from rankpress.stats.pairs import PairTests


@dataclass(frozen=True)
class OmnibusTest:
    """Hold the outcome of a test of all algorithms at once.

    Parameters
    ----------
    name : str
        The test.
    statistic : float
        nan where it is undefined or infinite; `why` then says so.
    df : tuple of float
        Degrees of freedom of its reference distribution.
    p : float
        nan where undefined.
    uncorrected : OmnibusTest or None
        The same without correction for ties.
    why : str
        Why the statistic, p or some of the details are nan; empty otherwise.
    details : mapping of str to float
        What else the test gives, such as an exact p or a corrected one; nan where that is undefined.

    Examples
    --------
    >>> from rankpress.stats import aligned_ranks_test
    >>> aligned_ranks_test([[12, 10, 8], [53, 46, 51]]).df
    (2.0,)
    """

    name: str
    statistic: float
    df: tuple[float, ...]
    p: float
    uncorrected: OmnibusTest | None = None
    why: str = ""
    details: Mapping[str, float] = field(default_factory=dict)

    @property
    def known(self) -> OmnibusTest:
        """The form whose p is known: the test itself or, where ties are unknown, the one without correction."""
        if not math.isnan(self.p) or self.uncorrected is None:
            return self
        return replace(self.uncorrected, details=self.details)

    @property
    def deciding_p(self) -> float:
        """The p-value that decides: the exact one, else that of the form whose p is known; nan where there is none."""
        return self.details.get("exact_p", self.known.p)

    def rejects(self, alpha: float) -> bool:
        """Return whether the p-value that decides is at most alpha."""
        return self.deciding_p <= alpha


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
