"""How many tests were made of one metric, tuning included, and what their number does to the chance of an error."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rankpress.stats.multiplicity import chance_of_any_error, expected_errors, level_for_family
from rankpress.test import Tested

if TYPE_CHECKING:
    from rankpress.spec.model import TestOptions


@dataclass(frozen=True)
class Attempts:
    """Tests of one kind and what would come of them if no algorithm differed from another and they were independent.

    Parameters
    ----------
    tests : int
        Comparisons that were made.
    tuning_runs : int
        Times that the user tuned an algorithm and tried it, which count as comparisons.
    alpha : float
        Level of each.
    """

    tests: int
    tuning_runs: int
    alpha: float

    @property
    def number(self) -> int:
        """Tests and tuning runs together."""
        return self.tests + self.tuning_runs

    @property
    def expected_errors(self) -> float:
        """How many would be significant on average."""
        return expected_errors(self.number, self.alpha)

    @property
    def chance_of_any_error(self) -> float:
        """How likely at least one would be."""
        return chance_of_any_error(self.number, self.alpha)

    @property
    def level_for_family(self) -> float:
        """The level of each that would keep that chance at alpha."""
        return level_for_family(self.number, self.alpha)


@dataclass(frozen=True)
class Multiplicity:
    """The tests that were made over the data sets and within them; None where none were."""

    over: Attempts | None = None
    within: Attempts | None = None


def count_attempts(tested: Tested, options: TestOptions) -> Multiplicity:
    """Count the tests of one metric, and the tuning that the user tells of.

    Parameters
    ----------
    tested : Tested
        What the tests found.
    options : TestOptions
        Their level, and how often algorithms were tuned.

    Returns
    -------
    Multiplicity
    """
    within = sum(len(one.pairs) for one in tested.within)
    return Multiplicity(
        None if tested.over is None else Attempts(len(tested.over.p), options.tuning_runs, options.alpha),
        Attempts(within, options.tuning_runs, options.alpha) if within else None,
    )
